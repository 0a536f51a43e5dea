"""Repair of a damaged database: set the file aside and build a new one with all intact data.

Safe to interrupt at any time: until the new file takes the old one's name, only copies are added.
"""

import shutil
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from app.storage import checksums, salvage, schema, wal_frames
from app.storage.atomic_files import sync
from app.storage.database_copies import SIDE_FILES, copy_of, remove
from app.storage.rollback_witness import Stamp
from app.storage.salvage import SalvageResult

TURN: Final = 0.01  # seconds of sleep between parts of a check, for other threads


def log_of(path: Path) -> Path:
    """Return the path of the write-ahead log."""
    return path.with_name(path.name + "-wal")


def has_log(path: Path) -> bool:
    """Check that the write-ahead log has content."""
    with suppress(OSError):
        return log_of(path).stat().st_size > 0
    return False


def set_aside(path: Path, *, only_log: bool = False) -> str:
    """Copy a file and its log under a new name, and return that. Raise OSError if the disk is full."""
    number = 1
    while any(
        (kept := _damaged_copy_path(path, number)).with_name(kept.name + suffix).exists()
        for suffix in ("", *SIDE_FILES)
    ):
        number += 1
    for suffix in ("-wal",) if only_log else ("", "-wal"):
        part, whole = kept.with_name(kept.name + ".part"), kept.with_name(kept.name + suffix)
        with suppress(FileNotFoundError):
            _copy(path.with_name(path.name + suffix), part)
            part.rename(whole)
    sync(path.parent)
    return kept.name if not only_log else log_of(kept).name


def _damaged_copy_path(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")


def renew(path: Path, kept: str, elsewhere: Collection[int], last: Stamp | None) -> SalvageResult:
    """Replace a closed database by a new one with all intact data.

    `elsewhere`, `last`: as for `salvage`.
    """
    new = path.with_suffix(".mended.db")
    remove(new)
    with ExitStack() as stack:
        aside = path.with_name(kept)
        sources = [stack.enter_context(_copy_temporarily(path, aside, log=log)) for log in (True, False)]
        if copy_of(path).exists():
            sources.append(stack.enter_context(_copy_temporarily(path, copy_of(path), log=False)))
        new.touch(0o600)
        db = stack.enter_context(salvage.open_any(new))
        schema.set_up(db)
        schema.migrate(db, 0)
        db.execute("BEGIN IMMEDIATE")
        found = salvage.salvage(sources, db, elsewhere, last)
        db.execute("COMMIT")
    for suffix in SIDE_FILES:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    new.replace(path)
    sync(path.parent)
    return found


def _copy(path: Path, to: Path) -> None:
    """Copy a file, readable by its owner alone from the first byte on."""
    if path.exists():
        to.unlink(missing_ok=True)
        to.touch(0o600)
    shutil.copyfile(path, to)


@contextmanager
def _copy_temporarily(path: Path, of: Path, *, log: bool) -> Iterator[sqlite3.Connection]:
    """Open a temporary copy of a damaged file, so that the original stays unchanged."""
    to = path.with_suffix(".reading.db")
    if log:
        to = path.with_suffix(".reading-log.db")
    elif of == copy_of(path):
        to = path.with_suffix(".reading-copy.db")
    remove(to)
    try:
        if of.exists():
            _copy(of, to)
        else:
            to.touch(0o600)
        if log and has_log(of):
            wal_frames.put_in_place(log_of(of), to, salvage.page_size(to))
        salvage.put_header_right(to)
        with salvage.open_any(to) as db:
            db.text_factory = checksums.text
            with suppress(*checksums.FAULTS):
                (version,) = db.execute("PRAGMA user_version").fetchone()
                if version < checksums.VERSION and schema.stamp_of(db) is None:  # older than checksums
                    schema.migrate(db, version)
            with suppress(*checksums.FAULTS):
                db.execute("ROLLBACK")
            yield db
    finally:
        remove(to)


def has_foreign_log(path: Path, last: Stamp) -> bool:
    """Check that a file is complete without the log beside it, and no newer with it."""
    alone, with_log = _stamp_of(path, log=False), _stamp_of(path, log=True)
    return alone == last and not (with_log and with_log.file == last.file and with_log.commits > last.commits)


def _stamp_of(path: Path, *, log: bool) -> Stamp | None:
    with suppress(*checksums.FAULTS), _copy_temporarily(path, path, log=log) as db:
        return schema.stamp_of(db)
    return None


@contextmanager
def open_for_checking(path: Path, stop: Callable[[], bool]) -> Iterator[sqlite3.Connection]:
    """Open a file in use for checking; queries raise sqlite3.Error once `stop` returns True."""
    with salvage.open_any(path) as db:
        db.set_progress_handler(stop, 10_000)
        yield db


def is_whole(db: sqlite3.Connection) -> bool:
    """Check everything in a consistent snapshot."""
    factory = db.text_factory
    db.text_factory = checksums.text
    db.execute("BEGIN")
    try:
        return checksums.is_intact(db, lambda: time.sleep(TURN))
    finally:
        with suppress(*checksums.FAULTS):
            db.execute("COMMIT")
        db.text_factory = factory
