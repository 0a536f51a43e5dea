"""All that a club has, into a file or into another database: a backup, its return, and the way to PostgreSQL."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from app.club import schema
from app.club.database import POSTGRESQL, ClubTransaction, DatabaseProblem, opened

AT_ONCE: Final = 500  # rows that are read at a time


def copy(source: str | Path, to: str | Path, how_far: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Everything that is in one database into another, which has nothing yet, in one commit; how many rows.

    A club may go on meanwhile: it is copied as it was at the beginning. DatabaseProblem `nothing` if there is no
    club in the first, `taken` if there is one in the other. `how_far`: rows so far, of how many.
    """
    if not _is_postgres(source) and not Path(source).is_file():
        raise DatabaseProblem("nothing", source)
    ours, theirs = opened(source), None
    try:
        schema.migrate(ours, _is_postgres(source))
        theirs = opened(to)
        schema.migrate(theirs, _is_postgres(to))
        with ours.transaction() as here, theirs.transaction() as there:
            if _is_postgres(source):
                here.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            return _all_of(here, there, how_far)
    finally:
        ours.close()
        if theirs is not None:
            theirs.close()


def _all_of(here: ClubTransaction, there: ClubTransaction, how_far: Callable[[int, int], None]) -> int:
    count = sum(_count(here, table) for table in schema.TABLES)
    if not count:
        raise DatabaseProblem("nothing")
    if any(_count(there, table) for table in schema.TABLES):
        raise DatabaseProblem("taken")
    done = 0
    for table, key in schema.TABLES.items():
        last: Sequence[Any] = ()  # Any: values as the database has them
        while rows := _after(here, table, key, last):
            for *values, _ in rows:
                there.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
            done, last = done + len(rows), rows[-1][-1]
            how_far(done, count)
    return done


def _after(db: ClubTransaction, table: str, key: tuple[str, ...], last: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The next rows in the order of their key, each with its key behind it."""
    names = ", ".join(key)
    where = f"WHERE ({names}) > ({', '.join('?' * len(key))})" if last else ""
    rows = db.execute(f"SELECT *, {names} FROM {table} {where} ORDER BY {names} LIMIT {AT_ONCE}", last)
    return [(*row[: -len(key)], row[-len(key) :]) for row in rows]


def _count(db: ClubTransaction, table: str) -> int:
    [(count,)] = db.execute(f"SELECT count(*) FROM {table}")
    return int(count)


def _is_postgres(where: str | Path) -> bool:
    return str(where).startswith(POSTGRESQL)
