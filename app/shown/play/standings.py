"""Who stands where at the end of a game, on the screen and on phones."""

from collections.abc import Collection, Sequence
from typing import TypeAlias

Did: TypeAlias = tuple[int, int]  # a seat's points, and how much it has of what decides among equals


def places(did: Sequence[Did], winners: Collection[int]) -> tuple[int, ...]:
    """By seat its place, from 1; equals share it, and whoever has won (from 1) is before all others."""
    reached = [(seat in winners, *each) for seat, each in enumerate(did, 1)]
    return tuple(1 + sum(other > mine for other in reached) for mine in reached)
