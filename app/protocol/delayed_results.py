"""What came of a conflict waits: surfaces show it once its markers are turned and its shields have met, all together.

Record, view and protocol are past it (docs/protocol.md, *A conflict*). Here is which lines wait; each game takes what
they tell back out of the view that is shown. A surface that was not there before has nothing to hold back.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from app.protocol import messages

Lines = tuple[messages.Line, ...]


Points = TypeVar("Points", covariant=True)


class _Chair(Protocol[Points]):
    @property
    def score(self) -> Points: ...


class _View(Protocol[Points]):
    @property
    def seats(self) -> Sequence[_Chair[Points]]: ...


def withheld(
    held: Lines, table: messages.TableView, news: Sequence[messages.Line], *, back: bool
) -> tuple[Lines, Lines]:
    """Lines that wait after a snapshot, and its news with those that have waited or without those that do.

    `held`: lines that have waited until then. `back`: the surface sees this game for the first time, or again.
    """
    if back:
        return (), tuple(news)
    if table.fought:
        late = [line for line in news if _waits(table, line)]
        return (*held, *late), tuple(line for line in news if not _waits(table, line))
    known = {line.number for line in news}
    late = [line for line in held if line.number not in known]
    return (), tuple(sorted([*late, *news], key=lambda line: line.number)) if late else tuple(news)


def waits_whole(table: messages.TableView, *, back: bool) -> bool:
    """Whether nothing of a snapshot is shown yet: a conflict that ends the game waits with the end."""
    return bool(table.fought) and table.phase == "over" and not back


def points_shown(view: _View[Points], before: object) -> list[Points]:
    """What each seat had scored when a view of this game was shown last; without one, what it has in this one."""
    last = before if isinstance(before, type(view)) and len(before.seats) == len(view.seats) else view
    return [chair.score for chair in last.seats]


def _waits(table: messages.TableView, line: messages.Line) -> bool:
    return line.row > 0 and line.number >= table.fought
