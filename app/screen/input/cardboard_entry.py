"""Entry of cardboard play, where people deal: what to report next, and touches that report or correct it."""

from dataclasses import dataclass, replace
from typing import Any, Final, Generic, Literal, TypeVar, cast

from app.protocol.cardboard_messages import Correct, Repair
from app.protocol.play_messages import Question
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.scene import Scene
from app.shown.form import IntentTemplate

REPORT_PANELS: Final = ("log", "undo")  # panels in which people report an error

Data = TypeVar("Data")
View = TypeVar("View")
How = Literal["ask", "replace", "insert", "remove", "whose", "missed", "twice", "cut", "off"]


@dataclass(frozen=True, slots=True)
class ReportStep:
    """The thing to report now. `action`: reported with it by `seat`; "": asked on its own (seat 0: by chance)."""

    seat: int
    action: str
    question: Question

    @property
    def is_thing(self) -> bool:
        """True if a thing is reported, not an action: by chance, or what a seat has kept."""
        return self.seat == 0 or any(text.startswith("keep ") for text in self.question.legal)

    @property
    def identity(self) -> object:
        """The identity of the question, to remember that another thing was asked for."""
        return (self.seat, self.action, self.question.legal)


@dataclass(frozen=True, slots=True)
class ReportScene(Scene):
    """A scene of a game in which people may deal and report what came."""

    @property
    def tracked(self) -> bool:
        """True if people deal and report."""
        return self.model.table is not None and self.model.table.mode == "track"

    @property
    def picked_action(self) -> tuple[int, str] | None:
        """The seat and the action that takes a card not reported yet."""
        if self.opened.steps.picked is None:
            return None
        number, seat, action = self.opened.steps.picked
        question = self.model.questions.get(seat)
        return (seat, action) if question and question.number == number and action in question.then else None

    @property
    def repair(self) -> Repair | None:
        """The line about which people have to decide."""
        return self.model.table.repair if self.tracked and self.model.table else None

    @property
    def report_step(self) -> ReportStep | None:
        if not self.tracked or self.repair:
            return None
        if self.picked_action:
            seat, action = self.picked_action
            return ReportStep(seat, action, self.model.questions[seat].then[action].question)
        for asked in self.model.questions.values():
            told = ReportStep(asked.seat, "", asked)
            if told.is_thing:
                return told
        return None

    def is_asking_other(self, of: object) -> bool:
        """Check whether people are asked to confirm a thing that our counts exclude."""
        return self.opened.steps.other == (of, False)

    def is_other_confirmed(self, of: object) -> bool:
        """Check whether people confirmed it: their copy is different."""
        return self.opened.steps.other == (of, True)

    @property
    def repair_page(self) -> str:
        """The open page of a repair: "" (the first), `line 31`, `before`, `instead` or `who`."""
        page, repair = self.opened.steps.page, self.repair
        if not repair or not page:
            return ""
        return page[1] if page[0] in (_repair_key(repair), _pick_key(repair.row) if repair.told else None) else ""

    @property
    def repair_action(self) -> str:
        """The action on that page whose card is to be reported next."""
        return self.opened.steps.action if self.repair_page else ""


@dataclass(frozen=True, slots=True)
class TypedScene(ReportScene, Generic[Data, View]):
    """A scene of a game with its own types of data and view."""

    @property
    def data(self) -> Data:
        """The game data in use."""
        return cast("Data", self.model.data)

    @property
    def view(self) -> View:
        """The view of the game, while there is one."""
        return cast("View", self.model.view)


def is_shield_check_open(scene: Scene, line: int) -> bool:
    """Check whether shields are still to be checked before the conflict of that line is counted."""
    table = scene.model.table
    return table is not None and table.mode == "track" and bool(table.handled) and table.handled[0] < line


def is_conflict_delayed(scene: Scene, line: int) -> bool:
    """Check whether the conflict of that line waits for a correction and the shield check."""
    table = scene.model.table
    return is_shield_check_open(scene, line) and table is not None and bool(scene.opened.panel or table.repair)


def _repair_key(repair: Repair) -> object:
    return repair.row, repair.rule, repair.legal


def _pick_key(row: int) -> object:
    return "picked", row


def _change_steps(control: Controller, **facts: Any) -> None:  # Any: whatever fields of Steps hold
    control.change(steps=replace(control.opened.steps, **facts))


def pick_action(control: Controller, seat: int, action: str) -> None:
    """Handle a touched action: ask for its card, unless only one is possible."""
    question = control.model.questions.get(seat)
    if question and action in question.then:
        control.notices.pop(seat, None)
        _change_steps(control, picked=(question.number, seat, action))
    else:
        control.act(seat, action)


def unpick(control: Controller) -> None:
    """Cancel the picked action."""
    _change_steps(control, picked=None, other=None)


def report(control: Controller, telling: ReportStep, line: str) -> None:
    """Report what came."""
    _change_steps(control, other=None)
    if telling.action:
        control.act(telling.seat, telling.action, card=line)
    else:
        control.act(telling.seat, line)


def ask_other(control: Controller, of: object, meant: bool = False) -> None:
    """Ask whether an excluded thing is meant; `meant`: it was confirmed."""
    _change_steps(control, other=(of, meant))


def cancel_other(control: Controller) -> None:
    _change_steps(control, other=None)


def open_page(control: Controller, page: str, action: str = "") -> None:
    repair = control.model.table.repair if control.model.table else None
    control.reset_lists()
    _change_steps(control, page=(_repair_key(repair), page) if repair else None, action=action, other=None)


def insert_before(control: Controller, row: int) -> None:
    """Begin to insert a missing turn before the one with that line."""
    correct(control, row, "ask")
    _change_steps(control, page=(_pick_key(row), "before"), action="")


def correct(
    control: Controller, row: int, how: How, text: str | None = None, card: str | None = None, whose: int | None = None
) -> None:
    """Correct a line."""
    decide(control, IntentTemplate(Correct(id="", row=row, how=how, text=text, card=card, whose=whose)))


def decide(control: Controller, says: IntentTemplate) -> None:
    """Decide about a line with this intent, and close its pages."""
    control.reset_lists()
    _change_steps(control, page=None, other=None)
    control.submit(says.filled(new_id()))


def on_touch_in_doubt(control: Controller, key: str) -> bool:
    """Open the reports on a touched thing while people say what is wrong. Return True if that is all it does."""
    table = control.model.table
    if control.opened.panel not in REPORT_PANELS or table is None or table.mode != "track" or table.phase != "game":
        return False
    match key.split():
        case ["stack", stack] if f"stack {stack}" in table.counted:
            control.open_panel(f"number stack {stack}")
        case ["track"] if "pawn" in table.counted:
            control.open_panel("number pawn")
        case ["seat" | "wonder" | "city", seat, *thing] if seat.isdigit():
            control.open_panel(" ".join(["of", seat, *thing[:1]]))
        case _:
            return False
    return True
