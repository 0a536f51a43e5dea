"""The data folder of a table: its place, its owner, the lock that one table holds on it, and run.json."""

import errno
import os
import pwd
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO

from app.host.lock_file import acquire_lock, is_locked
from app.protocol.run_file_path import NAME as RUN_FILE
from app.protocol.run_file_path import run_file_in_memory
from app.text.terminal_output import INSTALLED, NAME, CannotStart, cannot_write


def is_installed() -> bool:
    """Return True for an installed table: the machine does nothing else, and systemd restarts the table whenever it
    ends.
    """
    return INSTALLED in os.environ


def find_data_folder() -> Path:
    """Return the default folder of games."""
    if said := os.environ.get(INSTALLED):
        return Path(said)
    from platformdirs import user_data_path

    return user_data_path(NAME)


def find_settings_folder(data_dir: Path | None) -> Path:
    """Return the folder of settings and of an owner's overrides, for a data folder or (None) the default one."""
    if data_dir or os.environ.get(INSTALLED):
        return (data_dir or find_data_folder()).absolute() / "settings"
    from platformdirs import user_config_path

    return user_config_path(NAME)


def check_access(folder: Path) -> None:
    """Raise CannotStart if this user may not read a data folder, such as an installed table's without sudo."""
    try:
        is_open = not folder.exists() or os.access(folder, os.R_OK | os.X_OK, effective_ids=True)
    except PermissionError:  # its parent is unreadable, too
        is_open = False
    if not is_open:
        raise CannotStart(f"{folder} cannot be read by this user; use sudo.")


@contextmanager
def act_as_owner(folder: Path) -> Iterator[None]:
    """Switch to the owner of a folder while root writes into it: a table cannot read files that belong to root."""
    user = _find_owner(folder)
    if user is None:
        yield
        return
    groups = os.getgroups()
    _switch_user(*user, back=0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
        os.setgroups(groups)


def drop_root(folder: Path) -> None:
    """Switch to the owner of a folder for good, before a long-running task that does not need root."""
    user = _find_owner(folder)
    if user is not None:
        _switch_user(*user)
        with suppress(KeyError):
            os.environ["HOME"] = pwd.getpwuid(user[0]).pw_dir


def _find_owner(folder: Path) -> tuple[int, int] | None:
    """Return user and group of a folder (or of its nearest existing parent) if we are root and it is not root's, else
    None.
    """
    if os.geteuid() != 0:
        return None
    folder = folder.absolute()
    found = next(path for path in (folder, *folder.parents) if path.exists()).stat()
    return (found.st_uid, found.st_gid) if found.st_uid else None


def _switch_user(user: int, group: int, back: int | None = None) -> None:
    """Switch to a user with all their groups. `back`: the user that may be restored later, or None."""
    groups = [group]
    with suppress(KeyError):  # an id without a name has no other groups
        groups = os.getgrouplist(pwd.getpwuid(user).pw_name, group)
    os.setgroups(groups)
    os.setresgid(group, group, group if back is None else back)
    os.setresuid(user, user, user if back is None else back)


@contextmanager
def lock_folder(folder: Path, whose: str = "table") -> Iterator[None]:
    """Lock the data folder for this process, acting as its owner meanwhile.

    CannotStart if another process holds the lock, or if the folder cannot be written.
    """
    with act_as_owner(folder):
        try:
            lock = _open_lock_file(folder)
        except OSError as error:
            raise cannot_write(folder, error) from None
        with closing(lock):
            if not acquire_lock(lock):
                raise CannotStart(f"another {whose} is running with the data folder {folder}.")
            yield


def _open_lock_file(folder: Path) -> IO[str]:
    """Open the lock file, which on a read-only disk must be there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / "lock").open("w")
    except OSError as error:
        if error.errno != errno.EROFS or not (folder / "lock").exists():
            raise
        return (folder / "lock").open()


def is_running(folder: Path) -> bool:
    """Return True if a table holds the lock of this data folder."""
    try:
        return is_locked(folder / "lock")
    except FileNotFoundError:
        return False


def write_run_file(folder: Path, *, port: int, key: str, run: str) -> None:
    """Write run.json, which tells this machine's screen how to reach this run of the table (`RunFile`); mode 600."""
    import json

    text = json.dumps({"port": port, "pid": os.getpid(), "key": key, "run": run})
    try:
        _replace_run_file(folder, text)
    except OSError as error:
        if error.errno != errno.ENOSPC or not _overwrite(folder / RUN_FILE, text):
            raise cannot_write(folder, error) from None


def _replace_run_file(folder: Path, text: str) -> None:
    """Replace run.json in the folder and remove its copy in memory; on a read-only disk, replace that copy."""
    in_memory = run_file_in_memory(folder)
    try:
        _replace(folder / RUN_FILE, text)
    except OSError as error:
        if error.errno != errno.EROFS:
            raise
        in_memory.parent.mkdir(mode=0o700, exist_ok=True)
        _replace(in_memory, text)
    else:
        shutil.rmtree(in_memory.parent, ignore_errors=True)


def _replace(path: Path, text: str) -> None:
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    fresh.replace(path)


def _overwrite(path: Path, text: str) -> bool:
    """Overwrite a file in place, for a disk without free space. Return False if that is not possible."""
    path.with_name(f"{path.name}.new").unlink(missing_ok=True)
    try:
        with path.open("r+b", buffering=0) as file:
            room = max(len(text), path.stat().st_size)
            return file.write(text.encode().ljust(room)) == room
    except OSError:
        return False
