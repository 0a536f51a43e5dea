"""The data folder of a table: where it lies, whose it is, the lock that one table holds on it, and run.json."""

import errno
import os
import pwd
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from app.host.lock_file import hold, is_held
from app.text.terminal import INSTALLED, NAME, CannotStart, cannot_write


def is_installed() -> bool:
    """Whether this is the installed table: its machine is nothing else, and systemd starts it whenever it ends."""
    return INSTALLED in os.environ


def own_folder() -> Path:
    """Where games are kept if nobody says."""
    if said := os.environ.get(INSTALLED):
        return Path(said)
    from platformdirs import user_data_path

    return user_data_path(NAME)


def settings_folder(data_dir: Path | None) -> Path:
    """Where settings and an owner's overrides of game data are kept, in a data folder or (None) if nobody says."""
    if data_dir or os.environ.get(INSTALLED):
        return (data_dir or own_folder()).absolute() / "settings"
    from platformdirs import user_config_path

    return user_config_path(NAME)


def check_access(folder: Path) -> None:
    """CannotStart where this user may not look into a data folder, as into that of an installed table without sudo."""
    try:
        is_open = not folder.exists() or os.access(folder, os.R_OK | os.X_OK, effective_ids=True)
    except PermissionError:  # even where it lies
        is_open = False
    if not is_open:
        raise CannotStart(f"{folder} is not this user's to read; please begin with sudo.")


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """What root writes in a folder, or below it, meanwhile is its owner's: a table cannot read what belongs to root."""
    user = _owner(folder)
    if user is None:
        yield
        return
    groups = os.getgroups()
    _become(*user, back=0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
        os.setgroups(groups)


def leave_root(folder: Path) -> None:
    """From here on root is the owner of a folder, and cannot go back: for what runs long, and is no task of root's."""
    user = _owner(folder)
    if user is not None:
        _become(*user)
        with suppress(KeyError):
            os.environ["HOME"] = pwd.getpwuid(user[0]).pw_dir


def _owner(folder: Path) -> tuple[int, int] | None:
    """User and group of a folder, or of what it will lie in, where we are root and somebody else is not."""
    if os.geteuid() != 0:
        return None
    folder = folder.absolute()
    found = next(path for path in (folder, *folder.parents) if path.exists()).stat()
    return (found.st_uid, found.st_gid) if found.st_uid else None


def _become(user: int, group: int, back: int | None = None) -> None:
    """Be somebody with all their groups; `back`: who we may be again, if anybody."""
    groups = [group]
    with suppress(KeyError):  # a number without a name has no others
        groups = os.getgrouplist(pwd.getpwuid(user).pw_name, group)
    os.setgroups(groups)
    os.setresgid(group, group, group if back is None else back)
    os.setresuid(user, user, user if back is None else back)


@contextmanager
def locked(folder: Path, whose: str = "table") -> Iterator[None]:
    """Hold the data folder for this process alone, and be its owner as long.

    CannotStart if a table holds it, or if it cannot be written.
    """
    with as_owner(folder):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = (folder / "lock").open("w")
        except OSError as error:
            raise cannot_write(folder, error) from None
        with closing(lock):
            if not hold(lock):
                raise CannotStart(f"another {whose} is running with the data folder {folder}.")
            yield


def is_running(folder: Path) -> bool:
    """Whether a table holds this data folder now."""
    try:
        return is_held(folder / "lock")
    except FileNotFoundError:
        return False


def write_run_file(folder: Path, *, port: int, key: str, run: str) -> None:
    """Tell this machine's screen how to reach this run of the table (`RunFile`); readable by this user only."""
    import json

    text = json.dumps({"port": port, "pid": os.getpid(), "key": key, "run": run})
    fresh = folder / "run.json.new"
    try:
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
        fresh.replace(folder / "run.json")
    except OSError as error:
        if error.errno != errno.ENOSPC or not _written_over(folder / "run.json", text):
            raise cannot_write(folder, error) from None


def _written_over(path: Path, text: str) -> bool:
    """Write into the room that a file has, where the disk has no more. Return False if that is not enough."""
    path.with_name(f"{path.name}.new").unlink(missing_ok=True)
    try:
        with path.open("r+b", buffering=0) as file:
            room = max(len(text), path.stat().st_size)
            return file.write(text.encode().ljust(room)) == room
    except OSError:
        return False
