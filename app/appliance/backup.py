"""`wondertable backup | restore`: games and settings in one file, and back; `reset`: games without settings.

A backup is a tar.gz of what the table cannot do without: the database, copied whole at one moment while people play,
and the folder of settings. All that is secret in them is in it, so only its owner may read it.
"""

import gzip
import io
import json
import os
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

from app.appliance.archive import age, is_version
from app.appliance.atomic_files import size
from app.appliance.guarded_change import DATABASE, RESTORE, Stage, change, settle, stage
from app.appliance.install_paths import Place
from app.appliance.progress import WorkStep
from app.host.data_folder import check_access
from app.text.terminal import CannotStart, cannot_read, cannot_write
from app.text.terminal import version as program_version

ABOUT: Final = "wondertable.json"
SETTINGS: Final = "settings"
NOTHING: Final = "this is no backup of Wondertable"
NO_JSON: Final = (json.JSONDecodeError, UnicodeDecodeError, RecursionError)
MOST: Final = 1000  # files of a backup; there are a dozen
SIP: Final = 1 << 20  # bytes that are read at a time


def backup(at: Place, to: Path) -> str:
    """Write games and settings into a new file; a sentence. CannotStart if that cannot be."""
    version = at.installed()
    check_access(at.data)
    if stage(at) is Stage.CHANGING:
        raise CannotStart("games and settings are being changed; `wondertable settle` ends that.")
    at.told(WorkStep.COLLECT, None)
    return _write(at.data, at.data / SETTINGS, version, to)


def backup_folder(data: Path, settings: Path, to: Path) -> str:
    """Write games and settings of a table that is not installed into a new file; a sentence. CannotStart if not."""
    check_access(data)
    if not (data / DATABASE).exists():
        raise CannotStart(f"{data}: there is no table's file, so there is nothing to keep.")
    return _write(data, settings, program_version(), to)


def _write(data: Path, settings: Path, version: str, to: Path) -> str:
    with (
        new_file(to) as file,
        tempfile.TemporaryDirectory(dir=to.absolute().parent) as folder,
        tarfile.open(file, "w:gz") as tar,
    ):
        add(tar, ABOUT, json.dumps({"version": version}).encode())
        if (data / DATABASE).exists():
            tar.add(_copied(data / DATABASE, Path(folder, DATABASE)), DATABASE)
        for path in sorted(settings.glob("*")):
            if path.is_file():
                tar.add(path, f"{SETTINGS}/{path.name}")
    return f"{to}: games and settings, with all that is secret in them; keep it where only you can read it."


def restore(at: Place, file: Path) -> str:
    """Have the games and settings of a backup, or of the folder of a safety copy, in place of those that are here.

    Returns a sentence. CannotStart if that cannot be done.
    """
    fill = _copy_folder if file.is_dir() else _unpack
    try:
        _have_instead(at, lambda fresh: fill(at, file, fresh))
    except OSError as problem:
        raise cannot_read(problem.filename or file, problem) from None
    except ValueError as unfit:
        raise CannotStart(f"{file}: {unfit}.", why="unfit-backup") from None
    return f"the games and settings of {file} are back; those from before lie in {at.copy(RESTORE)}."


def reset(at: Place) -> str:
    """Have the settings, PIN and seats of a new table, and all games; a sentence. CannotStart if that cannot be."""
    try:
        _have_instead(at, lambda fresh: _with_games_alone(at, fresh))
    except OSError as problem:
        raise cannot_read(problem.filename or at.data, problem) from None
    except ValueError as unfit:
        raise CannotStart(f"{at.data}: {unfit}.") from None
    return f"settings, PIN and seats are new, and all games are here; what was before lies in {at.copy(RESTORE)}."


def _have_instead(at: Place, fill: Callable[[Path], None]) -> None:
    """Have a new folder of data, which is filled here, in place of the one that is here."""
    with at.alone():
        settle(at)
        at.no_game()
        fresh = at.data.with_name(f"{at.data.name}.restored")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)  # what is unpacked is for nobody else, not even for a moment
        try:
            fill(fresh)
            _hand_over(fresh, at.data.stat())
            change(at, at.installed(), fresh)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)


