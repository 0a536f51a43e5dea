"""Copies of a whole club database: backup, restore, and migration to PostgreSQL."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from app.club import schema
from app.club.database import POSTGRESQL, ClubTransaction, DatabaseProblem, open_database

AT_ONCE: Final = 500  # rows fetched at a time


def copy(
    source: str | Path, to: str | Path, report_progress: Callable[[int, int], None] = lambda done, of: None
) -> int:
    """Copy one database into an empty one, in one commit; return the number of rows.

    The club may keep running: a snapshot is copied. Raise DatabaseProblem `nothing` if the source has no club, `taken`
    if the target has one. `report_progress` gets the rows done, and all.
    """
    if not _is_postgres(source) and not Path(source).is_file():
        raise DatabaseProblem("nothing", source)
    ours, theirs = open_database(source), None
    try:
        schema.migrate(ours, _is_postgres(source))
        theirs = open_database(to)
        schema.migrate(theirs, _is_postgres(to))
        with ours.snapshot() as here, theirs.transaction() as there:
            return _copy_tables(here, there, report_progress)
    finally:
        ours.close()
        if theirs is not None:
            theirs.close()


def _copy_tables(here: ClubTransaction, there: ClubTransaction, report_progress: Callable[[int, int], None]) -> int:
    count = sum(_count(here, table) for table in schema.TABLES)
    if not count:
        raise DatabaseProblem("nothing")
    if any(_count(there, table) for table in schema.TABLES):
        raise DatabaseProblem("taken")
    done = 0
    for table, key in schema.TABLES.items():
        last: Sequence[Any] = ()  # Any: values as the database has them
        while rows := _fetch_next_rows(here, table, key, last):
            for *values, _ in rows:
                there.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
            done, last = done + len(rows), rows[-1][-1]
            report_progress(done, count)
    return done


def _fetch_next_rows(
    db: ClubTransaction, table: str, key: tuple[str, ...], last: Sequence[Any]
) -> list[tuple[Any, ...]]:
    """Fetch the next rows in key order, each with its key appended."""
    names = ", ".join(key)
    where = f"WHERE ({names}) > ({', '.join('?' * len(key))})" if last else ""
    rows = db.execute(f"SELECT *, {names} FROM {table} {where} ORDER BY {names} LIMIT {AT_ONCE}", last)
    return [(*row[: -len(key)], row[-len(key) :]) for row in rows]


def _count(db: ClubTransaction, table: str) -> int:
    [(count,)] = db.execute(f"SELECT count(*) FROM {table}")
    return int(count)


def _is_postgres(where: str | Path) -> bool:
    return str(where).startswith(POSTGRESQL)
