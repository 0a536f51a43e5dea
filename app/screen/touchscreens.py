"""The touchscreens of this machine, as the kernel tells of them, and whether our full screen may read them."""

import ctypes
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

# bits of the kernel's input devices: properties, axes, keys
TOUCHED_DIRECTLY, X, MANY_X, TOUCH, PENS = 1 << 1, 1 << 0, 1 << 53, 1 << 0x14A, 1 << 0x140 | 1 << 0x14B
GROUP: Final = "input"  # whose members may read them
LIBRARY: Final = "libmtdev.so.1"
X_LIBRARY: Final = "libXi.so.6"


@dataclass(frozen=True, slots=True)
class Touchscreen:
    """One device that is touched directly."""

    name: str
    device: Path
    many: bool = True  # it can tell one finger from another
    pen: bool = False  # it feels a pen; the fingers on the same glass are another device's


def touchscreens(root: Path = Path("/")) -> list[Touchscreen]:
    """All that are plugged in now."""
    found = []
    try:
        told = (root / "proc/bus/input/devices").read_text(errors="replace")
    except OSError:
        return []
    for block in told.split("\n\n"):
        name = re.search(r'^N: Name="(.*)"$', block, re.MULTILINE)
        event = re.search(r"^H: Handlers=.*\b(event\d+)\b", block, re.MULTILINE)
        axes, keys = _bits(block, "ABS"), _bits(block, "KEY")
        many = bool(axes & MANY_X)
        if name and event and _bits(block, "PROP") & TOUCHED_DIRECTLY and (many or (axes & X and keys & TOUCH)):
            found.append(Touchscreen(name[1], root / "dev/input" / event[1], many, not many and bool(keys & PENS)))
    return found


def _bits(block: str, name: str) -> int:
    """All of a device's bits; the kernel tells them in words of 64, the highest first."""
    row = re.search(rf"^B: {name}=([0-9a-f ]+)$", block, re.MULTILINE)
    return sum(int(word, 16) << 64 * at for at, word in enumerate(reversed(row[1].split()))) if row else 0


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
