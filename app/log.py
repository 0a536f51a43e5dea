"""What has happened, as it was told: every line with those who may read it, undone ones struck out but kept."""

from collections.abc import Iterable, Sequence

import msgspec

from app.messages import Line
from engine.game import Readers, Seat


class LogLine(msgspec.Struct, frozen=True):
    """One event of the log. `row` is the game's row it came from, 0 for news of the table."""

    number: int
    row: int
    readers: Readers
    event: bytes  # JSON
    undone: int = 0  # the log's number when it was struck out; 0: it stands
    by: int = 0  # the seat, from 1, whose phone told it for another; else 0


def may_read(readers: Readers, reader: Seat | None) -> bool:
    """Whether a seat (None: the public) may read what was told to `readers`."""
    return readers is None or reader in readers


class Log:
    """The log of the game on the table, or of the lobby. Numbers grow over all games and are never used again."""

    __slots__ = ("_fresh", "_lines", "_struck")

    def __init__(self, lines: Sequence[LogLine] = ()) -> None:
        self._lines = list(lines)  # by number
        self._struck = max((line.undone for line in lines), default=0)
        self._fresh: tuple[int, list[tuple[Readers, Line]]] | None = None  # what came after a number, for all readers

    def add(self, lines: Iterable[LogLine]) -> None:
        self._lines += lines
        self._fresh = None

    def of_rows(self, rows: frozenset[int]) -> list[int]:
        """Numbers of the lines that stand and came from these rows."""
        if not rows:
            return []
        return [line.number for line in self._lines if line.row in rows and not line.undone]

    def of_row(self, row: int) -> list[LogLine]:
        """The lines that stand and came from a row."""
        return [line for line in self._lines if line.row == row and not line.undone]

    def strike(self, numbers: Iterable[int], stamp: int) -> None:
        """Mark lines undone as of `stamp`."""
        marked = set(numbers)
        if not marked:
            return
        self._lines = [
            msgspec.structs.replace(line, undone=stamp) if line.number in marked else line for line in self._lines
        ]
        self._struck = stamp
        self._fresh = None

    def read(self, reader: Seat | None, since: int) -> tuple[Line, ...]:
        """What that seat (None: the public) has not read yet: lines after `since`, and those struck out after it."""
        if self._fresh is None or self._fresh[0] != since:  # mostly all have read as far
            self._fresh = since, [(line.readers, _shown(line)) for line in self._after(since)]
        return tuple([line for readers, line in self._fresh[1] if may_read(readers, reader)])

    def _after(self, since: int) -> list[LogLine]:
        if self._struck > since:
            return [line for line in self._lines if line.number > since or line.undone > since]
        start = len(self._lines)
        while start and self._lines[start - 1].number > since:
            start -= 1
        return self._lines[start:]


def _shown(line: LogLine) -> Line:
    return Line(line.number, line.row, msgspec.Raw(line.event), undone=line.undone > 0, by=line.by)
