"""Atomic writes of a running table's small files, with errors that people read (`Rejection`)."""

import contextlib
import os
from pathlib import Path

from app.protocol.rejection import Rejection


def write(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Replace a file, or create it with these permissions; raise Rejection `unwritable` and keep the old one on
    failure.
    """
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
        raise Rejection("unwritable", file=path.name, why=problem.strerror or "") from None
    sync(path.parent)


def remove(path: Path) -> None:
    """Delete a file durably; raise Rejection `unwritable` on failure. Idempotent."""
    try:
        path.unlink()
    except FileNotFoundError:
        return
    except OSError as problem:
        raise Rejection("unwritable", file=path.name, why=problem.strerror or "") from None
    sync(path.parent)


def sync(folder: Path) -> None:
    """Sync a folder, so that renames and deletions in it survive a power cut.

    Errors are ignored: some filesystems cannot sync a folder.
    """
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
