"""The watchdog of a new version: checks it every minute for a quarter of an hour and rolls back if it fails.

From the end of a change until then a file (`Watched`) lies next to the versions; wondertable-watch.service continues
with it after a reboot. A rollback is automatic, but it waits for the end of a game that can be played despite the
trouble.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Final

from app.appliance.atomic_files import flush, size, write
from app.appliance.guarded_change import WATCHING, WatchedVersion, change, duplicate, settle, stage, trouble, unusable
from app.appliance.install_paths import Place
from app.appliance.services import TABLE
from app.text.terminal_output import CannotStart

MINUTE: Final = 60.0  # between two checks
REQUIRED_CHECKS: Final = 15  # successful ones


def watch(at: Place) -> Iterator[str]:
    """Check until nothing has to be watched any more. Yields each new sentence about trouble."""
    last = ""
    while watched(at) is not None:
        at.sleep(MINUTE)
        if (said := look(at)) and said != last:
            yield said
        last = said


def look(at: Place) -> str:
    """Check once and roll back if necessary. Return a sentence about trouble, or ""."""
    now = watched(at)
    if now is None or stage(at) is not None or at.services.state(TABLE) == "inactive":
        return ""  # a change is under way, or the table was stopped
    why = trouble(at, screen=now.screen, steady=False)
    if why and not unusable(why) and _is_played(at):
        return f"{now.to} {why}; {now.back} comes back when the game has ended."
    with at.alone(waits=True):
        settle(at)
        if watched(at) != now:
            return ""
        if not why:
            _count(at, now)
            return ""
        return _go_back(at, now, why)


def watched(at: Place) -> WatchedVersion | None:
    """Return the watched version; None if there is none, or if another version runs."""
    try:
        now = WatchedVersion(**json.loads((at.home / WATCHING).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None
    return now if now.to == at.current else None


def _is_played(at: Place) -> bool:
    """Return True if the table answers that a game is being played."""
    try:
        return at.phase(at.data) == "game"
    except (OSError, ValueError, KeyError):
        return False


def _count(at: Place, now: WatchedVersion) -> None:
    if now.looks + 1 < REQUIRED_CHECKS:
        write(at.home / WATCHING, json.dumps(asdict(replace(now, looks=now.looks + 1))))
    else:
        _end(at)


def _go_back(at: Place, now: WatchedVersion, why: str) -> str:
    """Roll back with today's data if the previous version can read it, else with the old data; today's is kept as a
    copy.
    """
    try:
        at.needs(now.back)
        try:
            change(at, now.back, watched=False)
            return f"{now.to} {why}; {now.back} runs again, with all that was played since."
        except CannotStart:
            if stage(at) is not None or (copy := at.copy(now.to)) is None:
                raise
        at.enough(0, size(copy), spare=0)
        duplicate(copy, before := at.data.with_name(f"{at.data.name}.old"))
        change(at, now.back, before, watched=False)
    except CannotStart as problem:
        _end(at)  # another attempt would stop the table again
        return f"{now.to} {why}, and stays: {problem}"
    return (
        f"{now.to} {why}; {now.back} runs again, with the games and settings from before {now.to} came, as it cannot "
        f"read today's. Those are kept: `wondertable rollback --data` brings them back, with {now.to}."
    )


def _end(at: Place) -> None:
    (at.home / WATCHING).unlink(missing_ok=True)
    flush(at.home)
