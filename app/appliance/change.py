"""A change of version or of data: the table is stopped, changed, started and asked; what does not come up is undone.

The file `pending` is there from before the first thing is changed until the table has answered. Whoever finds it, a
next command or the next boot, ends what was begun (`settle`), so that a pulled plug leaves no table half changed.
"""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from app.appliance.asking import run_file
from app.appliance.place import Place, flush
from app.appliance.services import SCREEN, TABLE
from app.host.data_folder import is_running
from app.text.terminal import CannotStart

PATIENCE: Final = 60.0  # seconds a table has to answer: a slow machine loads everything from a card
STEADY: Final = 5.0  # seconds the screen has to stay after that
LOOK: Final = 0.5  # seconds between two looks
BEAT: Final = 3.0  # seconds for one answer


@dataclass(frozen=True, slots=True)
class Pending:
    """What is being changed, and what to go back to."""

    to: str  # version
    back: str  # version
    previous: str | None  # the version before that
    copy: str  # of the data, as `Place.copy` names it
    screen: bool  # whether it was shown
    made: bool = False  # all is changed; the table only has to answer


def change(at: Place, to: str, data: Path | None = None) -> None:
    """Let a version run, with the data as it is or with a folder that takes its place.

    CannotStart says why it does not: then the version before runs, with all bytes of its data as they were. `at` is
    held by this process.
    """
    back = at.installed()
    copy = to if to != back else "restore"
    pending = Pending(to, back, at.previous, copy, screen=at.services.state(SCREEN) in ("active", "restarted"))
    with _undisturbed():
        at.services.stop()
        try:
            _make(at, pending, data)
        except (OSError, subprocess.CalledProcessError, CannotStart) as problem:
            _undo(at, pending)
            said = _said(problem)
            raise CannotStart(f"nothing could be changed ({said}); {back} goes on as before.") from None
        settle(at)


def settle(at: Place) -> None:
    """End a change that was begun: wait until the table answers, or undo it; CannotStart says why."""
    try:
        pending = Pending(**json.loads(at.pending.read_bytes()))
    except FileNotFoundError:
        return
    why = "was not switched to, as that was cut off"
    if pending.made:
        at.services.start()
        why = trouble(at, screen=pending.screen)
    if not why:
        at.pending.unlink()
        return
    _undo(at, pending)
    goes_on = "goes on with its games and settings as they were"
    if again := trouble(at, screen=pending.screen):
        goes_on = f"is back with its games and settings as they were, but {again}"
    what = pending.to if pending.to != pending.back else "with these games and settings the table"
    raise CannotStart(f"{what} {why}; {pending.back} {goes_on}.")


def trouble(at: Place, *, screen: bool) -> str:
    """What is wrong with a table that was started, as the end of a sentence; nothing if it answers and shows itself."""
    end = at.clock() + PATIENCE
    while not answers(at.data):
        if at.services.state(TABLE) == "failed":
            return "does not start"
        if at.clock() > end:
            return "does not answer"
        at.sleep(LOOK)
    end = at.clock() + STEADY
    while screen and at.clock() < end:
        if at.services.state(SCREEN) in ("failed", "restarted"):
            return "has a screen that does not stay"
        at.sleep(LOOK)
    return ""


def answers(data: Path) -> bool:
    """Whether a table holds this data folder and has a page for phones."""
    try:
        if not is_running(data):
            return False
        with closing(HTTPConnection("127.0.0.1", run_file(data)["port"], timeout=BEAT)) as connection:
            connection.request("GET", "/")
            with connection.getresponse() as answer:
                return answer.status == 200
    except (OSError, HTTPException, ValueError, KeyError):
        return False


def _make(at: Place, pending: Pending, data: Path | None) -> None:
    copy = at.copy(pending.copy)
    shutil.rmtree(copy, ignore_errors=True)
    _note(at, pending)
    if data is None:
        duplicate(at.data, copy)
    else:
        at.data.rename(copy)
        data.rename(at.data)
    flush(at.data.parent)
    at.services.units(at.home / pending.to)
    if pending.to != pending.back:
        at.point(pending.to, previous=pending.back)
    _note(at, Pending(**{**asdict(pending), "made": True}))


def _undo(at: Place, pending: Pending) -> None:
    """Back to what was before, from whatever point; a second time does no harm."""
    at.services.stop()
    at.services.units(at.home / pending.back)
    at.point(pending.back, pending.previous)
    copy, failed = at.copy(pending.copy), at.data.with_name(f"{at.data.name}.failed")
    if copy.exists():
        shutil.rmtree(failed, ignore_errors=True)
        if at.data.exists():
            at.data.rename(failed)
        copy.rename(at.data)
        flush(at.data.parent)
        shutil.rmtree(failed, ignore_errors=True)
    at.pending.unlink(missing_ok=True)
    at.services.start()


def duplicate(folder: Path, to: Path) -> None:
    """Copy a folder with its owners and modes; it has its name once it is whole."""
    part = to.with_name(f"{to.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    subprocess.run(["cp", "-a", "--reflink=auto", folder, part], check=True, capture_output=True)
    os.sync()
    part.rename(to)


def _note(at: Place, pending: Pending) -> None:
    fresh = at.pending.with_suffix(".new")
    with fresh.open("w") as file:
        json.dump(asdict(pending), file)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(at.pending)
    flush(at.home)


def _said(problem: Exception) -> str:
    if isinstance(problem, subprocess.CalledProcessError):
        return str(problem.stderr.decode(errors="replace")).strip().rpartition("\n")[2]
    return str(problem).rstrip(".")


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Whoever closes the terminal, or loses patience, does not leave a table half changed."""
    names = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
    before = {name: signal.signal(name, signal.SIG_IGN) for name in names}
    try:
        yield
    finally:
        for name, how in before.items():
            signal.signal(name, how)
