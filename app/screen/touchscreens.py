"""The touchscreens of this machine, as the kernel tells of them, and whether our full screen may read them."""

import ctypes
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TOUCHED_DIRECTLY, X, MANY_X = 1 << 1, 1 << 0, 1 << 53  # bits of the kernel's input devices
GROUP: Final = "input"  # whose members may read them
LIBRARY: Final = "libmtdev.so.1"
X_LIBRARY: Final = "libXi.so.6"


@dataclass(frozen=True, slots=True)
class Touchscreen:
    """One device that fingers touch directly."""

    name: str
    device: Path
    many: bool = True  # it can tell one finger from another


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
        axes = _bits(block, "ABS")
        if name and event and _bits(block, "PROP") & TOUCHED_DIRECTLY and axes & (X | MANY_X):
            found.append(Touchscreen(name[1], root / "dev/input" / event[1], bool(axes & MANY_X)))
    return found


def _bits(block: str, name: str) -> int:
    """The lowest word of a device's bits."""
    row = re.search(rf"^B: {name}=(?:.* )?([0-9a-f]+) *$", block, re.MULTILINE)
    return int(row[1], 16) if row else 0


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
    root: Path = Path("/"), may: Callable[[Path, int], bool] = os.access, library: Callable[[], bool] = library
) -> bool:
    """Whether a full screen can read every finger from the touchscreens themselves.

    If one of them cannot be read so, SDL's imitation of a mouse has to do for all: with both a finger would count
    twice. Where none is plugged in yet, other input devices tell whether one could be read.
    """
    screens = touchscreens(root)
    if not screens:
        return any(may(path, os.R_OK) for path in (root / "dev/input").glob("event*")) and library()
    return all(each.many for each in screens) and not unreadable(screens, may) and library()
