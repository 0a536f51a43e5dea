"""The database schema as a list of migrations; each file is migrated when it is opened.

A change of the schema is one more script in MIGRATIONS; older scripts stay as they are. What else it needs:

- A column of `games`, `rows`, `log` or `reviews`: its name in HEAD, MOVE, LINE or REVIEW of app/storage/checksums.py,
  so that it is signed and survives a repair; its value in `Write` (app/storage/commit_writer.py) and in the reads of
  `Store`. Old rows need new checksums: `migrate` then has to call `checksums.sign_all`, which reads the current
  columns, after the script that adds the column instead of at `checksums.VERSION`.
- A table with rows of games: its name in OF_GAMES of commit_writer.py, so that they are deleted with a game, and a copy
  of them in app/storage/salvage.py.

A file that a later version has migrated is refused by an older one (`check_and_migrate`).
"""

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
    # an id of a game for life, for exports and imports (`mark`), and its playing time
    """
    ALTER TABLE games ADD COLUMN mark TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN since REAL NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN played REAL NOT NULL DEFAULT 0;
    UPDATE games SET mark = lower(hex(randomblob(8))),
        since = CASE state WHEN 'running' THEN began ELSE changed END,
        played = CASE state WHEN 'running' THEN 0 ELSE changed - began END;
    CREATE UNIQUE INDEX games_by_mark ON games (mark);
    """,
    # the order of rows after a correction (`place`; NULL: by number), and who reported a line for another seat
    """
    ALTER TABLE rows ADD COLUMN place INTEGER;
    ALTER TABLE log ADD COLUMN teller INTEGER NOT NULL DEFAULT 0;
    """,
    # `kept` with row ids: each commit writes the table's state, and a row of equal length is overwritten in place
    """
    ALTER TABLE kept RENAME TO kept_by_key;
    CREATE TABLE kept (key TEXT PRIMARY KEY, value BLOB NOT NULL);
    INSERT INTO kept SELECT key, value FROM kept_by_key;
    DROP TABLE kept_by_key;
    """,
    # the time of each row, so that playing time ends with the last one
    """
    ALTER TABLE rows ADD COLUMN at REAL;
    DELETE FROM kept WHERE key = 'opened';
    """,
    # playing time counted in seconds for which the table has run, so that setting the clock does not change it
    """
    UPDATE games SET since = 0,
        played = played + max(0, coalesce((SELECT max(at) FROM rows WHERE game = games.number), since) - since)
        WHERE state = 'running';
    ALTER TABLE rows DROP COLUMN at;
    """,
    # reviews of finished games: chances during the game and each seat's accuracy (NULL: unfinished), and decisions
    """
    CREATE TABLE reviews (game INTEGER PRIMARY KEY, course TEXT, accuracy TEXT);
    CREATE TABLE judged (
        game INTEGER NOT NULL, number INTEGER NOT NULL, said TEXT NOT NULL, PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    """,
    # checksums (app/storage/checksums.py); from this version on a file has a stamp with its version and commits
    """
    CREATE TABLE sums (game INTEGER PRIMARY KEY, head INTEGER NOT NULL, moves INTEGER NOT NULL);
    ALTER TABLE log ADD COLUMN sum INTEGER;
    ALTER TABLE reviews ADD COLUMN sum INTEGER;
    """,
    # games whose newest version the club has not confirmed (app/storage/club_membership_store.py)
    "CREATE TABLE outbox (mark TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;",
    # the phone that held a seat when a game ended, by its hashed key, and its member of the club ("": no member)
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
