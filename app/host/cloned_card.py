"""Detection of a copied memory card: the data of an installed table now runs on another computer."""

from collections.abc import Callable, Set
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.machine.identity import read_marks

MARKS_FILE: Final = "machine"  # in the data folder: the computer's marks, one per line


def has_moved(folder: Path, here: Callable[[], Set[str]] = read_marks) -> bool:
    """Return True if this is not the computer that was remembered last."""
    now, before = here(), _read_remembered(folder)
    return bool(now and before) and now.isdisjoint(before)


def remember_computer(folder: Path, here: Callable[[], Set[str]] = read_marks) -> None:
    """Store the marks of this computer as the one that the data belongs to."""
    now, file = here(), folder / MARKS_FILE
    if now and now != _read_remembered(folder):
        with suppress(OSError):  # the disk is full or read-only: people are asked again
            fresh = file.with_suffix(".new")
            fresh.write_text("".join(f"{mark}\n" for mark in sorted(now)))
            fresh.replace(file)


def _read_remembered(folder: Path) -> Set[str]:
    try:
        return set((folder / MARKS_FILE).read_text().splitlines())
    except OSError:
        return set()
