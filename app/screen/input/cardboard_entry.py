"""Touches that report or correct cardboard play, where people deal."""

from dataclasses import replace
from typing import Any, Final, Literal

from app.protocol.cardboard_messages import Correct
from app.screen.control.controller import Controller
from app.screen.state.typed_scene import ReportStep, pick_key, repair_key
from app.shown.form import IntentTemplate

REPORT_PANELS: Final = ("log", "undo")  # panels in which people report an error

How = Literal["ask", "replace", "insert", "remove", "whose", "missed", "twice", "cut", "off"]


def _change_steps(control: Controller, **facts: Any) -> None:  # Any: whatever fields of Steps hold
    control.change(steps=replace(control.ui.steps, **facts))


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
    _change_steps(control, page=(repair_key(repair), page) if repair else None, action=action, other=None)


def insert_before(control: Controller, row: int) -> None:
    """Begin to insert a missing turn before the one with that line."""
    correct(control, row, "ask")
    _change_steps(control, page=(pick_key(row), "before"), action="")


def correct(
    control: Controller, row: int, how: How, text: str | None = None, card: str | None = None, whose: int | None = None
) -> None:
    """Correct a line."""
    decide(control, IntentTemplate(Correct(id="", row=row, how=how, text=text, card=card, whose=whose)))


def decide(control: Controller, says: IntentTemplate) -> None:
    """Decide about a line with this intent, and close its pages."""
    control.reset_lists()
    _change_steps(control, page=None, other=None)
    control.send(says)


def open_reports_instead_of_tap(control: Controller, key: str) -> bool:
    """Open the reports on a touched thing while people say what is wrong. Return True if that is all it does."""
    table = control.model.table
    if control.ui.panel not in REPORT_PANELS or table is None or table.mode != "track" or table.phase != "game":
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
