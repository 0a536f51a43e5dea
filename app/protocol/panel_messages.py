"""Messages about the panel's buttons and lights, and about key pads."""

from typing import Literal

from app.protocol.base_messages import Intent, Message


class Press(Intent, frozen=True, tag="press"):
    """Screen only: a finger presses a button of the simulated panel, or (not `down`) releases it."""

    part: str  # one of Panel.buttons
    down: bool


class TryPart(Intent, frozen=True, tag="try-part"):
    """Screen only: test a part of the panel: invert a light for a moment, or sound the buzzer."""

    part: str  # one of Panel.lights, or `buzzer`


class ChooseKey(Intent, frozen=True, tag="choose-key"):
    """Screen only: bind the next key pressed on a key pad to this button; "": cancel."""

    part: str  # one of Keys.keys, or ""


class ForgetKey(Intent, frozen=True, tag="forget-key"):
    """Screen only: unbind this button's key."""

    part: str  # one of Keys.keys


class Panel(Message, frozen=True, tag="panel"):
    """Screen only: the state of the panel's lights and buttons, by part (`horn`, `marker.1`, `seat.2`, `cat.2`).

    Sent after hello if there is a panel, and whenever a light changes. `blinked`: a light that flashed because a press
    had no effect. `simulated`: the panel has no wires; the screen draws it and sends `press`.
    """

    lights: dict[str, bool]
    buttons: tuple[str, ...]
    buzzer: bool
    simulated: bool
    blinked: str = ""


class ButtonEvent(Message, frozen=True, tag="heard"):
    """Screen only: an event of a panel button. `held`: pressed for ten seconds. `nothing`: the press had no effect."""

    part: str
    how: Literal["pressed", "held", "released", "nothing"]


class Keys(Message, frozen=True, tag="keys"):
    """Screen only: the bindings of key pads by part (`horn`, `marker.1`). Sent after hello and at a change.

    `keys`: the kernel's key number, 0 for none. `pads`: the state of each pad that is plugged in (`free`: none of its
    keys is bound) or missing. `choosing`: the part to be bound by the next key press.
    """

    keys: dict[str, int]
    pads: dict[str, str]  # used | free | away | denied, by name
    choosing: str = ""
