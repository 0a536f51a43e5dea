"""The PIN, asked for where an intent was refused without it."""

from dataclasses import replace
from typing import Final

from app.protocol import messages
from app.screen.controller import Controller
from app.screen.opened import PinAsked, Wait
from app.screen.outbox import new_id

GIVEN: Final = "pin"  # an intent that gives it


def ask_pin(control: Controller, wait: Wait, why: str) -> None:
    """Ask for the PIN that an intent was refused without; that is said again once it was given."""
    panel = control.opened.panel
    if panel != "pin":
        control.open("pin")
    control.change(typed="", asked=PinAsked(why, wait, panel))


def give_pin(control: Controller) -> None:
    """Say what was typed."""
    pin = control.opened.typed
    control.change(typed="")
    if pin:
        control.say(messages.GivePin(id=new_id(), pin=pin), kind=GIVEN)


def was_right(control: Controller) -> None:
    """Go on with what was refused without it."""
    if control.opened.panel != "pin":  # it was put away meanwhile
        return
    asked = control.opened.asked
    control.open(asked.panel)
    if asked.wait is not None:
        control.say(asked.wait.intent, asked.wait.seat, asked.wait.kind)


def was_wrong(control: Controller, why: str) -> None:
    control.change(asked=replace(control.opened.asked, why=why))
