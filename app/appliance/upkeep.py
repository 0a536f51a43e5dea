"""`wondertable upkeep WORK`: the work that the table requests from wondertable-upkeep@WORK.service, run as root.

The table's user may start that service with the works of this list only (52-wondertable-upkeep.rules). Each is a
command that an owner could type, such as `wondertable update`, with nothing that the table could choose. Progress and
outcome go to a file that the table reads (app/host/upkeep_file.py), next to the files for download by a phone.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Final, TypeAlias

from app.appliance import backup, fault_report, update
from app.appliance.install_paths import Place
from app.appliance.progress import Progress, ProgressEstimator, WorkStep
from app.appliance.release_source import find_newest_release
from app.appliance.safety_copies import copy_day
from app.appliance.usb_sticks import list_sticks, mount
from app.host.upkeep_file import (
    DOWNLOAD_FILES,
    RUN_FOLDER,
    UPLOADED_FILE,
    VERSION_BEFORE,
    WorkState,
    try_lock,
    write_state,
)
from app.text.terminal_output import CannotStart

BACKUPS: Final = "wondertable-backup-*.tar.gz"
BACKUP: Final = re.compile(r"wondertable-backup-(\d{4}-\d\d-\d\d)(?:-(\d{1,2}))?\.tar\.gz")


@dataclass(frozen=True, slots=True)
class WorkDone:
    """The outcome of a work: a sentence, and its facts."""

    said: str
    facts: Mapping[str, str] = field(default_factory=dict)


Doctor: TypeAlias = Callable[[], str]
Work: TypeAlias = Callable[[Place, Doctor, Path], WorkDone]  # the path is the folder for files that stay


def run_work(at: Place, work: str, doctor: Doctor, run: Path = RUN_FOLDER) -> str:
    """Run a work and report its progress. Return a sentence; CannotStart if it fails."""
    if work not in WORKS_BY_NAME:
        raise CannotStart(f"upkeep has no task {work!r}; there are {', '.join(WORKS_BY_NAME)}.")
    lock = try_lock(run)
    if lock is None:
        raise CannotStart("another upkeep task is running.", why="busy")
    with lock:
        state = WorkState(work, facts={VERSION_BEFORE: at.current} if at.current else {})

        def report(progress: Progress) -> None:
            write_state(run, replace(state, step=progress.step.value, done=progress.done, left=progress.left))

        write_state(run, state)
        try:
            outcome = WORKS_BY_NAME[work](replace(at, report=ProgressEstimator(report, at.clock)), doctor, run)
        except CannotStart as no:
            write_state(run, replace(state, came="failed", why=no.why, said=str(no), facts=_add_removed_copies(at, {})))
            raise
        except BaseException as problem:
            write_state(run, replace(state, came="failed", said=f"{type(problem).__name__}."))
            raise
        write_state(run, replace(state, came="done", said=outcome.said, facts=_add_removed_copies(at, outcome.facts)))
        return outcome.said


def _add_removed_copies(at: Place, facts: Mapping[str, str]) -> Mapping[str, str]:
    """Return facts with the days of safety copies that were removed to make room, if any were."""
    days = ", ".join(copy_day(copy) or copy.name for copy in at.removed)
    return {**facts, "removed": days} if days else facts


def _look(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    found = update.check(at, None)
    if found is None:
        return WorkDone("there is no newer version.", {"version": ""})
    return WorkDone(f"{found.version} would be installed.", {"version": found.version, "news": found.news})


def _update(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _report_version(at, update.update(at, None))


def _update_at_night(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _report_version(at, update.update(at, None, game=True))


def _update_from_stick(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    at.check_no_game()
    with _mount_stick_with(find_newest_release) as release:
        return _report_version(at, update.update(at, str(release)))


def _roll_back(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _report_version(at, update.rollback(at, None, data=False))


def _report_version(at: Place, said: str) -> WorkDone:
    return WorkDone(said, {"version": at.require_current()})


def _backup_to_stick(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _write_to_stick(at, "wondertable-backup", lambda to: backup.backup(at, to))


def _backup(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _make_download(at, run, "backup", lambda to: backup.backup(at, to))


def _restore_from_stick(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    at.check_no_game()
    with _mount_stick_with(_find_newest_backup) as file:
        return WorkDone(backup.restore(at, file), {"file": file.name})


def _restore(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    """Restore a backup that a phone uploaded. Its folder belongs to the table's user, so no link is followed."""
    file = at.data / UPLOADED_FILE
    try:
        opened = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        file.unlink()
    except OSError:
        raise CannotStart("no backup was received from a phone.", "no-backup") from None
    try:
        return WorkDone(backup.restore(at, Path(f"/proc/self/fd/{opened}")))
    finally:
        os.close(opened)


