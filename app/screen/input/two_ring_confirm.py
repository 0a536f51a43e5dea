"""What outlives the game has to be meant: two rings are held at once, and nothing else is touched.

A hand that lies on the screen by chance holds one of them, or touches more. Whoever cannot hold both types a number.
"""

from dataclasses import replace
from typing import Final

from app.screen.control.controller import Controller
from app.screen.input.pin_prompt import give
from app.screen.state.ui_state import HeldRings

RINGS: Final = "meant"  # the panel on which they lie
TYPED: Final = "meant-typed"  # the panel with keys for the number
LASTS: Final = 2.0  # seconds
STEPS: Final = 20  # in which they fill


def hold(control: Controller, ring: int, on: bool) -> None:
    """A finger lies on a ring, or has left it."""
    before = control.opened.rings.on
    held = before | {ring} if on else before - {ring}
    both = len(held) == 2 and control.fingers == 2
    control.change(rings=HeldRings(held, control.clock() if both else None))


def tick(control: Controller, now: float) -> float | None:
    """Let the rings fill, and say that it is meant once they are full; when to look again."""
    rings = control.opened.rings
    if rings.since is None or control.opened.panel != RINGS:
        return None
    filled = int((now - rings.since) / LASTS * STEPS)
    if filled < STEPS:
        control.opened = replace(control.opened, rings=replace(rings, filled=filled))
        return rings.since + (filled + 1) / STEPS * LASTS
    control.opened = replace(control.opened, rings=HeldRings(rings.on))
    give(control, control.opened.asked.number)
    return None
