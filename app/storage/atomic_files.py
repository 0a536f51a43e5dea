"""Small files that are written whole or not at all."""

import contextlib
import os
from pathlib import Path

from app.protocol.rights import Rejected


def write(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Replace a file, or make it with these permissions; Rejected `unwritable` leaves the old one as it was."""
    fresh = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as problem:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise Rejected("unwritable", file=path.name, why=problem.strerror or "") from None
    sync(path.parent)


def remove(path: Path) -> None:
    """Take a file away, for good; Rejected `unwritable` leaves it as it was. One that is not there is no matter."""
    try:
        path.unlink()
    except FileNotFoundError:
        return
    except OSError as problem:
        raise Rejected("unwritable", file=path.name, why=problem.strerror or "") from None
    sync(path.parent)


def sync(folder: Path) -> None:
    """What was renamed or taken away in a folder stays so, also where the plug is pulled now.

    It is done whatever a disk says to that, and there are some that take no such wish.
    """
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
