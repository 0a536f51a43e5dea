"""Confirm an irreversible action: both rings are held for two seconds while no third finger touches the screen.

A hand lying on the screen by chance holds one ring, or touches more. A typed number is the alternative to holding both.
"""

from dataclasses import replace
from typing import Final

from app.screen.control.controller import Controller
from app.screen.input.pin_prompt import give
from app.screen.state.ui_state import HeldRings

RINGS_PANEL: Final = "meant"  # the panel with the rings
NUMBER_PANEL: Final = "meant-typed"  # the panel with keys for the number
HOLD_SECONDS: Final = 2.0
STEPS: Final = 20  # in which the rings fill


def hold(control: Controller, ring: int, on: bool) -> None:
    """Handle a finger on a ring, or off it."""
    before = control.opened.rings.on
    held = before | {ring} if on else before - {ring}
    both = len(held) == 2 and control.fingers == 2
    control.change(rings=HeldRings(held, control.clock() if both else None))


def tick(control: Controller, now: float) -> float | None:
    """Fill the rings, and confirm when they are full. Return when to call again, or None."""
    rings = control.opened.rings
    if rings.since is None or control.opened.panel != RINGS_PANEL:
        return None
    filled = int((now - rings.since) / HOLD_SECONDS * STEPS)
    if filled < STEPS:
        control.opened = replace(control.opened, rings=replace(rings, filled=filled))
        return rings.since + (filled + 1) / STEPS * HOLD_SECONDS
    control.opened = replace(control.opened, rings=HeldRings(rings.on))
    give(control, control.opened.asked.number)
    return None
