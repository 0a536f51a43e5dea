"""Finished games as they are stored: rows of the history, and whole ones with their records."""

import sqlite3
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from app.protocol.results import Archived, FinishedGame, Result, mode_of
from app.storage import checksums
from app.storage.finished_games_journal import Entry
from app.storage.open_database import DamageError
from engine.game import CHANCE

FINISHED_GAMES: Final = (
    "SELECT number, (SELECT accuracy FROM reviews WHERE game = number), (SELECT head FROM sums WHERE game = number),"
    f" {checksums.HEAD} FROM games WHERE state = 'over' AND keep"
)
OF_KIND: Final = "FROM games WHERE state = 'over' AND keep AND kind = ? AND json_valid(result)"
NEWEST: Final = "ORDER BY changed DESC, number DESC LIMIT ?"


def build_finished_game(found: tuple[Any, ...]) -> FinishedGame:
    """Build a game from a row of FINISHED_GAMES; raise DamageError if its checksum is wrong. Any: an SQLite value."""
    number, accuracy, head_sum, *head = found
    if head_sum != checksums.row_checksum(head):
        raise DamageError
    kind, header, _, _, began, ended, result, _, game_id, _, seconds = head
    words = msgspec.json.decode(header, type=dict[str, str])
    return FinishedGame(
        mark=game_id,
        game=number,
        kind=words.get("sheet", kind),
        mode=mode_of(words),
        variant=tuple(words.get("variant", "").split()),
        began=began,
        ended=ended,
        seconds=seconds,
        result=msgspec.json.decode(result, type=Result),
        accuracy=accuracy_of(accuracy),
    )


def archived_game(db: sqlite3.Connection, number: int) -> Archived | None:
    """Load a game of the history with its record; None if it is not in the history."""
    found = db.execute(
        "SELECT mark, began, changed, played, header, result FROM games WHERE number = ? AND state = 'over' AND keep",
        (number,),
    ).fetchone()
    if found is None:
        return None
    game_id, began, ended, seconds, header, result = found
    moves = db.execute(
        "SELECT seat, text FROM rows WHERE game = ? AND NOT undone ORDER BY coalesce(place, number)", (number,)
    )
    return Archived(
        id=game_id,
        began=began,
        ended=ended,
        seconds=seconds,
        header=msgspec.json.decode(header, type=dict[str, str]),
        moves=tuple(text if seat == CHANCE else f"{seat + 1} {text}" for seat, text in moves),
        result=msgspec.json.decode(result, type=Result),
    )


def imported_records(db: sqlite3.Connection) -> dict[str, str]:
    """Return the record of every imported game by its id: its lines, joined. One row is read for each."""
    line = f"CASE seat WHEN {CHANCE} THEN text ELSE seat + 1 || ' ' || text END AS line"
    lines = f"SELECT {line} FROM rows WHERE game = games.number AND NOT undone ORDER BY coalesce(place, number)"
    record = f"SELECT coalesce(group_concat(line, char(10)), '') FROM ({lines})"
    return dict(db.execute(f"SELECT mark, ({record}) FROM games WHERE number < 0 AND state = 'over' AND keep"))


def entry_of(db: sqlite3.Connection, number: int) -> Entry:
    """Build the journal entry of a game."""
    game = archived_game(db, number)
    proof = db.execute("SELECT head, moves FROM sums WHERE game = ?", (number,)).fetchone()
    return Entry(number, checksums.row_checksum(proof) if game else 0, game)


def proofs(db: sqlite3.Connection) -> dict[int, int]:
    """Return the journal's checksums of all finished games, by number."""
    found = db.execute("SELECT number, head, moves FROM games JOIN sums ON game = number WHERE state = 'over' AND keep")
    return {number: checksums.row_checksum(proof) for number, *proof in found}


def entries(db: sqlite3.Connection) -> Iterator[Entry]:
    """Build the journal entries of all finished games."""
    for (number,) in db.execute("SELECT number FROM games WHERE state = 'over' AND keep ORDER BY number").fetchall():
        entry = entry_of(db, number)
        if entry.game is not None:
            yield entry


def accuracy_of(said: str | None) -> tuple[int | None, ...]:
    return msgspec.json.decode(said, type=tuple[int | None, ...]) if said else ()
