"""Painters for things that people reported in 7 Wonders where they deal: doubtful lines, and the log by turns."""

from dataclasses import dataclass
from typing import Final

from app.games.seven_wonders import printed_names, reported_things
from app.games.seven_wonders import words_facade as say
from app.games.seven_wonders.reported_things import SevenEntryChoices
from app.games.seven_wonders.screen import cards, touch_handlers
from app.looks.icons import icon
from app.protocol.log_messages import Line
from app.screen.pages.cardboard.dispute import DisputeSource, Enter
from app.screen.pages.cardboard.turn_log import LogPicture
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.state.model import event_of
from app.screen.state.scene import Scene
from app.screen.widgets import faces
from app.screen.widgets.touch_tiles import Picture
from app.shown.cardboard.turn_entry import EntryItem
from app.text.translation import Words
from engine.seven_wonders import actions
from engine.seven_wonders.data_schema import Data
from engine.seven_wonders.view_json import View

WIDE: Final = 1.9  # in halves of its height, what a seat did
ROW: Final = 140.0  # u, of a turn in the log, beside that


def paint_line(p: Pen, w: float, h: float, *, text: str, data: Data) -> None:
    """Paint what a line tells: its card or leader, else a sign."""
    verb, *rest = text.removeprefix("choose ").split()
    slug = rest[0] if rest else ""
    if slug in data.cards or slug in data.leaders:
        tall = h * 0.86
        cards.card(p, data, slug, min(w * 0.8, tall / 1.2), tall)
    else:
        icon(p, {"stage": "wonder", "sell": "coin", "done": "minus"}.get(verb, "star"), 0, 0, h * 0.5, "text", "raised")


@dataclass(frozen=True, slots=True)
class PicturedTells(SevenEntryChoices):
    """Entry choices with pictures (`app.screen.pages.cardboard.report_form.PicturedTells`), for printed things."""

    def picture(self, thing: EntryItem) -> Picture:
        return BoundCall(paint_line, text=thing.lines[0], data=self.facts)

    def pictured(self, text: str) -> Picture:
        return BoundCall(paint_line, text=text, data=self.facts)


@dataclass(frozen=True, slots=True)
class Doubts(DisputeSource):
    """The lines told of 7 Wonders. `first`: the line with which it began."""

    data: Data
    variant: tuple[str, ...]
    seats: int
    first: int
    view: View | None = None  # of now

    @property
    def wide(self) -> float:
        return ROW + self.seats * 34 * WIDE

    def started_turn(self, line: Line) -> tuple[int, int] | None:
        event = event_of(line, say.parse_event)
        if isinstance(event, actions.HasChosen) and line.number == self.first:  # nothing told that people could begin
            return 0, 1
        number = reported_things.number_of(event, self.variant)
        return (0, number) if number else None

    def format_number(self, number: int) -> str:
        at = reported_things.event_of_turn(number, self.variant)
        return printed_names.ROMAN[at.age] + (f" · {at.turn}" if isinstance(at, actions.TurnBegan) else "")

    def log_picture(self, line: Line, seat: int) -> LogPicture | None:
        event = event_of(line, say.parse_event)
        return (
            LogPicture(WIDE, BoundCall(paint_turn, event=event, data=self.data)) if isinstance(event, DRAWN) else None
        )

    def is_about(self, line: Line, what: str) -> bool:
        event = event_of(line, say.parse_event)
        kind, _, seat = what.partition(" ")
        if kind == "card":
            return seat in (getattr(event, "card", None), getattr(event, "leader", None))
        if isinstance(event, actions.TokenTaken):
            return kind == "defeats" and event.value < 0 and seat == str(event.seat)
        return kind in ("coins", "seat") and isinstance(event, DRAWN) and seat == str(event.seat)

    def explain_unreportable(self, w: Words, what: str, people: tuple[str, ...]) -> str:
        match what.split():
            case ["card", slug]:
                return w("{card} has been entered already. What is wrong?", card=printed_names.name_of(w, slug))
            case ["coins", seat, *thing]:
                assert self.view is not None
                at = int(seat)
                return reported_things.cannot_be(w, self.view, "".join(thing), at, self.data, people[at - 1])
        return ""

    @property
    def enter(self) -> Enter:
        return touch_handlers.open_hand


def doubts(scene: Scene, data: Data) -> Doubts:
    """Return the entered lines of the game on the table."""
    table = scene.table
    first = min((line.number for line in scene.model.lines.values() if line.row), default=0)
    view = scene.model.view
    return Doubts(data, table.variant, len(table.seats), first, view if isinstance(view, View) else None)


DRAWN: Final = (
    actions.CardBuilt, actions.StageBuilt, actions.CardSold, actions.LeaderRecruited, actions.CardRebuilt,
)  # fmt: skip  # what of a turn is drawn in the log


def paint_turn(p: Pen, r: float, *, event: object, data: Data) -> None:
    """Paint what a seat did."""
    with p.at(0.85 * r, 0):
        match event:
            case actions.CardBuilt(card=slug) | actions.CardRebuilt(card=slug):
                cards.card(p, data, slug, 1.6 * r, 2 * r)
            case actions.LeaderRecruited(leader=slug):
                cards.card(p, data, slug, 1.6 * r, 2 * r)
            case actions.StageBuilt():
                icon(p, "wonder", 0, 0, 1.5 * r, "stone", "zone")
            case actions.CardSold():
                faces.coin(p, 0, 0, 1.3 * r)