def _reset(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return WorkDone(backup.reset(at))


def _report(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _make_download(at, run, "report", lambda to: fault_report.report(at, to, doctor()))


def _report_to_stick(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    found = doctor()
    return _write_to_stick(at, "wondertable-report", lambda to: fault_report.report(at, to, found))


def _make_download(at: Place, run: Path, work: str, write: Callable[[Path], str]) -> WorkDone:
    """Make a file for download by a phone, readable by the table's user alone."""
    to, owner = run / DOWNLOAD_FILES[work], at.data.stat()
    to.unlink(missing_ok=True)
    said = write(to)
    os.chown(to, owner.st_uid, owner.st_gid)
    return WorkDone(said)


@contextmanager
def _mount_stick_with(find: Callable[[Path], Path]) -> Iterator[Path]:
    """Mount sticks until `find` finds a file, which is available in the context. CannotStart if no stick has one."""
    problem = CannotStart("no stick could be read.", "no-stick")
    for device in list_sticks():
        with ExitStack() as stack:
            try:
                found = find(stack.enter_context(mount(device)))
            except CannotStart as no:
                problem = no
            else:
                yield found
                return
    raise problem


def _write_to_stick(at: Place, name: str, write: Callable[[Path], str]) -> WorkDone:
    """Write a new file, with the day in its name, to the first writable stick, and sync it."""
    problem = CannotStart("no stick could be written.", "stick-unwritable")
    for device in list_sticks():
        try:
            with mount(device, writes=True) as folder:
                to = _choose_file_name(folder, f"{name}-{at.today().isoformat()}")
                write(to)
                at.report(WorkStep.WRITE, None)
        except CannotStart as no:
            problem = CannotStart(str(no), no.why or "stick-unwritable")
        else:
            return WorkDone(f"{to.name} is on the stick.", {"file": to.name})
    raise problem


def _choose_file_name(folder: Path, stem: str) -> Path:
    """Return a file that does not exist yet: `stem`.tar.gz, `stem`-2.tar.gz, …"""
    names = (f"{stem}{'' if n == 1 else f'-{n}'}.tar.gz" for n in count(1))
    return next(folder / name for name in names if not (folder / name).exists())


def _find_newest_backup(folder: Path) -> Path:
    found = [file for file in folder.glob(BACKUPS) if BACKUP.fullmatch(file.name)]
    if not found:
        raise CannotStart(f"there is no backup in it ({BACKUPS}).", "no-backup")
    return max(found, key=_sort_key)


def _sort_key(file: Path) -> tuple[str, int]:
    name = BACKUP.fullmatch(file.name)
    assert name is not None
    return name[1], int(name[2] or 1)


WORKS_BY_NAME: Final[Mapping[str, Work]] = {
    "look": _look,
    "update": _update,
    "update-at-night": _update_at_night,
    "update-from-stick": _update_from_stick,
    "back": _roll_back,
    "backup-to-stick": _backup_to_stick,
    "backup": _backup,
    "restore-from-stick": _restore_from_stick,
    "restore": _restore,
    "report": _report,
    "report-to-stick": _report_to_stick,
    "reset": _reset,
}
