"""A change of version or of data: the table is stopped, changed, started and asked; what does not come up is undone.

From before the first step to after the last a note lies beside the versions: what is being changed, and what to go back
to. Its name is its stage (`Stage`), so that one follows the other at a stroke, and systemd can ask for it: no table
starts while something may be half changed. Whoever finds a note, a next command or wondertable-settle.service, ends
what was begun (`settle`), so that neither a pulled plug nor a killed command leaves a table half changed, or stopped.
That may be cut off as well, any number of times: each step is one that can be done again.
"""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from app.appliance.atomic_files import aside, discard, flush, size, write
from app.appliance.install_paths import Place
from app.appliance.progress import WorkStep
from app.appliance.services import SCREEN, TABLE
from app.appliance.table_client import run_file
from app.host.data_folder import is_running
from app.text.terminal import CannotStart

PATIENCE: Final = 60.0  # seconds a table has to answer: a slow machine loads everything from a card
STEADY: Final = 5.0  # seconds the screen has to stay after that
LOOK: Final = 0.5  # seconds between two looks
BEAT: Final = 3.0  # seconds for one answer
CUT_OFF: Final = "was not switched to, as that was cut off"
WATCHING: Final = "watching"  # the file of what is looked at afterwards (watch.py)
NOT_AT_ALL: Final = ("does not start", "does not answer")  # said of a table that cannot be used
DATABASE: Final = "table.db"  # in the data folder
RESTORE: Final = "restore"  # stands for a version where it stays the same, and the data is another


class Stage(StrEnum):
    """How far a change is: the name of its note."""

    CHANGING = (
        "changing"  # something may be changed already, or not be undone yet; wondertable.service waits for its end
    )
    TRYING = "trying"  # all is changed; the table has to answer
    ANSWERED = "answered"  # it has; the data as it was has to get its place
    UNDONE = "undone"  # all is as it was; the table has to be started


@dataclass(frozen=True, slots=True)
class Note:
    """What is being changed, and what to go back to."""

    by: str  # the version that reads this, and wrote it: the first field, for wondertable-settle.service
    to: str  # version
    back: str | None  # version; None where there was none
    previous: str | None  # the version before that
    screen: bool  # whether it was shown
    watched: bool = True  # whether it is looked at afterwards

    @property
    def copy(self) -> str:
        """What the copy of the data is called then, as `Place.copy` takes it."""
        return self.to if self.to != self.back else RESTORE


@dataclass(frozen=True, slots=True)
class Watched:
    """A version that has come, and is looked at for a while."""

    by: str  # the version that reads this: the first field, for wondertable-watch.service
    to: str  # version
    back: str  # version
    screen: bool  # whether it has to show itself
    looks: int = 0  # how often it was well


def change(at: Place, to: str, data: Path | None = None, *, watched: bool = True) -> None:
    """Let a version run, with the data as it is or with a folder that takes its place.

    CannotStart says why it does not: then the version before runs, if there was one, with all bytes of its data as they
    were. `at` is held by this process, and nothing was begun that has not ended.
    """
    back = at.current
    if data is None:
        at.enough(0, size(at.data), spare=0)
    shown = at.services.state(SCREEN) in ("active", "restarted") and not at.services.blank()
    note = Note(_here(at) or back or to, to, back, at.previous, screen=shown, watched=watched)
    why = CUT_OFF
    with _undisturbed():
        at.services.guard()
        _begin(at, note)
        try:
            at.services.stop()
            _make(at, note, data)
        except (OSError, subprocess.CalledProcessError, CannotStart) as problem:
            why = f"could not be switched to ({_said(problem)})"
        settle(at, why)


def settle(at: Place, why: str = CUT_OFF) -> None:
    """End a change that was begun: wait until the table answers, or undo it. CannotStart says why it was undone.

    Nothing is left of it then, unless it says that this has to be done again.
    """
    undone = ""
    try:
        if (now := stage(at)) is not None:
            at.services.guard()
            undone = _settled(at, now, Note(**json.loads((at.home / now).read_bytes())), why)
        at.tidy()
    except (OSError, ValueError, TypeError) as problem:
        said = f"what was begun could not be ended ({_said(problem)}); `wondertable settle` tries it again."
        raise CannotStart(said) from None
    if undone:
        raise CannotStart(undone, why="undone")


def stage(at: Place) -> Stage | None:
    """How far a change is that has not ended."""
    return next((stage for stage in Stage if (at.home / stage).exists()), None)


def trouble(at: Place, *, screen: bool, steady: bool = True) -> str:
    """What is wrong with a table, as the end of a sentence; nothing if it answers and shows itself within a minute.

    `screen`: whether there is one; `steady`: whether that may not have died since it was started.
    """
    at.told(WorkStep.TRY, None)
    end = at.clock() + PATIENCE
    while not answers(at.data):
        if at.services.state(TABLE) == "failed":
            return "does not start"
        if at.clock() > end:
            return "does not answer"
        at.sleep(LOOK)
    while screen and at.services.blank():
        if at.services.state(SCREEN) == "failed":
            return "has a screen that does not stay"
        if at.clock() > end:
            return "has a screen that shows nothing"
        at.sleep(LOOK)
    end = at.clock() + STEADY
    while screen and steady and at.clock() < end:
        if at.services.state(SCREEN) in ("failed", "restarted"):
            return "has a screen that does not stay"
        at.sleep(LOOK)
    return ""


