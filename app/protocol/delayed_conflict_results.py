"""Delayed results of a conflict: surfaces show them once the markers are turned and the shields' animation has ended.

Record, view and protocol are already past the conflict (docs/protocol.md, *A conflict*). This module splits off the log
lines that wait; each game removes their effects from the displayed view. A surface that connects later delays nothing.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from app.protocol.log_messages import Line
from app.protocol.table_messages import TableView

Lines = tuple[Line, ...]


Points = TypeVar("Points", covariant=True)


class _Chair(Protocol[Points]):
    @property
    def score(self) -> Points: ...


class _View(Protocol[Points]):
    @property
    def seats(self) -> Sequence[_Chair[Points]]: ...


def split_delayed(held: Lines, table: TableView, news: Sequence[Line], *, back: bool) -> tuple[Lines, Lines]:
    """Split log lines into those that wait and those to show now, after a snapshot.

    `held`: lines that have waited so far. `back`: the surface sees this game for the first time, or again.
    """
    if back:
        return (), tuple(news)
    if table.fought:
        late = [line for line in news if _is_delayed(table, line)]
        return (*held, *late), tuple(line for line in news if not _is_delayed(table, line))
    known = {line.number for line in news}
    late = [line for line in held if line.number not in known]
    return (), tuple(sorted([*late, *news], key=lambda line: line.number)) if late else tuple(news)


def is_snapshot_delayed(table: TableView, *, back: bool) -> bool:
    """Check that a whole snapshot waits: a conflict that ends the game delays the end, too."""
    return bool(table.fought) and table.phase == "over" and not back


def points_shown(view: _View[Points], before: object) -> list[Points]:
    """Return each seat's points in the view last shown; without one, in this view."""
    last = before if isinstance(before, type(view)) and len(before.seats) == len(view.seats) else view
    return [chair.score for chair in last.seats]


def _is_delayed(table: TableView, line: Line) -> bool:
    return line.row > 0 and line.number >= table.fought
