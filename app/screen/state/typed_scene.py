"""Scenes of games with their own types, and of games in which people may deal and report what came."""

from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from app.protocol.cardboard_messages import Repair
from app.protocol.play_messages import Question
from app.screen.state.scene import Scene

Data = TypeVar("Data")
View = TypeVar("View")


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
        if self.ui.steps.picked is None:
            return None
        number, seat, action = self.ui.steps.picked
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
            step = ReportStep(asked.seat, "", asked)
            if step.is_thing:
                return step
        return None

    def is_asking_other(self, of: object) -> bool:
        """Check whether people are asked to confirm a thing that our counts exclude."""
        return self.ui.steps.other == (of, False)

    def is_other_confirmed(self, of: object) -> bool:
        """Check whether people confirmed it: their copy is different."""
        return self.ui.steps.other == (of, True)

    @property
    def repair_page(self) -> str:
        """The open page of a repair: "" (the first), `line 31`, `before`, `instead` or `who`."""
        page, repair = self.ui.steps.page, self.repair
        if not repair or not page:
            return ""
        return page[1] if page[0] in (repair_key(repair), pick_key(repair.row) if repair.told else None) else ""

    @property
    def repair_action(self) -> str:
        """The action on that page whose card is to be reported next."""
        return self.ui.steps.action if self.repair_page else ""


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
    return is_shield_check_open(scene, line) and table is not None and bool(scene.ui.panel or table.repair)


def repair_key(repair: Repair) -> object:
    """Return the identity of a repair, to remember which of its pages is open."""
    return repair.row, repair.rule, repair.legal


def pick_key(row: int) -> object:
    """Return the identity of a correction that people began at a line."""
    return "picked", row
