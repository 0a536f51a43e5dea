"""The input devices of this machine, as the kernel tells of them: touchscreens, key pads; and who may read them."""

import ctypes
import os
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import read

WORD: Final = struct.calcsize("@l") * 8  # bits of the kernel's words
# Bits of the kernel's input devices (include/uapi/linux/input-event-codes.h): properties, axes, keys.
DIRECT: Final = 1 << 1  # INPUT_PROP_DIRECT, which older drivers never set
X, MANY_X = 0b11, 0b11 << 53  # ABS_X and ABS_Y; ABS_MT_POSITION_X and _Y
TOUCH, FINGER, PENS = 1 << 0x14A, 1 << 0x145, 1 << 0x140 | 1 << 0x14B  # BTN_TOUCH, _TOOL_FINGER, _TOOL_PEN or _STYLUS
MOUSE_BUTTONS: Final = 0xFF << 0x110  # BTN_LEFT to BTN_TASK
POINTERS: Final = 1 << 0x110 | 1 << 0x140 | TOUCH  # keys: the left button of a mouse, a pen, a finger
BLUETOOTH: Final = "0005"
PLUGGED: Final = ("0003", BLUETOOTH)  # the first is USB; the keys of a laptop come by neither, and stay keys
GROUP: Final = "input"  # whose members may read them
LIBRARY: Final = "libmtdev.so.1"
X_LIBRARY: Final = "libXi.so.6"


@dataclass(frozen=True, slots=True)
class Device:
    """One of any kind, with a file that says what is done with it."""

    name: str
    event: str  # event0
    bus: str = ""
    maker: str = ""  # vendor and product
    properties: int = 0
    axes: int = 0
    keys: int = 0

    @property
    def kind(self) -> str:
        if _is_touchscreen(self):
            return "pen" if _is_pen(self) else "touch" if _has_many(self) else "touch of one finger"
        return "pad or keyboard" if _is_pad(self) else ""

    def told(self, readable: bool) -> str:
        """In a line for whoever looks for a fault. What comes by Bluetooth often bears its owner's name."""
        name = "a Bluetooth device" if self.bus == BLUETOOTH else self.name
        return ", ".join(filter(None, (f"{self.event} {name}", self.kind, "" if readable else "not readable")))


def devices(root: Path = Path("/")) -> Iterator[Device]:
    """All that are there now."""
    for block in read(root / "proc/bus/input/devices").split("\n\n"):
        made = re.search(r"^I: Bus=(\w+) Vendor=(\w+) Product=(\w+)", block, re.MULTILINE)
        name = re.search(r'^N: Name="(.*)"$', block, re.MULTILINE)
        event = re.search(r"^H: Handlers=.*\b(event\d+)\b", block, re.MULTILINE)
        if name and event:
            bus, maker = (made[1], f"{made[2]}:{made[3]}") if made else ("", "")
            bits = (_bits(block, which) for which in ("PROP", "ABS", "KEY"))
            yield Device(name[1], event[1], bus, maker, *bits)


def _bits(block: str, name: str) -> int:
    """All of a device's bits; the kernel tells them in words, the highest first."""
    row = re.search(rf"^B: {name}=([0-9a-f ]+)$", block, re.MULTILINE)
    words = row[1].split() if row else []
    return sum(int(word, 16) << WORD * at for at, word in enumerate(reversed(words)))


# ---- touchscreens --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Touchscreen:
    """One device that is touched directly."""

    name: str
    device: Path
    many: bool = True  # it can tell one finger from another
    pen: bool = False  # it feels a pen; the fingers on the same glass are another device's


def touchscreens(root: Path = Path("/")) -> list[Touchscreen]:
    """All that are plugged in now."""
    return [
        Touchscreen(each.name, root / "dev/input" / each.event, _has_many(each), _is_pen(each))
        for each in devices(root)
        if _is_touchscreen(each)
    ]


def _is_touchscreen(it: Device) -> bool:
    """Return True for a touchscreen or a pen display, told from touchpads, tablets and mice as udev's input_id does.

    A driver that does not set INPUT_PROP_DIRECT (ADS7846, serial panels) counts if it reports BTN_TOUCH and no tool.
    """
    direct, touch = bool(it.properties & DIRECT), bool(it.keys & TOUCH)
    many = _has_many(it)
    if not many and (it.axes & X != X or not touch):
        return False
    if it.keys & (PENS | FINGER) and not direct:  # a graphics tablet, a touchpad
        return False
    if not many and not direct and it.keys & MOUSE_BUTTONS:  # the absolute mouse of a virtual machine
        return False
    return direct or touch


def _has_many(it: Device) -> bool:
    return it.axes & MANY_X == MANY_X


def _is_pen(it: Device) -> bool:
    return not _has_many(it) and bool(it.keys & PENS)


def on_desktop(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a desktop, or at least an X server, lies below a window. It tells of pens as of a mouse."""
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def unreadable(screens: Sequence[Touchscreen], may: Callable[[Path, int], bool] = os.access) -> list[str]:
    """The names of those this user may not read."""
    return [each.name for each in screens if not may(each.device, os.R_OK)]


def library(name: str = LIBRARY) -> bool:
    """Whether a library is here: libmtdev, by which Kivy reads a touchscreen, or another."""
    with suppress(OSError):
        ctypes.CDLL(name)
        return True
    return False


def told_twice(environ: Mapping[str, str] = os.environ, library: Callable[[str], bool] = library) -> bool:
    """Whether an X server would tell of each finger as of a mouse on top: only with its library SDL forbids it that."""
    return bool(environ.get("DISPLAY")) and not library(X_LIBRARY)


def each_finger(
    root: Path = Path("/"),
    may: Callable[[Path, int], bool] = os.access,
    library: Callable[[], bool] = library,
    desktop: bool | None = None,
) -> bool:
    """Whether a full screen reads the touchscreens themselves, rather than SDL's imitation of a mouse.

    On the console there is no such imitation: what can be read is read, and what cannot is missed. On a desktop, if one
    of them cannot be read finger by finger, the imitation has to do for all: with both a finger would count twice.
    Where none is plugged in yet, other input devices tell whether one could be read.
    """
    if not (on_desktop() if desktop is None else desktop):
        return True
    screens = [each for each in touchscreens(root) if not each.pen]
    if not screens:
        return any(may(path, os.R_OK) for path in (root / "dev/input").glob("event*")) and library()
    return all(each.many for each in screens) and not unreadable(screens, may) and library()


# ---- key pads ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pad:
    """A device that is plugged in, has keys, and points at nothing."""

    id: str
    device: Path

    @property
    def name(self) -> str:
        return name_of(self.id)


def name_of(pad: str) -> str:
    """Without vendor and product."""
    return pad.partition(" ")[2]


def pads(root: Path = Path("/")) -> list[Pad]:
    """All that are plugged in now."""
    return [
        Pad(f"{each.maker} {each.name}", root / "dev/input" / each.event) for each in devices(root) if _is_pad(each)
    ]


def _is_pad(it: Device) -> bool:
    return it.bus in PLUGGED and bool(it.keys) and not it.keys & POINTERS
