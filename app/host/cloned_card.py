"""Whether the data of an installed table has come to another computer, as a copied card brings it there."""

from collections.abc import Callable, Set
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.machine.identity import marks

FILE: Final = "machine"  # in the data folder: the marks of the computer, a line each


def has_moved(folder: Path, here: Callable[[], Set[str]] = marks) -> bool:
    """Return True if this is not the computer that was remembered last."""
    now, before = here(), _remembered(folder)
    return bool(now and before) and now.isdisjoint(before)


def remember(folder: Path, here: Callable[[], Set[str]] = marks) -> None:
    """Remember this computer as the one that the data is on."""
    now, file = here(), folder / FILE
    if now and now != _remembered(folder):
        with suppress(OSError):  # a disk that takes nothing: then people are asked again
            fresh = file.with_suffix(".new")
            fresh.write_text("".join(f"{mark}\n" for mark in sorted(now)))
            fresh.replace(file)


def _remembered(folder: Path) -> Set[str]:
    try:
        return set((folder / FILE).read_text().splitlines())
    except OSError:
        return set()
