"""What must survive a pulled plug: rows of games, the log, who sits where, which intents were carried out.

One SQLite file. What belongs together is written in one `commit`, and is on the disk when that returns. A file that
cannot be read is set aside under another name, said in `notice`, and a new one begins. One thread, one process.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from copy import copy as alike
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from app.protocol.results import Archived, Finished, Result, kind_of, mode_of
from app.protocol.rights import Rejected
from app.storage.rows import LogLine, Move
from engine.game import CHANCE, Audience, Seat

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
)
PAGE: Final = 1024  # bytes: a commit touches a little of several pages, and writes them whole
ROOM: Final = 256  # bytes: what is kept is stored in a multiple of it, so that it hardly ever changes its length
PUT_OFF: Final = 16_384  # pages of commits until a commit itself writes them to their places: somebody waits for that
REMEMBERED: Final = 5000  # keys of intents carried out; a client repeats one within seconds
SLACK: Final = 1000  # that many more before the oldest are forgotten
_TABLES: Final = {"kept", "acted", "games", "secrets", "rows", "log", "reviews", "judged"}
_KEEP: Final = "INSERT INTO kept VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
_FINISHED: Final = (
    "SELECT number, kind, mark, header, began, changed, played, result,"
    " (SELECT accuracy FROM reviews WHERE game = number) FROM games WHERE state = 'over' AND keep"
)
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)

GameState = Literal["running", "aside", "over", "broken", "deleted"]


class SavedGame(msgspec.Struct, frozen=True):
    """A game as it was stored, with the rows that stand."""

    number: int
    kind: str
    header: dict[str, str]
    keep: bool
    state: GameState
    secret: bytes
    moves: tuple[Move, ...]
    last_move: int
    note: bytes | None

    def __repr__(self) -> str:
        return f"SavedGame({self.number})"  # neither its secret nor its rows


class SavedReview(msgspec.Struct, frozen=True):
    """What a finished game was judged for, as JSON: who was ahead (None: not all is judged yet), and each decision."""

    course: str | None
    accuracy: tuple[int | None, ...]
    judged: tuple[str, ...]


class Write:
    """What one commit writes. `now`: seconds since 1970; `lived`: seconds for which the table has run so far."""

    def __init__(self, db: sqlite3.Connection, now: float, lived: float) -> None:
        self._db = db
        self._now = now
        self._lived = lived

    def table_state(self, value: bytes) -> None:
        """The table's own state, whole, as JSON."""
        padded = value.ljust(-(-len(value) // ROOM) * ROOM)
        self._db.execute(_KEEP, ("table", padded))

    def idempotency_key(self, scope: str, id: str) -> None:
        """The key of an intent that is carried out by this commit, so that it is carried out once."""
        self._db.execute("INSERT INTO acted (scope, id) VALUES (?, ?)", (scope, id))

    def forget_idempotency_keys(self) -> None:
        """Forget all but the newest."""
        self._db.execute("DELETE FROM acted WHERE number <= (SELECT max(number) FROM acted) - ?", (REMEMBERED,))

    def new_game(self, number: int, kind: str, header: dict[str, str], keep: bool, secret: bytes) -> None:
        self._db.execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, 'running', ?, ?, NULL, NULL, lower(hex(randomblob(8))), ?, 0)",
            (number, kind, _text(header), keep, self._now, self._now, self._lived),
        )
        self._db.execute("INSERT INTO secrets VALUES (?, ?)", (number, secret))

    def game_state(self, game: int, state: GameState, result: Result | None = None, note: bytes | None = None) -> None:
        """A game has come to an end, to the side, or back. One that is over and stays so ended when it did."""
        said = None if result is None else _text(result)
        self._db.execute(
            "UPDATE games SET played = played + CASE state WHEN 'running' THEN max(0, :lived - since) ELSE 0 END,"
            " changed = CASE WHEN state = 'over' AND :state = 'over' THEN changed ELSE :now END,"
            " since = :lived, state = :state, result = :result, aside = :aside WHERE number = :game",
            {"now": self._now, "lived": self._lived, "state": state, "result": said, "aside": note, "game": game},
        )
        if state != "over":
            self.forget_review(game)

    def goes_on(self, game: int, of: int) -> None:
        """A game goes on in another one: that began when it did, and has been played for as long."""
        self._db.execute(
            "UPDATE games SET (began, played) = (SELECT began, played FROM games WHERE number = ?) WHERE number = ?",
            (of, game),
        )

    def forget_game(self, game: int) -> None:
        """Throw a game away, with all that was said in it."""
        for table, column in (("rows", "game"), ("log", "game"), ("secrets", "game"), ("games", "number")):
            self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", (game,))
        self.forget_review(game)

    def delete_game(self, game: int) -> None:
        """Throw a finished game away, but for its mark: brought along in a file once more, it is not taken in again."""
        for table in ("rows", "log"):
            self._db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
        self._db.execute("DELETE FROM secrets WHERE game = ?", (game,))
        self.forget_review(game)
        self._db.execute(
            "UPDATE games SET state = 'deleted', keep = 0, header = '{}', result = NULL, aside = NULL WHERE number = ?",
            (game,),
        )

    def bring_in(self, game: Archived) -> None:
        """A finished game from elsewhere, also one that was deleted here. It has no secret; its number is below all."""
        self._db.execute("DELETE FROM games WHERE mark = ? AND state = 'deleted'", (game.id,))
        (lowest,) = self._db.execute("SELECT min(0, coalesce(min(number), 0)) FROM games").fetchone()
        number, kind = lowest - 1, kind_of(game.header)
        header, result = _text(game.header), _text(game.result)
        self._db.execute(
            "INSERT INTO games VALUES (?, ?, ?, 1, 'over', ?, ?, ?, NULL, ?, ?, ?)",
            (number, kind, header, game.began, game.ended, result, game.id, self._lived, game.seconds),
        )
        self.moves(number, [_move(at, line) for at, line in enumerate(game.moves, 1)])

    def begin_review(self, game: int) -> None:
        """A finished game is judged from now on; what is known of it stays."""
        self._db.execute("INSERT INTO reviews (game) VALUES (?) ON CONFLICT (game) DO NOTHING", (game,))

    def judged(self, game: int, first: int, said: Iterable[bytes]) -> None:
        """Decisions of it that have been judged, as JSON, numbered from `first`."""
        self._db.executemany(
            "INSERT INTO judged VALUES (?, ?, ?)",
            [(game, number, text.decode()) for number, text in enumerate(said, first)],
        )

    def reviewed(self, game: int, course: bytes, accuracy: Sequence[int | None]) -> None:
        """All of them are."""
        self._db.execute(
            "UPDATE reviews SET course = ?, accuracy = ? WHERE game = ?", (course.decode(), _text(accuracy), game)
        )

    def forget_review(self, game: int) -> None:
        """Nothing is known of it any more."""
        for table in ("reviews", "judged"):
            self._db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))

    def header(self, game: int, header: dict[str, str]) -> None:
        """A running game has another header."""
        self._db.execute("UPDATE games SET header = ? WHERE number = ?", (_text(header), game))

    def rewrite(self, game: int, header: dict[str, str], result: Result | None, note: bytes | None) -> None:
        """Put other names into a game; what was there is to be scrubbed."""
        said = None if result is None else _text(result)
        self._db.execute(
            "UPDATE games SET header = ?, result = ?, aside = ? WHERE number = ?", (_text(header), said, note, game)
        )

    def forget_news(self, numbers: Iterable[int]) -> None:
        """Take lines out of the log."""
        self._db.executemany("DELETE FROM log WHERE number = ?", [(number,) for number in numbers])

    def to_scrub(self) -> None:
        """Something was taken out of which nothing may be left in the file: `scrub` follows, or the next start does."""
        self._db.execute(_KEEP, ("scrub", 1))

    def forget_log(self, game: int) -> None:
        """Throw a game's log away (0: the lobby's); its rows and its result stay."""
        self._db.execute("DELETE FROM log WHERE game = ?", (game,))

    def moves(self, game: int, moves: Iterable[Move]) -> None:
        self._db.executemany(
            "INSERT INTO rows (game, number, seat, text, role, by_seat) VALUES (?, ?, ?, ?, ?, ?)",
            [(game, move.number, move.seat, move.text, move.role, move.by) for move in moves],
        )

    def undo_moves(self, game: int, numbers: Iterable[int]) -> None:
        self._db.executemany(
            "UPDATE rows SET undone = 1 WHERE game = ? AND number = ?", [(game, number) for number in numbers]
        )

    def forget_choice(self, game: int, number: int) -> None:
        """Keep nothing of what a move said but that there was one."""
        self._db.execute("UPDATE rows SET text = '' WHERE game = ? AND number = ?", (game, number))

    def places(self, game: int, numbers: Iterable[int]) -> None:
        """The order of the rows that stand; those that come later stand behind them."""
        self._db.executemany(
            "UPDATE rows SET place = ? WHERE game = ? AND number = ?",
            [(place, game, number) for place, number in enumerate(numbers, 1)],
        )

    def log(self, game: int, lines: Iterable[LogLine]) -> None:
        self._db.executemany(
            "INSERT INTO log (number, game, row, readers, event, teller) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (
                    line.number,
                    game,
                    line.row,
                    _words(line.audience),
                    line.event.decode(),
                    line.by,
                )
                for line in lines
            ],
        )

    def rewrite_log(self, lines: Iterable[LogLine]) -> None:
        """Let lines tell something else."""
        self._db.executemany(
            "UPDATE log SET row = ?, readers = ?, event = ?, undone = ?, teller = ? WHERE number = ?",
            [
                (line.row, _words(line.audience), line.event.decode(), line.undone, line.by, line.number)
                for line in lines
            ],
        )

    def strike_log(self, numbers: Iterable[int], stamp: int) -> None:
        self._db.executemany("UPDATE log SET undone = ? WHERE number = ?", [(stamp, number) for number in numbers])


