"""Connections that report the statements and rows that they read, for the budgets in `app/web/route_budgets.py`.

Commits are not reported: a server counts each as one change.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, Literal, TypeAlias

ReadMeter: TypeAlias = Callable[[Literal["statements", "rows"]], None]
READ_METER: Final[ContextVar[ReadMeter | None]] = ContextVar("read_meter", default=None)


@contextmanager
def pause_counting() -> Iterator[None]:
    """Report nothing meanwhile."""
    token = READ_METER.set(None)
    try:
        yield
    finally:
        READ_METER.reset(token)


class CountedCursor(sqlite3.Cursor):
    # Any: values as SQLite has them.
    def execute(self, sql: str, values: Any = (), /) -> "CountedCursor":
        if (count := READ_METER.get()) is not None:
            count("statements")
        super().execute(sql, values)
        return self

    def __next__(self) -> Any:
        row = super().__next__()
        if (count := READ_METER.get()) is not None:
            count("rows")
        return row

    def fetchone(self) -> Any:
        return next(self, None)

    def fetchall(self) -> list[Any]:
        return list(self)


class CountedConnection(sqlite3.Connection):
    """A connection whose cursors are counted."""

    # Any: values as SQLite has them.
    def execute(self, sql: str, values: Any = (), /) -> CountedCursor:
        return self.cursor(CountedCursor).execute(sql, values)
