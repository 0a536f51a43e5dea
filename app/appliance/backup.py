"""`wondertable backup | restore | reset`: games and settings to and from one file, and games with new settings.

A backup is a tar.gz of all that the table needs: the database, copied consistently while people play, and the settings
folder. It contains secrets, so only its owner may read it.
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

from app.appliance.atomic_files import measure_folder
from app.appliance.guarded_change import DATABASE, RESTORE, Stage, change, read_stage, settle
from app.appliance.install_paths import Place
from app.appliance.progress import WorkStep
from app.appliance.release_archive import is_version, version_key
from app.host.data_folder import check_access
from app.text.terminal_output import CannotStart, cannot_read, cannot_write
from app.text.terminal_output import version as program_version

ABOUT_FILE: Final = "wondertable.json"
SETTINGS: Final = "settings"
NO_BACKUP: Final = "this is not a backup of Wondertable"
NO_JSON: Final = (json.JSONDecodeError, UnicodeDecodeError, RecursionError)
MAX_FILES: Final = 1000  # in a backup; usual is a dozen
MAX_READ_BYTES: Final = 1 << 20


def backup(at: Place, to: Path) -> str:
    """Write games and settings of an installed table to a new file. Return a sentence; CannotStart if it fails."""
    version = at.require_current()
    check_access(at.data)
    if read_stage(at) is Stage.CHANGING:
        raise CannotStart("a change is unfinished; `wondertable settle` finishes it.")
    at.report(WorkStep.COLLECT, None)
    return _write_backup(at.data, at.data / SETTINGS, version, to)


def backup_folder(data: Path, settings: Path, to: Path) -> str:
    """Write games and settings of a table that is not installed to a new file. Return a sentence; CannotStart if it
    fails.
    """
    check_access(data)
    if not (data / DATABASE).exists():
        raise CannotStart(f"{data}: there is no database of a table, so there is nothing to save.")
    return _write_backup(data, settings, program_version(), to)


def _write_backup(data: Path, settings: Path, version: str, to: Path) -> str:
    with (
        new_file(to) as file,
        tempfile.TemporaryDirectory(dir=to.absolute().parent) as folder,
        tarfile.open(file, "w:gz") as tar,
    ):
        add_file(tar, ABOUT_FILE, json.dumps({"version": version}).encode())
        if (data / DATABASE).exists():
            tar.add(_copy_database(data / DATABASE, Path(folder, DATABASE)), DATABASE)
        for path in sorted(settings.glob("*")):
            if path.is_file():
                tar.add(path, f"{SETTINGS}/{path.name}")
    return f"{to}: games and settings, including keys and passwords; keep it where only you can read it."


def restore(at: Place, file: Path) -> str:
    """Replace games and settings by those of a backup, or of the folder of a safety copy.

    Return a sentence; CannotStart if it fails.
    """
    fill = _copy_folder if file.is_dir() else _unpack
    try:
        _replace_data(at, lambda fresh: fill(at, file, fresh))
    except OSError as problem:
        raise cannot_read(problem.filename or file, problem) from None
    except ValueError as unfit:
        raise CannotStart(f"{file}: {unfit}.", why="unfit-backup") from None
    return f"the games and settings of {file} are back; the previous ones are in {at.find_copy(RESTORE)}."


def reset(at: Place) -> str:
    """Replace settings, PIN and seats by those of a new table and keep all games. Return a sentence; CannotStart if it
    fails.
    """
    try:
        _replace_data(at, lambda fresh: _copy_games_only(at, fresh))
    except OSError as problem:
        raise cannot_read(problem.filename or at.data, problem) from None
    except ValueError as unfit:
        raise CannotStart(f"{at.data}: {unfit}.") from None
    return (
        f"settings, PIN and seats are reset, and all games are kept; the previous state is in {at.find_copy(RESTORE)}."
    )


def _replace_data(at: Place, fill: Callable[[Path], None]) -> None:
    with at.lock():
        settle(at)
        at.check_no_game()
        fresh = at.data.with_name(f"{at.data.name}.restored")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)  # never readable by others, not even for a moment
        try:
            fill(fresh)
            _change_owner(fresh, at.data.stat())
            change(at, at.require_current(), fresh)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)


def _change_owner(folder: Path, like: os.stat_result) -> None:
    """Give a data folder and everything in it to the table's user."""
    for path in (folder, *folder.rglob("*")):
        os.chown(path, like.st_uid, like.st_gid)
        path.chmod(0o750 if path.is_dir() else 0o600)


