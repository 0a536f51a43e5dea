"""A sheet in the middle that turns from seat to seat by itself, until somebody turns it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

SEAT_SECONDS: Final = 8.0  # for which it faces one seat


@dataclass(frozen=True, slots=True)
class RotatingSheet:
    """The seat that a sheet faces, and when it turns."""

    held: int | None = None  # the seat, from 0, that somebody turned it to; None: it turns by itself
    turns: int = 0  # number of turns by itself
    at: float | None = None  # seconds: the next turn

    def faced_seat(self, seats: Sequence[int]) -> int:
        """Return the seat, from 0, that it faces; `seats`: the order of its own turns."""
        return self.held if self.held is not None else seats[self.turns % len(seats)]

    def advance(self, now: float, visible: bool) -> Self:
        """Return the sheet at `now`; it pauses while something covers it (`visible` is False)."""
        if not visible or self.held is not None:
            return replace(self, at=None)
        if self.at is None:
            return replace(self, at=now + SEAT_SECONDS)
        if self.at <= now:
            return replace(self, turns=self.turns + 1, at=now + SEAT_SECONDS)
        return self
