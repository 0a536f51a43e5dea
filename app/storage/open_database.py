"""A file as it is opened: whether it is as it was written, and what is refused where it cannot be used."""

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final

from app.protocol.rights import Rejected
from app.storage import checksums, schema
from app.storage.rollback_witness import Stamp

PUT_OFF: Final = 16_384  # pages of commits until a commit itself writes them to their places: somebody waits for that
PAGES_KEPT: Final = 512  # kB of the file; the system keeps the rest as well
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)


class Damaged(Exception):
    """Something is not as it was written."""


def make(path: Path) -> bool:
    """Let there be a file; whether it is new, or empty."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
        return path.stat().st_size == 0
    except OSError as problem:
        raise Rejected("unwritable", file=str(path), why=problem.strerror or "") from None


def looked_at(
    db: sqlite3.Connection, path: Path, *, known: bool, at_rest: Stamp | None, last: Stamp | None = None
) -> Stamp:
    """How far a file has come that is as it was written, and up to date now; Damaged or sqlite3.Error if it is not.

    `known`: it cannot be a new one. `at_rest`: how far it had come when its table was ended; what is so is looked at
    later, since that may take seconds. `last`: how far it is, at least, with the log beside it.
    """
    try:
        schema.set_up(db)
        (version,) = db.execute("PRAGMA user_version").fetchone()
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        stamp = schema.stamp_of(db) if "kept" in tables else None
        older = bool(tables) and version < checksums.VERSION and stamp is None
        if older and db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise Damaged
    except checksums.FAULTS as problem:
        if (
            getattr(problem, "sqlite_errorcode", 0) == sqlite3.SQLITE_ERROR
        ):  # what is asked is right, so what is there is not
            raise Damaged from None
        raise
    if version > len(schema.MIGRATIONS) and (stamp is None or stamp.version == version):
        raise Rejected("newer", file=str(path), version=version)
    if older or (not tables and version == 0 and not known):
        stamp = schema.migrate(db, version)
    elif stamp is None or stamp.version != version:
        raise Damaged
    else:
        stamp = schema.migrate(db, version)
    if not schema.are_ours(db) or (stamp != at_rest and not checksums.whole(db)):
        raise Damaged
    if last is not None and (stamp.file != last.file or stamp.commits < last.commits):
        raise Damaged
    db.execute(f"PRAGMA wal_autocheckpoint = {PUT_OFF}")
    db.execute(f"PRAGMA cache_size = -{PAGES_KEPT}")
    return stamp


def is_damage(problem: BaseException) -> bool:
    """Whether something says that a file is not as it was written."""
    if isinstance(problem, sqlite3.Error):
        code = getattr(problem, "sqlite_errorcode", None)
        return "decode" in str(problem) if code is None else code & 0xFF in _DAMAGED
    return isinstance(problem, Damaged | UnicodeDecodeError)


def refusal(problem: sqlite3.Error | OSError, path: Path) -> Rejected:
    full = isinstance(problem, OSError) and problem.errno == errno.ENOSPC
    if full or getattr(problem, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return Rejected("disk-full", file=str(path))
    return Rejected("unwritable", file=str(path), why=str(problem))
