"""Power-off by the panel's horn: held outside a game it asks whether to switch off, pressed again it confirms."""

from dataclasses import replace
from typing import Final

from app.screen.control.controller import Controller

HORN_ASKS: Final = "horn-off"  # the panel that a held horn opens
ANSWER_SECONDS: Final = 30.0  # after which a press no longer counts as an answer


def on_horn(control: Controller, how: str) -> None:
    """Ask when the horn is held long enough outside a game; switch off when it is pressed again."""
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
    """Close the question without an answer. Return when to call again, or None."""
    if control.opened.panel != HORN_ASKS:
        return None
    until = control.opened.horn_asked + ANSWER_SECONDS
    if now < until:
        return until
    control.opened = replace(control.opened, panel="")
    return None
