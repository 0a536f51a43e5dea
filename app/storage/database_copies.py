"""Copies of the database: a backup on request, and a daily one from the evening before."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from app.storage import schema
from app.storage.atomic_files import sync

COPY: Final = ".evening.db"  # the daily copy
EVENING: Final = 6 * 3600.0  # seconds between two daily copies at least
SIDE_FILES: Final = ("-wal", "-shm")  # side files of SQLite


def copy(path: Path, to: Path) -> None:
    """Copy the database as of one moment, even while the table writes.

    Raise ValueError, with a sentence without its full stop, if it is damaged, unreadable or of a later version.
    """
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(to)) as target,
        ):
            source.backup(target)
            whole = target.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            (version,) = target.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as problem:
        raise ValueError(f"{path.name} cannot be read ({problem})") from None
    if not whole:
        raise ValueError(f"{path.name} is damaged")
    if version > len(schema.MIGRATIONS):
        raise ValueError(f"{path.name} was made by a later version")


def copy_of(path: Path) -> Path:
    """Return the path of the daily copy."""
    return path.with_suffix(COPY)


def remove(path: Path) -> None:
    """Delete a database and its side files."""
    for suffix in ("", *SIDE_FILES):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def keep_copy(path: Path, db: sqlite3.Connection, now: float) -> None:
    """Update the daily copy, unless it is recent enough."""
    copy, fresh = copy_of(path), path.with_suffix(".copying.db")
    with suppress(FileNotFoundError):
        if abs(now - copy.stat().st_mtime) < EVENING:
            return
    remove(fresh)
    fresh.touch(0o600)
    with closing(sqlite3.connect(fresh, isolation_level=None)) as target:
        target.execute("PRAGMA journal_mode = OFF")
        target.execute("PRAGMA synchronous = OFF")
        db.backup(target, pages=1000, sleep=0.01)
    os.utime(fresh, (now, now))
    with fresh.open("rb") as written:
        os.fsync(written.fileno())
    fresh.replace(copy)
    sync(path.parent)
