"""Telling what came, and putting it right, in a game that says what lies on its table."""

from dataclasses import dataclass
from typing import Final

import msgspec

from app.games.shown.reported_things import ShownTells, ToldCard
from app.games.shown.scene import ShownScene
from app.looks import cards
from app.looks.cards import UPRIGHT
from app.looks.icons import icon
from app.protocol import messages
from app.screen.pages.cardboard.dispute import Enter, put_away
from app.screen.pages.cardboard.repair import repairing
from app.screen.pages.cardboard.telling import asking
from app.screen.pages.cardboard.turns import TURN, Came
from app.screen.paint.element import Elements
from app.screen.paint.pen import Pen
from app.screen.state.model import event_of
from app.screen.state.ring import Ring
from app.screen.widgets import faces
from app.screen.widgets.touch_tiles import Picture
from app.shown.cardboard.telling import Tellable
from app.shown.play.play import Card, Shows, lined
from app.text import languages
from app.text.game import HouseWords, PageWords
from app.text.languages import Words

WIDE: Final = 1.8  # of a card in the log, in halves of its height


def elements(scene: ShownScene, ring: Ring) -> Elements:
    """What is to be told, or put right; nothing where neither is."""
    game_tells = PicturedTells(scene.shows, scene.say, scene.model.data)
    if scene.repair is not None:
        return [repairing(scene, ring, scene.repair, game_tells)]
    return [] if scene.to_tell is None else [asking(scene, ring, scene.to_tell, game_tells)]


@dataclass(frozen=True, slots=True)
class CardPicture:
    """Paints the card that a line tells of; None: no card."""

    card: Card | None

    def __call__(self, p: Pen, w: float, h: float) -> None:
        if self.card is None:
            icon(p, "undo", 0, 0, h * 0.5, "text", "raised")
        else:
            wide = min(w * 0.8, h / UPRIGHT)
            faces.paint_card(p, cards.card(self.card.printed, wide, wide * UPRIGHT))


@dataclass(frozen=True, slots=True)
class PicturedTells(ShownTells):
    """The cards that the game's lines tell of (a `telling.PicturedTells` of the pages), with their pictures."""

    def picture(self, thing: Tellable) -> Picture:
        return CardPicture(thing.card if isinstance(thing, ToldCard) else None)

    def pictured(self, text: str) -> Picture:
        return CardPicture(lined(self.shows, languages.words(languages.SOURCE), text, self.printed))


# ---- the log -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doubts:
    """The cards that the game's events tell of (a `dispute.Doubts` of the screen's pages)."""

    shows: Shows
    words: PageWords
    w: Words
    printed: object
    wide: float = TURN

    def began(self, line: messages.Line) -> tuple[int, int] | None:
        event = event_of(line, self.words.hear)
        return (event.seat, event.turn) if event is not None and kind(event) == messages.TURN else None

    def read(self, line: messages.Line, seat: int) -> Came | None:
        event = event_of(line, self.words.hear)
        card = None if event is None else lined(self.shows, self.w, event, self.printed)
        return None if card is None else Came(WIDE, Lies(card))

    def called(self, number: int) -> str:
        return str(number)

    def counts(self, w: Words, what: str, people: tuple[str, ...]) -> str:
        assert isinstance(self.words, HouseWords)
        return self.words.house_count(w, what, people)

    def wonder(self, w: Words, slug: str) -> str:
        return slug

    def concerns(self, line: messages.Line, what: str) -> bool:
        """Whatever a seat did may be why something of it is counted otherwise."""
        event = event_of(line, self.words.hear)
        return str(getattr(event, "seat", "")) == what.split()[-1]

    def told(self, w: Words, what: str, people: tuple[str, ...]) -> str:
        return ""

    @property
    def enter(self) -> Enter:
        return put_away


def doubts(scene: ShownScene) -> Doubts:
    """What was told, for who says that it was otherwise."""
    return Doubts(scene.shows, scene.say, scene.model.words(), scene.model.data)


def kind(event: msgspec.Struct) -> str:
    """The type of an event, as it is sent."""
    return str(event.__struct_config__.tag)


@dataclass(frozen=True, slots=True)
class Lies:
    """Paints a card to the right of the pen's place."""

    card: Card

    def __call__(self, p: Pen, r: float) -> None:
        with p.at(0.85 * r, 0):
            faces.paint_card(p, cards.card(self.card.printed, 1.6 * r, 2 * r))
