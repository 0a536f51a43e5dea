"""Telling the table what came, where people deal: what is to be told, how far people are, and what their touches do."""

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from app.protocol import messages
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.scene import Scene
from app.shown.form import Says

DOORS: Final = ("log", "undo")  # panels in which people say what is wrong

How = Literal["ask", "replace", "insert", "remove", "whose", "missed", "twice", "cut", "off"]


@dataclass(frozen=True, slots=True)
class TellingStep:
    """What is to be told now. `action`: said together with it by `seat`; else it is asked by itself (0: of chance)."""

    seat: int
    action: str
    question: messages.Question

    @property
    def of_things(self) -> bool:
        """A thing is told, not an action: what chance brought, or what a seat has kept for itself."""
        return self.seat == 0 or any(text.startswith("keep ") for text in self.question.legal)

    @property
    def known_by(self) -> object:
        """What tells it from others when another thing is asked for."""
        return (self.seat, self.action, self.question.legal)


@dataclass(frozen=True, slots=True)
class TellingScene(Scene):
    """A scene of a game in which people may deal, and tell what came."""

    @property
    def tracked(self) -> bool:
        """People deal, and tell what came."""
        return self.model.table is not None and self.model.table.mode == "track"

    @property
    def picked(self) -> tuple[int, str] | None:
        """The seat and the action that takes a card which is not told yet."""
        if self.opened.steps.picked is None:
            return None
        number, seat, action = self.opened.steps.picked
        question = self.model.questions.get(seat)
        return (seat, action) if question and question.number == number and action in question.then else None

    @property
    def repair(self) -> messages.Repair | None:
        """The line that something is to be decided about."""
        return self.model.table.repair if self.tracked and self.model.table else None

    @property
    def to_tell(self) -> TellingStep | None:
        """What is to be told now."""
        if not self.tracked or self.repair:
            return None
        if self.picked:
            seat, action = self.picked
            return TellingStep(seat, action, self.model.questions[seat].then[action].question)
        for asked in self.model.questions.values():
            told = TellingStep(asked.seat, "", asked)
            if told.of_things:
                return told
        return None

    def asks_other(self, of: object) -> bool:
        """Whether people are asked if they mean a thing that cannot be there."""
        return self.opened.steps.other == (of, False)

    def means_other(self, of: object) -> bool:
        """Whether their copy is different."""
        return self.opened.steps.other == (of, True)

    @property
    def repair_page(self) -> str:
        """What of a repair lies open: "" (its first page), `line 31`, `before`, `instead` or `who`."""
        page, repair = self.opened.steps.page, self.repair
        if not repair or not page:
            return ""
        return page[1] if page[0] in (_which(repair), _picked(repair.row) if repair.told else None) else ""

    @property
    def repair_action(self) -> str:
        """The action, on that page, whose card is to be told next."""
        return self.opened.steps.action if self.repair_page else ""


def looks_round(scene: Scene, line: int) -> bool:
    """Whether people who deal have still to look round before the conflict of that line is counted."""
    table = scene.model.table
    return table is not None and table.mode == "track" and bool(table.handled) and table.handled[0] < line


def put_off(scene: Scene, line: int) -> bool:
    """Whether the conflict of that line waits: people correct what led to it, and have still to look round."""
    table = scene.model.table
    return looks_round(scene, line) and table is not None and bool(scene.opened.panel or table.repair)


def _which(repair: messages.Repair) -> object:
    """What tells a repair from another."""
    return repair.row, repair.rule, repair.legal


def _picked(row: int) -> object:
    """Whatever is asked of a line that was picked."""
    return "picked", row


# ---- touches -----------------------------------------------------------------------------------------------


def _step(control: Controller, **facts: Any) -> None:  # Any: whatever fields of Steps hold
    control.change(steps=replace(control.opened.steps, **facts))


def pick(control: Controller, seat: int, action: str) -> None:
    """An action was touched: next, its card. Where there is but one card it can be, the table knows."""
    question = control.model.questions.get(seat)
    if question and action in question.then:
        control.notices.pop(seat, None)
        _step(control, picked=(question.number, seat, action))
    else:
        control.act(seat, action)


def put_back(control: Controller) -> None:
    """It was another one."""
    _step(control, picked=None, other=None)


def tell(control: Controller, telling: TellingStep, line: str) -> None:
    """That is what came."""
    _step(control, other=None)
    if telling.action:
        control.act(telling.seat, telling.action, card=line)
    else:
        control.act(telling.seat, line)


def other(control: Controller, of: object, meant: bool = False) -> None:
    """Ask whether a thing that cannot be there is meant; or (`meant`) it is."""
    _step(control, other=(of, meant))


def no_other(control: Controller) -> None:
    """It is not."""
    _step(control, other=None)


def turn_to(control: Controller, page: str, action: str = "") -> None:
    """Look at something else of a repair."""
    repair = control.model.table.repair if control.model.table else None
    control.at_head()
    _step(control, page=(_which(repair), page) if repair else None, action=action, other=None)


def missing(control: Controller, row: int) -> None:
    """A turn is missing before the one in which that line was told."""
    correct(control, row, "ask")
    _step(control, page=(_picked(row), "before"), action="")


def correct(
    control: Controller, row: int, how: How, text: str | None = None, card: str | None = None, whose: int | None = None
) -> None:
    """Decide about a line."""
    decide(control, Says(messages.Correct(id="", row=row, how=how, text=text, card=card, whose=whose)))


def decide(control: Controller, says: Says) -> None:
    """Decide about a line as it is said there."""
    control.at_head()
    _step(control, page=None, other=None)
    control.say(says.filled(new_id()))


def doubted(control: Controller, key: str) -> bool:
    """Whether what is touched on the table is what is wrong, since that is asked; then what was told of it lies open.

    It takes away the touch's own meaning, and leaves that of whatever lies in the panel.
    """
    table = control.model.table
    if control.opened.panel not in DOORS or table is None or table.mode != "track" or table.phase != "game":
        return False
    match key.split():
        case ["stack", stack] if f"stack {stack}" in table.counted:
            control.open(f"number stack {stack}")
        case ["track"] if "pawn" in table.counted:
            control.open("number pawn")
        case ["seat" | "wonder" | "city", seat, *thing] if seat.isdigit():
            control.open(" ".join(["of", seat, *thing[:1]]))
        case _:
            return False
    return True