class Store:
    """The table's file. `notice` says in a rule and its facts that a damaged one was set aside.

    `clock`: seconds since 1970, for what is written down. Rejected `newer` (made by a later version), `unwritable` or
    `disk-full` if it cannot be used at all.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.notice: Rejected | None = None
        self._path = path
        self.clock = clock
        try:
            self._db = _open(path, clock())
        except _Damaged:
            aside = _set_aside(path)
            self.notice = Rejected("damaged", file=path.name, kept=aside)
            self._db = _open(path, clock())

    def close(self) -> None:
        self._db.close()

    def tidy(self) -> None:
        """Write what was committed to its place in the file; takes milliseconds. Commits are safe without it.

        The next ones overwrite the write-ahead log from its beginning, which is quicker than to let a file grow. To
        begin it anew takes a wait for the disk of its own, which is over here, and no tap's.
        """
        with suppress(sqlite3.Error):  # a full disk: then later
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
            self._db.execute(_KEEP, ("tidied", self.clock()))

    @contextmanager
    def commit(self, lived: float = 0.0) -> Iterator[Write]:
        """One transaction: all of it is on the disk then, or, with a Rejected (`disk-full`, `unwritable`), nothing.

        `lived`: seconds for which the table has run so far, in all its processes; any where no running game is written.
        """
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield Write(self._db, self.clock(), lived)
            self._db.execute("COMMIT")
        except BaseException as problem:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            if isinstance(problem, sqlite3.Error):
                self._unsay()
                raise _refusal(problem, Path(self._path.name)) from None
            raise

    def _unsay(self) -> None:
        """Write over what was refused: where only the wait for the disk failed, the next start would find all of it."""
        with suppress(sqlite3.Error):
            self._db.execute(_KEEP, ("refused", self.clock()))

    @contextmanager
    def beside(self) -> Iterator["Store"]:
        """The same at one moment, to be read in another thread while this one goes on. It writes nothing."""
        reading = alike(self)
        address = f"{self._path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as db:
            reading._db = db
            db.execute("BEGIN")
            yield reading

    def table_state(self) -> bytes | None:
        """The table's own state, if there is one."""
        found = self._db.execute("SELECT value FROM kept WHERE key = 'table'").fetchone()
        return found[0].rstrip() if found else None

    def idempotency_keys(self) -> list[tuple[str, str]]:
        """Of intents carried out, as (scope, id), oldest first."""
        return self._db.execute("SELECT scope, id FROM acted ORDER BY number").fetchall()

    def game(self, number: int) -> SavedGame | None:
        """One game with the rows that stand."""
        found = self._db.execute(
            "SELECT kind, header, keep, state, aside, coalesce(secret, x'')"
            " FROM games LEFT JOIN secrets ON game = number WHERE number = ?",
            (number,),
        ).fetchone()
        if found is None:
            return None
        kind, header, keep, state, note, secret = found
        said = self._db.execute(
            "SELECT number, seat, text, role, by_seat FROM rows WHERE game = ? AND NOT undone"
            " ORDER BY coalesce(place, number)",
            (number,),
        )
        moves = tuple(
            Move(at, Seat(seat), text, role, None if by is None else Seat(by)) for at, seat, text, role, by in said
        )
        (last,) = self._db.execute("SELECT coalesce(max(number), 0) FROM rows WHERE game = ?", (number,)).fetchone()
        words = msgspec.json.decode(header, type=dict[str, str])
        return SavedGame(number, kind, words, bool(keep), state, secret, moves, last, note)

    def log(self, game: int, after: int = 0) -> list[LogLine]:
        """The log of one game (0: the lobby)."""
        found = self._db.execute(
            "SELECT number, row, readers, event, undone, teller FROM log WHERE game = ? AND number > ? ORDER BY number",
            (game, after),
        )
        return [
            LogLine(number, row, _audience(audience), event.encode(), undone, by)
            for number, row, audience, event, undone, by in found
        ]

    def suspended(self) -> list[tuple[int, str, float, bytes]]:
        """Suspended games: number, kind, when, and what the table noted with them."""
        return self._db.execute(
            "SELECT number, kind, changed, aside FROM games WHERE state = 'aside' ORDER BY changed DESC, number DESC"
        ).fetchall()

    def history(self, limit: int = -1) -> tuple[Finished, ...]:
        """Games that ended and were kept, the newest first."""
        found = self._db.execute(f"{_FINISHED} ORDER BY changed DESC, number DESC LIMIT ?", (limit,))
        return tuple(_finished(*each) for each in found)

    def kinds_finished(self) -> frozenset[str]:
        """Of what kinds they are."""
        found = self._db.execute("SELECT DISTINCT kind FROM games WHERE state = 'over' AND keep")
        return frozenset(kind for (kind,) in found)

    def finished(self, game_id: str) -> Finished | None:
        """One of them."""
        found = self._db.execute(f"{_FINISHED} AND mark = ?", (game_id,)).fetchone()
        return _finished(*found) if found else None

    def archived(self, game_id: str | None = None) -> Iterator[Archived]:
        """All of them, or one, with their records, the oldest first."""
        found = self._db.execute(
            "SELECT number, mark, began, changed, played, header, result FROM games"
            " WHERE state = 'over' AND keep AND mark = coalesce(?, mark) ORDER BY changed, number",
            (game_id,),
        )
        for number, its_id, began, ended, seconds, header, result in found.fetchall():
            moves = self._db.execute(
                "SELECT seat, text FROM rows WHERE game = ? AND NOT undone ORDER BY coalesce(place, number)", (number,)
            )
            yield Archived(
                id=its_id,
                began=began,
                ended=ended,
                seconds=seconds,
                header=msgspec.json.decode(header, type=dict[str, str]),
                moves=tuple(text if seat == CHANCE else f"{seat + 1} {text}" for seat, text in moves),
                result=msgspec.json.decode(result, type=Result),
            )

    def reviews_begun(self) -> list[int]:
        """Games of which not all is judged that was to be, by their numbers."""
        return [game for (game,) in self._db.execute("SELECT game FROM reviews WHERE course IS NULL ORDER BY game")]

    def review(self, game: int) -> SavedReview | None:
        """What a game was judged for; None: nobody has begun."""
        found = self._db.execute("SELECT course, accuracy FROM reviews WHERE game = ?", (game,)).fetchone()
        if found is None:
            return None
        said = self._db.execute("SELECT said FROM judged WHERE game = ? ORDER BY number", (game,))
        course, accuracy = found
        return SavedReview(course, _accuracy(accuracy), tuple(text for (text,) in said))

    def game_ids(self) -> frozenset[str]:
        """Of all games here, whatever became of them."""
        return frozenset(mark for (mark,) in self._db.execute("SELECT mark FROM games"))

    def deleted_ids(self) -> frozenset[str]:
        """Of games that people deleted here."""
        return frozenset(mark for (mark,) in self._db.execute("SELECT mark FROM games WHERE state = 'deleted'"))

    def written(self) -> list[tuple[int, str, str | None, bytes | None]]:
        """Where games name people, as it was written: number, header, result, what was noted when it was suspended."""
        return self._db.execute("SELECT number, header, result, aside FROM games").fetchall()

    def news(self) -> list[tuple[int, str]]:
        """What is in any log besides games: a line's number, and its event."""
        return self._db.execute("SELECT number, event FROM log WHERE row = 0").fetchall()

    def scrub(self) -> None:
        """Write the file anew, so that nothing is left of what was taken out of it. Rejected as for a commit."""
        try:
            _scrub(self._db)
        except sqlite3.Error as problem:
            raise _refusal(problem, Path(self._path.name)) from None

    def last_numbers(self) -> tuple[int, int]:
        """The highest number of a game and of a line of the log that was ever stored and is still there."""
        (game,) = self._db.execute("SELECT max(0, coalesce(max(number), 0)) FROM games").fetchone()
        (line,) = self._db.execute("SELECT coalesce(max(number), 0) FROM log").fetchone()
        return game, line


