"""Pictures of the things that people report in Duel where they deal, and of entries in the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.games.duel import printed_names
from app.games.duel import words_facade as say
from app.games.duel.reported_things import DuelEntryChoices
from app.games.duel.screen import cards
from app.looks.icons import icon
from app.protocol.log_messages import Line
from app.screen.pages.cardboard.dispute import DisputeSource
from app.screen.pages.cardboard.turn_log import LogPicture
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.state.model import event_of
from app.screen.widgets import faces
from app.screen.widgets.touch_tiles import Picture
from app.shown.cardboard.turn_entry import EntryItem
from app.text.translation import Words
from engine.duel import actions
from engine.duel.data_schema import Data
from engine.game import plain_line

CARD: Final = 1.24  # height / width of a card
WIDE: Final[Mapping[type, float]] = {
    actions.CardBuilt: 1.8, actions.CardDiscarded: 3.0, actions.WonderBuilt: 4.6, actions.TokenTaken: 2.2,
    actions.CardDestroyed: 3.0, actions.CardRevived: 1.8,
}  # fmt: skip  # width of a turn's picture, in halves of its height
CARD_EVENTS: Final = (
    actions.CardBuilt, actions.CardDiscarded, actions.WonderBuilt, actions.CardDestroyed, actions.CardRevived,
)  # fmt: skip


def paint_thing(p: Pen, w: float, h: float, *, slug: str, data: Data, built: bool = False, small: bool = False) -> None:
    """Paint the card, wonder or token with this slug. `small`: a wonder by its picture alone."""
    if slug in data.tokens:
        cards.token(p, data, slug, min(h / 2, w * 0.36))
    elif small:
        faces.picture(p, slug, -w / 2, -h / 2, w, h, built=True)
    elif slug in data.wonders:
        wide = min(w * 0.94, h * 1.5)
        cards.wonder(p, data, slug, wide, wide / 1.5, built=built)
    elif slug in data.cards:
        wide = min(w * 0.8, h / CARD)
        cards.card(p, data, slug, wide, wide * CARD)
    else:
        icon(p, "undo", 0, 0, h * 0.5, "text", "raised")


@dataclass(frozen=True, slots=True)
class PicturedTells(DuelEntryChoices):
    """Entry choices of Duel with pictures (`app.screen.pages.cardboard.turn_entry.PicturedEntryWords`)."""

    def picture(self, thing: EntryItem) -> Picture:
        return BoundCall(paint_thing, slug=thing.slug, data=self.facts)

    def pictured(self, text: str) -> Picture:
        return BoundCall(paint_thing, slug=plain_line(text).split()[-1], data=self.facts)


@dataclass(frozen=True, slots=True)
class Doubts(DisputeSource):
    """Entries of Duel that can be disputed, with pictures."""

    data: Data

    def started_turn(self, line: Line) -> tuple[int, int] | None:
        event = event_of(line, say.parse_event)
        return (event.seat, event.turn) if isinstance(event, actions.TurnBegan) else None

    def log_picture(self, line: Line, seat: int) -> LogPicture | None:
        event = event_of(line, say.parse_event)
        return (
            LogPicture(WIDE[type(event)], BoundCall(paint_turn, event=event, data=self.data))
            if event and type(event) in WIDE
            else None
        )

    def is_about(self, line: Line, what: str) -> bool:
        if what.startswith("card "):
            return what.split()[-1] == getattr(event_of(line, say.parse_event), "card", None)
        match event_of(line, say.parse_event):
            case actions.PawnMoved() | actions.MilitaryToken():
                return what == "pawn"
            case actions.TokenTaken(seat=seat, token=thing) if what == f"seat {seat} {thing}":
                return True
            case actions.WonderBuilt(seat=seat, wonder=thing) if what == f"seat {seat} {thing}":
                return True
            case actions.CardBuilt(paid=paid) | actions.WonderBuilt(paid=paid) if not paid:
                return False
            case actions.CardBuilt(seat=seat) | actions.WonderBuilt(seat=seat) | actions.CardDiscarded(seat=seat):
                return what == f"coins {seat}"
            case actions.CoinsGained(seat=seat) | actions.CoinsLost(seat=seat) | actions.TradePaid(seat=seat):
                return what == f"coins {seat}"
        return False

    def explain_unreportable(self, w: Words, what: str, people: tuple[str, ...]) -> str:
        match what.split():
            case ["card", slug]:
                return w("{card} has been entered already. What is wrong?", card=printed_names.card(w, slug))
            case ["coins", seat]:
                name = people[int(seat) - 1]
                return w("By our count {name} has too few coins. What is wrong?", name=name)
        return ""


def paint_turn(p: Pen, r: float, *, event: object, data: Data) -> None:
    """Paint a turn's result: its card, and what became of it."""
    if isinstance(event, CARD_EVENTS):
        with p.at(0.85 * r, 0):
            cards.card(p, data, event.card, 1.6 * r, 2 * r)
    match event:
        case actions.CardDiscarded() | actions.CardDestroyed():
            icon(p, "cross", 2.2 * r, 0, 1.1 * r, "soft", "zone")
        case actions.WonderBuilt(wonder=wonder):
            with p.at(3.1 * r, 0):
                cards.wonder(p, data, wonder, 2.6 * r, 1.8 * r, built=True)
        case actions.TokenTaken(token=token):
            with p.at(1.1 * r, 0):
                cards.token(p, data, token, r)
