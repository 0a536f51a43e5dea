"""Log entries since a seat's last decision, grouped by turn, for the screen and phones."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from app.protocol.log_messages import TURN


class LogNews(Protocol):
    """The properties of a log line that decide if it is news."""

    @property
    def kind(self) -> str:
        """The type of its event."""

    @property
    def undone(self) -> bool:
        """True if the action was undone."""

    @property
    def dull(self) -> bool:
        """True if the event is not news."""

    @property
    def deciding_seat(self) -> int:
        """The seat (from 1) whose decision it tells; 0: none."""


Line = TypeVar("Line", bound=LogNews)


def has_decided(log: Sequence[Line], seat: int) -> bool:
    """Check if a seat has made a decision that was not undone."""
    return any(line.deciding_seat == seat and not line.undone for line in reversed(log))


def turns_since_decision(log: Sequence[Line], seat: int) -> list[tuple[Line | None, tuple[Line, ...]]]:
    """Group the log since the turn of a seat's last decision by turn, newest turn first; the whole log if it never
    decided.

    Each turn comes with the line that began it (None: before the first turn), and its lines in order.
    """
    turns: list[tuple[Line | None, tuple[Line, ...]]] = []
    lines: list[Line] = []
    found = False
    for line in reversed(log):
        if line.undone:
            continue
        found = found or line.deciding_seat == seat
        if line.kind == TURN:
            if lines:
                turns.append((line, tuple(reversed(lines))))
            lines = []
            if found:
                return turns
        elif not line.dull:
            lines.append(line)
    if lines:
        turns.append((None, tuple(reversed(lines))))
    return turns