def copy(path: Path, to: Path) -> None:
    """Copy a table's file, whole at one moment, also while the table writes to it.

    ValueError, with a sentence without its dot, if it is damaged, cannot be read, or was made by a later version.
    """
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(to)) as target,
        ):
            source.backup(target)
            whole = target.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            (version,) = target.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as problem:
        raise ValueError(f"{path.name} cannot be read ({problem})") from None
    if not whole:
        raise ValueError(f"{path.name} is damaged")
    if version > len(MIGRATIONS):
        raise ValueError(f"{path.name} was made by a later version")


class _Damaged(Exception):
    pass


# Any: any value that msgspec writes.
def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _move(number: int, line: str) -> Move:
    """A line of a record, as a row."""
    first, _, rest = line.partition(" ")
    seat, text = (Seat(int(first) - 1), rest) if first.isdecimal() else (CHANCE, line)
    return Move(number, seat, text, "people")


def _finished(
    number: int,
    kind: str,
    game_id: str,
    header: str,
    began: float,
    ended: float,
    seconds: float,
    result: str,
    accuracy: str | None,
) -> Finished:
    words = msgspec.json.decode(header, type=dict[str, str])
    return Finished(
        mark=game_id,
        game=number,
        kind=words.get("sheet", kind),
        mode=mode_of(words),
        variant=tuple(words.get("variant", "").split()),
        began=began,
        ended=ended,
        seconds=seconds,
        result=msgspec.json.decode(result, type=Result),
        accuracy=_accuracy(accuracy),
    )


