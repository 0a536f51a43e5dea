"""Payments for resources. Pure functions of small packed numbers, memoized; tests/engine has a slow twin.

The rule is docs/notation-seven-wonders.md, *Payments* (rulings 7, 8, 13). Packed, from the lowest bit on:

- **units**: a count of four bits for each of RESOURCES, at most 7;
- **wares** of a city: its units, then seven bits for each producer that gives one unit of several resources;
- **prices**: four bits each for raw goods of the left and the right neighbour, manufactured goods of the left and the
right, and the bank's price for one unit (0: it sells nothing);
- **plan**: coins to the left, to the right and to the bank, eight bits each, then all of them.
"""

from collections.abc import Sequence
from typing import Final

from engine.memoize import memoize

MAX_UNITS: Final = 7  # of a resource, what a count holds
DEAREST: Final = 15  # coins, what a price holds
COUNTS: Final = 28  # bits of all units
ALL_UNITS: Final = (1 << COUNTS) - 1
GUARDS: Final = 0x8888888  # the highest bit of each count; it stays free
ANY_PRODUCER: Final = 127  # a producer of whatever is wanted
FREE: Final = (0,)  # the only plan, where nobody is paid
NO_PLAN: Final[tuple[int, ...]] = ()
TOTAL: Final = 24  # where the sum of a plan begins
RAW_BITS: Final = 16  # of units, those of raw goods


def pack(units: Sequence[int]) -> int:
    """Pack counts of each resource as units."""
    found = 0
    for place, count in enumerate(units):
        found |= min(count, MAX_UNITS) << 4 * place
    return found


def subtract(units: int, made: int) -> int:
    """Return the units that are not among the made ones."""
    difference = (units | GUARDS) - made
    enough = difference & GUARDS
    return difference & (enough - (enough >> 3))


@memoize(1 << 10)
def counts(units: int) -> tuple[tuple[int, int], ...]:
    """List the counts of units that are not zero, each after its place."""
    return tuple([(place, units >> place & 15) for place in range(0, COUNTS, 4) if units >> place & 15])


@memoize(1 << 10)
def wanted_wares(need: int) -> int:
    """Return the bits of a neighbour's wares that matter for a need, so that more cities share a cached result."""
    return sum([15 << place for place, _ in counts(need)]) | -1 << COUNTS


@memoize(3 << 10)
def plans(need: int, choices: int, left: int, right: int, prices: int, less: bool) -> tuple[int, ...]:
    """List the minimal payments for units that a city lacks, cheapest first; empty if they cannot be bought.

    `choices`: the city's own producers of one of several; `left`, `right`: what the neighbours sell; `less`: one unit
    is left out.
    """
    lacks: tuple[int, ...] = (need,)
    if choices or less:
        lacks = remaining_needs(need, choices << 7 | ANY_PRODUCER if less else choices)
        if lacks[0] == 0:
            return FREE
    bank = prices >> 16
    if not bank and len(lacks) == 1:
        return drop_dominated(purchase_plans(lacks[0], left, right, prices))
    found: list[int] = []
    for lack in lacks:
        found += purchase_plans(lack, left, right, prices & 0xFFFF)
        if bank:
            for place in range(0, COUNTS, 4):
                if lack >> place & 15:
                    rest = lack - (1 << place)
                    found += [plan + (bank << 16) for plan in purchase_plans(rest, left, right, prices & 0xFFFF)]
    return drop_dominated(found)


def drop_dominated(found: list[int]) -> tuple[int, ...]:
    """Return the plans that no other plan undercuts, each once, cheapest first."""
    ordered: list[int] = []
    for plan in found:
        ordered.append((plan & 255) + (plan >> 8 & 255) + (plan >> 16) << TOTAL | plan)
    if len(ordered) < 2:
        return tuple(ordered)
    ordered.sort()
    kept: list[int] = []
    for plan in ordered:
        for other in kept:
            if _pays_no_more(other, plan):
                break
        else:
            kept.append(plan)
    return tuple(kept)


def coins(plan: int) -> int:
    """Return the total coins of a plan."""
    return plan >> TOTAL


def affordable(ways: tuple[int, ...], held: int) -> tuple[int, ...]:
    """Return the plans for which the coins suffice. `ways` are sorted, cheapest first."""
    number = len(ways)
    while number and ways[number - 1] >> TOTAL > held:
        number -= 1
    return ways[:number]


def _pays_no_more(plan: int, other: int) -> bool:
    return plan & 255 <= other & 255 and plan >> 8 & 255 <= other >> 8 & 255 and plan >> 16 & 255 <= other >> 16 & 255


@memoize(1 << 10)
def remaining_needs(need: int, choices: int) -> tuple[int, ...]:
    """Return what may remain of a need after the producers have given what they can; (0,) if nothing may remain."""
    lacks = {need}
    while choices:
        gives = choices & 127
        choices >>= 7
        after: set[int] = set()
        for lack in lacks:
            taken = False
            for place in range(7):
                if gives >> place & 1 and lack >> 4 * place & 15:
                    after.add(lack - (1 << 4 * place))
                    taken = True
            if not taken:
                after.add(lack)
        if 0 in after:
            return FREE
        lacks = after
    return tuple(sorted(lacks))


def purchase_plans(lack: int, left: int, right: int, prices: int) -> list[int]:
    """List plans that buy exactly these units from the two neighbours."""
    if (left | right) >> COUNTS:
        return _split(lack, left, right, prices)
    found = [0]
    fixed = 0  # paid for what only one neighbour can sell
    for place, count in counts(lack):
        here, there = left >> place & 15, right >> place & 15
        if here + there < count:
            return []
        fee = prices if place < RAW_BITS else prices >> 8
        from_left, from_right = fee & 15, (fee >> 4 & 15) << 8
        most = here if here < count else count
        least_left = count - there if there < count else 0
        paid = from_left * most + from_right * (count - most)
        if most == least_left:
            fixed += paid
        else:
            wider: list[int] = []
            for _ in range(most - least_left + 1):
                wider += [plan + paid for plan in found]
                paid += from_right - from_left
            found = wider
    return [plan + fixed for plan in found] if fixed else found


def _split(lack: int, left: int, right: int, prices: int) -> list[int]:
    """List the plans of `purchase_plans` where a neighbour has producers of one of several."""
    splits: list[tuple[int, int, int]] = [(0, 0, 0)]  # units of the left, units of the right, plan
    for place, count in counts(lack):
        fee = prices if place < RAW_BITS else prices >> 8
        from_left, from_right = fee & 15, (fee >> 4 & 15) << 8
        here, there = left >> place & 15, right >> place & 15  # without producers
        most = here if here < count and not left >> COUNTS else count
        least = count - there if there < count and not right >> COUNTS else 0
        wider: list[tuple[int, int, int]] = []
        for number in range(least, most + 1):
            mine, theirs = number << place, count - number << place
            paid = from_left * number + from_right * (count - number)
            for lefts, rights, plan in splits:
                if number > here and not can_sell(left, lefts | mine):
                    continue
                if count - number > there and not can_sell(right, rights | theirs):
                    continue
                wider.append((lefts | mine, rights | theirs, plan + paid))
        splits = wider
    return [plan for _, _, plan in splits]


def can_sell(wares: int, units: int) -> bool:
    """Check whether a city can sell all these units at once."""
    lack = subtract(units, wares & ALL_UNITS)
    if not lack:
        return True
    choices = wares >> COUNTS
    return choices != 0 and remaining_needs(lack, choices)[0] == 0
