"""A damaged file is kept as it is, and one that has all of it that holds takes its place.

What is done can be cut off at any time: until the new file has the old one's name, all is as it was but for copies.
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
from app.storage.copying import BESIDE, copy_of, remove
from app.storage.rollback_witness import Stamp
from app.storage.salvage import Salvaged

TURN: Final = 0.01  # seconds that others have now and then, while somebody looks at all that is stored


def log_of(path: Path) -> Path:
    """Where commits lie that are not in the file itself yet."""
    return path.with_name(path.name + "-wal")


def has_log(path: Path) -> bool:
    """Whether there are any."""
    with suppress(OSError):
        return log_of(path).stat().st_size > 0
    return False


def set_aside(path: Path, *, only_log: bool = False) -> str:
    """Keep a file, and what lies beside it, under a name of its own; that name. OSError if there is no room."""
    number = 1
    while any((kept := _aside(path, number)).with_name(kept.name + suffix).exists() for suffix in ("", *BESIDE)):
        number += 1
    for suffix in ("-wal",) if only_log else ("", "-wal"):
        part, whole = kept.with_name(kept.name + ".part"), kept.with_name(kept.name + suffix)
        with suppress(FileNotFoundError):
            _copy(path.with_name(path.name + suffix), part)
            part.rename(whole)
    sync(path.parent)
    return kept.name if not only_log else log_of(kept).name


def _aside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")


def renew(path: Path, kept: str, elsewhere: Collection[int], last: Stamp | None) -> Salvaged:
    """Put a new file with all that holds in the place of one that nobody has open.

    `elsewhere`, `last`: as for `salvage`.
    """
    new = path.with_suffix(".mended.db")
    remove(new)
    with ExitStack() as stack:
        aside = path.with_name(kept)
        sources = [stack.enter_context(_copied(path, aside, log=log)) for log in (True, False)]
        if copy_of(path).exists():
            sources.append(stack.enter_context(_copied(path, copy_of(path), log=False)))
        new.touch(0o600)
        db = stack.enter_context(salvage.opened(new))
        schema.set_up(db)
        schema.migrate(db, 0)
        db.execute("BEGIN IMMEDIATE")
        found = salvage.salvage(sources, db, elsewhere, last)
        db.execute("COMMIT")
    for suffix in BESIDE:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    new.replace(path)
    sync(path.parent)
    return found


def _copy(path: Path, to: Path) -> None:
    """What is copied is its owner's alone, from the first byte on."""
    if path.exists():
        to.unlink(missing_ok=True)
        to.touch(0o600)
    shutil.copyfile(path, to)


@contextmanager
def _copied(path: Path, of: Path, *, log: bool) -> Iterator[sqlite3.Connection]:
    """A file to be read, of which nothing is to change: a copy of it."""
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
        with salvage.opened(to) as db:
            db.text_factory = checksums.text
            with suppress(*checksums.FAULTS):
                (version,) = db.execute("PRAGMA user_version").fetchone()
                if version < checksums.VERSION and schema.stamp_of(db) is None:  # from before there were check sums
                    schema.migrate(db, version)
            with suppress(*checksums.FAULTS):
                db.execute("ROLLBACK")
            yield db
    finally:
        remove(to)


def has_foreign_log(path: Path, last: Stamp) -> bool:
    """Whether a file has come as far as it should without the log beside it, and no further with it."""
    alone, with_log = _stamp_of(path, log=False), _stamp_of(path, log=True)
    return alone == last and not (with_log and with_log.file == last.file and with_log.commits > last.commits)


def _stamp_of(path: Path, *, log: bool) -> Stamp | None:
    with suppress(*checksums.FAULTS), _copied(path, path, log=log) as db:
        return schema.stamp_of(db)
    return None


@contextmanager
def looking(path: Path, stop: Callable[[], bool]) -> Iterator[sqlite3.Connection]:
    """A file that is in use, to be looked at; sqlite3.Error as soon as it is to `stop`."""
    with salvage.opened(path) as db:
        db.set_progress_handler(stop, 10_000)
        yield db


def is_whole(db: sqlite3.Connection) -> bool:
    """Whether all of it is as it was written, at one moment."""
    factory = db.text_factory
    db.text_factory = checksums.text
    db.execute("BEGIN")
    try:
        return checksums.whole(db, lambda: time.sleep(TURN))
    finally:
        with suppress(*checksums.FAULTS):
            db.execute("COMMIT")
        db.text_factory = factory
