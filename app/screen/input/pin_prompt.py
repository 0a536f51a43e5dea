"""The PIN prompt: after a refusal, ask for the PIN or a confirmation, then repeat the intent."""

from dataclasses import replace
from typing import Final

from app.protocol import messages
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.ui_state import PendingIntent, PinRequest

PIN_INTENT: Final = "pin"  # kind of an intent that gives the PIN
PANELS: Final = {"pin": "pin", "meant": "meant"}  # panel that asks, by the rule of the refusal
PIN_PANELS: Final = (*PANELS.values(), "meant-typed")  # panels where the PIN or the confirmation is given


def ask_pin(control: Controller, wait: PendingIntent, why: str, panel: str = "pin", number: str = "") -> None:
    """Ask for the PIN or confirmation that an intent lacked; the intent is sent again afterwards."""
    before = control.opened.panel
    if before != panel:
        control.open(panel)
    control.change(typed="", asked=PinRequest(why, wait, before, number))


def give_pin(control: Controller) -> None:
    """Send the typed PIN."""
    pin = control.opened.typed
    control.change(typed="")
    if pin:
        give(control, pin)


def give(control: Controller, pin: str) -> None:
    control.say(messages.GivePin(id=new_id(), pin=pin), kind=PIN_INTENT)


def on_accepted(control: Controller) -> None:
    """Repeat the intent that was refused."""
    if control.opened.panel not in PIN_PANELS:  # closed meanwhile
        return
    asked = control.opened.asked
    control.open(asked.panel)
    if asked.wait is not None:
        control.say(asked.wait.intent, asked.wait.seat, asked.wait.kind)


def on_rejected(control: Controller, why: str, number: str = "") -> None:
    control.change(asked=replace(control.opened.asked, why=why, number=number))
