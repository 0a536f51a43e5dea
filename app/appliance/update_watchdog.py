"""A version that has come is looked at every minute for a quarter of an hour, and goes back where it does not hold.

From the end of a change of version until then a file lies beside the versions (`Watched`); wondertable-watch.service
goes on with it after a restart of the machine. What is not well goes back by itself, but not under people's hands: a
game that can be played without what is missing ends first.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Final

from app.appliance.atomic_files import flush, size, write
from app.appliance.guarded_change import WATCHING, Watched, change, duplicate, settle, stage, trouble, unusable
from app.appliance.install_paths import Place
from app.appliance.services import TABLE
from app.text.terminal import CannotStart

MINUTE: Final = 60.0  # seconds between two looks
LOOKS: Final = 15  # good ones


def watch(at: Place) -> Iterator[str]:
    """Look until there is nothing to look at any more; what is to be said of it, now and then."""
    last = ""
    while watched(at) is not None:
        at.sleep(MINUTE)
        if (said := look(at)) and said != last:
            yield said
        last = said


def look(at: Place) -> str:
    """One look, and what follows; what is to be said of it, nothing where all is well."""
    now = watched(at)
    if now is None or stage(at) is not None or at.services.state(TABLE) == "inactive":
        return ""  # somebody changes it, or has stopped it
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


def watched(at: Place) -> Watched | None:
    """What is looked at; None if nothing is, or if another version runs by now."""
    try:
        now = Watched(**json.loads((at.home / WATCHING).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None
    return now if now.to == at.current else None


def _is_played(at: Place) -> bool:
    """Whether people play, as far as the table says."""
    try:
        return at.phase(at.data) == "game"
    except (OSError, ValueError, KeyError):
        return False


def _count(at: Place, now: Watched) -> None:
    if now.looks + 1 < LOOKS:
        write(at.home / WATCHING, json.dumps(asdict(replace(now, looks=now.looks + 1))))
    else:
        _end(at)


def _go_back(at: Place, now: Watched, why: str) -> str:
    """With what was played since, if the version before can read it; else that is kept aside."""
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
        _end(at)  # each further try would stop the table again
        return f"{now.to} {why}, and stays: {problem}"
    return (
        f"{now.to} {why}; {now.back} runs again, with the games and settings from before {now.to} came, as it cannot "
        f"read today's. Those are kept: `wondertable rollback --data` brings them back, with {now.to}."
    )


def _end(at: Place) -> None:
    (at.home / WATCHING).unlink(missing_ok=True)
    flush(at.home)