def unusable(why: str) -> bool:
    """Whether nobody can play at a table with this trouble."""
    return why in NOT_AT_ALL


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


def duplicate(folder: Path, to: Path) -> None:
    """Copy a folder with its owners and modes; it has its name once it is whole. CannotStart if it cannot be copied."""
    part = to.with_name(f"{to.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        subprocess.run(["cp", "-a", "--reflink=auto", folder, part], check=True, capture_output=True)
    except subprocess.CalledProcessError as problem:
        shutil.rmtree(part, ignore_errors=True)
        raise CannotStart(f"{folder} could not be copied ({_said(problem)}).") from None
    os.sync()
    part.rename(to)
    flush(to.parent)


# ---- from stage to stage ------------------------------------------------------------------------------


def _begin(at: Place, note: Note) -> None:
    try:
        if at.before.exists():  # of no change that is known
            at.keep(at.before, note.copy)
        write(at.home / Stage.CHANGING, json.dumps(asdict(note)))
    except OSError as problem:
        raise CannotStart(f"nothing could be changed ({_said(problem)}).") from None


def _make(at: Place, note: Note, data: Path | None) -> None:
    at.told(WorkStep.COPY, None)
    if data is None:
        duplicate(at.data, at.before)
    else:
        os.sync()  # what comes is whole
        at.data.rename(at.before)
        data.rename(at.data)
        flush(at.data.parent)
    at.services.units(at.home / note.to)
    if note.to != note.back:
        at.point(note.to, previous=note.back)
    _pass(at, Stage.CHANGING, Stage.TRYING)


def _settled(at: Place, now: Stage, note: Note, why: str) -> str:
    """End a change; what is to be said of one that was undone."""
    if now is Stage.TRYING:
        at.services.start()
        if not (why := trouble(at, screen=note.screen)):
            now = _pass(at, Stage.TRYING, Stage.ANSWERED)
        else:
            now = _pass(at, Stage.TRYING, Stage.CHANGING)  # from here on it is undone, whoever goes on with it
    if now is Stage.ANSWERED:
        _keep(at, note)
        return ""
    if now is Stage.CHANGING:
        _undo(at, note)
    if note.back is None:
        _end(at, Stage.UNDONE)
        return f"{note.to} {why}; no table is installed, and games and settings are as they were."
    _go_on(at)
    what = note.to if note.to != note.back else "with these games and settings the table"
    if again := trouble(at, screen=note.screen):
        return f"{what} {why}; {note.back} is back with its games and settings as they were, but {again}."
    return f"{what} {why}; {note.back} goes on with its games and settings as they were."


def _keep(at: Place, note: Note) -> None:
    """Give the data as it was its place among the copies; with that a change has ended."""
    if note.back is None and not (at.before / DATABASE).exists():
        discard(at.before)  # there was no table before
    elif at.before.exists():
        at.keep(at.before, note.copy)
    at.have_run(note.back, note.to)
    if note.back not in (None, note.to) and note.watched:
        write(at.home / WATCHING, json.dumps(asdict(Watched(note.by, note.to, note.back, note.screen))))
        at.services.watch()
    elif note.to != note.back:
        (at.home / WATCHING).unlink(missing_ok=True)
    _end(at, Stage.ANSWERED)


def _undo(at: Place, note: Note) -> None:
    """Back to what was before, from whatever point.

    As long as the data lies at `Place.before`, what lies in its place is another's: it goes once the data is there.
    """
    at.services.stop()
    if at.before.exists():
        aside(at.data)
        at.before.rename(at.data)
        flush(at.data.parent)
    if note.back is not None:
        at.services.units(at.home / note.back)
    at.point(note.back, note.previous)
    _pass(at, Stage.CHANGING, Stage.UNDONE)


def _go_on(at: Place) -> None:
    """Start what was undone to; with that a change has ended, too."""
    at.services.start()
    _end(at, Stage.UNDONE)


def _pass(at: Place, now: Stage, then: Stage) -> Stage:
    (at.home / now).replace(at.home / then)
    flush(at.home)
    return then


def _end(at: Place, now: Stage) -> None:
    (at.home / now).unlink()
    flush(at.home)


def _here(at: Place) -> str | None:
    """Which of the versions that are here this program is."""
    folder = Path(__file__).resolve().parents[2]
    return folder.name if folder.parent == at.home.resolve() else None


def _said(problem: Exception) -> str:
    if isinstance(problem, subprocess.CalledProcessError):
        return str(problem.stderr.decode(errors="replace")).strip().rpartition("\n")[2]
    if isinstance(problem, OSError) and problem.filename:
        return f"{problem.filename}: {problem.strerror}"
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
