"""Where wondertable-upkeep@WORK.service tells the table how far it is, and what came of it.

It is written by root (app/appliance/upkeep.py), who holds a lock for as long as somebody is at work.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Final

from app.host.lock_file import hold, is_held

RUN: Final = Path("/run/wondertable-upkeep")
STATE: Final = "state.json"
LOCK: Final = "lock"
BEFORE: Final = "before"  # among the facts of a work that goes on: the version that ran when it began
# By the work that makes it, what lies there for the table's user alone, to be handed on to a phone …
HANDED: Final[Mapping[str, str]] = {"report": "report.tar.gz", "backup": "backup.tar.gz"}
BROUGHT: Final = "brought.tar.gz"  # … and in the data folder a backup that came from one


@dataclass(frozen=True, slots=True)
class State:
    """A work that is being done, or was done last. `facts`: what came of it; `why`: as `CannotStart` has it.

    `said`: the sentence that a terminal would show.
    """

    work: str
    step: str = ""
    done: int | None = None  # per cent
    left: int | None = None  # seconds
    came: str = ""  # done | failed; empty as long as somebody is at it
    why: str = ""
    said: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)


def write(run: Path, state: State) -> None:
    """All of it, or what stood there before."""
    fresh = run / f".{STATE}"
    fresh.write_text(json.dumps(asdict(state)))
    fresh.replace(run / STATE)


def read(run: Path) -> State | None:
    """What stands there; None if nothing does."""
    try:
        return State(**json.loads((run / STATE).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def mark(run: Path) -> int:
    """Another one for each time that it was written; 0: never."""
    try:
        return (run / STATE).stat().st_mtime_ns
    except OSError:
        return 0


def lock(run: Path) -> IO[str] | None:
    """Held until it is closed; None: somebody is at work."""
    run.mkdir(mode=0o755, exist_ok=True)
    held = (run / LOCK).open("w")
    if hold(held):
        return held
    held.close()
    return None


def is_at_work(run: Path) -> bool:
    """Whether somebody is: who was killed is not, whatever they wrote last."""
    try:
        return is_held(run / LOCK)
    except OSError:
        return False
