"""Cost of missing units. A pure function of small packed numbers, memoized; tests/engine has a slow twin.

The rule is docs/notation-duel.md, *What a thing costs* (rulings 7–9). Packed, from the lowest bit on, by RESOURCES:
needs are five counts of four bits; a purse is five counts of the seat's own symbols, five prices of six bits each,
then, in four bits each, choice producers of raw materials, of manufactured goods, and how many further units need not
be paid.
"""

from collections.abc import Sequence
from typing import Final

from engine.duel.data_schema import RAW
from engine.memoize import memoize

MAX_UNITS: Final = 15  # of a resource, what four bits count
DEAREST: Final = 63  # coins, what six bits count
RAW_AT: Final = 50
MADE_AT: Final = 54
UNITS_AT: Final = 58
CACHE_SIZE: Final = 1 << 12  # purses for each thing


def pack(units: Sequence[int]) -> int:
    """Pack counts of each resource, as needs or as the first part of a purse."""
    wood, clay, stone, glass, papyrus = units
    return wood | clay << 4 | stone << 8 | glass << 12 | papyrus << 16


def pack_prices(prices: Sequence[int]) -> int:
    """Pack the prices of a missing unit of each resource, as part of a purse."""
    wood, clay, stone, glass, papyrus = prices
    return wood << 20 | clay << 26 | stone << 32 | glass << 38 | papyrus << 44


def part(needs: int) -> int:
    """Return a mask of the bits of a purse that matter for these needs, so that more purses share a cached result."""
    raw = made = 0
    for resource in range(5):
        if needs >> 4 * resource & 15:
            bits = 15 << 4 * resource | 63 << 20 + 6 * resource
            if resource < RAW:
                raw |= bits | 15 << RAW_AT
            else:
                made |= bits | 15 << MADE_AT
    return raw | made | 15 << UNITS_AT


def bill(bills: dict[int, int], needs: int, purse: int) -> int:
    """Return `trade`, cached in `bills` for these needs (0.1 µs faster than `lru_cache` with two keys)."""
    found = bills.get(purse)
    if found is None:
        if len(bills) == CACHE_SIZE:
            bills.clear()
        found = bills[purse] = trade(needs, purse)
    return found


@memoize(1 << 8)
def list_units(needs: int) -> tuple[tuple[int, int, int], ...]:
    """List the resources of these needs: the places of its count and its price in a purse, and the units."""
    counts = [(4 * n, 20 + 6 * n, needs >> 4 * n & 15) for n in range(5)]
    return tuple([each for each in counts if each[2]])


def trade(needs: int, purse: int) -> int:
    """Return the coins for the units that a city with this purse lacks; choice producers replace the dearest ones."""
    given = purse >> RAW_AT
    raw: list[int] = []
    made: list[int] = []
    total = 0
    for place, price_place, count in list_units(needs):
        lack = count - (purse >> place & 15)
        if lack > 0:
            price = purse >> price_place & 63
            total += price * lack
            if given:
                (raw if place < 4 * RAW else made).extend([price] * lack)
    if not given or not total:
        return total
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


def receipt(needs: int, purse: int) -> list[tuple[int, int, str]]:
    """List the parts of the sum of `trade` for people: each missing unit as resource, coins and reason, dearest first.

    The reason is `choice` (from a producer of one of several), `token` (from a progress token) or `trade` (paid).
    """
    raw: list[tuple[int, int]] = []
    made: list[tuple[int, int]] = []
    for resource in range(5):
        lack = (needs >> 4 * resource & 15) - (purse >> 4 * resource & 15)
        if lack > 0:
            units = [(-(purse >> 20 + 6 * resource & 63), resource)] * lack
            if resource < RAW:
                raw += units
            else:
                made += units
    raw.sort()
    made.sort()
    given = purse >> RAW_AT
    some, rest = raw[: given & 15], raw[given & 15 :]
    choice = given >> 4 & 15
    some, rest = some + made[:choice], sorted(rest + made[choice:])
    free = given >> 8
    return [
        *((resource, 0, "choice") for _, resource in some),
        *((resource, 0, "token") for _, resource in rest[:free]),
        *((resource, -price, "trade") for price, resource in rest[free:]),
    ]
