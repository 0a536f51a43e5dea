"""What people try before it is kept: how the picture is turned, and on which display it is shown.

Unless they say in time that it is right so, it is as it was before.
"""

from dataclasses import replace
from math import ceil
from typing import Final, Literal

import msgspec

from app.protocol import messages
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.state.ui_state import PictureTurned, Showing

TRIED: Final = 15.0  # seconds
TURNS: Final = "rotation"  # an intent that keeps how the picture is turned,
SHOWS: Final = "display"  # and one that keeps the display

# ---- how the picture is turned -----------------------------------------------------------------------------


def rotation(control: Controller) -> int:
    """Degrees clockwise by which the picture is turned now."""
    if control.opened.turned is not None:
        return control.opened.turned.rotation
    return control.model.table.settings.rotation if control.model.table else 0


def turn_picture(control: Controller, quarters: int) -> None:
    """Turn it so far clockwise."""
    degrees = (rotation(control) + 90 * quarters) % 360
    as_before = control.model.table is not None and control.model.table.settings.rotation == degrees
    turned = None if as_before else PictureTurned(degrees, control.clock() + TRIED, round(TRIED))
    control.change(corners=(), turned=turned)


def turn_picture_back(control: Controller) -> None:
    control.change(corners=(), turned=None)


def keep_picture(control: Controller) -> None:
    """It is right so: tell the table."""
    turned = control.opened.turned
    if turned is not None and turned.until is not None:
        control.opened = replace(control.opened, turned=replace(turned, until=None))
        degrees = msgspec.convert(turned.rotation, Literal[0, 90, 180, 270])
        control.say(messages.SetTable(id=new_id(), rotation=degrees), kind=TURNS)


# ---- on which display it is shown --------------------------------------------------------------------------


def shown_on(control: Controller, name: str, tried: bool) -> None:
    """This is shown on the display of that name; `tried`: it goes back unless people say that it is right so."""
    control.opened = replace(control.opened, showing=Showing(name, (name,), tried))


def found_displays(control: Controller, found: tuple[str, ...]) -> None:
    """These are connected now."""
    if found != control.opened.showing.found:
        control.opened = replace(control.opened, showing=replace(control.opened.showing, found=found))
        control.changed()


def wanted_display(control: Controller) -> str:
    """The display that people want, as far as is known."""
    showing, table = control.opened.showing, control.model.table
    return showing.on if showing.tried or table is None else table.settings.display


def try_display(control: Controller, name: str) -> None:
    """Show it there, to see whether people want it so."""
    if name != control.opened.showing.on:
        control.show_on(name)


def display_as_before(control: Controller) -> None:
    control.show_on("")


def keep_display(control: Controller) -> None:
    """It is right so: tell the table."""
    showing = control.opened.showing
    control.opened = replace(control.opened, showing=replace(showing, until=None))
    control.say(messages.SetTable(id=new_id(), display=showing.on), kind=SHOWS)


# ---- both --------------------------------------------------------------------------------------------------


def read_settings(control: Controller, settings: messages.Settings, first: bool) -> None:
    """What they are now is tried no more. With the table's first words people see that the display only is."""
    opened = control.opened
    turned, showing = opened.turned, opened.showing
    if turned is not None and turned.rotation == settings.rotation:
        control.opened = replace(opened, turned=None)
    if not showing.tried:
        return
    if settings.display == showing.on:
        control.opened = replace(control.opened, showing=replace(showing, tried=False, until=None))
    elif first:
        showing = replace(showing, until=control.clock() + TRIED, left=round(TRIED))
        control.opened = replace(control.opened, showing=showing)
        control.open("display")


def refused(control: Controller, kind: str, rule: str) -> None:
    """The table does not keep what was tried; the display stays while the PIN is asked for."""
    if kind == TURNS:
        control.opened = replace(control.opened, turned=None)
    if kind == SHOWS and rule != "pin":
        control.show_on("")


def tick(control: Controller, now: float) -> list[float]:
    """Let it be as before when its time is over; when to look again."""
    looks = []
    turned, showing = control.opened.turned, control.opened.showing
    if turned is not None and turned.until is not None and turned.until <= now:
        control.opened = replace(control.opened, corners=(), turned=None)
    elif turned is not None and turned.until is not None:
        control.opened = replace(control.opened, turned=replace(turned, left=ceil(turned.until - now)))
        looks.append(min(turned.until, now + 1.0))
    if showing.until is not None and showing.until <= now:
        control.opened = replace(control.opened, showing=replace(showing, until=None))
        control.show_on("")
    elif showing.until is not None:
        control.opened = replace(control.opened, showing=replace(showing, left=ceil(showing.until - now)))
        looks.append(min(showing.until, now + 1.0))
    return looks
