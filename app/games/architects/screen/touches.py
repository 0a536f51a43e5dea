"""What touches do while Architects lies on the table: they choose, look and tell through the screen's controller."""

from dataclasses import replace
from typing import Any, Literal

from app.games.architects.screen.scene import Telling, present, which
from app.protocol import messages
from app.screen.controller import Controller, new_id


def change(control: Controller, **facts: Any) -> None:  # Any: whatever fields of Theatre hold
    """Choose or put away something: these fields of the theatre."""
    control.change(game=replace(present(control).theatre, **facts))


def choose(control: Controller, what: str | None = None, how: int | None = None, page: int | None = None) -> None:
    """Choose what to do, or how to pay for it, and turn to a page."""
    if page is not None:
        control.change(page=page)
    if what is not None:
        change(control, what=what, how=0)
    if how is not None:
        change(control, how=how)


def end_fight(control: Controller) -> None:
    """Go on after a conflict."""
    change(control, fight=None)


def face_sheet(control: Controller, seat: int | None) -> None:
    """Let the final sheet stay with a seat, from 0; None: it turns by itself again."""
    change(control, sheet=replace(present(control).theatre.sheet, held=seat))


def ask_to_look(control: Controller, seat: int) -> None:
    """Ask a seat whether to look at the central card before it takes it; seat 0: no more."""
    scene = present(control)
    change(control, offered=(seat, scene.view.turn) if scene.model.view and seat else None)


def peek(control: Controller, seat: int, held: bool) -> None:
    """A finger lies on the central deck, or has left it."""
    scene = present(control)
    if not held:
        control.let_go(seat)
    elif scene.model.view is not None and seat in scene.view.hints.looked:
        control.look(seat, held)
    else:
        control.peek(seat, "peek")


# ---- track -------------------------------------------------------------------------------------------------


def pick(control: Controller, seat: int, action: str) -> None:
    """A stack was touched: next, its card. Where there is but one card it can be, the table knows."""
    question = control.model.questions.get(seat)
    if question and action in question.then:
        control.notices.pop(seat, None)
        change(control, picked=(question.number, seat, action))
    else:
        control.act(seat, action)


def put_back(control: Controller) -> None:
    """It was another stack."""
    change(control, picked=None, other=None)


def tell(control: Controller, telling: Telling, line: str) -> None:
    """That is what came."""
    change(control, other=None)
    if telling.action:
        control.act(telling.seat, telling.action, card=line)
    else:
        control.act(telling.seat, line)


def other(control: Controller, of: object, meant: bool = False) -> None:
    """Ask whether a card that cannot be there is meant; or (`meant`) it is."""
    change(control, other=(of, meant))


def no_other(control: Controller) -> None:
    """It is not."""
    change(control, other=None)


def turn_to(control: Controller, page: str, stack: str = "") -> None:
    """Look at something else of a repair."""
    repair = present(control).repair
    control.change(page=0)
    change(control, page=(which(repair), page) if repair else None, stack=stack, other=None)


def correct(
    control: Controller,
    row: int,
    how: Literal["ask", "replace", "insert", "remove", "whose", "cut", "off"],
    text: str | None = None,
    card: str | None = None,
    whose: int | None = None,
) -> None:
    """Decide about a line."""
    control.change(page=0)
    change(control, page=None, other=None)
    control.say(messages.Correct(id=new_id(), row=row, how=how, text=text, card=card, whose=whose))
