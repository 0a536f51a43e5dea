"""Batches of imported games, which can be undone as a whole."""

import sqlite3
from typing import Final

import msgspec

from app.storage import checksums

MAX_BATCHES: Final = 20  # batches remembered
_EXISTING: Final = "SELECT number FROM games WHERE number BETWEEN ? AND ? AND state = 'over'"


class Batch(msgspec.Struct, frozen=True):
    """The numbers of a batch's games, which no other game has, and the time of its import."""

    first: int
    last: int  # lower than `first`
    at: float
    games: int = 0  # games that still exist


def batches(db: sqlite3.Connection) -> list[Batch]:
    """List all batches in order."""
    found = db.execute("SELECT value FROM kept WHERE key = 'batches'").fetchone()
    return msgspec.json.decode(found[0], type=list[Batch]) if found else []


def lowest(db: sqlite3.Connection) -> int:
    """Return the lowest number ever used by a game, even in an undone batch; at most 0."""
    (number,) = db.execute("SELECT min(0, coalesce(min(number), 0)) FROM games").fetchone()
    return min(int(number), *(batch.last for batch in batches(db)), 0)


def store_batch(db: sqlite3.Connection, batch: Batch) -> None:
    """Store a batch, or its new size."""
    all_ = [other for other in batches(db) if other.first != batch.first]
    db.execute(checksums.KEEP, ("batches", msgspec.json.encode([*all_, batch][-MAX_BATCHES:]).decode()))


def numbers(db: sqlite3.Connection, batch: Batch) -> list[int]:
    """List the games of a batch that still exist."""
    return [number for (number,) in db.execute(_EXISTING, (batch.last, batch.first)).fetchall()]


def batches_with_games(db: sqlite3.Connection) -> tuple[Batch, ...]:
    """List the batches that still have games, newest first."""
    counted = (msgspec.structs.replace(batch, games=len(numbers(db, batch))) for batch in reversed(batches(db)))
    return tuple(batch for batch in counted if batch.games)
