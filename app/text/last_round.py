"""What happened since a seat decided last, turn by turn: told alike on the screen and on phones."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from app.protocol import messages


class LogNews(Protocol):
    """A line of the log, as news."""

    @property
    def kind(self) -> str:
        """The type of its event."""

    @property
    def undone(self) -> bool:
        """It was taken back."""

    @property
    def dull(self) -> bool:
        """It is no news."""

    @property
    def decided(self) -> int:
        """The seat (from 1) whose decision it tells; 0: none."""


Line = TypeVar("Line", bound=LogNews)


def decided(log: Sequence[Line], seat: int) -> bool:
    """Whether a seat has decided anything that stands."""
    return any(line.decided == seat and not line.undone for line in log)


def since(log: Sequence[Line], seat: int) -> list[tuple[Line | None, tuple[Line, ...]]]:
    """The turns from the one on in which a seat decided last, the newest first; all of them if it never has.

    Each with the line that began it (None: before the first turn), and what happened in it, as it happened.
    """
    turns: list[tuple[Line | None, tuple[Line, ...]]] = []
    lines: list[Line] = []
    found = False
    for line in reversed(log):
        if line.undone:
            continue
        found = found or line.decided == seat
        if line.kind == messages.TURN:
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
