"""Military tokens of a conflict. Plain values in and out, because tally uses it too."""

from collections.abc import Sequence


def military_tokens(shields: Sequence[int]) -> tuple[int, ...]:
    """Return the military tokens for each seat by its shields, clockwise (rules, conflict; rulings 27–29)."""
    if len(shields) == 2:
        return _against_one(shields[0], shields[1]), _against_one(shields[1], shields[0])
    seats = len(shields)
    return tuple((mine > shields[seat - 1]) + (mine > shields[(seat + 1) % seats]) for seat, mine in enumerate(shields))


def _against_one(mine: int, theirs: int) -> int:
    """Return the tokens of two seats: one for more shields, two for twice as many; 1:0 is one (ruling 28)."""
    if mine <= theirs:
        return 0
    return 2 if mine >= 2 and mine >= 2 * theirs else 1
