"""Points by category. Plain values in (docs/notation-seven-wonders.md, *Scores*; rulings 27, 28, 32–34)."""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final

from engine.memoize import memoize
from engine.seven_wonders.data_schema import COUNTABLE

KIND: Final = {name: number for number, name in enumerate(COUNTABLE)}

Tally = Sequence[int]  # of one city, how many there are of each of COUNTABLE


@memoize(1 << 10)
def science(
    symbols: tuple[int, int, int, int], more: int, replaced: int, of_set: int, set_points: int
) -> tuple[int, int]:
    """Return the best points for science, and the number of sets of three different symbols in them (ruling 32).

    `symbols`: compasses, gears, tablets, and wild ones; `more`: added copies of the most common; `replaced`: symbols
    that may become others; `of_set`: points of a set in science; `set_points`: further points of a set, elsewhere.
    """
    compasses, gears, tablets, wild = symbols
    best = (0, 0, 0)
    for chosen in combinations_with_replacement(range(3), wild):
        counts = [compasses, gears, tablets]
        for symbol in chosen:
            counts[symbol] += 1
        for held in _replace_symbols(_add_common({(counts[0], counts[1], counts[2])}, more), replaced):
            sets = min(held)
            points = held[0] ** 2 + held[1] ** 2 + held[2] ** 2 + of_set * sets
            best = max(best, (points + set_points * sets, points, sets))
    return best[1], best[2]


Held = tuple[int, int, int]


def _add_common(ways: set[Held], times: int) -> set[Held]:
    """Add one more of a most common symbol, `times` over; nothing is added without any symbol."""
    for _ in range(times):
        after: set[Held] = set()
        for held in ways:
            most = max(held)
            for symbol in range(3):
                if not most:
                    after.add(held)
                elif held[symbol] == most:
                    after.add(_add_symbols(held, symbol, 1))
        ways = after
    return ways


def _replace_symbols(ways: set[Held], times: int) -> set[Held]:
    """Turn one symbol into another, or not, `times` over."""
    for _ in range(times):
        after = set(ways)
        for held in ways:
            for lost in range(3):
                if held[lost]:
                    less = _add_symbols(held, lost, -1)
                    after.update(_add_symbols(less, won, 1) for won in range(3))
        ways = after
    return ways


def _add_symbols(held: Held, symbol: int, number: int) -> Held:
    counts = list(held)
    counts[symbol] += number
    return counts[0], counts[1], counts[2]


def count_kinds(of: Sequence[str], city: Tally) -> int:
    """Count things of these kinds in a city, all together."""
    return sum([city[KIND[what]] for what in of])


def sets(of: Sequence[str], city: Tally) -> int:
    """Count whole sets of these kinds."""
    return min([city[KIND[what]] for what in of])


def pairs(tokens: Sequence[int], values: Sequence[int]) -> int:
    """Return half the number of victory tokens of each value, rounded down, times the value (ruling 33)."""
    held: dict[int, int] = {}
    for number, value in zip(tokens, values, strict=True):
        held[value] = held.get(value, 0) + number
    return sum(number // 2 * value for value, number in held.items())
