"""The PIN, or what shows that something is meant, asked for where an intent was refused without it."""

from dataclasses import replace
from typing import Final

from app.protocol import messages
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.ui_state import PinAsked, Wait

GIVEN: Final = "pin"  # an intent that gives it
PANELS: Final = {"pin": "pin", "meant": "meant"}  # by the rule, the panel that asks
ASKING: Final = (*PANELS.values(), "meant-typed")  # where it is given


def ask_pin(control: Controller, wait: Wait, why: str, panel: str = "pin", number: str = "") -> None:
    """Ask for what an intent was refused without; that is said again once it was given."""
    before = control.opened.panel
    if before != panel:
        control.open(panel)
    control.change(typed="", asked=PinAsked(why, wait, before, number))


def give_pin(control: Controller) -> None:
    """Say what was typed."""
    pin = control.opened.typed
    control.change(typed="")
    if pin:
        give(control, pin)


def give(control: Controller, pin: str) -> None:
    control.say(messages.GivePin(id=new_id(), pin=pin), kind=GIVEN)


def was_right(control: Controller) -> None:
    """Go on with what was refused without it."""
    if control.opened.panel not in ASKING:  # it was put away meanwhile
        return
    asked = control.opened.asked
    control.open(asked.panel)
    if asked.wait is not None:
        control.say(asked.wait.intent, asked.wait.seat, asked.wait.kind)


def was_wrong(control: Controller, why: str, number: str = "") -> None:
    control.change(asked=replace(control.opened.asked, why=why, number=number))
