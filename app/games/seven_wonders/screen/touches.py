"""What touches do while 7 Wonders lies on the table."""

from dataclasses import replace
from math import inf

from app.games.seven_wonders.screen.scene import change, present
from app.screen.controller import Controller


def end_fight(control: Controller) -> None:
    """Go on after a conflict."""
    change(control, fight=None)


def end_reveal(control: Controller) -> None:
    """Go on after a turn was revealed."""
    change(control, reveal=None)


def show_last(control: Controller) -> None:
    """Lay the last turn before the zones again, until somebody goes on."""
    control.open("")
    change(control, reveal=inf)


def face_sheet(control: Controller, seat: int | None) -> None:
    """Let the final sheet stay with a seat, from 0; None: it turns by itself again."""
    change(control, sheet=replace(present(control).seven.sheet, held=seat))
