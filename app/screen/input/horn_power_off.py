"""The horn of the panel, held outside a game: it asks whether to switch off, and answers that."""

from dataclasses import replace
from typing import Final

from app.screen.control.controller import Controller

HORN_ASKS: Final = "horn-off"  # the panel that a held horn opens
ANSWER: Final = 30.0  # seconds it stays: a press long after would not be an answer


def horn_heard(control: Controller, how: str) -> None:
    """Held long enough, outside a game, it asks; pressed again, it answers."""
    table = control.model.table
    if table is None or table.phase == "game":
        return
    if how == "held":
        control.go_on()
        control.change(panel="")
        control.open(HORN_ASKS)
        control.opened = replace(control.opened, horn_asked=control.clock())
    elif how == "pressed" and control.opened.panel == HORN_ASKS and table.settings.powers_off(table.installed):
        control.switch_off(power=True)


def tick(control: Controller, now: float) -> float | None:
    """Let the question go when nobody has answered; when to look again."""
    if control.opened.panel != HORN_ASKS:
        return None
    until = control.opened.horn_asked + ANSWER
    if now < until:
        return until
    control.opened = replace(control.opened, panel="")
    return None
