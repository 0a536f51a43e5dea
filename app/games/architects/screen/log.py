"""Entries in the log of Architects where people deal: pictures of turns, and the things that a line concerns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.games.architects import words_facade as terms
from app.games.architects.screen import pieces
from app.looks.icons import icon
from app.protocol.log_messages import Line
from app.screen.pages.cardboard.dispute import DisputeSource
from app.screen.pages.cardboard.turn_log import LogPicture
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.state.model import event_of
from engine.architects import actions
from engine.architects.data_schema import Data

WIDE: Final[Mapping[type, float]] = {
    actions.CardTaken: 3.2, actions.StageBuilt: 2.8, actions.TokenTaken: 2.3, actions.ConflictFought: 2.1,
    actions.MedalTaken: 2.1, actions.CardStolen: 1.7, actions.CatMoved: 2.1,
}  # fmt: skip  # width of a turn's picture, in halves of its height


@dataclass(frozen=True, slots=True)
class Doubts(DisputeSource):
    """Entries of Architects that can be disputed, in a game of `seats`."""

    seats: int
    data: Data

    def started_turn(self, line: Line) -> tuple[int, int] | None:
        event = event_of(line, terms.parse_event)
        return (event.seat, event.turn) if isinstance(event, actions.TurnBegan) else None

    def log_picture(self, line: Line, seat: int) -> LogPicture | None:
        event = event_of(line, terms.parse_event)
        return (
            LogPicture(
                WIDE[type(event)], BoundCall(paint_turn, event=event, seat=seat, seats=self.seats, data=self.data)
            )
            if type(event) in WIDE
            else None
        )

    def is_about(self, line: Line, what: str) -> bool:
        kind, _, which = what.partition(" ")
        if kind == "seat":
            return _has_moved_thing(event_of(line, terms.parse_event), *which.split())
        match event_of(line, terms.parse_event):
            case actions.CardTaken(stack=stack) if kind == "stack":
                return stack == which
            case actions.CardTaken(seat=seat, card=card) if kind == "shields":
                return which == str(seat) and card.startswith("red-")
            case actions.ConflictFought():
                return kind in ("shields", "military")
        return False


def _has_moved_thing(event: object, seat: str, thing: str = "") -> bool:
    """Check whether an event gave a seat a card, or a thing counted in its pills, or took it away."""
    match event:
        case actions.CardTaken() if str(event.seat) == seat:
            cards: tuple[str, ...] = (event.card,)
        case actions.CardStolen() if seat in (str(event.seat), str(event.of)):
            cards = (event.card,)
        case actions.StageBuilt() if str(event.seat) == seat:
            cards = ("wonder", *event.paid)
        case actions.TokenTaken() if str(event.seat) == seat:
            cards = (event.token, *event.spent)
        case actions.ConflictFought():
            cards = event.discarded[int(seat) - 1]
        case actions.CatMoved():
            return thing == "cat" and seat in (str(event.seat), str(event.before))
        case _:
            return False
    kind = {"red-0": "red-", "red-1": "red-", "blue-3": "blue-"}.get(thing, thing)  # cards that represent their colour
    return bool(kind) and any(card.removeprefix("double-").startswith(kind) for card in cards)


def paint_turn(p: Pen, r: float, *, event: object, seat: int, seats: int, data: Data) -> None:
    """Paint a turn's result, in a game of `seats`."""
    match event:
        case actions.CardTaken(stack=stack, card=card):
            side = next((side for side in actions.SIDES if actions.stack_of(side, seat, seats) == stack), "")
            with p.at(0.7 * r, 0):
                if side == "center":
                    pieces.back(p, 0.8 * r)
                elif side:
                    icon(p, side, 0, 0, 1.3 * r, "soft", "zone")
            with p.at(2.2 * r, 0):
                pieces.card(p, data, card, 1.4 * r)
        case actions.StageBuilt(stage=stage):
            icon(p, "wonder", 0.9 * r, 0, 1.5 * r, "text", "zone")
            p.text(2.1 * r, 0, str(stage), 1.1 * r, "text", bold=True)
        case actions.TokenTaken(token=token):
            with p.at(1.1 * r, 0):
                pieces.token(p, data, token, r)
        case actions.CardStolen(card=card):
            with p.at(0.8 * r, 0):
                pieces.card(p, data, card, 1.4 * r)
        case actions.ConflictFought():
            icon(p, "swords", r, 0, 1.7 * r, "battle", "zone")
        case actions.MedalTaken():
            icon(p, "medal", r, 0, 1.7 * r, "text", "zone")
        case actions.CatMoved():
            icon(p, "cat", r, 0, 1.6 * r, "text", "zone")
