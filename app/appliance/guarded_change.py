"""A guarded change of version or data: stop the table, change it, start it and test it; undo the change if it fails.

During a change a note is stored next to the versions. It contains what is changed and what to restore; its name is the
stage (`Stage`), so that stages follow each other atomically and systemd can test for it: no table starts while
something may be half changed. If a power cut or a kill interrupts a change, the next command or
wondertable-settle.service finds the note and completes or undoes the change (`settle`). That may be interrupted as
well, any number of times: each step is idempotent.
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

from app.appliance.atomic_files import discard, measure_folder, move_aside, sync_folder, write
from app.appliance.install_paths import Place
from app.appliance.progress import WorkStep
from app.appliance.running_table import read_run_file
from app.appliance.services import SCREEN, TABLE
from app.host.data_folder import is_running
from app.text.terminal_output import CannotStart

ANSWER_SECONDS: Final = 60.0  # for which a table may take to answer: a slow machine loads everything from a card
STEADY_SECONDS: Final = 5.0  # for which the screen has to keep running afterwards
CHECK_SECONDS: Final = 0.5  # between two checks
REQUEST_SECONDS: Final = 3.0  # timeout of one request
CUT_OFF: Final = "was not started, because the change was interrupted"
WATCHING: Final = "watching"  # the file of a new version under watch (update_watchdog.py)
FATAL_TROUBLES: Final = ("does not start", "does not answer")  # with these nobody can play
DATABASE: Final = "table.db"  # in the data folder
RESTORE: Final = "restore"  # name of the copy if the data changes but not the version


class Stage(StrEnum):
    """The stage of a change: the name of its note."""

    CHANGING = "changing"  # some of it may be changed, or not undone yet; wondertable.service waits for its end
    TRYING = "trying"  # everything is changed; the table has to answer
    ANSWERED = "answered"  # it answered; the old data still has to become a safety copy
    UNDONE = "undone"  # everything is restored; the table has to be started


@dataclass(frozen=True, slots=True)
class Note:
    """A note of what is being changed, and what to restore."""

    by: str  # the version that wrote and reads this; the first field, for wondertable-settle.service
    to: str  # version
    back: str | None  # version; None if there was none
    previous: str | None  # the version before that
    screen: bool  # True if the screen was running
    watched: bool = True  # True if the new version is watched afterwards

    @property
    def copy(self) -> str:
        """The name of the safety copy of the old data, as for `Place.find_copy`."""
        return self.to if self.to != self.back else RESTORE


@dataclass(frozen=True, slots=True)
class WatchedVersion:
    """A new version that is watched for a while."""

    by: str  # the version that reads this; the first field, for wondertable-watch.service
    to: str  # version
    back: str  # version
    screen: bool  # True if its screen has to run
    looks: int = 0  # number of successful checks


def change(at: Place, to: str, data: Path | None = None, *, watched: bool = True) -> None:
    """Switch to a version, with the current data or with a folder that replaces it.

    CannotStart states why it failed; then the previous version runs again, if there was one, with exactly its old data.
    The caller holds the lock, and no other change is unfinished.
    """
    back = at.current
    if data is None:
        at.ensure_space(0, measure_folder(at.data), spare=0)
    shown = at.services.read_state(SCREEN) in ("active", "restarted") and not at.services.is_blank()
    note = Note(_find_own_version(at) or back or to, to, back, at.previous, screen=shown, watched=watched)
    why = CUT_OFF
    with _ignore_signals():
        at.services.start_settle_service()
        _write_note(at, note)
        try:
            at.services.stop()
            _apply(at, note, data)
        except (OSError, subprocess.CalledProcessError, CannotStart) as problem:
            why = f"could not be started ({_describe(problem)})"
        settle(at, why)


def settle(at: Place, why: str = CUT_OFF) -> None:
    """Complete an unfinished change: wait until the table answers, or undo the change. CannotStart states why it was
    undone.

    Afterwards nothing is left of the change, unless the message says to try again.
    """
    undone = ""
    try:
        if (now := read_stage(at)) is not None:
            at.services.start_settle_service()
            undone = _continue_from(at, now, Note(**json.loads((at.home / now).read_bytes())), why)
        at.tidy()
    except (OSError, ValueError, TypeError) as problem:
        said = f"the change could not be finished ({_describe(problem)}); `wondertable settle` tries again."
        raise CannotStart(said) from None
    if undone:
        raise CannotStart(undone, why="undone")


def read_stage(at: Place) -> Stage | None:
    """Return the stage of an unfinished change, or None."""
    return next((stage for stage in Stage if (at.home / stage).exists()), None)


def find_trouble(at: Place, *, screen: bool, steady: bool = True) -> str:
    """Return what is wrong with a table, as the end of a sentence; "" if it answers and shows its screen within a
    minute.

    `screen`: the table has a screen; `steady`: the screen must not have died since its start.
    """
    at.report(WorkStep.TRY, None)
    end = at.clock() + ANSWER_SECONDS
    while not is_answering(at.data):
        if at.services.read_state(TABLE) == "failed":
            return "does not start"
        if at.clock() > end:
            return "does not answer"
        at.sleep(CHECK_SECONDS)
    while screen and at.services.is_blank():
        if at.services.read_state(SCREEN) == "failed":
            return "has a screen that keeps crashing"
        if at.clock() > end:
            return "has a screen without a picture"
        at.sleep(CHECK_SECONDS)
    end = at.clock() + STEADY_SECONDS
    while screen and steady and at.clock() < end:
        if at.services.read_state(SCREEN) in ("failed", "restarted"):
            return "has a screen that keeps crashing"
        at.sleep(CHECK_SECONDS)
    return ""


def is_unusable(why: str) -> bool:
    """Return True if nobody can play at a table with this trouble."""
    return why in FATAL_TROUBLES


def is_answering(data: Path) -> bool:
    """Return True if a table holds this data folder and serves a page."""
    try:
        if not is_running(data):
            return False
        with closing(HTTPConnection("127.0.0.1", read_run_file(data)["port"], timeout=REQUEST_SECONDS)) as connection:
            connection.request("GET", "/")
            with connection.getresponse() as answer:
                return answer.status == 200
    except (OSError, HTTPException, ValueError, KeyError):
        return False


def copy_folder(folder: Path, to: Path) -> None:
    """Copy a folder with owners and modes; it gets its name once it is complete. CannotStart if that fails."""
    part = to.with_name(f"{to.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        subprocess.run(["cp", "-a", "--reflink=auto", folder, part], check=True, capture_output=True)
    except subprocess.CalledProcessError as problem:
        shutil.rmtree(part, ignore_errors=True)
        raise CannotStart(f"{folder} cannot be copied ({_describe(problem)}).") from None
    os.sync()
    part.rename(to)
    sync_folder(to.parent)


# ---- from stage to stage ------------------------------------------------------------------------------


def _write_note(at: Place, note: Note) -> None:
    try:
        if at.undo_folder.exists():  # of an unknown change
            at.store_copy(at.undo_folder, note.copy)
        write(at.home / Stage.CHANGING, json.dumps(asdict(note)))
    except OSError as problem:
        raise CannotStart(f"nothing could be changed ({_describe(problem)}).") from None


def _apply(at: Place, note: Note, data: Path | None) -> None:
    at.report(WorkStep.COPY, None)
    if data is None:
        copy_folder(at.data, at.undo_folder)
    else:
        os.sync()  # the new data is complete on disk
        at.data.rename(at.undo_folder)
        data.rename(at.data)
        sync_folder(at.data.parent)
    at.services.install_units(at.home / note.to)
    if note.to != note.back:
        at.set_links(note.to, previous=note.back)
    _move_to_stage(at, Stage.CHANGING, Stage.TRYING)


def _continue_from(at: Place, now: Stage, note: Note, why: str) -> str:
    """Complete a change from a stage on. Return what to tell about an undone change, or ""."""
    if now is Stage.TRYING:
        at.services.start()
        if not (why := find_trouble(at, screen=note.screen)):
            now = _move_to_stage(at, Stage.TRYING, Stage.ANSWERED)
        else:
            # From now on the change is undone, even after an interruption.
            now = _move_to_stage(at, Stage.TRYING, Stage.CHANGING)
    if now is Stage.ANSWERED:
        _complete(at, note)
        return ""
    if now is Stage.CHANGING:
        _undo(at, note)
    if note.back is None:
        _remove_note(at, Stage.UNDONE)
        return f"{note.to} {why}; no table is installed. Games and settings are unchanged."
    _start_restored(at)
    what = note.to if note.to != note.back else "the table with these games and settings"
    if again := find_trouble(at, screen=note.screen):
        return f"{what} {why}; {note.back} is running again with its games and settings as they were, but {again}."
    return f"{what} {why}; {note.back} is running again with its games and settings as they were."


def _complete(at: Place, note: Note) -> None:
    """Move the old data to the safety copies, which ends the change."""
    if note.back is None and not (at.undo_folder / DATABASE).exists():
        discard(at.undo_folder)  # there was no table
    elif at.undo_folder.exists():
        at.store_copy(at.undo_folder, note.copy)
    at.record_run(note.back, note.to)
    if note.back not in (None, note.to) and note.watched:
        write(at.home / WATCHING, json.dumps(asdict(WatchedVersion(note.by, note.to, note.back, note.screen))))
        at.services.start_watch_service()
    elif note.to != note.back:
        (at.home / WATCHING).unlink(missing_ok=True)
    _remove_note(at, Stage.ANSWERED)


def _undo(at: Place, note: Note) -> None:
    """Restore the old state from any point.

    While `Place.undo_folder` exists, the data folder contains the new data, which is removed once the old data is
    back.
    """
    at.services.stop()
    if at.undo_folder.exists():
        move_aside(at.data)
        at.undo_folder.rename(at.data)
        sync_folder(at.data.parent)
    if note.back is not None:
        at.services.install_units(at.home / note.back)
    at.set_links(note.back, note.previous)
    _move_to_stage(at, Stage.CHANGING, Stage.UNDONE)


def _start_restored(at: Place) -> None:
    """Start the restored version, which ends the change."""
    at.services.start()
    _remove_note(at, Stage.UNDONE)


def _move_to_stage(at: Place, now: Stage, then: Stage) -> Stage:
    (at.home / now).replace(at.home / then)
    sync_folder(at.home)
    return then


def _remove_note(at: Place, now: Stage) -> None:
    (at.home / now).unlink()
    sync_folder(at.home)


def _find_own_version(at: Place) -> str | None:
    folder = Path(__file__).resolve().parents[2]
    return folder.name if folder.parent == at.home.resolve() else None


def _describe(problem: Exception) -> str:
    if isinstance(problem, subprocess.CalledProcessError):
        return str(problem.stderr.decode(errors="replace")).strip().rpartition("\n")[2]
    if isinstance(problem, OSError) and problem.filename:
        return f"{problem.filename}: {problem.strerror}"
    return str(problem).rstrip(".")


@contextmanager
def _ignore_signals() -> Iterator[None]:
    """Ignore signals, so that closing the terminal or Ctrl-C does not interrupt a change."""
    names = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
    before = {name: signal.signal(name, signal.SIG_IGN) for name in names}
    try:
        yield
    finally:
        for name, how in before.items():
            signal.signal(name, how)
