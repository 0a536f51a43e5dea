"""The database schema as a list of migrations; each file is migrated when it is opened."""

import secrets
import sqlite3
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from app.storage import checksums, rollback_witness
from app.storage.rollback_witness import Stamp

MIGRATIONS: Final = (
    """
    CREATE TABLE kept (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE acted (number INTEGER PRIMARY KEY, scope TEXT NOT NULL, id TEXT NOT NULL);
    CREATE TABLE games (
        number INTEGER PRIMARY KEY, kind TEXT NOT NULL, header TEXT NOT NULL, keep INTEGER NOT NULL,
        state TEXT NOT NULL, began REAL NOT NULL, changed REAL NOT NULL, result TEXT, aside TEXT
    );
    CREATE INDEX games_by_state ON games (state);
    CREATE TABLE secrets (game INTEGER PRIMARY KEY, secret BLOB NOT NULL);
    CREATE TABLE rows (
        game INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,
        role TEXT NOT NULL, by_seat INTEGER, undone INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE log (
        number INTEGER PRIMARY KEY, game INTEGER NOT NULL, row INTEGER NOT NULL, readers TEXT, event TEXT NOT NULL,
        undone INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX log_by_game ON log (game, number);
    """,
    "DROP INDEX log_by_game;",  # every tap paid for it, and a whole log is read only when a table starts
    # a name of its own for every game, wherever it is brought; and how long it was played
    """
    ALTER TABLE games ADD COLUMN mark TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN since REAL NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN played REAL NOT NULL DEFAULT 0;
    UPDATE games SET mark = lower(hex(randomblob(8))),
        since = CASE state WHEN 'running' THEN began ELSE changed END,
        played = CASE state WHEN 'running' THEN 0 ELSE changed - began END;
    CREATE UNIQUE INDEX games_by_mark ON games (mark);
    """,
    # where a row stands, if a correction moved it from where its number puts it; who told a line for another seat
    """
    ALTER TABLE rows ADD COLUMN place INTEGER;
    ALTER TABLE log ADD COLUMN teller INTEGER NOT NULL DEFAULT 0;
    """,
    # every tap writes what is kept: where it keeps its length, a row of a table with numbers is overwritten in place
    """
    ALTER TABLE kept RENAME TO kept_by_key;
    CREATE TABLE kept (key TEXT PRIMARY KEY, value BLOB NOT NULL);
    INSERT INTO kept SELECT key, value FROM kept_by_key;
    DROP TABLE kept_by_key;
    """,
    # when a row was said: what comes after the last one, until the table starts again, is no time of play
    """
    ALTER TABLE rows ADD COLUMN at REAL;
    DELETE FROM kept WHERE key = 'opened';
    """,
    # how long a game was played is counted by how long the table has run, and no clock that is set changes that
    """
    UPDATE games SET since = 0,
        played = played + max(0, coalesce((SELECT max(at) FROM rows WHERE game = games.number), since) - since)
        WHERE state = 'running';
    ALTER TABLE rows DROP COLUMN at;
    """,
    # what finished games are judged for: begun, and once it is whole who was ahead, and each seat's accuracy
    """
    CREATE TABLE reviews (game INTEGER PRIMARY KEY, course TEXT, accuracy TEXT);
    CREATE TABLE judged (
        game INTEGER NOT NULL, number INTEGER NOT NULL, said TEXT NOT NULL, PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    """,
    # check sums (app/storage/checksums.py), and how far the file has come
    """
    CREATE TABLE sums (game INTEGER PRIMARY KEY, head INTEGER NOT NULL, moves INTEGER NOT NULL);
    ALTER TABLE log ADD COLUMN sum INTEGER;
    ALTER TABLE reviews ADD COLUMN sum INTEGER;
    """,
    # games of which the club (app/storage/club_outbox.py) has not heard yet how they stand
    "CREATE TABLE outbox (mark TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;",
    # whose phone held a seat when a game ended, by its hashed key; which member of the club it was, "" for a guest
    """
    CREATE TABLE sat (
        game INTEGER NOT NULL, seat INTEGER NOT NULL, phone TEXT NOT NULL, member TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    """,
)
PAGE: Final = 1024  # bytes: a commit changes little on several pages, and writes whole pages
STAMP: Final = "stamp"  # key of the stamp


def set_up(db: sqlite3.Connection) -> None:
    """Set a connection's pragmas."""
    db.execute(f"PRAGMA page_size = {PAGE}")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA secure_delete = ON")  # deleted data is overwritten
    db.execute("PRAGMA synchronous = FULL")


def migrate(db: sqlite3.Connection, version: int) -> Stamp:
    """Migrate a file from an older version (0: a new file) and return its stamp."""
    stamp = stamp_of(db) if version else None
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number};")
        if number >= checksums.VERSION:
            if number == checksums.VERSION:
                checksums.sign_all(db)
            stamp = (stamp or Stamp(secrets.token_hex(4), number))._replace(version=number)
            put_stamp(db, stamp)
        db.execute("COMMIT")
    assert stamp is not None
    return stamp


def stamp_of(db: sqlite3.Connection) -> Stamp | None:
    """Load a file's stamp; None if it is absent or damaged."""
    found = db.execute("SELECT value FROM kept WHERE key = ?", (STAMP,)).fetchone()
    return rollback_witness.parse_stamp(found[0]) if found and isinstance(found[0], str) else None


def put_stamp(db: sqlite3.Connection, stamp: Stamp) -> None:
    db.execute(checksums.KEEP, (STAMP, str(stamp)))


def tables() -> Mapping[str, tuple[Any, ...]]:
    """Return the current schema by name, as in `sqlite_master`. Any: text, or None."""
    return _expected_objects(MIGRATIONS)


@cache
def _expected_objects(scripts: tuple[str, ...]) -> Mapping[str, tuple[Any, ...]]:
    db = sqlite3.connect(":memory:", isolation_level=None)
    for script in scripts:
        db.executescript(script)
    found = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    db.close()
    return {row[1]: tuple(row) for row in found}


def are_ours(db: sqlite3.Connection) -> bool:
    """Check that a file has exactly the current schema."""
    found = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    return len(found) == len(tables()) and all(tables().get(row[1]) == tuple(row) for row in found)
