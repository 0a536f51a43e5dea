"""The log of a game: every event as a line with its readers; undone lines are marked and kept.

After a correction the old line numbers are reused for the corrected lines, so that the log stays in order.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from app.protocol.log_messages import DELETED_EVENT, Line
from app.storage.row_codec import LogLine
from app.table.game.match import EmittedEvent
from engine.game import Audience, Seat


def encode_event(emitted: EmittedEvent) -> LogLine:
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
        self._fresh: tuple[int, list[tuple[Audience, Line]]] | None = (
            None  # the newest result of `list_unread`, for all readers
        )

    def add(self, lines: Iterable[LogLine]) -> None:
        self._lines += lines
        self._fresh = None

    def __iter__(self) -> Iterator[LogLine]:
        """Iterate over all lines but deleted ones."""
        return (line for line in self._lines if line.event != DELETED_EVENT)

    def find_lines(self, moves: frozenset[int]) -> list[int]:
        """List the numbers of the valid lines that came from these moves."""
        if not moves:
            return []
        return [line.number for line in self._lines if line.row in moves and not line.undone]

    def empty_lines(self, move: int) -> list[LogLine]:
        """Return the non-public lines of a move without their content."""
        lines = (line for line in self._lines if line.row == move and line.audience is not None)
        return [replace(line, event=DELETED_EVENT, undone=1) for line in lines]

    def diff(self, now: Sequence[LogLine]) -> tuple[list[LogLine], list[LogLine]]:
        """Compute the changes that make the log of a game read `now`: lines to replace, and lines to add.

        Numbers of `now` do not matter; lines to be added still have none. Lines that are not in `now` are undone.
        Only for games in which everybody reads everything, as a replacement is read by all who read the old line.
        """
        was = [line for line in self._lines if line.row and not line.undone]
        same = _common_prefix(was, now)
        was, now = was[same:], now[same:]
        if len(now) <= len(was):  # lines after the difference keep their numbers
            same = min(_common_prefix(was[::-1], now[::-1]), len(now))
            was, now = was[: len(was) - same], now[: len(now) - same]
        over = [replace(line, number=place.number) for line, place in zip(now, was, strict=False)]
        spare, gone = was[len(now) :], _missing_lines(was, now)
        over += [replace(line, number=place.number, undone=1) for line, place in zip(gone, spare, strict=False)]
        return over, list(now[len(was) :])

    def rewrite(self, lines: Iterable[LogLine], stamp: int) -> None:
        """Replace the lines that have the same numbers."""
        others = {line.number: replace(line, changed=stamp) for line in lines}
        if others:
            self._lines = [others.get(line.number, line) for line in self._lines]
            self._changed = stamp
            self._fresh = None

    def undo_lines(self, numbers: Iterable[int], stamp: int) -> None:
        """Mark lines undone as of `stamp`."""
        marked = set(numbers)
        if not marked:
            return
        self._lines = [replace(line, undone=stamp) if line.number in marked else line for line in self._lines]
        self._changed = stamp
        self._fresh = None

    def list_unread(self, reader: Seat | None, since: int) -> tuple[Line, ...]:
        """List the lines after `since`, or changed after it, that a seat (None: the public) may read.

        Deleted lines are left out for readers who have not read anything yet.
        """
        if self._fresh is None or self._fresh[0] != since:  # a cache of one entry: most readers have the same `since`
            self._fresh = (
                since,
                [
                    (line.audience, _build_line(line))
                    for line in self._list_changed(since)
                    if since or line.event != DELETED_EVENT
                ],
            )
        return tuple([line for audience, line in self._fresh[1] if may_read(audience, reader)])

    def _list_changed(self, since: int) -> list[LogLine]:
        if self._changed > since:
            return [line for line in self._lines if max(line.number, line.undone, line.changed) > since]
        start = len(self._lines)
        while start and self._lines[start - 1].number > since:
            start -= 1
        return self._lines[start:]


def _content(line: LogLine) -> tuple[int, Audience, bytes]:
    return line.row, line.audience, line.event


def _common_prefix(one: Sequence[LogLine], other: Sequence[LogLine]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if _content(a) != _content(b)), min(len(one), len(other)))


def _missing_lines(was: Sequence[LogLine], now: Sequence[LogLine]) -> list[LogLine]:
    left = Counter(map(_content, now))
    gone = []
    for line in was:
        if left[_content(line)]:
            left[_content(line)] -= 1
        else:
            gone.append(line)
    return gone


def _build_line(line: LogLine) -> Line:
    return Line(line.number, line.row, msgspec.Raw(line.event), undone=line.undone > 0, by=line.by)
