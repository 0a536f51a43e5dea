"""`wondertable update | rollback | unpack | adopt`: another version, from a release or from those that are here."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from app.appliance.archive import MEMORY, Release, UnfitRelease, age, site_here
from app.appliance.atomic_files import aside, discard, flush, size
from app.appliance.guarded_change import change, duplicate, settle, stage
from app.appliance.install_paths import Place
from app.appliance.progress import Tell, WorkStep
from app.appliance.project_addresses import addresses
from app.appliance.release_source import opened
from app.text.terminal import CannotStart

ADDRESS: Final = "address"  # the file with the address of releases


def update(at: Place, source: str | None, *, older: bool = False, game: bool = False) -> str:
    """Run the release in a file, in a folder or at an address (None: the owner's); a sentence. CannotStart if not.

    `older`: also one that is older than what has run here; `game`: also while one is played, which goes on then.
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
    """What `update` would bring from there, which cannot be read further; None if nothing. CannotStart if that cannot
    be said."""
    at.installed()
    with opened(source or _address(at)) as stream:
        release = Release(stream, at.keys, site_here())
    return release if release.version != at.current and age(release.version) >= age(at.newest) else None


def unpack(at: Place, file: Path, keys: Iterable[Path], *, unsigned: bool) -> str:
    """Put the release in a file beside what is here, also where no table is: its version. CannotStart if not.

    `keys`: whose signature counts besides; `unsigned`: it is one of a checkout, which root has just made.
    """
    with at.alone(first=True):
        settle(at)
        with opened(str(file)) as stream:
            release = Release(stream, [*at.keys, *keys], site_here(), unsigned=unsigned)
            if release.version != at.current:
                _unpack(at, release, older=unsigned, game=True)
            return release.version


def adopt(at: Place, version: str, *, game: bool) -> str:
    """Run a version that `./setup.sh install` has put beside the others, if any; a sentence. CannotStart if not.

    `game`: also while one is played, which goes on then.
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
    """Remove what is not kept any longer; what is to be said of a version that has come."""
    if at.previous is None:
        return f"{at.current} runs now."  # and copies of games from long ago stay
    at.prune()
    older = age(at.installed()) < age(at.newest)
    remark = f", which is older than {at.newest}: that has run here before" if older else ""
    return f"{at.current} runs now{remark}; {at.previous} is kept, and `wondertable rollback` goes back to it."


def rollback(at: Place, version: str | None, *, data: bool) -> str:
    """Run the version before, or another that is here; `data`: with the games as they were before the running one came.

    A sentence; CannotStart if not.
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
    """Unpack a release beside what is here. CannotStart or Unfit if not.

    `older`: also one that is older than what has run here; `game`: also while one is played.
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
            at.no_game()  # one may have begun meanwhile
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    os.sync()
    aside(at.home / version)
    fresh.rename(at.home / version)
    flush(at.home)


def _compile(folder: Path, room: int, told: Tell) -> None:
    """Do once what Python would do at each start, as the table may not write here.

    Not of a module that takes much memory, and of none where all of it would take more room than was promised.
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
    """Who calls may keep new files for themselves; the table has to read these."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)
