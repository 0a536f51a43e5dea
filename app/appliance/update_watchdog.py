"""The watchdog of a new version: checks it every minute for a quarter of an hour and rolls back if it fails.

From the end of a change until then a file (`WatchedVersion`) is stored next to the versions; wondertable-watch.service
continues with it after a reboot. A rollback is automatic, but it waits for the end of a game that can be played despite
the trouble.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Final

from app.appliance.atomic_files import measure_folder, sync_folder, write
from app.appliance.guarded_change import (
    WATCHING,
    WatchedVersion,
    change,
    copy_folder,
    find_trouble,
    is_unusable,
    read_stage,
    settle,
)
from app.appliance.install_paths import Place
from app.appliance.services import TABLE
from app.text.terminal_output import CannotStart

MINUTE: Final = 60.0  # between two checks
REQUIRED_CHECKS: Final = 15  # successful ones


def watch(at: Place) -> Iterator[str]:
    """Check until nothing has to be watched any more. Yields each new sentence about trouble."""
    last = ""
    while read_watched(at) is not None:
        at.sleep(MINUTE)
        if (said := check_once(at)) and said != last:
            yield said
        last = said


def check_once(at: Place) -> str:
    """Check once and roll back if necessary. Return a sentence about trouble, or ""."""
    now = read_watched(at)
    if now is None or read_stage(at) is not None or at.services.read_state(TABLE) == "inactive":
        return ""  # a change is under way, or the table was stopped
    why = find_trouble(at, screen=now.screen, steady=False)
    if why and not is_unusable(why) and _is_played(at):
        return f"{now.to} {why}; {now.back} is started again when the game is over."
    with at.lock(waits=True):
        settle(at)
        if read_watched(at) != now:
            return ""
        if not why:
            _count_success(at, now)
            return ""
        return _roll_back(at, now, why)


def read_watched(at: Place) -> WatchedVersion | None:
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


def _count_success(at: Place, now: WatchedVersion) -> None:
    if now.looks + 1 < REQUIRED_CHECKS:
        write(at.home / WATCHING, json.dumps(asdict(replace(now, looks=now.looks + 1))))
    else:
        _end_watch(at)


def _roll_back(at: Place, now: WatchedVersion, why: str) -> str:
    """Roll back with today's data if the previous version can read it, else with the old data; today's is kept as a
    copy.
    """
    try:
        at.check_installed(now.back)
        try:
            change(at, now.back, watched=False)
            return f"{now.to} {why}; {now.back} is running again, with all games played since."
        except CannotStart:
            if read_stage(at) is not None or (copy := at.find_copy(now.to)) is None:
                raise
        at.ensure_space(0, measure_folder(copy), spare=0)
        copy_folder(copy, before := at.data.with_name(f"{at.data.name}.old"))
        change(at, now.back, before, watched=False)
    except CannotStart as problem:
        _end_watch(at)  # another attempt would stop the table again
        return f"{now.to} {why}, and stays: {problem}"
    return (
        f"{now.to} {why}; {now.back} is running again, with the games and settings from before {now.to} came, because "
        f"it cannot read today's. Those are kept: `wondertable rollback --data` brings them back, with {now.to}."
    )


def _end_watch(at: Place) -> None:
    (at.home / WATCHING).unlink(missing_ok=True)
    sync_folder(at.home)
