"""The file through which wondertable-upkeep@WORK.service reports progress and outcome to the table.

Written by root (app/appliance/upkeep.py), who holds a lock while at work.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Final

from app.host.lock_file import acquire_lock, is_locked

RUN_FOLDER: Final = Path("/run/wondertable-upkeep")
STATE_FILE: Final = "state.json"
LOCK_FILE: Final = "lock"
VERSION_BEFORE: Final = "before"  # key in `facts`: the version that ran when the work began
# Files for download by the work that makes them, readable by the table's user alone.
DOWNLOAD_FILES: Final[Mapping[str, str]] = {"report": "report.tar.gz", "backup": "backup.tar.gz"}
UPLOADED_FILE: Final = "brought.tar.gz"  # in the data folder: a backup uploaded by a phone


@dataclass(frozen=True, slots=True)
class WorkState:
    """A work in progress, or the last one. `facts`: its outcome; `why`: an error code as in `CannotStart`.

    `said`: the sentence that a terminal would show.
    """

    work: str
    step: str = ""
    done: int | None = None  # per cent
    left: int | None = None  # seconds
    came: str = ""  # done | failed | "" while in progress
    why: str = ""
    said: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)


def write_state(run: Path, state: WorkState) -> None:
    """Write the state atomically."""
    fresh = run / f".{STATE_FILE}"
    fresh.write_text(json.dumps(asdict(state)))
    fresh.replace(run / STATE_FILE)


def read_state(run: Path) -> WorkState | None:
    try:
        return WorkState(**json.loads((run / STATE_FILE).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def read_revision(run: Path) -> int:
    """Return a number that differs after each write; 0 before the first."""
    try:
        return (run / STATE_FILE).stat().st_mtime_ns
    except OSError:
        return 0


def try_lock(run: Path) -> IO[str] | None:
    """Return a lock, held until it is closed, or None if a work is in progress."""
    run.mkdir(mode=0o755, exist_ok=True)
    held = (run / LOCK_FILE).open("w")
    if acquire_lock(held):
        return held
    held.close()
    return None


def is_at_work(run: Path) -> bool:
    """Return True if a work is in progress; False as soon as its process has ended, whatever it wrote last."""
    try:
        return is_locked(run / LOCK_FILE)
    except OSError:
        return False
