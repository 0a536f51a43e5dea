"""A sheet in the middle that turns from seat to seat by itself, until somebody turns it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

STAYS: Final = 8.0  # seconds it faces one seat


@dataclass(frozen=True, slots=True)
class Turning:
    """Whom it faces, and when it turns."""

    held: int | None = None  # the seat, from 0, that somebody turned it to; None: it turns by itself
    turns: int = 0  # that it has made by itself
    at: float | None = None  # seconds: when it turns next

    def faces(self, seats: Sequence[int]) -> int:
        """Return the seat, from 0, that it faces now; by itself it turns to these."""
        return self.held if self.held is not None else seats[self.turns % len(seats)]

    def in_time(self, now: float, lies_open: bool) -> Self:
        """What it is when it is so late; it does not turn while something lies on it."""
        if not lies_open or self.held is not None:
            return replace(self, at=None)
        if self.at is None:
            return replace(self, at=now + STAYS)
        if self.at <= now:
            return replace(self, turns=self.turns + 1, at=now + STAYS)
        return self
