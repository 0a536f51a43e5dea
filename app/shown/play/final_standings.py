"""Final standings, for the screen and phones."""

from collections.abc import Collection, Sequence
from typing import TypeAlias

Did: TypeAlias = tuple[int, int]  # a seat's points and its tie-breaker value


def places(did: Sequence[Did], winners: Collection[int]) -> tuple[int, ...]:
    """Return each seat's place, from 1. Ties share a place; `winners` (seats, from 1) rank before everybody else."""
    reached = [(seat in winners, *each) for seat, each in enumerate(did, 1)]
    return tuple(1 + sum(other > mine for other in reached) for mine in reached)
