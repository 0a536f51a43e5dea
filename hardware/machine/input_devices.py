"""The kernel's input devices of this machine: touchscreens and key pads, and whether this user may read them."""

import ctypes
import os
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import read_text

KERNEL_WORD_BITS: Final = struct.calcsize("@l") * 8  # bits of a kernel `unsigned long`
# Bits of properties, axes and keys, from include/uapi/linux/input-event-codes.h.
INPUT_PROP_DIRECT: Final = 1 << 1  # INPUT_PROP_DIRECT, which older drivers never set
ABS_XY, ABS_MT_XY = 0b11, 0b11 << 53  # ABS_X and ABS_Y; ABS_MT_POSITION_X and _Y
# The last one: _TOOL_PEN or _STYLUS.
BTN_TOUCH, BTN_TOOL_FINGER, PEN_KEYS = (1 << 0x14A, 1 << 0x145, 1 << 0x140 | 1 << 0x14B)
MOUSE_BUTTONS: Final = 0xFF << 0x110  # BTN_LEFT to BTN_TASK
POINTER_KEYS: Final = 1 << 0x110 | 1 << 0x140 | BTN_TOUCH  # BTN_LEFT, BTN_TOOL_PEN, BTN_TOUCH
BUS_BLUETOOTH: Final = "0005"
PAD_BUSES: Final = ("0003", BUS_BLUETOOTH)  # USB and Bluetooth; a laptop's own keyboard is on neither
INPUT_GROUP: Final = "input"  # whose members may read input devices
MTDEV_LIBRARY: Final = "libmtdev.so.1"
FRIBIDI_LIBRARY: Final = "libfribidi.so.0"  # orders letters from right to left in names
XINPUT_LIBRARY: Final = "libXi.so.6"


@dataclass(frozen=True, slots=True)
class InputDevice:
    """An input device with an event file."""

    name: str
    event: str  # event0
    bus: str = ""
    maker: str = ""  # vendor:product
    properties: int = 0
    axes: int = 0
    keys: int = 0

    @property
    def kind(self) -> str:
        if _is_touchscreen(self):
            return "pen" if _is_pen(self) else "touch" if _is_multitouch(self) else "touch of one finger"
        return "pad or keyboard" if _is_pad(self) else ""

    def describe(self, readable: bool) -> str:
        """Describe the device in a line of a fault report. The name of a Bluetooth device is left out: it often
        contains its owner's.
        """
        name = "a Bluetooth device" if self.bus == BUS_BLUETOOTH else self.name
        return ", ".join(filter(None, (f"{self.event} {name}", self.kind, "" if readable else "not readable")))


def list_devices(root: Path = Path("/")) -> Iterator[InputDevice]:
    for block in read_text(root / "proc/bus/input/devices").split("\n\n"):
        made = re.search(r"^I: Bus=(\w+) Vendor=(\w+) Product=(\w+)", block, re.MULTILINE)
        name = re.search(r'^N: Name="(.*)"$', block, re.MULTILINE)
        event = re.search(r"^H: Handlers=.*\b(event\d+)\b", block, re.MULTILINE)
        if name and event:
            bus, maker = (made[1], f"{made[2]}:{made[3]}") if made else ("", "")
            bits = (_parse_bits(block, which) for which in ("PROP", "ABS", "KEY"))
            yield InputDevice(name[1], event[1], bus, maker, *bits)


def _parse_bits(block: str, name: str) -> int:
    """Parse a bit mask of a device: the kernel prints words, highest first."""
    row = re.search(rf"^B: {name}=([0-9a-f ]+)$", block, re.MULTILINE)
    words = row[1].split() if row else []
    return sum(int(word, 16) << KERNEL_WORD_BITS * at for at, word in enumerate(reversed(words)))


@dataclass(frozen=True, slots=True)
class Touchscreen:
    """A device that is touched directly."""

    name: str
    device: Path
    many: bool = True  # reports several fingers
    pen: bool = False  # reports a pen; fingers on the same glass are another device


