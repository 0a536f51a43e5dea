"""The log of Architects where people tell what happened: what came of a turn, in pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.games.architects import glyphs
from app.games.architects import words as terms
from app.games.architects.screen import pieces
from app.games.architects.screen.scene import ArchitectsScene
from app.looks.icons import icon
from app.protocol import messages
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.model import event_of
from app.screen.pages import turns
from app.screen.pages.turns import Came
from app.screen.ring import Ring
from engine.architects import actions

WIDE: Final[Mapping[type, float]] = {
    actions.CardTaken: 3.2, actions.StageBuilt: 2.8, actions.TokenTaken: 2.3, actions.ConflictFought: 2.1,
    actions.MedalTaken: 2.1, actions.CardStolen: 1.7, actions.CatMoved: 2.1,
}  # fmt: skip  # what came of a turn that is drawn: how wide, in halves of its height


def log(scene: ArchitectsScene, ring: Ring) -> Element[turns.Log]:
    """The panel."""
    seats = len(ring.zones)

    def read(line: messages.Line, seat: int) -> Came | None:
        event = event_of(line, terms.hear)
        return Came(WIDE[type(event)], Happened(event, seat, seats)) if type(event) in WIDE else None

    return turns.log(scene, ring, _began, read)


def _began(line: messages.Line) -> tuple[int, int] | None:
    event = event_of(line, terms.hear)
    return (event.seat, event.turn) if isinstance(event, actions.TurnBegan) else None


@dataclass(frozen=True, slots=True)
class Happened:
    """Paints what came of a seat's turn, where so many play."""

    event: object
    seat: int
    seats: int

    def __call__(self, p: Pen, r: float) -> None:
        seat, seats = self.seat, self.seats
        match self.event:
            case actions.CardTaken(stack=stack, card=card):
                side = next((side for side in actions.SIDES if actions.stack_of(side, seat, seats) == stack), "")
                with p.at(0.7 * r, 0):
                    if side == "center":
                        glyphs.back(p, 0.8 * r)
                    elif side:
                        icon(p, side, 0, 0, 1.3 * r, "soft", "zone")
                with p.at(2.2 * r, 0):
                    pieces.face(p, card, 1.4 * r)
            case actions.StageBuilt(stage=stage):
                icon(p, "wonder", 0.9 * r, 0, 1.5 * r, "text", "zone")
                p.text(2.1 * r, 0, str(stage), 1.1 * r, "text", bold=True)
            case actions.TokenTaken(token=token):
                with p.at(1.1 * r, 0):
                    pieces.token(p, token, r)
            case actions.CardStolen(card=card):
                with p.at(0.8 * r, 0):
                    pieces.face(p, card, 1.4 * r)
            case actions.ConflictFought():
                icon(p, "swords", r, 0, 1.7 * r, "battle", "zone")
            case actions.MedalTaken():
                icon(p, "medal", r, 0, 1.7 * r, "text", "zone")
            case actions.CatMoved():
                icon(p, "cat", r, 0, 1.6 * r, "text", "zone")
