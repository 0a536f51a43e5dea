"""The log of a game as it was reported: every line with its readers; undone lines are struck out but kept.

Where lines of a game are put right, the numbers they had tell what is true now, so that the log stays in order.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from app.protocol.log_messages import DELETED_EVENT, Line
from app.storage.row_codec import LogLine
from app.table.game.match import EmittedEvent
from engine.game import Audience, Seat


def logged(emitted: EmittedEvent) -> LogLine:
    """Encode an emitted event as a line without a number."""
    return LogLine(0, emitted.move, emitted.audience, msgspec.json.encode(emitted.event), by=emitted.by)


def may_read(audience: Audience, reader: Seat | None) -> bool:
    """Check whether a seat (None: the public) may read what was emitted to `audience`."""
    return audience is None or reader in audience


class Log:
    """The log of the game on the table, or of the lobby. Numbers grow over all games and are never used again."""

    __slots__ = ("_changed", "_fresh", "_lines")

    def __init__(self, lines: Sequence[LogLine] = ()) -> None:
        self._lines = list(lines)  # by number
        self._changed = max((line.undone for line in lines), default=0)
        self._fresh: tuple[int, list[tuple[Audience, Line]]] | None = None  # what came after a number, for all readers

    def add(self, lines: Iterable[LogLine]) -> None:
        self._lines += lines
        self._fresh = None

    def __iter__(self) -> Iterator[LogLine]:
        return iter(self._lines)

    def of_moves(self, moves: frozenset[int]) -> list[int]:
        """List the numbers of the lines that stand and came from these moves."""
        if not moves:
            return []
        return [line.number for line in self._lines if line.row in moves and not line.undone]

    def forgotten(self, move: int) -> list[LogLine]:
        """Empty the lines of a move that not everybody could read."""
        lines = (line for line in self._lines if line.row == move and line.audience is not None)
        return [replace(line, event=DELETED_EVENT, undone=1) for line in lines]

    def retold(self, now: Sequence[LogLine]) -> tuple[list[LogLine], list[LogLine]]:
        """Compute the changes that make the log of a game read `now`: lines to replace, and lines to add.

        Numbers of `now` do not matter; lines to be added still have none. What is not true any more is struck out.
        For a game in which everybody reads everything: who has read a line reads the one that takes its place.
        """
        was = [line for line in self._lines if line.row and not line.undone]
        same = _alike(was, now)
        was, now = was[same:], now[same:]
        if len(now) <= len(was):  # what comes after the difference need not move
            same = min(_alike(was[::-1], now[::-1]), len(now))
            was, now = was[: len(was) - same], now[: len(now) - same]
        over = [replace(line, number=place.number) for line, place in zip(now, was, strict=False)]
        spare, gone = was[len(now) :], _without(was, now)
        over += [replace(line, number=place.number, undone=1) for line, place in zip(gone, spare, strict=False)]
        return over, list(now[len(was) :])

    def rewrite(self, lines: Iterable[LogLine], stamp: int) -> None:
        """Put other lines in the places of those with their numbers."""
        others = {line.number: replace(line, changed=stamp) for line in lines}
        if others:
            self._lines = [others.get(line.number, line) for line in self._lines]
            self._changed = stamp
            self._fresh = None

    def strike(self, numbers: Iterable[int], stamp: int) -> None:
        """Mark lines undone as of `stamp`."""
        marked = set(numbers)
        if not marked:
            return
        self._lines = [replace(line, undone=stamp) if line.number in marked else line for line in self._lines]
        self._changed = stamp
        self._fresh = None

    def read(self, reader: Seat | None, since: int) -> tuple[Line, ...]:
        """Return what that seat (None: the public) has not read yet: lines after `since`, and those changed after it.

        Who has read nothing yet is not told that something is forgotten.
        """
        if self._fresh is None or self._fresh[0] != since:  # mostly all have read as far
            self._fresh = (
                since,
                [(line.audience, _shown(line)) for line in self._after(since) if since or line.event != DELETED_EVENT],
            )
        return tuple([line for audience, line in self._fresh[1] if may_read(audience, reader)])

    def _after(self, since: int) -> list[LogLine]:
        if self._changed > since:
            return [line for line in self._lines if max(line.number, line.undone, line.changed) > since]
        start = len(self._lines)
        while start and self._lines[start - 1].number > since:
            start -= 1
        return self._lines[start:]


def _what(line: LogLine) -> tuple[int, Audience, bytes]:
    """Return the content of a line without its place."""
    return line.row, line.audience, line.event


def _alike(one: Sequence[LogLine], other: Sequence[LogLine]) -> int:
    """Count the lines that both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if _what(a) != _what(b)), min(len(one), len(other)))


def _without(was: Sequence[LogLine], now: Sequence[LogLine]) -> list[LogLine]:
    """Mark lines as undone."""
    told = Counter(map(_what, now))
    gone = []
    for line in was:
        if told[_what(line)]:
            told[_what(line)] -= 1
        else:
            gone.append(line)
    return gone


def _shown(line: LogLine) -> Line:
    return Line(line.number, line.row, msgspec.Raw(line.event), undone=line.undone > 0, by=line.by)
