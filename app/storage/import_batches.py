"""Games that were brought in as one, and can be taken out again as one."""

import sqlite3
from typing import Final

import msgspec

from app.storage import checksums

MOST: Final = 20  # that are known as such
_THERE: Final = "SELECT number FROM games WHERE number BETWEEN ? AND ? AND state = 'over'"


class Batch(msgspec.Struct, frozen=True):
    """Their numbers, which nothing else has, and when that was."""

    first: int
    last: int  # below it
    at: float
    games: int = 0  # of them that are still there


def batches(db: sqlite3.Connection) -> list[Batch]:
    """What was brought in, in order."""
    found = db.execute("SELECT value FROM kept WHERE key = 'batches'").fetchone()
    return msgspec.json.decode(found[0], type=list[Batch]) if found else []


def lowest(db: sqlite3.Connection) -> int:
    """The lowest number of a game, or of one that came in a batch and is gone."""
    (number,) = db.execute("SELECT min(0, coalesce(min(number), 0)) FROM games").fetchone()
    return min(int(number), *(batch.last for batch in batches(db)), 0)


def put(db: sqlite3.Connection, batch: Batch) -> None:
    """A batch, or one that has grown."""
    all_ = [other for other in batches(db) if other.first != batch.first]
    db.execute(checksums.KEEP, ("batches", msgspec.json.encode([*all_, batch][-MOST:]).decode()))


def numbers(db: sqlite3.Connection, batch: Batch) -> list[int]:
    """The games of it that are still there."""
    return [number for (number,) in db.execute(_THERE, (batch.last, batch.first)).fetchall()]


def there(db: sqlite3.Connection) -> tuple[Batch, ...]:
    """Batches of which something is, the newest first."""
    counted = (msgspec.structs.replace(batch, games=len(numbers(db, batch))) for batch in reversed(batches(db)))
    return tuple(batch for batch in counted if batch.games)
