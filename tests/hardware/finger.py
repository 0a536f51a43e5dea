"""A touchscreen made of nothing, in a virtual machine: python3-evdev and the module uinput.

`finger.py WIDTHxHEIGHT [KIND]`; each line that comes in, `x,y [x,y …]`, is so many fingers at once, down and up again.
Those before a `>` come down first, and stay until the others are up: `x,y > x,y`. The kernel does not tell a coordinate
that was there already: never touch one place twice in a row. KIND is `fingers`, or `one` for a panel that knows one, or
`pen` for one that comes near, hovers at 1,1, and touches: both tell of no more than one place.
"""

import sys
import time

from evdev import AbsInfo, UInput
from evdev import ecodes as e

HOLD_SECONDS = 0.4  # seconds a finger stays down, and up; the machine is emulated


def axis(most: int) -> AbsInfo:
    return AbsInfo(value=0, min=0, max=most, fuzz=0, flat=0, resolution=0)


class Panel:
    """Ten fingers may be on it."""

    def __init__(self, width: int, height: int) -> None:
        across, down = axis(width - 1), axis(height - 1)
        many = [(e.ABS_MT_SLOT, axis(9)), (e.ABS_MT_TRACKING_ID, axis(65535))]
        many += [(e.ABS_MT_POSITION_X, across), (e.ABS_MT_POSITION_Y, down)]
        offers = {e.EV_KEY: [e.BTN_TOUCH], e.EV_ABS: [(e.ABS_X, across), (e.ABS_Y, down), *many]}
        self._input = UInput(offers, name="a finger", input_props=[e.INPUT_PROP_DIRECT])
        self._contact = 0
        self._down: list[int] = []  # slots

    def down(self, places: list[str]) -> list[int]:
        """Put fingers down at these places at once, and return their slots."""
        first = len(self._down)
        slots = list(range(first, first + len(places)))
        for slot, place in zip(slots, places, strict=True):
            x, y = map(int, place.split(","))
            self._contact += 1
            self._input.write(e.EV_ABS, e.ABS_MT_SLOT, slot)
            self._input.write(e.EV_ABS, e.ABS_MT_TRACKING_ID, self._contact)
            self._input.write(e.EV_ABS, e.ABS_MT_POSITION_X, x)
            self._input.write(e.EV_ABS, e.ABS_MT_POSITION_Y, y)
            if slot == 0:  # what the first finger does is told as that of a screen that knows one
                self._input.write(e.EV_ABS, e.ABS_X, x)
                self._input.write(e.EV_ABS, e.ABS_Y, y)
                self._input.write(e.EV_KEY, e.BTN_TOUCH, 1)
        self._down += slots
        self._sync_and_hold()
        return slots

    def up(self, slots: list[int]) -> None:
        for slot in slots:
            self._input.write(e.EV_ABS, e.ABS_MT_SLOT, slot)
            self._input.write(e.EV_ABS, e.ABS_MT_TRACKING_ID, -1)
            self._down.remove(slot)
        if not self._down:
            self._input.write(e.EV_KEY, e.BTN_TOUCH, 0)
        self._sync_and_hold()

    def _sync_and_hold(self) -> None:
        self._input.syn()
        time.sleep(HOLD_SECONDS)


class One:
    """One finger may be on it, or one pen over it."""

    def __init__(self, width: int, height: int, *, pen: bool) -> None:
        axes = [(e.ABS_X, axis(width - 1)), (e.ABS_Y, axis(height - 1))]
        keys = [e.BTN_TOUCH, *([e.BTN_TOOL_PEN, e.BTN_STYLUS] if pen else [])]
        offers = {e.EV_KEY: keys, e.EV_ABS: axes}
        name = "a finger Stylus" if pen else "one finger"
        self._input = UInput(offers, name=name, input_props=[e.INPUT_PROP_DIRECT])
        self._pen = pen

    def down(self, places: list[str]) -> list[int]:
        [place] = places
        if self._pen:
            self._input.write(e.EV_KEY, e.BTN_TOOL_PEN, 1)
            self._move_to("1,1")
            self._sync_and_hold()
        self._move_to(place)
        self._input.write(e.EV_KEY, e.BTN_TOUCH, 1)
        self._sync_and_hold()
        return [0]

    def up(self, slots: list[int]) -> None:
        self._input.write(e.EV_KEY, e.BTN_TOUCH, 0)
        if self._pen:
            self._input.write(e.EV_KEY, e.BTN_TOOL_PEN, 0)
        self._sync_and_hold()

    def _move_to(self, place: str) -> None:
        x, y = map(int, place.split(","))
        self._input.write(e.EV_ABS, e.ABS_X, x)
        self._input.write(e.EV_ABS, e.ABS_Y, y)

    def _sync_and_hold(self) -> None:
        self._input.syn()
        time.sleep(HOLD_SECONDS)


def main() -> None:
    size, kind = [int(n) for n in sys.argv[1].split("x")], (*sys.argv[2:], "fingers")[0]
    panel = Panel(*size) if kind == "fingers" else One(*size, pen=kind == "pen")
    print("ready", flush=True)
    for line in sys.stdin:
        *first, rest = line.split(">")
        held = [slot for places in first for slot in panel.down(places.split())]
        panel.up(panel.down(rest.split()))
        if held:
            panel.up(held)
        print("touched", flush=True)


if __name__ == "__main__":
    main()