def _accuracy(said: str | None) -> tuple[int | None, ...]:
    return msgspec.json.decode(said, type=tuple[int | None, ...]) if said else ()


def _words(audience: Audience) -> str | None:
    return None if audience is None else " ".join(map(str, audience))


def _audience(words: str | None) -> Audience:
    return None if words is None else tuple(Seat(int(word)) for word in words.split())


def _open(path: Path, now: float) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
    except OSError as problem:
        raise Rejected("unwritable", file=str(path), why=problem.strerror or "") from None
    db = sqlite3.connect(path, isolation_level=None, timeout=1.0)
    try:
        _prepare(db, path, now)
    except sqlite3.Error as problem:
        db.close()
        if problem.sqlite_errorcode & 0xFF in _DAMAGED:
            raise _Damaged from None
        if problem.sqlite_errorcode == sqlite3.SQLITE_ERROR:
            raise  # our own SQL is wrong; the file is not
        raise _refusal(problem, path) from None
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path, now: float) -> None:
    db.execute(f"PRAGMA page_size = {PAGE}")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA secure_delete = ON")  # what is taken out is overwritten
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"PRAGMA wal_autocheckpoint = {PUT_OFF}")
    if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise _Damaged
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise Rejected("newer", file=str(path), version=version)
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT")
    if not {name for (name,) in db.execute("SELECT name FROM sqlite_master")} >= _TABLES:
        raise _Damaged
    if db.execute("SELECT 1 FROM kept WHERE key = 'scrub'").fetchone():  # the last start did not come to it
        with suppress(sqlite3.OperationalError):  # no room for it: then at the next start, but the table stands
            _scrub(db)
    # A write that is meant, so that a disk that takes none is known now and not in mid-game.
    db.execute(_KEEP, ("started", now))


def _scrub(db: sqlite3.Connection) -> None:
    """Write the file anew, and note that nothing waits for it any more."""
    db.execute("VACUUM")
    db.execute("DELETE FROM kept WHERE key = 'scrub'")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _refusal(problem: sqlite3.Error, path: Path) -> Rejected:
    if getattr(problem, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return Rejected("disk-full", file=str(path))
    return Rejected("unwritable", file=str(path), why=str(problem))


def _set_aside(path: Path) -> str:
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(aside.with_name(aside.name + suffix))
    return aside.name
