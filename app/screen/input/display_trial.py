"""Trials of the picture's rotation and of another display: reverted unless confirmed in time."""

from dataclasses import replace
from typing import Final, Literal

import msgspec

from app.protocol.settings_messages import SetTable
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.ui_state import DisplayState, RotationTrial

TRIAL_SECONDS: Final = 15.0
ROTATION_INTENT: Final = "rotation"  # kind of an intent that keeps the rotation
DISPLAY_INTENT: Final = "display"  # kind of an intent that keeps the display


def current_rotation(control: Controller) -> int:
    """Return the current rotation in degrees clockwise."""
    if control.ui.turned is not None:
        return control.ui.turned.rotation
    return control.model.table.settings.rotation if control.model.table else 0


def turn_picture(control: Controller, quarters: int) -> None:
    """Rotate the picture by quarter turns, clockwise, as a trial."""
    degrees = (current_rotation(control) + 90 * quarters) % 360
    as_before = control.model.table is not None and control.model.table.settings.rotation == degrees
    turned = None if as_before else RotationTrial(degrees, control.clock() + TRIAL_SECONDS, round(TRIAL_SECONDS))
    control.change(corners=(), turned=turned)


def cancel_rotation(control: Controller) -> None:
    control.change(corners=(), turned=None)


def keep_rotation(control: Controller) -> None:
    """Confirm the rotation and send it to the table."""
    turned = control.ui.turned
    if turned is not None and turned.until is not None:
        control.ui = replace(control.ui, turned=replace(turned, until=None))
        degrees = msgspec.convert(turned.rotation, Literal[0, 90, 180, 270])
        control.submit(SetTable(new_id(), rotation=degrees), kind=ROTATION_INTENT)


def record_display_in_use(control: Controller, name: str, tried: bool) -> None:
    """Record that the screen is shown on this display; `tried`: as a trial."""
    control.ui = replace(control.ui, showing=DisplayState(name, (name,), tried))


def record_displays(control: Controller, found: tuple[str, ...]) -> None:
    if found != control.ui.showing.found:
        control.ui = replace(control.ui, showing=replace(control.ui.showing, found=found))
        control.repaint()


def preferred_display(control: Controller) -> str:
    """Return the display that people want, as far as known."""
    showing, table = control.ui.showing, control.model.table
    return showing.on if showing.tried or table is None else table.settings.display


def try_display(control: Controller, name: str) -> None:
    """Show the screen on this display as a trial."""
    if name != control.ui.showing.on:
        control.switch_display(name)


def cancel_display(control: Controller) -> None:
    control.switch_display("")


def keep_display(control: Controller) -> None:
    """Confirm the display and send it to the table."""
    showing = control.ui.showing
    control.ui = replace(control.ui, showing=replace(showing, until=None))
    control.submit(SetTable(new_id(), display=showing.on), kind=DISPLAY_INTENT)
