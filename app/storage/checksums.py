"""What proves that what is stored is what was written: a check sum of every game, of every line of a log, of the state.

A game has two: of its row in `games`, and of its secret and all its moves, which goes on with each move. They change in
the commit that changes what they prove. CRC-32 is enough against disks; against people there is nothing here.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final
from zlib import crc32

VERSION: Final = 9  # of the file since which there are any
HEAD: Final = "kind, header, keep, state, began, changed, result, aside, mark, since, played"  # of `games`
MOVE: Final = "number, seat, text, role, by_seat, undone, place"  # of `rows`
LINE: Final = "number, game, row, readers, event, undone, teller"  # of `log`
REVIEW: Final = "course, accuracy"
KEEP: Final = "INSERT INTO kept VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)  # of a damaged file: even what SQLite says of it may be unreadable
SOME: Final = 50  # games that are looked at in one go

_SAYS: Final = "SELECT head, moves FROM sums WHERE game = ?"
_HEAD: Final = f"SELECT {HEAD} FROM games WHERE number = ?"
_MOVES: Final = f"SELECT {MOVE} FROM rows WHERE game = ? ORDER BY number"


def of(values: Sequence[Any], before: int = 0) -> int:
    """Of values as a row has them; `before`: of those that they follow. Any: whatever SQLite stores."""
    return crc32(repr((*values,)).encode("utf-8", "surrogatepass"), before)


def of_all(rows: Iterable[Sequence[Any]], before: int = 0) -> int:
    """Of several rows, in order."""
    return crc32("".join(map(repr, map(tuple, rows))).encode("utf-8", "surrogatepass"), before)


def text(stored: bytes) -> str:
    """A text as far as it can be read: the `text_factory` of whoever looks for damage."""
    return stored.decode("utf-8", "replace")


# ---- written -----------------------------------------------------------------------------------------------


def sign(db: sqlite3.Connection, game: int) -> None:
    """All of a game as it is now; of one that is not there any more nothing."""
    head = db.execute(_HEAD, (game,)).fetchone()
    if head is None:
        db.execute("DELETE FROM sums WHERE game = ?", (game,))
    else:
        db.execute("REPLACE INTO sums VALUES (?, ?, ?)", (game, of(head), _of_moves(db, game)))


def go_on(db: sqlite3.Connection, game: int, moves: Iterable[Sequence[Any]]) -> None:
    """Moves that follow all others of a game that is signed."""
    found = db.execute(_SAYS, (game,)).fetchone()
    if found is not None:
        db.execute("UPDATE sums SET moves = ? WHERE game = ?", (of_all(moves, found[1]), game))


def sign_all(db: sqlite3.Connection) -> None:
    """A file of before there were any."""
    for (game,) in db.execute("SELECT number FROM games").fetchall():
        sign(db, game)
    for line in db.execute(f"SELECT {LINE} FROM log").fetchall():
        db.execute("UPDATE log SET sum = ? WHERE number = ?", (of(line), line[0]))
    for (game,) in db.execute("SELECT game FROM reviews").fetchall():
        sign_review(db, game)
    for (value,) in db.execute("SELECT value FROM kept WHERE key = 'table'").fetchall():
        db.execute(KEEP, ("sum", of((value,))))


def sign_review(db: sqlite3.Connection, game: int) -> None:
    """What a game was judged for, as it is now."""
    db.execute("UPDATE reviews SET sum = ? WHERE game = ?", (_of_review(db, game), game))


# ---- read --------------------------------------------------------------------------------------------------


def holds(db: sqlite3.Connection, game: int) -> bool | None:
    """Whether a game is as it was written; None: nothing is left that could say so. sqlite3.Error if it is not."""
    said = None
    try:
        said = db.execute(_SAYS, (game,)).fetchone()
    except FAULTS:
        return None
    head = db.execute(_HEAD, (game,)).fetchone()
    if head is None:
        return False
    moves = _of_moves(db, game)
    return None if said is None else said == (of(head), moves)


def head_holds(db: sqlite3.Connection, game: int) -> bool:
    """Whether a game's row is as it was written, whatever its moves are."""
    head, said = db.execute(_HEAD, (game,)).fetchone(), db.execute(_SAYS, (game,)).fetchone()
    return bool(head and said) and said[0] == of(head)


def review_holds(db: sqlite3.Connection, game: int) -> bool:
    """Whether what a game was judged for is as it was written."""
    said = db.execute("SELECT sum FROM reviews WHERE game = ?", (game,)).fetchone()
    return bool(said and said[0] == _of_review(db, game))


def whole(db: sqlite3.Connection, pause: Callable[[], None] = lambda: None) -> bool:
    """Whether all of a file is as it was written. Now and then it calls `pause`, which may raise."""
    try:
        if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            return False
        games = {number for (number,) in db.execute("SELECT number FROM games")}
        if games != {number for (number,) in db.execute("SELECT game FROM sums")}:
            return False
        for at, game in enumerate(sorted(games)):
            if at % SOME == 0:
                pause()
            if not holds(db, game):
                return False
        if not all(review_holds(db, game) for (game,) in db.execute("SELECT game FROM reviews").fetchall()):
            return False
        if not all(of(line[:-1]) == line[-1] for line in db.execute(f"SELECT {LINE}, sum FROM log")):
            return False
        return state(db) is not None or not db.execute("SELECT 1 FROM kept WHERE key = 'table'").fetchone()
    except FAULTS as problem:
        if getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            raise
        return False


def state(db: sqlite3.Connection) -> bytes | None:
    """The table's own state, if there is one and it is as it was written."""
    found = dict(db.execute("SELECT key, value FROM kept WHERE key IN ('table', 'sum')"))
    value = found.get("table")
    return value if isinstance(value, bytes) and found.get("sum") == of((value,)) else None


def _of_moves(db: sqlite3.Connection, game: int) -> int:
    secret = db.execute("SELECT secret FROM secrets WHERE game = ?", (game,)).fetchone() or ()
    return of_all(db.execute(_MOVES, (game,)), of(secret))


def _of_review(db: sqlite3.Connection, game: int) -> int:
    known = db.execute(f"SELECT {REVIEW} FROM reviews WHERE game = ?", (game,)).fetchone() or ()
    return of_all(db.execute("SELECT number, said FROM judged WHERE game = ? ORDER BY number", (game,)), of(known))
