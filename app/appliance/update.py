"""`wondertable update | rollback | unpack | adopt`: switching to the version of a release, or to an installed one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from app.appliance.atomic_files import aside, discard, flush, size
from app.appliance.guarded_change import change, duplicate, settle, stage
from app.appliance.install_paths import Place
from app.appliance.progress import Tell, WorkStep
from app.appliance.project_addresses import addresses
from app.appliance.release_archive import MEMORY, Release, UnfitRelease, age, site_here
from app.appliance.release_source import opened
from app.text.terminal_output import CannotStart

ADDRESS: Final = "address"  # contains the address of releases


def update(at: Place, source: str | None, *, older: bool = False, game: bool = False) -> str:
    """Install and run the release in a file, a folder or at an address (None: the owner's). Return a sentence;
    CannotStart if it fails.

    `older`: also a version older than one that has run here; `game`: also during a game, which continues afterwards.
    """
    with at.alone():
        settle(at)
        if not game:
            at.no_game()
        with opened(source or _address(at)) as stream:
            release = Release(stream, at.keys, site_here())
            if (version := release.version) == at.current:
                return f"{at.current} runs already."
            _unpack(at, release, older=older, game=game)
        try:
            change(at, version)
        except CannotStart:
            if stage(at) is None and at.current != version:
                discard(at.home / version)
            raise
        return _done(at)


def check(at: Place, source: str | None) -> Release | None:
    """Return the release that `update` would install, or None. CannotStart if that is unknown. Its stream is closed."""
    at.installed()
    with opened(source or _address(at)) as stream:
        release = Release(stream, at.keys, site_here())
    return release if release.version != at.current and age(release.version) >= age(at.newest) else None


def unpack(at: Place, file: Path, keys: Iterable[Path], *, unsigned: bool) -> str:
    """Unpack the release in a file next to the installed versions, or as the first. Return its version; CannotStart if
    it fails.

    `keys`: further keys that may sign it; `unsigned`: an archive of a checkout, which root has just made.
    """
    with at.alone(first=True):
        settle(at)
        with opened(str(file)) as stream:
            release = Release(stream, [*at.keys, *keys], site_here(), unsigned=unsigned)
            if release.version != at.current:
                _unpack(at, release, older=unsigned, game=True)
            return release.version


def adopt(at: Place, version: str, *, game: bool) -> str:
    """Run a version that `./setup.sh install` has unpacked. Return a sentence; CannotStart if it fails.

    `game`: also during a game, which continues afterwards.
    """
    with at.alone(first=True):
        settle(at)
        at.needs(version)
        if version == at.current:
            return f"{version} runs already."
        if not game:
            at.no_game()
        at.enough(0, size(at.data))
        change(at, version)
        return _done(at)


def _done(at: Place) -> str:
    """Remove old versions. Return a sentence about the new one."""
    if at.previous is None:
        return f"{at.current} runs now."  # old copies of games stay
    at.prune()
    older = age(at.installed()) < age(at.newest)
    remark = f", which is older than {at.newest}: that has run here before" if older else ""
    return f"{at.current} runs now{remark}; {at.previous} is kept, and `wondertable rollback` goes back to it."


def rollback(at: Place, version: str | None, *, data: bool) -> str:
    """Run the previous version, or another installed one; `data`: with the games from before the running version came.

    Return a sentence; CannotStart if it fails.
    """
    with at.alone():
        settle(at)
        to, current = version or at.previous, at.installed()
        if to is None:
            raise CannotStart("there is no version to go back to.", why="none-before")
        at.needs(to)
        if to == current:
            return f"{to} runs already."
        at.no_game()
        before = None
        if data:
            if (copy := at.copy(current)) is None:
                raise CannotStart(f"there is no copy of the games from before {current}.")
            at.enough(0, size(copy), spare=0)
            duplicate(copy, before := at.data.with_name(f"{at.data.name}.old"))
        try:
            change(at, to, before)
        except CannotStart as problem:
            if data or at.copy(current) is None:
                raise
            hint = f"If it cannot read today's games: `wondertable rollback --data` takes those from before {current}."
            raise CannotStart(f"{problem} {hint}") from None
        with_data = f", with the games and settings from before {current}" if data else ""
        return f"{to} runs now{with_data}."


def _address(at: Place) -> str:
    where = at.own / ADDRESS
    try:
        said = where.read_text(errors="replace").strip()
    except FileNotFoundError:
        said = ""
    try:
        said = said or addresses(at.project).updates
    except ValueError as problem:
        raise CannotStart(f"the project's addresses cannot be read: {problem}") from None
    if not (said and said.isprintable()):
        raise CannotStart(
            "please say which: a file or an address; one that is asked from then on is set by "
            f"`echo ADDRESS | sudo tee {where}`.",
            why="no-address",
        )
    return said


# ---- unpacking ----------------------------------------------------------------------------------------


def _unpack(at: Place, release: Release, *, older: bool, game: bool = False) -> None:
    """Unpack a release next to the installed versions. CannotStart or UnfitRelease if it fails.

    `older`: also a version older than one that has run here; `game`: also during a game.
    """
    version, newest = release.version, at.newest
    if age(version) < age(newest) and not older:
        so = "which runs" if newest == at.current else "which has run here"
        raise UnfitRelease(
            f"{version} is older than {newest}, {so}; `wondertable rollback` goes back, --older takes it", "older"
        )
    fresh = at.home / f".new-{version}"
    at.enough(release.room, size(at.data))
    try:
        with _readable_by_all():
            fresh.mkdir()
            release.unpack(fresh, at.told)
            _compile(fresh, release.room, at.told)
        if not game:
            at.no_game()  # a game may have begun meanwhile
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    os.sync()
    aside(at.home / version)
    fresh.rename(at.home / version)
    flush(at.home)


def _compile(folder: Path, room: int, told: Tell) -> None:
    """Compile all modules, as the table may not write here and Python would compile them at each start.

    Modules that need much memory are skipped; if the result exceeds the promised size, all of it is removed.
    """
    modules = max(1, sum(1 for _ in folder.rglob("*.py")))
    words: list[str | Path] = ["nice", "prlimit", f"--data={MEMORY}", sys.executable, "-m", "compileall", folder]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as compiling:
        done = 0
        for line in compiling.stdout or ():
            done += line.startswith(b"Compiling ")
            told(WorkStep.PREPARE, min(1.0, done / modules))
    if size(folder) > room:
        for path in folder.rglob("__pycache__"):
            shutil.rmtree(path)


@contextmanager
def _readable_by_all() -> Iterator[None]:
    """Set the umask so that the table's user can read the new files, whatever the caller's umask is."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)
