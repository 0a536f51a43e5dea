"""Who wins military tokens when a conflict is fought. Plain values in and out: tally uses it too."""

from collections.abc import Sequence


def won(shields: Sequence[int]) -> tuple[int, ...]:
    """Military tokens for each seat, by its shields, clockwise (rules, conflict; rulings 27–29)."""
    if len(shields) == 2:
        return _against_one(shields[0], shields[1]), _against_one(shields[1], shields[0])
    seats = len(shields)
    return tuple((mine > shields[seat - 1]) + (mine > shields[(seat + 1) % seats]) for seat, mine in enumerate(shields))


def _against_one(mine: int, theirs: int) -> int:
    """Two seats: one token for more shields, two for at least twice as many; 1 against 0 is worth one (ruling 28)."""
    if mine <= theirs:
        return 0
    return 2 if mine >= 2 and mine >= 2 * theirs else 1
