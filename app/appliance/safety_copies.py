"""Safety copies of an installed table's data: one folder for each change, named by what it was before and by its day.

`wondertable.before-restore-2026-11-27`; the second copy of that day ends in `-27-2`. No copy is ever replaced. Earlier
versions of the program made copies without a day: those are the oldest.
"""

import re
from datetime import date
from pathlib import Path
from typing import Final

MAX_COPIES: Final = 10  # so that nightly updates do not fill a card
_NAME: Final = re.compile(r"([a-z]+|[0-9.]+(?:\+[0-9a-z]+)?)(?:-(\d{4}-\d\d-\d\d)(?:-(\d+))?)?")


def list_copies(data: Path) -> list[Path]:
    """Return all safety copies of a data folder, the oldest first."""
    found = data.parent.glob(f"{data.name}.before-*")
    return sorted((path for path in found if _parse_name(data, path)), key=_sort_key)


def find_newest_copy(data: Path, what: str) -> Path | None:
    """Return the newest copy from before `what` (a version, or `restore`), or None."""
    found = [path for path in list_copies(data) if (name := _parse_name(data, path)) and name[1] == what]
    return found[-1] if found else None


def choose_copy_path(data: Path, what: str, today: date) -> Path:
    """Return a free name for the next copy. It sorts behind all others, also after the clock was put back."""
    last, number, _ = max(map(_sort_key, list_copies(data)), default=("", 0, ""))
    if last < today.isoformat():
        last, number = today.isoformat(), 0
    return data.with_name(f"{data.name}.before-{what}-{last}{f'-{number + 1}' if number else ''}")


def find_expendable_copy(data: Path) -> Path | None:
    """Return the copy that may be removed first: the oldest but one, as long as there is a newer one; else None.

    The oldest may be the only one from before a mistake.
    """
    found = list_copies(data)
    return found[1] if len(found) > 2 else None


def copy_day(copy: Path) -> str:
    """Return the day of a copy (ISO 8601), or "" for one that an earlier version of the program made."""
    return _sort_key(copy)[0]


def _parse_name(data: Path, copy: Path) -> re.Match[str] | None:
    return _NAME.fullmatch(copy.name.removeprefix(f"{data.name}.before-"))


def _sort_key(copy: Path) -> tuple[str, int, str]:
    """Return a key that sorts copies by age. Copies of one day are numbered, whatever they are from before."""
    name = _NAME.fullmatch(copy.name.partition(".before-")[2])
    assert name is not None
    return name[2] or "", int(name[3] or 1), copy.name
