"""The database of the table: games, the log, seats, ids of intents. Survives a power cut.

One SQLite file. Related changes are written in one `commit`, and are on the disk when that returns. Everything has
checksums (app/storage/checksums.py); docs/design/storage.md explains the repair of a damaged file. One process, and one
thread at a time, except `Store.verify`, and reads while another thread waits for the disk (`Store.waits`).
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from copy import copy
from functools import partial, wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import msgspec

from app.protocol.rejection import Rejection
from app.protocol.results import Archived, FinishedGame, Result
from app.protocol.table_log_events import TableNotice
from app.storage import checksums, database_copies, import_batches, repair
from app.storage.club_membership_store import MembershipStore
from app.storage.commit_writer import Write
from app.storage.counted_reads import CountedConnection, pause_counting
from app.storage.finished_games import (
    FINISHED_GAMES,
    NEWEST,
    OF_KIND,
    accuracy_of,
    archived_game,
    build_finished_game,
    entries,
    imported_records,
    proofs,
)
from app.storage.finished_games_journal import Entry, Journal
from app.storage.import_batches import Batch
from app.storage.open_database import DamageError, check_and_migrate, is_damage, make, refusal
from app.storage.random_keys_and_ids import MACHINES, Chance
from app.storage.rollback_witness import Stamp, Witness
from app.storage.row_codec import LogLine, Move, SavedGame, SavedReview, audience_of
from engine.game import Seat

P = ParamSpec("P")
T = TypeVar("T")


def _repair_and_retry(read: Callable[Concatenate["Store", P], T]) -> Callable[Concatenate["Store", P], T]:
    """Decorate a read: on damage, repair the file and read again."""

    @wraps(read)
    def retry_after_repair(store: "Store", /, *args: P.args, **named: P.kwargs) -> T:
        try:
            return read(store, *args, **named)
        except (DamageError, *checksums.FAULTS) as fault:
            if not is_damage(fault) or store.waiting:
                raise
        store.repair()
        return read(store, *args, **named)

    return retry_after_repair


class Store:
    """The table's database. Reads return exactly what was written: a damaged file is set aside and replaced by one with
    all intact data, and with finished games from the journal (app/storage/finished_games_journal.py).

    Notices for people are in `notices`, and in `stored_notices` until a commit has cleared them. `clock`: seconds since
    1970; `chance`: for ids of games. Raises Rejection `newer` (made by a later version), `unwritable` or `disk-full` if
    it cannot be used at all.

    `waits`: called with a function that waits for the disk. Meanwhile another thread may read the state before.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time, chance: Chance = MACHINES) -> None:
        self.notices: list[TableNotice] = []
        self.mended = False  # there are new notices
        self.waits: Callable[[Callable[[], None]], None] = lambda wait: wait()
        self.for_club = MembershipStore(lambda: self._db)  # membership, members, and the outbox of games
        self.on_outbox_grown: Callable[[], None] = lambda: None
        self.waiting = False
        self.refuses: Rejection | None = None  # the refusal of all writes, if read-only
        self._before: sqlite3.Connection | None = None  # reads the state before the pending commit
        self._path = path
        self.clock = clock
        self._chance = chance
        is_new = make(path)
        self._journal = Journal(path.with_suffix(".finished"))
        self._witness = Witness(path.with_suffix(".mark"))
        known, has_log = self._witness.last is not None or self._journal.exists(), repair.has_log(path)
        foreign = self._set_foreign_log_aside() if has_log and self._witness.ended else []
        try:
            if is_new and (known or has_log):
                self._kept = repair.set_aside(path)
                raise DamageError
            self._own, self._stamp = self._open_checked(known=known)
        except DamageError:
            try:
                self._begin_anew("file-missing" if is_new else "damaged")
            except (OSError, sqlite3.Error) as no_room:
                raise refusal(no_room, path) from None
        self._compare(self._witness.last, foreign)

    @property
    def _db(self) -> sqlite3.Connection:
        """The connection to read from; while waiting for the disk, one to the state before."""
        if not self.waiting:
            return self._own
        if self._before is None:
            self._before = _connect_read_only(self._path)
        return self._before

    def _wait(self, wait: Callable[[], None]) -> None:
        """Wait for the disk while other threads read."""
        self.waiting = True
        try:
            self.waits(wait)
        finally:
            self.waiting = False
            if self._before is not None:
                self._before.close()
                self._before = None

    def _open_checked(self, *, known: bool = False) -> tuple[sqlite3.Connection, Stamp]:
        """Open and check the file; set a damaged one aside and raise DamageError. `known`: there was one before."""
        last, has_log = self._witness.last if known else None, repair.has_log(self._path)
        at_rest = last if self._witness.ended and not has_log else None
        db = _connect(self._path)
        try:
            stamp = check_and_migrate(db, self._path, known=known, at_rest=at_rest, last=last if has_log else None)
            self._witness.begin()
            if db.execute("SELECT 1 FROM kept WHERE key = 'scrub'").fetchone():  # the last start did not finish it
                with suppress(sqlite3.OperationalError):  # disk full: retry at the next start
                    self._scrub(db)
            # A write, so that a full or read-only disk is noticed now instead of in mid-game.
            db.execute(checksums.KEEP, ("started", self.clock()))
        except BaseException as problem:
            damaged = is_damage(problem)
            try:
                self._kept = repair.set_aside(self._path) if damaged else ""  # before closing, which writes
            except OSError as no_room:
                raise refusal(no_room, self._path) from None
            finally:
                db.close()
            if damaged:
                raise DamageError from None
            if isinstance(problem, sqlite3.Error) and problem.sqlite_errorcode != sqlite3.SQLITE_ERROR:
                raise refusal(problem, self._path) from None
            raise  # for example an error in our own SQL; the file is intact
        return db, stamp

    def _set_foreign_log_aside(self) -> list[TableNotice]:
        """Set a write-ahead log aside that cannot belong to a table that was stopped properly: its file is complete."""
        if self._witness.last is None or not repair.has_foreign_log(self._path, self._witness.last):
            return []
        kept = repair.set_aside(self._path, only_log=True)
        repair.log_of(self._path).unlink()
        return [TableNotice("log-aside", {"kept": kept})]

    @pause_counting()
    def repair(self) -> None:
        """Set the damaged file aside and continue with a new one that holds every intact row."""
        try:
            self._kept = repair.set_aside(self._path)
            self._own.close()
            self._begin_anew("damaged")
        except (OSError, sqlite3.Error) as no_room:
            self._own = _connect(self._path)
            raise refusal(no_room, Path(self._path.name)) from None

    def _begin_anew(self, why: str) -> None:
        games = self._journal.games()
        proven = {number for number, game in games.items() if game}
        found = repair.renew(self._path, self._kept, proven, self._witness.last)
        self._own, self._stamp = self._open_checked()
        notices = [TableNotice(why, {"file": self._path.name, "kept": self._kept})]
        with self.commit() as write:
            write.restore_missing(games)
            write.for_club.tell_all()
            gone = found.lost - {number for (number,) in self._db.execute("SELECT number FROM games")}
            gone -= {number for number, game in games.items() if game is None}
            gone -= {found.on_table}  # reported when it is restored
            if found.state is None:
                notices.append(TableNotice("table-unreadable", {}))
            if found.other:
                notices.append(TableNotice("swapped", {"file": self._path.name}))
            elif found.back:
                notices.append(TableNotice("older", {}))
            if gone:
                notices.append(TableNotice("games-lost", {"n": len(gone)}))
            if found.older:
                notices.append(TableNotice("games-older", {"n": len(found.older)}))
            if found.lines and found.state is not None:
                notices.append(TableNotice("log-lost", {}))
            write.store_notices(notices, {number: state for number, state in found.older.items() if state})
        self.notices += notices
        self.mended = True

    def _compare(self, last: Stamp | None, notices: list[TableNotice]) -> None:
        """Compare the file with its witness: report an older or foreign file, and restore games from the journal."""
        if last is not None and last.file != self._stamp.file:
            notices.append(TableNotice("swapped", {"file": self._path.name}))
        elif last is not None and self._stamp.commits < last.commits:
            notices.append(TableNotice("older", {}))
        if notices:
            with self.commit() as write:
                write.restore_missing(self._journal.games())
                write.store_notices(notices, {})
            self.notices += notices

    def close(self) -> None:
        self._own.close()
        if repair.has_log(self._path):
            self._witness.close()
        else:
            self._witness.end(self._stamp)

    def tidy(self) -> None:
        """Checkpoint the write-ahead log into the file; takes milliseconds. Commits are safe without it.

        The next commits overwrite the log from its start, which is faster than growing a file. Restarting the log needs
        another wait for the disk, which happens here instead of in somebody's tap.
        """

        def write() -> None:
            if self._own.execute("SELECT 1 FROM kept WHERE key = 'scrub'").fetchone():
                self._scrub(self._own)
            self._own.execute("PRAGMA wal_checkpoint(PASSIVE)")
            self._own.execute(checksums.KEEP, ("tidied", self.clock()))

        with suppress(sqlite3.Error):  # disk full: retry later
            self._wait(write)

    def verify(self, stop: Callable[[], bool] = lambda: False) -> bool:
        """Check everything stored; return False if some of it is damaged. Otherwise update the journal and the daily
        copy.

        Slow; may be called in another thread. `stop`: polled to abort.
        """
        try:
            with repair.open_for_checking(self._path, stop) as db:
                if not repair.is_whole(db):
                    return False
                if not self._journal.complete or not self._journal.holds(proofs(db)):
                    self._journal.renew(entries(db))
                database_copies.keep_copy(self._path, db, self.clock())
        except (sqlite3.Error, OSError):  # aborted or disk full: retry later
            pass
        return True

    @contextmanager
    def commit(self, lived: float = 0.0) -> Iterator[Write]:
        """Open a transaction: on success it is all on disk, with a Rejection (`disk-full`, `unwritable`) nothing.

        `lived`: seconds the table has run in total; arbitrary if no running game is written.
        """
        assert not self.waiting, "another commit is under way, and who waits for it is not in line"
        if self.refuses is not None:
            raise self.refuses
        stamp = self._stamp._replace(commits=self._stamp.commits + 1)
        with pause_counting():
            try:
                self._own.execute("BEGIN IMMEDIATE")
                write = Write(self._own, self._chance, self.clock(), lived)
                yield write
                fresh = write.finish(stamp)
                self._wait(partial(self._finish, stamp, fresh))
            except BaseException as problem:
                with suppress(sqlite3.Error):
                    self._own.execute("ROLLBACK")
                if is_damage(problem):
                    self.repair()
                    raise Rejection("unwritable", file=self._path.name, why=str(problem)) from None
                if isinstance(problem, sqlite3.Error):
                    raise refusal(problem, Path(self._path.name)) from None
                raise
        self.mended = self.mended and not write.has_cleared_notices
        if write.for_club.has_more:
            self.on_outbox_grown()

    def _finish(self, stamp: Stamp, fresh: list[Entry]) -> None:
        """Commit a transaction, wait for the disk, and update the witness and the journal."""
        try:
            self._own.execute("COMMIT")
        except sqlite3.Error as problem:
            if not is_damage(problem):
                self._void()
            raise
        self._stamp = stamp
        self._witness.follow(stamp)
        if fresh:
            self._journal.add(fresh)

    def _void(self) -> None:
        """Overwrite a failed commit in the write-ahead log, so that a refused change cannot reappear.

        If only the sync failed, the log contains the whole commit, and the next start would apply it.
        """
        with suppress(sqlite3.Error):
            self._own.execute("ROLLBACK")
        with suppress(sqlite3.Error):
            self._own.execute(checksums.KEEP, ("refused", self.clock()))

    def stored_notices(self) -> tuple[list[TableNotice], dict[int, bytes]]:
        """Load the stored notices, and games that exist only in an older state, with the table's state of that time."""
        found = dict(self._db.execute("SELECT key, value FROM kept WHERE key IN ('unsaid', 'older')"))
        said = msgspec.json.decode(found.get("unsaid", "[]"), type=list[tuple[str, dict[str, str | int]]])
        older = msgspec.json.decode(found.get("older", "{}"), type=dict[int, str])
        return [TableNotice(code, facts) for code, facts in said], {n: state.encode() for n, state in older.items()}

    @contextmanager
    def open_snapshot(self) -> Iterator["Store"]:
        """Open a read-only snapshot of the store for another thread."""
        reading = copy(self)
        with closing(_connect_read_only(self._path)) as db:
            reading._own, reading.waiting, reading.for_club = db, False, MembershipStore(lambda: db)
            db.execute("BEGIN")
            yield reading

    @_repair_and_retry
    def table_state(self) -> bytes | None:
        """Load the table's state; None if there is none. Raise Rejection `table-unreadable` if it is damaged."""
        if not self._db.execute("SELECT 1 FROM kept WHERE key = 'table'").fetchone():
            return None
        found = checksums.state(self._db)
        if found is None:
            raise DamageError
        return found.rstrip()

    @_repair_and_retry
    def idempotency_keys(self) -> list[tuple[str, str]]:
        """List the ids of applied intents as (scope, id), oldest first."""
        return self._db.execute("SELECT scope, id FROM acted ORDER BY number").fetchall()

    @_repair_and_retry
    def game(self, number: int) -> SavedGame | None:
        """Load a game with its valid rows."""
        found = self._db.execute(
            "SELECT kind, header, keep, state, aside, coalesce(secret, x'')"
            " FROM games LEFT JOIN secrets ON game = number WHERE number = ?",
            (number,),
        ).fetchone()
        if found is None:
            return None
        if not checksums.holds(self._db, number):
            raise DamageError
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
        return SavedGame(
            number=number,
            kind=kind,
            header=msgspec.json.decode(header, type=dict[str, str]),
            keep=bool(keep),
            state=state,
            secret=secret,
            moves=moves,
            last_move=last,
            note=note,
        )

    @_repair_and_retry
    def log(self, game: int, after: int = 0) -> list[LogLine]:
        """Load the log of a game (0: the lobby)."""
        found = self._db.execute(
            f"SELECT {checksums.LINE}, sum FROM log WHERE game = ? AND number > ? ORDER BY number", (game, after)
        ).fetchall()
        if any(checksums.row_checksum(line[:-1]) != line[-1] for line in found):
            raise DamageError
        return [
            LogLine(number, row, audience_of(audience), event.encode(), undone=undone, by=by)
            for number, _, row, audience, event, undone, by, _ in found
        ]

    @_repair_and_retry
    def suspended(self) -> list[tuple[int, str, float, bytes]]:
        """List suspended games: number, kind, when they were suspended (seconds since 1970), and the table's note."""
        found = self._db.execute(
            "SELECT number, kind, changed, aside FROM games WHERE state = 'aside' ORDER BY changed DESC, number DESC"
        ).fetchall()
        if not all(checksums.holds(self._db, number) for number, *_ in found):
            raise DamageError
        return found

    @_repair_and_retry
    def history(self, limit: int = -1, daily: bool = False) -> tuple[FinishedGame, ...]:
        """Load the finished games of the history, or those with a deal of the day, newest first."""
        which = "AND json_valid(result) AND json_type(result, '$.daily') = 'object'" if daily else ""
        return tuple(
            build_finished_game(found) for found in self._db.execute(f"{FINISHED_GAMES} {which} {NEWEST}", (limit,))
        )

    @_repair_and_retry
    def kinds_finished(self) -> frozenset[str]:
        found = self._db.execute("SELECT DISTINCT kind FROM games WHERE state = 'over' AND keep")
        return frozenset(kind for (kind,) in found)

    @_repair_and_retry
    def seated(self, kind: str) -> tuple[tuple[str | None, ...], ...]:
        """List the distinct groups of players in games of a kind, without loading whole games."""
        found = self._db.execute(f"SELECT DISTINCT json_extract(result, '$.seats') {OF_KIND}", (kind,))
        return tuple(msgspec.json.decode(seats, type=tuple[str | None, ...]) for (seats,) in found)

    @_repair_and_retry
    def taught(self, kind: str) -> tuple[Result, ...]:
        """Load the results of guided games of a kind, newest first."""
        query = f"SELECT result {OF_KIND} AND json_array_length(result, '$.learned') > 0 {NEWEST}"
        return tuple(msgspec.json.decode(result, type=Result) for (result,) in self._db.execute(query, (kind, -1)))

    @_repair_and_retry
    def finished(self, which: str | int) -> FinishedGame | None:
        """Load a finished game by its id or its number at this table."""
        by = "number" if isinstance(which, int) else "mark"
        found = self._db.execute(f"{FINISHED_GAMES} AND {by} = ?", (which,)).fetchone()
        return build_finished_game(found) if found else None

    def archived(self, game_id: str | None = None) -> Iterator[Archived]:
        """Load all finished games with their records, or the one with this id, oldest first."""
        for number in self._listed_games(game_id):
            if (game := self._archived_game(number)) is not None:
                yield game

    @_repair_and_retry
    def _listed_games(self, game_id: str | None) -> list[int]:
        found = self._db.execute(
            "SELECT number FROM games WHERE state = 'over' AND keep AND mark = coalesce(?, mark)"
            " ORDER BY changed, number",
            (game_id,),
        )
        return [number for (number,) in found]

    @_repair_and_retry
    def _archived_game(self, number: int) -> Archived | None:
        if checksums.holds(self._db, number) is False:
            raise DamageError
        return archived_game(self._db, number)

    @_repair_and_retry
    def reviews_begun(self) -> list[int]:
        """List the games with an unfinished review, by number."""
        return [game for (game,) in self._db.execute("SELECT game FROM reviews WHERE course IS NULL ORDER BY game")]

    @_repair_and_retry
    def review(self, game: int) -> SavedReview | None:
        """Load a game's review; None if it was never begun."""
        found = self._db.execute("SELECT course, accuracy FROM reviews WHERE game = ?", (game,)).fetchone()
        if found is None:
            return None
        if not checksums.review_holds(self._db, game):
            raise DamageError
        said = self._db.execute("SELECT said FROM judged WHERE game = ? ORDER BY number", (game,))
        course, accuracy = found
        return SavedReview(course, accuracy_of(accuracy), tuple(each for (text,) in said for each in text.split("\n")))

    @_repair_and_retry
    def game_states(self) -> dict[str, str]:
        """Return the state of every game by its id, even of deleted ones, without undone imports."""
        return dict(self._db.execute("SELECT mark, state FROM games WHERE state != 'out'").fetchall())

    @_repair_and_retry
    def imported_records(self) -> dict[str, str]:
        """Return the record of every imported game by its id: its lines, joined."""
        return imported_records(self._db)

    @_repair_and_retry
    def texts_with_names(self) -> list[tuple[int, str, str | None, bytes | None]]:
        """List the stored texts that name people: number, header, result, note of a suspended game."""
        found = self._db.execute("SELECT number, header, result, aside FROM games").fetchall()
        if not all(checksums.head_holds(self._db, number) for number, *_ in found):
            raise DamageError
        return found

    @_repair_and_retry
    def news(self, game: int | None = None) -> list[tuple[int, str]]:
        """List the table's events in all logs, or in that of one game: a line's number, and its event."""
        query = f"SELECT {checksums.LINE}, sum FROM log WHERE row = 0 AND game = coalesce(?, game)"
        found = self._db.execute(query, (game,)).fetchall()
        if any(checksums.row_checksum(line[:-1]) != line[-1] for line in found):
            raise DamageError
        return [(line[0], line[4]) for line in found]

    @_repair_and_retry
    def batches(self) -> tuple[Batch, ...]:
        """List the imports that still have games, newest first."""
        return import_batches.batches_with_games(self._db)

    def next_batch(self) -> int:
        """Return the number of the next import."""
        return import_batches.lowest(self._db) - 1

    def scrub(self) -> None:
        """Rewrite the file, so that deleted data is gone from the disk. Raises Rejection as a commit does."""
        try:
            self._wait(partial(self._scrub, self._own))
        except sqlite3.Error as problem:
            raise refusal(problem, Path(self._path.name)) from None

    def _scrub(self, db: sqlite3.Connection) -> None:
        """Rewrite file and journal, delete the evening's copy, and note that no scrub is due any more.

        While another connection reads, the write-ahead log keeps what was there; then the scrub stays due.
        """
        db.execute("VACUUM")
        self._journal.renew(entries(db))
        database_copies.copy_of(self._path).unlink(missing_ok=True)
        (busy, _, _) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            db.execute("DELETE FROM kept WHERE key = 'scrub'")

    @_repair_and_retry
    def highest_numbers(self) -> tuple[int, int]:
        """Return the highest numbers of a game and of a log line in the file."""
        (game,) = self._db.execute("SELECT max(0, coalesce(max(number), 0)) FROM games").fetchone()
        (line,) = self._db.execute("SELECT coalesce(max(number), 0) FROM log").fetchone()
        return game, line


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, timeout=1.0, check_same_thread=False, factory=CountedConnection)


def _connect_read_only(path: Path) -> sqlite3.Connection:
    """Open a read-only connection."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, factory=CountedConnection)