def list_touchscreens(root: Path = Path("/")) -> list[Touchscreen]:
    """List the touchscreens and pen displays that are plugged in."""
    return [
        Touchscreen(each.name, root / "dev/input" / each.event, _is_multitouch(each), _is_pen(each))
        for each in list_devices(root)
        if _is_touchscreen(each)
    ]


def _is_touchscreen(device: InputDevice) -> bool:
    """Return True for a touchscreen or a pen display, told from touchpads, tablets and mice as udev's input_id does.

    A driver that does not set INPUT_PROP_DIRECT (ADS7846, serial panels) counts if it reports BTN_TOUCH and no tool.
    """
    direct, touch = bool(device.properties & INPUT_PROP_DIRECT), bool(device.keys & BTN_TOUCH)
    many = _is_multitouch(device)
    if not many and (device.axes & ABS_XY != ABS_XY or not touch):
        return False
    if device.keys & (PEN_KEYS | BTN_TOOL_FINGER) and not direct:  # a graphics tablet, a touchpad
        return False
    if not many and not direct and device.keys & MOUSE_BUTTONS:  # the absolute mouse of a virtual machine
        return False
    return direct or touch


def _is_multitouch(device: InputDevice) -> bool:
    return device.axes & ABS_MT_XY == ABS_MT_XY


def _is_pen(device: InputDevice) -> bool:
    return not _is_multitouch(device) and bool(device.keys & PEN_KEYS)


def has_desktop(environ: Mapping[str, str] = os.environ) -> bool:
    """Return True if a desktop or an X server is running, which reports pens as a mouse."""
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def list_unreadable(screens: Sequence[Touchscreen], may: Callable[[Path, int], bool] = os.access) -> list[str]:
    """List the names of touchscreens that this user may not read."""
    return [each.name for each in screens if not may(each.device, os.R_OK)]


def has_library(name: str = MTDEV_LIBRARY) -> bool:
    """Return True if a shared library can be loaded; by default libmtdev, with which Kivy reads touchscreens."""
    with suppress(OSError):
        ctypes.CDLL(name)
        return True
    return False


def has_duplicate_touches(
    environ: Mapping[str, str] = os.environ, library: Callable[[str], bool] = has_library
) -> bool:
    """Return True if an X server would report each finger as a mouse as well: SDL needs libXi to prevent that."""
    return bool(environ.get("DISPLAY")) and not library(XINPUT_LIBRARY)


def can_read_each_finger(
    root: Path = Path("/"),
    may: Callable[[Path, int], bool] = os.access,
    library: Callable[[], bool] = has_library,
    desktop: bool | None = None,
) -> bool:
    """Return True if a full screen should read touchscreens directly, instead of SDL's emulated mouse.

    On the console there is no emulated mouse, so touchscreens are always read directly. On a desktop the emulated mouse
    is used if any touchscreen cannot be read finger by finger: with both, a finger would count twice. If no touchscreen
    is plugged in yet, the access to other input devices decides.
    """
    if not (has_desktop() if desktop is None else desktop):
        return True
    screens = [each for each in list_touchscreens(root) if not each.pen]
    if not screens:
        return any(may(path, os.R_OK) for path in (root / "dev/input").glob("event*")) and library()
    return all(each.many for each in screens) and not list_unreadable(screens, may) and library()


@dataclass(frozen=True, slots=True)
class KeyPad:
    """A device that is plugged in and has keys, but is no pointer."""

    id: str
    device: Path

    @property
    def name(self) -> str:
        return pad_name(self.id)


def pad_name(pad: str) -> str:
    """Return the name in a pad's id, without vendor and product."""
    return pad.partition(" ")[2]


def list_pads(root: Path = Path("/")) -> list[KeyPad]:
    return [
        KeyPad(f"{each.maker} {each.name}", root / "dev/input" / each.event)
        for each in list_devices(root)
        if _is_pad(each)
    ]


def _is_pad(device: InputDevice) -> bool:
    return device.bus in PAD_BUSES and bool(device.keys) and not device.keys & POINTER_KEYS
