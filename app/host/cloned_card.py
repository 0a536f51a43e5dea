"""Whether the data of an installed table has come to another computer, as a copied card brings it there."""

from collections.abc import Callable, Set
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.machine.identity import marks

FILE: Final = "machine"  # in the data folder: the marks of the computer, a line each


def has_moved(folder: Path, here: Callable[[], Set[str]] = marks) -> bool:
    """Return True at the first start on another computer; from then on this one is known."""
    now, file = here(), folder / FILE
    try:
        before = set(file.read_text().splitlines())
    except OSError:
        before = set()
    if now and now != before:
        with suppress(OSError):  # a disk that takes nothing: then it is said again
            fresh = file.with_suffix(".new")
            fresh.write_text("".join(f"{mark}\n" for mark in sorted(now)))
            fresh.replace(file)
    return bool(now and before) and now.isdisjoint(before)