def _hand_over(folder: Path, like: os.stat_result) -> None:
    """A folder of data, and all in it, is the table's user's own."""
    for path in (folder, *folder.rglob("*")):
        os.chown(path, like.st_uid, like.st_gid)
        path.chmod(0o750 if path.is_dir() else 0o600)


def _with_games_alone(at: Place, folder: Path) -> None:
    """What people have set at the table is left out; what an owner has written by hand (*.toml) stays."""
    from app.protocol.rights import Rejected
    from app.storage.database import Store
    from app.text.languages import words
    from app.text.table import refusal

    at.enough(0, 2 * sum(path.stat().st_size for path in at.data.glob(f"{DATABASE}*")))
    (folder / SETTINGS).mkdir()
    for path in sorted((at.data / SETTINGS).glob("*.toml")):
        shutil.copyfile(path, folder / SETTINGS / path.name)
    if (at.data / DATABASE).exists():
        try:
            with closing(Store(_copied(at.data / DATABASE, folder / DATABASE))) as store, store.commit() as write:
                write.reset()
        except Rejected as no:
            raise CannotStart(refusal(words("en"), no.code, no.params)) from None


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A file to be written, which has this name once it is whole, and which only its owner may read.

    With sudo that is who called it. CannotStart if it cannot be written, or is there already.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        if path.exists():
            raise CannotStart(f"{path} is there already.")
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield part
        if os.geteuid() == 0 and "SUDO_UID" in os.environ:
            os.chown(part, int(os.environ["SUDO_UID"]), int(os.environ["SUDO_GID"]))
        part.rename(path)
    except OSError as problem:
        raise cannot_write(path, problem) from None
    finally:
        part.unlink(missing_ok=True)


def add(tar: tarfile.TarFile, name: str, text: bytes) -> None:
    """Put a text into an archive."""
    member = tarfile.TarInfo(name)
    member.size = len(text)
    tar.addfile(member, io.BytesIO(text))


def _copied(path: Path, to: Path) -> Path:
    from app.storage import copying

    try:
        copying.copy(path, to)
    except ValueError as unfit:
        raise CannotStart(f"{path.parent}: {unfit}.") from None
    return to


def _unpack(at: Place, file: Path, folder: Path) -> None:
    """Unpack a backup into an empty folder. ValueError if it is none for this version."""
    packed = folder / "packed.db"
    try:
        with _Sips(file) as unpacked, tarfile.open(fileobj=unpacked, mode="r:") as tar:
            members = {member.name: member for member in islice(tar, MOST) if member.isfile()}
            about = tar.extractfile(members.pop(ABOUT))
            assert about is not None  # of a file
            _check_version(json.loads(about.read(SIP))["version"], at.installed())
            at.enough(0, 2 * sum(member.size for member in members.values()))
            (folder / SETTINGS).mkdir()
            for name, member in members.items():
                to = packed if name == DATABASE else folder / SETTINGS / Path(name).name
                with to.open("wb") as out:
                    shutil.copyfileobj(tar.extractfile(member) or io.BytesIO(), out)
            while unpacked.read(SIP):  # at its end it says whether all of it was right
                pass
    except (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, KeyError, TypeError, *NO_JSON):
        raise ValueError(NOTHING) from None
    if packed.exists():
        from app.storage import copying

        copying.copy(packed, folder / DATABASE)
        packed.unlink()


def _copy_folder(at: Place, file: Path, folder: Path) -> None:
    """Copy a folder of data. ValueError if it is none."""
    if not (file / DATABASE).exists():
        raise ValueError(NOTHING)
    at.enough(0, 2 * size(file))
    _copied(file / DATABASE, folder / DATABASE)
    (folder / SETTINGS).mkdir()
    for path in sorted((file / SETTINGS).glob("*")):
        if path.is_file():
            shutil.copyfile(path, folder / SETTINGS / path.name)


class _Sips(gzip.GzipFile):
    """A file of which nobody reads much at a time: a header that wants that is none of ours."""

    def read(self, size: int | None = -1) -> bytes:
        if size is None or not 0 <= size <= SIP:
            raise tarfile.ReadError("a header that is too large")
        return super().read(size)


def _check_version(version: str, current: str) -> None:
    if not is_version(version):
        raise ValueError(NOTHING)
    if age(version) > age(current):
        raise ValueError(f"it was made by version {version}, and {current} is older; please update first")
