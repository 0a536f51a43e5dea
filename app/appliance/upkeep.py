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
from pathlib import Path
from typing import Final, TypeAlias

from app.appliance import backup, fault_report, update
from app.appliance.install_paths import Place
from app.appliance.progress import Progress, Reckoning, WorkStep
from app.appliance.release_source import newest_release
from app.appliance.safety_copies import day
from app.appliance.usb_sticks import mounted, sticks
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

MAX_DAILY_FILES: Final = 99  # on a stick
BACKUPS: Final = "wondertable-backup-*.tar.gz"
BACKUP: Final = re.compile(r"wondertable-backup-(\d{4}-\d\d-\d\d)(?:-(\d{1,2}))?\.tar\.gz")


@dataclass(frozen=True, slots=True)
class WorkDone:
    """The outcome of a work: a sentence, and its facts."""

    said: str
    facts: Mapping[str, str] = field(default_factory=dict)


Doctor: TypeAlias = Callable[[], str]
Work: TypeAlias = Callable[[Place, Doctor, Path], WorkDone]  # the path is the folder for files that stay


def carry_out(at: Place, work: str, doctor: Doctor, run: Path = RUN_FOLDER) -> str:
    """Run a work and report its progress. Return a sentence; CannotStart if it fails."""
    if work not in WORKS_BY_NAME:
        raise CannotStart(f"upkeep does not know {work!r}; it knows {', '.join(WORKS_BY_NAME)}.")
    held = try_lock(run)
    if held is None:
        raise CannotStart("another work of upkeep is under way.", why="busy")
    with held:
        state = WorkState(work, facts={VERSION_BEFORE: at.current} if at.current else {})

        def tell(told: Progress) -> None:
            write_state(run, replace(state, step=told.step.value, done=told.done, left=told.left))

        write_state(run, state)
        try:
            outcome = WORKS_BY_NAME[work](replace(at, told=Reckoning(tell, at.clock)), doctor, run)
        except CannotStart as no:
            write_state(run, replace(state, came="failed", why=no.why, said=str(no), facts=_with_removed(at, {})))
            raise
        except BaseException as problem:
            write_state(run, replace(state, came="failed", said=f"{type(problem).__name__}."))
            raise
        write_state(run, replace(state, came="done", said=outcome.said, facts=_with_removed(at, outcome.facts)))
        return outcome.said


def _with_removed(at: Place, facts: Mapping[str, str]) -> Mapping[str, str]:
    """Return facts with the days of safety copies that were removed to make room, if any were."""
    days = ", ".join(day(copy) or copy.name for copy in at.removed)
    return {**facts, "removed": days} if days else facts


# ---- versions -----------------------------------------------------------------------------------------


def _look(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    found = update.check(at, None)
    if found is None:
        return WorkDone("nothing would come.", {"version": ""})
    return WorkDone(f"{found.version} would come.", {"version": found.version, "news": found.news})


def _update(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _changed(at, update.update(at, None))


def _update_at_night(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _changed(at, update.update(at, None, game=True))


def _update_from_stick(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    at.no_game()
    with _stick_with(newest_release) as release:
        return _changed(at, update.update(at, str(release)))


def _back(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _changed(at, update.rollback(at, None, data=False))


def _changed(at: Place, said: str) -> WorkDone:
    return WorkDone(said, {"version": at.installed()})


# ---- games and settings -------------------------------------------------------------------------------


def _backup_to_stick(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _to_stick(at, "wondertable-backup", lambda to: backup.backup(at, to))


def _backup(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _handed(at, run, "backup", lambda to: backup.backup(at, to))


def _restore_from_stick(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    at.no_game()
    with _stick_with(_newest_backup) as file:
        return WorkDone(backup.restore(at, file), {"file": file.name})


def _restore(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    """Restore a backup that a phone uploaded. Its folder belongs to the table's user, so no link is followed."""
    file = at.data / UPLOADED_FILE
    try:
        opened = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        file.unlink()
    except OSError:
        raise CannotStart("no backup has come from a phone.", "no-backup") from None
    try:
        return WorkDone(backup.restore(at, Path(f"/proc/self/fd/{opened}")))
    finally:
        os.close(opened)


def _reset(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return WorkDone(backup.reset(at))


# ---- a report -----------------------------------------------------------------------------------------


def _report(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    return _handed(at, run, "report", lambda to: fault_report.report(at, to, doctor()))


def _report_to_stick(at: Place, doctor: Doctor, run: Path) -> WorkDone:
    found = doctor()
    return _to_stick(at, "wondertable-report", lambda to: fault_report.report(at, to, found))


def _handed(at: Place, run: Path, work: str, put: Callable[[Path], str]) -> WorkDone:
    """Make a file for download by a phone, readable by the table's user alone."""
    to, owner = run / DOWNLOAD_FILES[work], at.data.stat()
    to.unlink(missing_ok=True)
    said = put(to)
    os.chown(to, owner.st_uid, owner.st_gid)
    return WorkDone(said)


# ---- sticks -------------------------------------------------------------------------------------------


@contextmanager
def _stick_with(find: Callable[[Path], Path]) -> Iterator[Path]:
    """Mount sticks until `find` finds a file, which is available in the context. CannotStart if no stick has one."""
    problem = CannotStart("no stick can be read.", "no-stick")
    for device in sticks():
        with ExitStack() as stack:
            try:
                found = find(stack.enter_context(mounted(device)))
            except CannotStart as no:
                problem = no
            else:
                yield found
                return
    raise problem


def _to_stick(at: Place, name: str, put: Callable[[Path], str]) -> WorkDone:
    """Write a new file, with the day in its name, to the first writable stick, and sync it."""
    problem = CannotStart("no stick can be written.", "stick-unwritable")
    for device in sticks():
        try:
            with mounted(device, writes=True) as folder:
                to = _fresh(folder, f"{name}-{at.today().isoformat()}")
                put(to)
                at.told(WorkStep.WRITE, None)
        except CannotStart as no:
            problem = CannotStart(no, no.why or "stick-unwritable")
        else:
            return WorkDone(f"{to.name} lies on the stick.", {"file": to.name})
    raise problem


def _fresh(folder: Path, stem: str) -> Path:
    """Return an unused name."""
    names = (f"{stem}{'' if n == 1 else f'-{n}'}.tar.gz" for n in range(1, MAX_DAILY_FILES))
    return next((folder / name for name in names if not (folder / name).exists()), folder / f"{stem}.tar.gz")


def _newest_backup(folder: Path) -> Path:
    found = [file for file in folder.glob(BACKUPS) if BACKUP.fullmatch(file.name)]
    if not found:
        raise CannotStart(f"there is no backup in it ({BACKUPS}).", "no-backup")
    return max(found, key=_age)


def _age(file: Path) -> tuple[str, int]:
    name = BACKUP.fullmatch(file.name)
    assert name is not None
    return name[1], int(name[2] or 1)


WORKS_BY_NAME: Final[Mapping[str, Work]] = {
    "look": _look,
    "update": _update,
    "update-at-night": _update_at_night,
    "update-from-stick": _update_from_stick,
    "back": _back,
    "backup-to-stick": _backup_to_stick,
    "backup": _backup,
    "restore-from-stick": _restore_from_stick,
    "restore": _restore,
    "report": _report,
    "report-to-stick": _report_to_stick,
    "reset": _reset,
}
