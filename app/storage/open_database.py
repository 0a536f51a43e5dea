"""Opening of a database file: checks, migration, and the refusal if it cannot be used."""

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final

from app.protocol.rejection import Rejection
from app.storage import checksums, schema
from app.storage.rollback_witness import Stamp

CHECKPOINT_PAGES: Final = 16_384  # pages in the log until a commit runs a checkpoint itself, while somebody waits
PAGES_KEPT: Final = 512  # kB of SQLite's cache; the system caches the file as well
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)


class DamageError(Exception):
    """Stored data does not match its checksums."""


def make(path: Path) -> bool:
    """Create the file if needed; return True if it is new or empty."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
        return path.stat().st_size == 0
    except OSError as problem:
        raise Rejection("unwritable", file=str(path), why=problem.strerror or "") from None


def check_and_migrate(
    db: sqlite3.Connection, path: Path, *, known: bool, at_rest: Stamp | None, last: Stamp | None = None
) -> Stamp:
    """Check and migrate a file, and return its stamp; raise DamageError or sqlite3.Error if it is damaged.

    `known`: the file must not be new. `at_rest`: the stamp at a proper stop; a file with that stamp is checked later,
    since that may take seconds. `last`: the least stamp of the file with its log.
    """
    try:
        schema.set_up(db)
        (version,) = db.execute("PRAGMA user_version").fetchone()
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        stamp = schema.stamp_of(db) if "kept" in tables else None
        older = bool(tables) and version < checksums.VERSION and stamp is None
        if older and db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise DamageError
    except checksums.FAULTS as problem:
        # Our query is correct, so the file is damaged.
        if getattr(problem, "sqlite_errorcode", 0) == sqlite3.SQLITE_ERROR:
            raise DamageError from None
        raise
    if version > len(schema.MIGRATIONS) and (stamp is None or stamp.version == version):
        raise Rejection("newer", file=str(path), version=version)
    if older or (not tables and version == 0 and not known):
        stamp = schema.migrate(db, version)
    elif stamp is None or stamp.version != version:
        raise DamageError
    else:
        stamp = schema.migrate(db, version)
    if not schema.are_ours(db) or (stamp != at_rest and not checksums.is_intact(db)):
        raise DamageError
    if last is not None and (stamp.file != last.file or stamp.commits < last.commits):
        raise DamageError
    db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    db.execute(f"PRAGMA cache_size = -{PAGES_KEPT}")
    return stamp


def is_damage(problem: BaseException) -> bool:
    """Check that an exception means a damaged file."""
    if isinstance(problem, sqlite3.Error):
        code = getattr(problem, "sqlite_errorcode", None)
        return "decode" in str(problem) if code is None else code & 0xFF in _DAMAGED
    return isinstance(problem, DamageError | UnicodeDecodeError)


def refusal(problem: sqlite3.Error | OSError, path: Path) -> Rejection:
    full = isinstance(problem, OSError) and problem.errno == errno.ENOSPC
    if full or getattr(problem, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return Rejection("disk-full", file=str(path))
    return Rejection("unwritable", file=str(path), why=str(problem))
