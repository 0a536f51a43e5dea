"""`wondertable update | rollback | unpack | adopt`: switching to the version of a release, or to an installed one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from app.appliance.atomic_files import discard, measure_folder, move_aside, sync_folder
from app.appliance.guarded_change import change, copy_folder, read_stage, settle
from app.appliance.install_paths import Place
from app.appliance.progress import ReportProgress, WorkStep
from app.appliance.project_addresses import load_addresses
from app.appliance.release_archive import MEMORY, Release, UnfitRelease, own_site_name, version_key
from app.appliance.release_source import open_source
from app.text.terminal_output import CannotStart

ADDRESS: Final = "address"  # contains the address of releases


def update(at: Place, source: str | None, *, older: bool = False, game: bool = False) -> str:
    """Install and run the release in a file, a folder or at an address (None: the owner's). Return a sentence;
    CannotStart if it fails.

    `older`: also a version older than one that has run here; `game`: also during a game, which continues afterwards.
    """
    with at.lock():
        settle(at)
        if not game:
            at.check_no_game()
        with open_source(source or _find_address(at)) as stream:
            release = Release(stream, at.keys, own_site_name())
            if (version := release.version) == at.current:
                return f"{at.current} is already running."
            _unpack(at, release, older=older, game=game)
        try:
            change(at, version)
        except CannotStart:
            if read_stage(at) is None and at.current != version:
                discard(at.home / version)
            raise
        return _finish_update(at)


def check(at: Place, source: str | None) -> Release | None:
    """Return the release that `update` would install, or None. CannotStart if that is unknown. Its stream is closed."""
    at.require_current()
    with open_source(source or _find_address(at)) as stream:
        release = Release(stream, at.keys, own_site_name())
    is_newer = release.version != at.current and version_key(release.version) >= version_key(at.newest_run)
    return release if is_newer else None


def unpack(at: Place, file: Path, keys: Iterable[Path], *, unsigned: bool) -> str:
    """Unpack the release in a file next to the installed versions, or as the first. Return its version; CannotStart if
    it fails.

    `keys`: further keys that may sign it; `unsigned`: an archive of a checkout, which root has just made.
    """
    with at.lock(first=True):
        settle(at)
        with open_source(str(file)) as stream:
            release = Release(stream, [*at.keys, *keys], own_site_name(), unsigned=unsigned)
            if release.version != at.current:
                _unpack(at, release, older=unsigned, game=True)
            return release.version


def adopt(at: Place, version: str, *, game: bool) -> str:
    """Run a version that `./setup.sh install` has unpacked. Return a sentence; CannotStart if it fails.

    `game`: also during a game, which continues afterwards.
    """
    with at.lock(first=True):
        settle(at)
        at.check_installed(version)
        if version == at.current:
            return f"{version} is already running."
        if not game:
            at.check_no_game()
        at.ensure_space(0, measure_folder(at.data))
        change(at, version)
        return _finish_update(at)


def _finish_update(at: Place) -> str:
    """Remove old versions. Return a sentence about the new one."""
    if at.previous is None:
        return f"{at.current} is running now."  # old copies of games stay
    at.prune()
    older = version_key(at.require_current()) < version_key(at.newest_run)
    remark = f", an older version than {at.newest_run}, which ran here before" if older else ""
    return f"{at.current} is running now{remark}; {at.previous} is kept, and `wondertable rollback` goes back to it."


def rollback(at: Place, version: str | None, *, data: bool) -> str:
    """Run the previous version, or another installed one; `data`: with the games from before the running version came.

    Return a sentence; CannotStart if it fails.
    """
    with at.lock():
        settle(at)
        to, current = version or at.previous, at.require_current()
        if to is None:
            raise CannotStart("there is no version to go back to.", why="none-before")
        at.check_installed(to)
        if to == current:
            return f"{to} is already running."
        at.check_no_game()
        before = None
        if data:
            if (copy := at.find_copy(current)) is None:
                raise CannotStart(f"there is no copy of the games from before {current}.")
            at.ensure_space(0, measure_folder(copy), spare=0)
            copy_folder(copy, before := at.data.with_name(f"{at.data.name}.old"))
        try:
            change(at, to, before)
        except CannotStart as problem:
            if data or at.find_copy(current) is None:
                raise
            hint = (
                f"If it cannot read today's games: `wondertable rollback --data` restores those from before {current}."
            )
            raise CannotStart(f"{problem} {hint}") from None
        with_data = f", with the games and settings from before {current}" if data else ""
        return f"{to} is running now{with_data}."


def _find_address(at: Place) -> str:
    where = at.own / ADDRESS
    try:
        said = where.read_text(errors="replace").strip()
    except FileNotFoundError:
        said = ""
    try:
        said = said or load_addresses(at.project).updates
    except ValueError as problem:
        raise CannotStart(f"the project's addresses cannot be read: {problem}") from None
    if not (said and said.isprintable()):
        raise CannotStart(
            f"name a file or an address; to set the address for all updates, run `echo ADDRESS | sudo tee {where}`.",
            why="no-address",
        )
    return said


def _unpack(at: Place, release: Release, *, older: bool, game: bool = False) -> None:
    """Unpack a release next to the installed versions. CannotStart or UnfitRelease if it fails.

    `older`: also a version older than one that has run here; `game`: also during a game.
    """
    version, newest = release.version, at.newest_run
    if version_key(version) < version_key(newest) and not older:
        clause = "which is running" if newest == at.current else "which ran here"
        raise UnfitRelease(
            f"{version} is older than {newest}, {clause}; `wondertable rollback` goes back, --older installs it anyway",
            "older",
        )
    fresh = at.home / f".new-{version}"
    at.ensure_space(release.needed_space, measure_folder(at.data))
    try:
        with _set_umask():
            fresh.mkdir()
            release.unpack(fresh, at.report)
            _compile(fresh, release.needed_space, at.report)
        if not game:
            at.check_no_game()  # a game may have begun meanwhile
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    os.sync()
    move_aside(at.home / version)
    fresh.rename(at.home / version)
    sync_folder(at.home)


def _compile(folder: Path, room: int, report: ReportProgress) -> None:
    """Compile all modules, as the table may not write here and Python would compile them at each start.

    Modules that need much memory are skipped; if the result exceeds the promised size, all of it is removed.
    """
    modules = max(1, sum(1 for _ in folder.rglob("*.py")))
    words: list[str | Path] = ["nice", "prlimit", f"--data={MEMORY}", sys.executable, "-m", "compileall", folder]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as compiling:
        done = 0
        for line in compiling.stdout or ():
            done += line.startswith(b"Compiling ")
            report(WorkStep.PREPARE, min(1.0, done / modules))
    if (folder / "main.py").exists():  # the templates of its pages, too
        environ = os.environ | {"PYTHONPATH": str(folder / "site"), "PYTHONDONTWRITEBYTECODE": ""}
        words = ["nice", sys.executable, "-s", "-m", "app.workshop.compile_templates"]
        silent = subprocess.DEVNULL
        subprocess.run(words, cwd=folder, env=environ, stdout=silent, stderr=silent, check=False)
    if measure_folder(folder) > room:
        for path in folder.rglob("__pycache__"):
            shutil.rmtree(path)


@contextmanager
def _set_umask() -> Iterator[None]:
    """Set the umask so that the table's user can read the new files, whatever the caller's umask is."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)