def _copy_games_only(at: Place, folder: Path) -> None:
    """Copy the games without the settings made at the table; files written by hand (*.toml) are copied."""
    from app.protocol.rejection import Rejection
    from app.storage.database import Store
    from app.text.table_text import refusal
    from app.text.translation import words

    at.ensure_space(0, 2 * sum(path.stat().st_size for path in at.data.glob(f"{DATABASE}*")))
    (folder / SETTINGS).mkdir()
    for path in sorted((at.data / SETTINGS).glob("*.toml")):
        shutil.copyfile(path, folder / SETTINGS / path.name)
    if (at.data / DATABASE).exists():
        try:
            with (
                closing(Store(_copy_database(at.data / DATABASE, folder / DATABASE))) as store,
                store.commit() as write,
            ):
                write.reset()
        except Rejection as no:
            raise CannotStart(refusal(words("en"), no.code, no.params)) from None


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Create a file that gets its name once it is complete; only its owner may read it.

    With sudo the owner is the calling user. CannotStart if the file exists or cannot be written.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        if path.exists():
            raise CannotStart(f"{path} already exists.")
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


def add_file(tar: tarfile.TarFile, name: str, text: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(text)
    tar.addfile(member, io.BytesIO(text))


def _copy_database(path: Path, to: Path) -> Path:
    from app.storage import database_copies

    try:
        database_copies.copy(path, to)
    except ValueError as unfit:
        raise CannotStart(f"{path.parent}: {unfit}.") from None
    return to


def _unpack(at: Place, file: Path, folder: Path) -> None:
    """Unpack a backup into an empty folder. ValueError if it is none for this version."""
    packed = folder / "packed.db"
    try:
        with _BoundedReader(file) as unpacked, tarfile.open(fileobj=unpacked, mode="r:") as tar:
            members = {member.name: member for member in islice(tar, MAX_FILES) if member.isfile()}
            about = tar.extractfile(members.pop(ABOUT_FILE))
            assert about is not None  # it is a regular file
            _check_version(json.loads(about.read(MAX_READ_BYTES))["version"], at.require_current())
            at.ensure_space(0, 2 * sum(member.size for member in members.values()))
            (folder / SETTINGS).mkdir()
            for name, member in members.items():
                to = packed if name == DATABASE else folder / SETTINGS / Path(name).name
                with to.open("wb") as out:
                    shutil.copyfileobj(tar.extractfile(member) or io.BytesIO(), out)
            while unpacked.read(MAX_READ_BYTES):  # gzip verifies its checksum at the end
                pass
    except (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, KeyError, TypeError, *NO_JSON):
        raise ValueError(NO_BACKUP) from None
    if packed.exists():
        from app.storage import database_copies

        database_copies.copy(packed, folder / DATABASE)
        packed.unlink()


def _copy_folder(at: Place, file: Path, folder: Path) -> None:
    """Copy a data folder. ValueError if it is none."""
    if not (file / DATABASE).exists():
        raise ValueError(NO_BACKUP)
    at.ensure_space(0, 2 * measure_folder(file))
    _copy_database(file / DATABASE, folder / DATABASE)
    (folder / SETTINGS).mkdir()
    for path in sorted((file / SETTINGS).glob("*")):
        if path.is_file():
            shutil.copyfile(path, folder / SETTINGS / path.name)


class _BoundedReader(gzip.GzipFile):
    """A gzip file with bounded reads, so that a forged tar header cannot exhaust memory."""

    def read(self, size: int | None = -1) -> bytes:
        if size is None or not 0 <= size <= MAX_READ_BYTES:
            raise tarfile.ReadError("a header that is too large")
        return super().read(size)


def _check_version(version: str, current: str) -> None:
    if not is_version(version):
        raise ValueError(NO_BACKUP)
    if version_key(version) > version_key(current):
        raise ValueError(f"it was made by version {version}, which is newer than {current}; please update first")
