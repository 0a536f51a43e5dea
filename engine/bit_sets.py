"""Sets of small numbers as ints with a bit for each."""

from collections.abc import Iterable

from engine.memoize import memoize


def bits(members: Iterable[int]) -> int:
    """Return a set of numbers as a bit mask."""
    found = 0
    for number in members:
        found |= 1 << number
    return found


@memoize(1 << 12)
def numbers(of: int) -> tuple[int, ...]:
    """List the numbers in a bit mask, in ascending order."""
    found = []
    while of:
        lowest = of & -of
        found.append(lowest.bit_length() - 1)
        of ^= lowest
    return tuple(found)
