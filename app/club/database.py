"""Database access of a club: SQLite in its folder, or PostgreSQL. Both take the same SQL, with `?` for values."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any, Final, Protocol

from app.web.route_budgets import current_spending, spend

WAIT: Final = 5.0  # seconds for a lock in SQLite, or a free connection to PostgreSQL
MAX_CONNECTIONS: Final = 8  # connections to PostgreSQL
RETRY_SECONDS: Final = 0.5  # after a refused connection, until the next attempt
# Seconds to connect; milliseconds, and seconds, until a silent server counts as gone.
LIMITS: Final[dict[str, Any]] = {
    "connect_timeout": 2,
    "tcp_user_timeout": 2500,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
}
TEST_AFTER_SECONDS: Final = 1.0  # seconds of disuse until a connection is tested before its next use
LOCKED: Final = "2s"  # lock timeout, after which a scrub is postponed
# Tables that contain, or contained, names.
TABLES_WITH_NAMES: Final = ("members", "games", "entrants", "pairings", "forgotten")
OLDER_SNAPSHOTS: Final = (
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND greatest(age(backend_xmin), age(backend_xid)) > 0"
)
POSTGRESQL: Final = ("postgresql://", "postgres://")


class DatabaseProblem(Exception):
    """A database error. `code`: full, away (unavailable now), newer (its schema)."""

    def __init__(self, code: str, why: object = "") -> None:
        super().__init__(f"{code} {why}".strip())
        self.code, self.why = code, " ".join(str(why).split())


class ClubTransaction(Protocol):
    # Any: values as the database has them.
    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...


class Database(Protocol):
    """A database for transactions from any thread, committed at the end or, on an error, rolled back."""

    def transaction(self) -> AbstractContextManager[ClubTransaction]:
        """Open a transaction, one at a time, so that what it has read still holds when it writes."""
        ...

    def snapshot(self) -> AbstractContextManager[ClubTransaction]:
        """Open a transaction for reads alone, which sees no later commit."""
        ...

    def reading(self) -> AbstractContextManager[ClubTransaction]:
        """Open a connection for reads alone, which may see commits between two statements."""
        ...

    def scrub(self) -> bool:
        """Erase deleted rows physically. Return False if another program is reading just now."""
        ...

    def close(self) -> None: ...


def open_database(where: str | Path) -> Database:
    """Open the database at a URL or in a file; raise DatabaseProblem if it is unusable."""
    return Postgres(str(where)) if str(where).startswith(POSTGRESQL) else Embedded(Path(where))


def _fetch(cursor: Any) -> list[tuple[Any, ...]]:  # Any: of SQLite or PostgreSQL
    """Fetch the rows of a statement, as many as its request may read; raise BudgetSpent if there are more."""
    if (spending := current_spending()) is None:
        return list(cursor.fetchall())
    rows = list(cursor.fetchmany(spending.budget.rows - spending.used["rows"] + 1))
    spending.spend("rows", len(rows))
    return rows


# ---- SQLite --------------------------------------------------------------------------------------------------


class Embedded:
    """SQLite: one connection, used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        with _translate_errors():
            path.touch(0o600)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=WAIT, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA secure_delete = ON")  # deleted data is overwritten

    def transaction(self) -> AbstractContextManager[ClubTransaction]:
        return self._begin("BEGIN IMMEDIATE")

    def snapshot(self) -> AbstractContextManager[ClubTransaction]:
        return self._begin("BEGIN")

    @contextmanager
    def _begin(self, how: str) -> Iterator[ClubTransaction]:
        with self._lock, _translate_errors():
            self._db.execute(how)
            try:
                yield _Sqlite(self._db)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[ClubTransaction]:
        with self._lock, _translate_errors():
            yield _Sqlite(self._db)

    def scrub(self) -> bool:
        with self._lock, _translate_errors():
            try:
                self._db.execute("VACUUM")  # moved cells can leave copies that `secure_delete` misses
            except sqlite3.OperationalError as problem:
                if problem.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY):
                    raise
                return False
            [(busy, _, _)] = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            return not busy

    def close(self) -> None:
        with self._lock:
            self._db.close()


class _Sqlite:
    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        spend("statements")
        return _fetch(self._db.execute(sql, values))


@contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as problem:
        full = getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        raise DatabaseProblem("full" if full else "away", problem) from None


# ---- PostgreSQL ----------------------------------------------------------------------------------------------


class Postgres:
    """PostgreSQL by psycopg: a pool of connections, opened on demand and replaced when they break.

    While the server is unreachable a request waits for one attempt to connect, or for none if the last one failed a
    moment ago; the first request after its return succeeds.
    """

    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise DatabaseProblem("no-driver") from None
        self._fault = psycopg.Error
        self._full = psycopg.errors.DiskFull
        self._locked = psycopg.errors.LockNotAvailable
        # Autocommit outside transactions: a read needs one round trip.
        self._connect = partial(psycopg.connect, address, autocommit=True, **LIMITS)
        self._room = BoundedSemaphore(MAX_CONNECTIONS)
        self._writing = Lock()
        self._idle: list[tuple[Any, float]] = []  # idle connections with the time of their last use
        self._fault_at = self._refused_at = -RETRY_SECONDS
        self._why, self._ended = "", False
        with self._connection():
            pass

    @contextmanager
    def transaction(self) -> Iterator[ClubTransaction]:
        with self._writing, self._connection() as connection, connection.transaction():
            yield _Psycopg(connection)

    @contextmanager
    def snapshot(self) -> Iterator[ClubTransaction]:
        with self._connection() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield _Psycopg(connection)

    @contextmanager
    def reading(self) -> Iterator[ClubTransaction]:
        with self._connection() as connection:
            yield _Psycopg(connection)

    @contextmanager
    def _connection(self) -> Iterator[Any]:  # Any: psycopg is optional
        if not self._room.acquire(timeout=WAIT):
            raise DatabaseProblem("away", f"all {MAX_CONNECTIONS} connections are in use")
        try:
            connection = self._reuse_connection() or self._open_connection()
            try:
                yield connection
            finally:
                if self._ended or connection.closed or connection.info.transaction_status.name != "IDLE":
                    connection.close()
                else:
                    self._idle.append((connection, time.monotonic()))
        except self._fault as problem:
            self._fault_at = time.monotonic()
            raise DatabaseProblem("full" if isinstance(problem, self._full) else "away", problem) from None
        finally:
            self._room.release()

    def _reuse_connection(self) -> Any:
        """Return a working connection of the pool; None if there is none.

        One that was idle for a while is tested first, which costs a round trip; after a fault, each.
        """
        with suppress(IndexError):
            while True:
                connection, used = self._idle.pop()
                if used > max(time.monotonic() - TEST_AFTER_SECONDS, self._fault_at):
                    return connection
                try:
                    connection.execute("SELECT 1")
                    return connection
                except self._fault:
                    connection.close()
        return None

    def _open_connection(self) -> Any:
        if time.monotonic() - self._refused_at < RETRY_SECONDS:
            raise DatabaseProblem("away", self._why)
        try:
            return self._connect()
        except self._fault as problem:
            self._refused_at, self._why = time.monotonic(), str(problem)
            raise

    def scrub(self) -> bool:
        """Rewrite the tables that have names. The server's own log, its replicas and archives are out of reach."""
        with self._connection() as connection:
            connection.execute(f"SET lock_timeout = '{LOCKED}'")  # so that no request waits behind a long backup
            try:
                # Rows that an older snapshot sees would stay in the rewritten tables.
                if connection.execute(OLDER_SNAPSHOTS).fetchall():
                    return False
                connection.execute(f"VACUUM (FULL, ANALYZE) {', '.join(TABLES_WITH_NAMES)}")
                connection.execute("VACUUM FULL pg_statistic")  # samples of earlier rows; skipped without the right
            except self._locked:
                return False
            finally:
                connection.execute("RESET lock_timeout")
        return True

    def close(self) -> None:
        self._ended = True
        while self._idle:
            self._idle.pop()[0].close()


class _Psycopg:
    def __init__(self, connection: Any) -> None:  # Any: psycopg is optional
        self._connection = connection

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        # PostgreSQL refuses a text with a NUL as an error; no stored text has one.
        fit = [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values]
        spend("statements")
        cursor = self._connection.execute(sql.replace("?", "%s"), fit)
        return _fetch(cursor) if cursor.description else []
