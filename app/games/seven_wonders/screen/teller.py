"""What people have told of 7 Wonders where they deal: a line that may have been wrong, and the log turn by turn."""

from dataclasses import dataclass
from typing import Final

from app.games.seven_wonders import words as say
from app.games.seven_wonders.screen import cards
from app.looks.icons import icon
from app.protocol import messages
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.model import event_of
from app.screen.pages import turns
from app.screen.pages.turns import Came
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.telling import Telling
from app.screen.widgets import faces
from app.screen.widgets.tiles import Picture, Tile
from app.text.languages import Words
from engine.seven_wonders import actions
from engine.seven_wonders.cards import TURNS, Data

WIDE: Final = 1.9  # in halves of its height, what a seat did
ROW: Final = 140.0  # u, of a turn in the log, beside that


@dataclass(frozen=True, slots=True)
class Thing:
    """Paints what a line tells: its card or leader, else a sign."""

    text: str
    facts: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        verb, *rest = self.text.removeprefix("choose ").split()
        slug = rest[0] if rest else ""
        if slug in self.facts.cards or slug in self.facts.leaders:
            tall = h * 0.86
            cards.card(p, self.facts, slug, min(w * 0.8, tall / 1.2), tall)
        else:
            icon(
                p,
                {"stage": "wonder", "sell": "coin", "done": "cross"}.get(verb, "star"),
                0,
                0,
                h * 0.5,
                "text",
                "raised",
            )


@dataclass(frozen=True, slots=True)
class Teller:
    """What can be told (`app.screen.pages.telling.Teller`), beside what lies in the grid of `telling`."""

    facts: Data

    def tiles(self, w: Words, telling: Telling) -> tuple[Tile, ...]:
        return ()

    def asked(self, w: Words, telling: Telling) -> tuple[str, ...]:
        return (say.asked(w, telling.legal),)

    def missing(self, w: Words, name: str) -> str:
        return w("{name}: what was done in the turn that is missing?", name=name)

    def doubted(self, w: Words, text: str, people: tuple[str, ...]) -> tuple[str, str, Picture]:
        return w("It was something else"), say.action(w, text, people), Thing(text, self.facts)

    def where(self, w: Words, text: str, seat: int, people: tuple[str, ...]) -> str:
        return ""


def turn_called(w: Words, number: int, with_leaders: bool) -> str:
    """How a turn is called that is told together (`told_in`): `Age II, turn 3`, `Age I, leaders`."""
    return say.event(w, _began_at(number, with_leaders), ()).removesuffix(".")


def _short(number: int, with_leaders: bool) -> str:
    began = _began_at(number, with_leaders)
    return say.ROMAN[began.age] + (f" · {began.turn}" if isinstance(began, actions.TurnBegan) else "")


def _began_at(number: int, with_leaders: bool) -> actions.TurnBegan | actions.RecruitmentBegan:
    each = TURNS + with_leaders
    age, nth = (number - 1) // each + 1, (number - 1) % each + 1
    turn = nth - with_leaders
    return actions.TurnBegan(age=age, turn=turn) if turn else actions.RecruitmentBegan(age=age)


# ---- the log -----------------------------------------------------------------------------------------------


def log(scene: Scene, ring: Ring, facts: Data) -> Element[turns.Log]:
    """The panel: what everybody did in each turn, in pictures."""
    table = scene.model.table
    with_leaders = table is not None and "leaders" in table.variant

    first = min((line.number for line in scene.model.lines.values() if line.row), default=0)

    def began(line: messages.Line) -> tuple[int, int] | None:
        each = TURNS + with_leaders
        match event_of(line, say.hear):
            case actions.TurnBegan(age=age, turn=turn):
                return 0, (age - 1) * each + turn + with_leaders
            case actions.RecruitmentBegan(age=age):
                return 0, (age - 1) * each + 1
            case actions.HasChosen() if line.number == first:  # nothing told people that they could begin
                return 0, 1
        return None

    def read(line: messages.Line, seat: int) -> Came | None:
        event = event_of(line, say.hear)
        return Came(WIDE, Happened(event, facts)) if isinstance(event, DRAWN) else None

    seats = len(table.seats) if table is not None else 0
    return turns.log(scene, ring, began, read, lambda number: _short(number, with_leaders), ROW + seats * 34 * WIDE)


DRAWN: Final = (
    actions.CardBuilt, actions.StageBuilt, actions.CardSold, actions.LeaderRecruited, actions.CardRebuilt,
)  # fmt: skip  # what of a turn is drawn in the log


@dataclass(frozen=True, slots=True)
class Happened:
    """Paints what a seat did."""

    event: object
    facts: Data

    def __call__(self, p: Pen, r: float) -> None:
        with p.at(0.85 * r, 0):
            match self.event:
                case actions.CardBuilt(card=slug) | actions.CardRebuilt(card=slug):
                    cards.card(p, self.facts, slug, 1.6 * r, 2 * r)
                case actions.LeaderRecruited(leader=slug):
                    cards.card(p, self.facts, slug, 1.6 * r, 2 * r)
                case actions.StageBuilt():
                    icon(p, "wonder", 0, 0, 1.5 * r, "stone", "zone")
                case actions.CardSold():
                    faces.coin(p, 0, 0, 1.3 * r)
