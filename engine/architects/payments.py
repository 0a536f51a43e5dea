"""Payments for stages. Pure functions of small tuples, memoized; tests/engine has a slow twin that must agree.

The rule is docs/notation.md, *Payments* (rulings 16–19): coins replace missing resources, never a resource the seat
has.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from engine.architects.actions import Build, Paid
from engine.architects.data_schema import COIN, KINDS, MAX_CARDS
from engine.architects.lookup_tables import Wonder
from engine.memoize import memoize

DOUBLE: Final = 1  # one coin may pay for two (Economy, unused this turn)
ANY_RESOURCES: Final = 2  # any resources fit (Engineering)
LOOSE: Final = 4  # house ruling: a coin may replace a resource one has

FLAGS: Final = 3  # the lowest bits of a packed hand, free for flags
BITS: Final = 7  # it counts each kind in so many bits; the highest guards
GUARD: Final = 1 << BITS - 1
PACK: Final = [1 << FLAGS + BITS * kind if kind <= COIN else 0 for kind in range(KINDS)]  # what one card adds to it
EACH_RESOURCE: Final = sum(PACK[:COIN])  # a packed hand with one card of each
GUARDS: Final = GUARD * EACH_RESOURCE
RESOURCES: Final = PACK[COIN] - 1  # the bits of a packed hand that count resources
COINS_AT: Final = FLAGS + BITS * COIN

NO_BUILDS: Final[tuple[Build, ...]] = ()
PLANS: Final = 1 << 7  # hands that are remembered of each wonder and what stands of it

Hand = tuple[int, ...]  # wood, stone, brick, glass, papyrus, coin
Goods = tuple[int, int, int, int]  # resources in all, those of the most common kind, how many kinds; and coins


def builds(wonder: Wonder, built: int, packed: int, flags: int) -> tuple[Build, ...]:
    """List every way to build every stage that may come next. `packed`: a hand, summed up from `PACK`."""
    known = wonder.plans[built]
    plans = known.get(packed | flags)
    if plans is None:
        if len(known) >= PLANS:
            known.clear()
        plans = NO_BUILDS
        for stage in wonder.open[built]:
            cost, same = wonder.costs[stage], wonder.same[stage]
            useful = useful_cards(packed, cost, same or flags & ANY_RESOURCES != 0)
            plans += _stage_builds(stage + 1, useful, cost, same, flags)
        known[packed | flags] = plans
    return plans


def useful_cards(packed: int, cost: int, repeated: bool) -> int:
    """Return a packed hand without the cards that no payment can use, so that more hands share a cached result.

    `repeated`: several cards of one resource may pay.
    """
    rest = packed & RESOURCES | GUARDS
    useful = min(packed >> COINS_AT, cost) << COINS_AT
    for _ in range(cost if repeated else 1):
        rest -= EACH_RESOURCE
        useful += (rest & GUARDS) >> BITS - 1  # one more of each resource that has so many
    return useful


@memoize(1 << 11)
def _stage_builds(stage: int, packed: int, cost: int, same: bool, flags: int) -> tuple[Build, ...]:
    return tuple(Build(stage, paid) for paid in payments(unpack_hand(packed), cost, same, flags))


def unpack_hand(packed: int) -> Hand:
    """Unpack a hand into counts."""
    return tuple(packed >> FLAGS + BITS * kind & MAX_CARDS for kind in range(COIN + 1))


def payments(hand: Hand, cost: int, same: bool, flags: int) -> tuple[Paid, ...]:
    """List every valid payment in a fixed order, more resources first."""
    paid = [
        (*resources, coin, double)
        for resources in _resources(hand[:5], cost, same, flags)
        for coin, double in _coins(hand[5], cost - sum(resources), flags)
    ]
    return tuple(sorted(paid, key=lambda cards: [-count for count in cards]))


def missing_cards(hand: Hand, cost: int, same: bool, flags: int) -> int:
    """Return how many cards are missing to pay for a stage; 0 if it can be paid."""
    resources = hand[:COIN]
    different = sum([count > 0 for count in resources])
    return count_missing((sum(resources), max(resources), different, hand[COIN]), cost, same, flags)


def summarise_hand(packed: int) -> Goods:
    """Summarise a packed hand for `count_missing`."""
    resources = alike = different = 0
    for kind in range(COIN):
        count = packed >> FLAGS + BITS * kind & MAX_CARDS
        if count:
            resources += count
            different += 1
            if count > alike:
                alike = count
    return resources, alike, different, packed >> COINS_AT & MAX_CARDS


def count_missing(goods: Goods, cost: int, same: bool, flags: int) -> int:
    """Return how many cards are missing, like `missing_cards`, from a summary."""
    resources, alike, kinds, coins = goods
    missing = cost - (resources if flags & ANY_RESOURCES else alike if same else kinds)
    if missing <= 0:
        return 0
    if flags & DOUBLE and coins and missing >= 2:
        coins += 1
    return max(0, missing - coins)


def _resources(have: Hand, cost: int, same: bool, flags: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield the resource cards of every payment; coins pay the rest."""
    if flags & ANY_RESOURCES:
        yield from _mixes(have, cost, min(sum(have), cost), flags)
    elif not same:
        once = tuple(min(1, count) for count in have)
        yield from _mixes(once, cost, min(sum(once), cost), flags)
    else:
        for resource, count in enumerate(have):
            most = min(count, cost)
            for used in range(1 if flags & LOOSE else most, most + 1):
                if used:
                    a, b, c, d, e = (used if i == resource else 0 for i in range(5))
                    yield a, b, c, d, e
        if flags & LOOSE or not any(have):
            yield 0, 0, 0, 0, 0


def _mixes(have: Hand, cost: int, most: int, flags: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield choices of cards: as many as fit, or with LOOSE any number up to the cost."""
    for a, b, c, d, e in product(*(range(min(count, cost) + 1) for count in have)):
        used = a + b + c + d + e
        if used == most or (flags & LOOSE and used <= cost):
            yield a, b, c, d, e


def _coins(have: int, missing: int, flags: int) -> Iterator[tuple[int, int]]:
    """Yield the ways to pay the rest with coins: (plain coins, coins counted double)."""
    if have >= missing:
        yield missing, 0
    if flags & DOUBLE and missing >= 2 and have >= missing - 1:
        yield missing - 2, 1
