"""A touchscreen made of nothing, in a virtual machine: python3-evdev and the module uinput.

`finger.py WIDTHxHEIGHT`; each line that comes in, `x,y [x,y …]`, is so many fingers at once, down and up again. The
kernel does not tell a coordinate that was there already: never touch one place twice in a row.
"""

import sys
import time

from evdev import AbsInfo, UInput
from evdev import ecodes as e

HELD = 0.4  # seconds a finger stays down, and up; the machine is emulated


def axis(most: int) -> AbsInfo:
    return AbsInfo(value=0, min=0, max=most, fuzz=0, flat=0, resolution=0)


def main() -> None:
    width, height = (int(n) for n in sys.argv[1].split("x"))
    across, down = axis(width - 1), axis(height - 1)
    many = [(e.ABS_MT_SLOT, axis(9)), (e.ABS_MT_TRACKING_ID, axis(65535))]
    many += [(e.ABS_MT_POSITION_X, across), (e.ABS_MT_POSITION_Y, down)]
    offers = {e.EV_KEY: [e.BTN_TOUCH], e.EV_ABS: [(e.ABS_X, across), (e.ABS_Y, down), *many]}
    panel = UInput(offers, name="a finger", input_props=[e.INPUT_PROP_DIRECT])
    print("ready", flush=True)
    contact = 0
    for line in sys.stdin:
        fingers = [tuple(map(int, word.split(","))) for word in line.split()]
        for slot, (x, y) in enumerate(fingers):
            contact += 1
            panel.write(e.EV_ABS, e.ABS_MT_SLOT, slot)
            panel.write(e.EV_ABS, e.ABS_MT_TRACKING_ID, contact)
            panel.write(e.EV_ABS, e.ABS_MT_POSITION_X, x)
            panel.write(e.EV_ABS, e.ABS_MT_POSITION_Y, y)
        panel.write(e.EV_ABS, e.ABS_X, fingers[0][0])
        panel.write(e.EV_ABS, e.ABS_Y, fingers[0][1])
        panel.write(e.EV_KEY, e.BTN_TOUCH, 1)
        panel.syn()
        time.sleep(HELD)
        for slot in range(len(fingers)):
            panel.write(e.EV_ABS, e.ABS_MT_SLOT, slot)
            panel.write(e.EV_ABS, e.ABS_MT_TRACKING_ID, -1)
        panel.write(e.EV_KEY, e.BTN_TOUCH, 0)
        panel.syn()
        time.sleep(HELD)
        print("touched", flush=True)


if __name__ == "__main__":
    main()
