"""The form in which people who deal a self-describing game enter what happened, and correct it."""

from dataclasses import dataclass
from typing import Final

import msgspec

from app.games.self_describing.reported_things import ShownTells, ToldCard
from app.games.self_describing.typed_scene import ShownScene
from app.looks import card_faces
from app.looks.card_faces import CARD_RATIO
from app.looks.icons import icon
from app.protocol import log_messages
from app.screen.pages.cardboard.correction_pages import build_correction_page
from app.screen.pages.cardboard.dispute import DisputeSource
from app.screen.pages.cardboard.turn_entry import build_turn_entry
from app.screen.pages.cardboard.turn_log import LogPicture
from app.screen.paint.element import BoundCall, Elements
from app.screen.paint.pen import Pen
from app.screen.state.model import event_of
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces
from app.screen.widgets.touch_tiles import Picture
from app.shown.cardboard.turn_entry import EntryItem
from app.shown.play.table_description import Card, TableDescription, mentioned_card
from app.text import translation
from app.text.translation import Words
from app.text.words_protocols import HouseWords, PageWords

WIDE: Final = 1.8  # width of a card in the log, in halves of its height


def elements(scene: ShownScene, ring: Ring) -> Elements:
    """Return the open entry form or correction, if any."""
    game_tells = PicturedTells(scene.shows, scene.say, scene.model.data)
    if scene.repair is not None:
        return [build_correction_page(scene, ring, scene.repair, game_tells)]
    return [] if scene.report_step is None else [build_turn_entry(scene, ring, scene.report_step, game_tells)]


def paint_card(p: Pen, w: float, h: float, *, card: Card | None) -> None:
    """Paint a line's card; None: no card."""
    if card is None:
        icon(p, "undo", 0, 0, h * 0.5, "text", "raised")
    else:
        wide = min(w * 0.8, h / CARD_RATIO)
        faces.paint_card(p, card_faces.card(card.printed, wide, wide * CARD_RATIO))


@dataclass(frozen=True, slots=True)
class PicturedTells(ShownTells):
    """Entry choices with pictures (`app.screen.pages.cardboard.turn_entry.PicturedEntryWords`)."""

    def picture(self, thing: EntryItem) -> Picture:
        return BoundCall(paint_card, card=thing.card if isinstance(thing, ToldCard) else None)

    def pictured(self, text: str) -> Picture:
        return BoundCall(
            paint_card, card=mentioned_card(self.shows, translation.words(translation.SOURCE), text, self.printed)
        )


@dataclass(frozen=True, slots=True)
class Doubts(DisputeSource):
    """Entries that can be disputed: the cards of events."""

    shows: TableDescription
    words: PageWords
    w: Words
    printed: object

    def started_turn(self, line: log_messages.Line) -> tuple[int, int] | None:
        event = event_of(line, self.words.parse_event)
        return (event.seat, event.turn) if event is not None and kind(event) == log_messages.TURN else None

    def log_picture(self, line: log_messages.Line, seat: int) -> LogPicture | None:
        event = event_of(line, self.words.parse_event)
        card = None if event is None else mentioned_card(self.shows, self.w, event, self.printed)
        return None if card is None else LogPicture(WIDE, BoundCall(paint_side_card, card=card))

    def counts(self, w: Words, what: str, people: tuple[str, ...]) -> str:
        assert isinstance(self.words, HouseWords)
        return self.words.house_count(w, what, people)

    def wonder(self, w: Words, slug: str) -> str:
        return slug

    def is_about(self, line: log_messages.Line, what: str) -> bool:
        """Check whether an event is of the same seat, since any of its actions may explain a wrong count."""
        event = event_of(line, self.words.parse_event)
        return str(getattr(event, "seat", "")) == what.split()[-1]


def doubts(scene: ShownScene) -> Doubts:
    """Return the entries for a dispute."""
    return Doubts(scene.shows, scene.say, scene.model.words(), scene.model.data)


def kind(event: msgspec.Struct) -> str:
    """Return the type of an event, as on the wire."""
    return str(event.__struct_config__.tag)


def paint_side_card(p: Pen, r: float, *, card: Card) -> None:
    """Paint a card right of the pen's origin."""
    with p.at(0.85 * r, 0):
        faces.paint_card(p, card_faces.card(card.printed, 1.6 * r, 2 * r))
