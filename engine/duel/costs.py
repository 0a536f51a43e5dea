"""What missing units cost. A pure function of small packed numbers, cached; tests/engine holds a slow twin.

The rule is docs/notation-duel.md, *What a thing costs* (rulings 7–9). Packed, from the lowest bit on, by RESOURCES:
needs are five counts of four bits; a purse is five counts of one's own symbols, five prices of six bits each, then, in
four bits each, choice producers of raw materials, of manufactured goods, and how many further units need not be paid.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

MOST: Final = 15  # of a resource, what four bits count
DEAREST: Final = 63  # coins, what six bits count
RAW_AT: Final = 50
MADE_AT: Final = 54
UNITS_AT: Final = 58


def packed(units: Sequence[int]) -> int:
    """Counts of each resource as needs, or as the first part of a purse."""
    wood, clay, stone, glass, papyrus = units
    return wood | clay << 4 | stone << 8 | glass << 12 | papyrus << 16


def priced(prices: Sequence[int]) -> int:
    """The prices of a missing unit of each resource, as part of a purse."""
    wood, clay, stone, glass, papyrus = prices
    return wood << 20 | clay << 26 | stone << 32 | glass << 38 | papyrus << 44


@lru_cache(maxsize=1 << 17)
def trade(needs: int, purse: int) -> int:
    """Coins for the units that a city with this purse lacks, the dearest given by what may give any."""
    raw: list[int] = []
    made: list[int] = []
    lack = (needs & 15) - (purse & 15)
    if lack > 0:
        raw += [purse >> 20 & 63] * lack
    lack = (needs >> 4 & 15) - (purse >> 4 & 15)
    if lack > 0:
        raw += [purse >> 26 & 63] * lack
    lack = (needs >> 8 & 15) - (purse >> 8 & 15)
    if lack > 0:
        raw += [purse >> 32 & 63] * lack
    lack = (needs >> 12 & 15) - (purse >> 12 & 15)
    if lack > 0:
        made += [purse >> 38 & 63] * lack
    lack = (needs >> 16 & 15) - (purse >> 16 & 15)
    if lack > 0:
        made += [purse >> 44 & 63] * lack
    given = purse >> RAW_AT
    if given:
        if given & 15:
            raw.sort(reverse=True)
            raw = raw[given & 15 :]
        if given >> 4 & 15:
            made.sort(reverse=True)
            made = made[given >> 4 & 15 :]
        raw += made
        if given >> 8:
            raw.sort(reverse=True)
            raw = raw[given >> 8 :]
        return sum(raw)
    return sum(raw) + sum(made)
