"""`wondertable update | rollback`: another version, from a release or from those that are here."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Final, cast
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from app.appliance.archive import Release, Unfit, site_here
from app.appliance.change import change, duplicate, settle
from app.appliance.place import Place, number, size
from app.text.terminal import CannotStart

SILENCE: Final = 30.0  # seconds that an address may be silent
NAMES: Final = "wondertable-*.tar"  # of releases, as release.py makes them


def update(at: Place, source: str | None) -> str:
    """Run the release in a file, in a folder or at an address (None: the owner's); a sentence. CannotStart if not."""
    with at.alone():
        settle(at)
        at.no_game()
        with _opened(source or _address(at)) as stream:
            version = _unpacked(at, stream)
        if version is None:
            return f"{at.current} runs already."
        try:
            at.no_game()  # one may have begun meanwhile
            change(at, version)
        except CannotStart:
            shutil.rmtree(at.home / version)
            shutil.rmtree(at.copy(version), ignore_errors=True)
            raise
        at.prune()
        return f"{version} runs now; {at.previous} is kept, and `wondertable rollback` goes back to it."


def rollback(at: Place, version: str | None, *, data: bool) -> str:
    """Run the version before, or another that is here; `data`: with the games as they were before the running one came.

    A sentence; CannotStart if not.
    """
    with at.alone():
        settle(at)
        to, current = version or at.previous, at.installed()
        if to is None:
            raise CannotStart("there is no version to go back to.")
        if to not in at.versions:
            raise CannotStart(f"version {to} is not here; here are {', '.join(at.versions)}.")
        if to == current:
            return f"{to} runs already."
        at.no_game()
        before = None
        if data:
            if not at.copy(current).exists():
                raise CannotStart(f"there is no copy of the games from before {current}.")
            before = at.data.with_name(f"{at.data.name}.old")
            duplicate(at.copy(current), before)
        try:
            change(at, to, before)
        except CannotStart as problem:
            if data or not at.copy(current).exists():
                raise
            hint = f"If it cannot read today's games: `wondertable rollback --data` takes those from before {current}."
            raise CannotStart(f"{problem} {hint}") from None
        with_data = f", with the games and settings from before {current}" if data else ""
        return f"{to} runs now{with_data}."


# ---- where a release comes from -----------------------------------------------------------------------


def _address(at: Place) -> str:
    try:
        return (at.own / "address").read_text().strip()
    except FileNotFoundError:
        said = f"please say which: a file or an address (one in {at.own / 'address'} is asked without being said)."
        raise CannotStart(said) from None


@contextmanager
def _opened(source: str) -> Iterator[IO[bytes]]:
    """The bytes of a release. CannotStart, with the source, for whatever is wrong with it."""
    try:
        with ExitStack() as stack:
            if source.startswith(("http://", "https://")):
                yield cast(IO[bytes], stack.enter_context(urlopen(source, timeout=SILENCE)))  # it is typed by no scheme
            else:
                path = Path(source)
                if path.is_block_device():
                    path = stack.enter_context(_mounted(path))
                yield stack.enter_context((_newest(path) if path.is_dir() else path).open("rb"))
    except Unfit as unfit:
        raise CannotStart(f"{source}: {unfit}.") from None
    except HTTPError as answer:
        answer.close()
        raise CannotStart(f"{source}: the address answers {answer.code}, {answer.reason}.") from None
    except URLError as problem:
        raise CannotStart(f"{source}: {problem.reason}.") from None
    except OSError as problem:
        raise CannotStart(f"{problem.filename or source}: {problem.strerror or problem}.") from None


@contextmanager
def _mounted(device: Path) -> Iterator[Path]:
    """The folder of a stick that nobody has mounted; nothing on it is run or written."""
    with tempfile.TemporaryDirectory() as folder:
        words: list[str | Path] = ["mount", "-o", "ro,nosuid,nodev,noexec", device, folder]
        said = subprocess.run(words, capture_output=True, text=True, check=False)
        if said.returncode:
            raise CannotStart(f"{device}: {said.stderr.strip().splitlines()[0]}")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def _newest(folder: Path) -> Path:
    """The newest release in a folder, such as that of a stick."""
    found = [path for path in folder.glob(NAMES) if path.name[12:-4].replace(".", "").isdecimal()]
    if not found:
        raise CannotStart(f"{folder}: there is no release in it ({NAMES}).")
    return max(found, key=lambda path: number(path.name[12:-4]))


# ---- unpacking ----------------------------------------------------------------------------------------


def _unpacked(at: Place, stream: IO[bytes]) -> str | None:
    """Unpack a release beside the running version; its version, or None if that runs already."""
    release, current = Release(stream, at.keys, site_here()), at.installed()
    version = release.version
    if version == current:
        return None
    if number(version) < number(current):
        raise Unfit(f"{version} is older than {current}, which runs; `wondertable rollback` goes back")
    fresh = at.home / f".new-{version}"
    shutil.rmtree(fresh, ignore_errors=True)
    at.enough(release.room, size(at.data))
    fresh.mkdir()
    try:
        release.unpack(fresh)
    except BaseException:
        shutil.rmtree(fresh)
        raise
    # The table may not write here, so what Python would do at each start is done once.
    subprocess.run(["nice", sys.executable, "-m", "compileall", "-q", "-j0", fresh], check=False, capture_output=True)
    os.sync()
    shutil.rmtree(at.home / version, ignore_errors=True)
    fresh.rename(at.home / version)
    return version
