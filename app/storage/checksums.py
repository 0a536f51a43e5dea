"""Checksums of stored data: of every game, every log line and the table's state.

A game has two: of its row in `games`, and a running one of its secret and all its moves. They change in the same commit
as the data. CRC-32 protects against faulty disks, not against people.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final
from zlib import crc32

VERSION: Final = 9  # of the schema that introduced checksums
HEAD: Final = "kind, header, keep, state, began, changed, result, aside, mark, since, played"  # of `games`
MOVE: Final = "number, seat, text, role, by_seat, undone, place"  # of `rows`
LINE: Final = "number, game, row, readers, event, undone, teller"  # of `log`
REVIEW: Final = "course, accuracy"
KEEP: Final = "INSERT INTO kept VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)  # of a damaged file: even SQLite's message may be undecodable
GAMES_PER_PAUSE: Final = 50  # games checked between two pauses

_SUMS: Final = "SELECT head, moves FROM sums WHERE game = ?"
_HEAD: Final = f"SELECT {HEAD} FROM games WHERE number = ?"
_MOVES: Final = f"SELECT {MOVE} FROM rows WHERE game = ? ORDER BY number"


def insert_statement(table: str, columns: str) -> str:
    """Return the SQL that inserts a row of these columns ("a, b")."""
    return f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' for _ in columns.split(','))})"


def row_checksum(values: Sequence[Any], before: int = 0) -> int:
    """Compute the checksum of a row's values; `before`: the running checksum so far. Any: an SQLite value."""
    return crc32(repr((*values,)).encode("utf-8", "surrogatepass"), before)


def rows_checksum(rows: Iterable[Sequence[Any]], before: int = 0) -> int:
    """Compute the running checksum of several rows, in order."""
    return crc32("".join(map(repr, map(tuple, rows))).encode("utf-8", "surrogatepass"), before)


def text(stored: bytes) -> str:
    """Decode a text with replacement characters: the `text_factory` for damaged files."""
    return stored.decode("utf-8", "replace")


def sign(db: sqlite3.Connection, game: int) -> None:
    """Store the checksums of a game, or delete them if the game is gone."""
    head = db.execute(_HEAD, (game,)).fetchone()
    if head is None:
        db.execute("DELETE FROM sums WHERE game = ?", (game,))
    else:
        db.execute("REPLACE INTO sums VALUES (?, ?, ?)", (game, row_checksum(head), _moves_checksum(db, game)))


def extend_moves(db: sqlite3.Connection, game: int, moves: Iterable[Sequence[Any]]) -> None:
    """Extend the checksum of a game by moves that were appended."""
    found = db.execute(_SUMS, (game,)).fetchone()
    if found is not None:
        db.execute("UPDATE sums SET moves = ? WHERE game = ?", (rows_checksum(moves, found[1]), game))


def sign_all(db: sqlite3.Connection) -> None:
    """Store the checksums of all data in a file that has none yet."""
    for (game,) in db.execute("SELECT number FROM games").fetchall():
        sign(db, game)
    for line in db.execute(f"SELECT {LINE} FROM log").fetchall():
        db.execute("UPDATE log SET sum = ? WHERE number = ?", (row_checksum(line), line[0]))
    for (game,) in db.execute("SELECT game FROM reviews").fetchall():
        sign_review(db, game)
    for (value,) in db.execute("SELECT value FROM kept WHERE key = 'table'").fetchall():
        db.execute(KEEP, ("sum", row_checksum((value,))))


def sign_review(db: sqlite3.Connection, game: int) -> None:
    """Store the checksum of a game's review."""
    db.execute("UPDATE reviews SET sum = ? WHERE game = ?", (_review_checksum(db, game), game))


def holds(db: sqlite3.Connection, game: int) -> bool | None:
    """Check a game's checksums; None if they are lost. Raise sqlite3.Error if the game is unreadable."""
    said = None
    try:
        said = db.execute(_SUMS, (game,)).fetchone()
    except FAULTS:
        return None
    head = db.execute(_HEAD, (game,)).fetchone()
    if head is None:
        return False
    moves = _moves_checksum(db, game)
    return None if said is None else said == (row_checksum(head), moves)


def head_holds(db: sqlite3.Connection, game: int) -> bool:
    """Check the checksum of a game's row, without its moves."""
    head, said = db.execute(_HEAD, (game,)).fetchone(), db.execute(_SUMS, (game,)).fetchone()
    return bool(head and said) and said[0] == row_checksum(head)


def review_holds(db: sqlite3.Connection, game: int) -> bool:
    """Check the checksum of a game's review."""
    said = db.execute("SELECT sum FROM reviews WHERE game = ?", (game,)).fetchone()
    return bool(said and said[0] == _review_checksum(db, game))


def is_intact(db: sqlite3.Connection, pause: Callable[[], None] = lambda: None) -> bool:
    """Check the whole file. Calls `pause` now and then, which may raise."""
    try:
        if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            return False
        games = {number for (number,) in db.execute("SELECT number FROM games")}
        if games != {number for (number,) in db.execute("SELECT game FROM sums")}:
            return False
        for at, game in enumerate(sorted(games)):
            if at % GAMES_PER_PAUSE == 0:
                pause()
            if not holds(db, game):
                return False
        if not all(review_holds(db, game) for (game,) in db.execute("SELECT game FROM reviews").fetchall()):
            return False
        if not all(row_checksum(line[:-1]) == line[-1] for line in db.execute(f"SELECT {LINE}, sum FROM log")):
            return False
        return state(db) is not None or not db.execute("SELECT 1 FROM kept WHERE key = 'table'").fetchone()
    except FAULTS as problem:
        if getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            raise
        return False


def state(db: sqlite3.Connection) -> bytes | None:
    """Return the table's state if its checksum is right; None otherwise."""
    found = dict(db.execute("SELECT key, value FROM kept WHERE key IN ('table', 'sum')"))
    value = found.get("table")
    return value if isinstance(value, bytes) and found.get("sum") == row_checksum((value,)) else None


def _moves_checksum(db: sqlite3.Connection, game: int) -> int:
    secret = db.execute("SELECT secret FROM secrets WHERE game = ?", (game,)).fetchone() or ()
    return rows_checksum(db.execute(_MOVES, (game,)), row_checksum(secret))


def _review_checksum(db: sqlite3.Connection, game: int) -> int:
    known = db.execute(f"SELECT {REVIEW} FROM reviews WHERE game = ?", (game,)).fetchone() or ()
    return rows_checksum(
        db.execute("SELECT number, said FROM judged WHERE game = ? ORDER BY number", (game,)), row_checksum(known)
    )
