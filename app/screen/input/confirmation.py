"""Confirmation of an intent that the table refused without one; then the intent is sent again.

The PIN is typed where one is set. Otherwise both rings are held for two seconds while no third finger touches the
screen: a hand lying on it by chance holds one ring, or touches more. Where two fingers are not felt, the table's
number is typed instead.
"""

from typing import Final

from app.protocol.access_messages import GivePin
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.ui_state import HeldRings, PendingIntent, PinRequest

PIN_INTENT: Final = "pin"  # kind of an intent that gives the PIN, or the number
PIN_PANEL: Final = "pin"
RINGS_PANEL: Final = "meant"
NUMBER_PANEL: Final = "meant-typed"
QUESTION_PANELS: Final = (PIN_PANEL, RINGS_PANEL, NUMBER_PANEL)
PANELS: Final = {"pin": PIN_PANEL, "meant": RINGS_PANEL}  # by the rule of the refusal
HOLD_SECONDS: Final = 2.0
STEPS: Final = 20  # in which the rings fill


def ask(control: Controller, wait: PendingIntent, why: str, panel: str, number: str = "") -> None:
    """Ask for the confirmation that an intent lacked."""
    before = control.ui.panel
    if before != panel:
        control.open_panel(panel)
    control.change(typed="", asked=PinRequest(why, wait, before, number))


def give_typed(control: Controller) -> None:
    """Send the typed PIN or number."""
    pin = control.ui.typed
    control.change(typed="")
    if pin:
        give(control, pin)


def give(control: Controller, pin: str) -> None:
    control.submit(GivePin(id=new_id(), pin=pin), kind=PIN_INTENT)


def hold(control: Controller, ring: int, on: bool) -> None:
    """Handle a finger on a ring, or off it."""
    before = control.ui.rings.on
    held = before | {ring} if on else before - {ring}
    both = len(held) == 2 and control.fingers == 2
    control.change(rings=HeldRings(held, control.clock() if both else None))
