"""Features of a seat of Duel, for learned judgements (`engine.players.learned_evaluation`).

Each feature has a slug, and its weight is in the feature's unit. Features that end in `-early` are multiplied by how
much of the game is still to come.
"""

from typing import Final

from engine.bit_sets import numbers
from engine.duel.data_schema import AGES, CLASSES, YELLOW
from engine.duel.packed_position import Position
from engine.duel.payments import MADE_AT, RAW_AT
from engine.duel.position_estimate import share_left

FIRST_COINS: Final = 5  # coins that can always be used; further ones less
MAX_USEFUL_COINS: Final = 14  # coins beyond these have nothing to build
MAX_MISSING_COINS: Final = 8  # missing coins, beyond which a wonder is out of reach
PAWN_STEPS: Final = (0, 3, 5, 7)  # spaces of the pawn beyond which each further one counts anew
SYMBOLS: Final = 6  # different ones that win
MIN_EARLY_SYMBOLS: Final = 3  # of them, from which on it matters how early they are there
RESOURCES: Final = ("wood", "clay", "stone", "glass", "papyrus")
PLAIN: Final = (
    *("points", "points-early", "coins", "few-coins-early", "more-coins-early"),
    *(f"first-{resource}-early" for resource in RESOURCES),
    *(f"more-{resource}-early" for resource in RESOURCES),
    *("choice-of-raw-early", "choice-of-made-early", "fixed-prices-early", "prices-early"),
    *("wonders-left-early", "wonders-in-reach-early", "plays-again-early", "chains-early", "yellow-early"),
    *(f"science-{count}" for count in range(1, SYMBOLS)),
    *(f"science-{count}-early" for count in range(MIN_EARLY_SYMBOLS, SYMBOLS)),
    *("pairs-in-reach", "shields-ahead", "shields-ahead-early"),
    *(f"pawn-beyond-{space}" for space in PAWN_STEPS[1:]),
    *("on-turn", "another-turn"),
)


def feature_names(at: Position) -> tuple[str, ...]:
    """Return the slugs in the order of `features`: those of every game of Duel, then tokens, then wonders."""
    lookup = at.lookup
    if not lookup.described:
        tokens = (f"token-{slug}-early" for slug in lookup.tokens)
        lookup.described = (*PLAIN, *tokens, *(f"wonder-{slug}-early" for slug in lookup.wonders))
    return lookup.described


def features(at: Position, seat: int, total: int) -> list[float]:
    """Return the features of a seat. `total`: its points, as if the game ended now."""
    lookup = at.lookup
    early = share_left(at)
    coins = at.coins[seat]
    given = at.given[seat]
    ahead = at.pawn if seat == 0 else -at.pawn
    different = at.different[seat]
    kinds = len(lookup.symbols)
    halves = 0
    for symbol in range(kinds if at.board else 0):
        if at.symbols[seat * kinds + symbol] == 1:
            halves += 1
    bills = at.wonder_bills(seat)
    reach = 0.0
    for cost, _ in bills:
        reach += 1.0 - min(MAX_MISSING_COINS, max(0, cost - coins)) / MAX_MISSING_COINS
    again = len(bills) if at.wonders_play_again[seat] else (at.unbuilt[seat] & lookup.replays).bit_count()
    first = [0.0] * len(RESOURCES)
    more = [0.0] * len(RESOURCES)
    for resource in range(len(RESOURCES)):
        count = at.facing[5 * seat + resource]
        if count:
            first[resource] = early
            more[resource] = early * (min(count, 4) - 1)
    prices = 0
    for price in at.prices(seat):
        prices += min(price, 6)
    science = [0.0] * (SYMBOLS - 1)
    early_science = [0.0] * (SYMBOLS - MIN_EARLY_SYMBOLS)
    if 0 < different < SYMBOLS:
        science[different - 1] = 1.0
        if different >= MIN_EARLY_SYMBOLS:
            early_science[different - MIN_EARLY_SYMBOLS] = early
    tokens = [0.0] * len(lookup.tokens)
    for token in numbers(at.progress[seat]):
        tokens[token] = early
    wonders = [0.0] * len(lookup.wonders)
    for wonder in numbers(at.unbuilt[seat]):
        wonders[wonder] = early
    return [
        total,
        early * total,
        min(coins, MAX_USEFUL_COINS),
        early * min(coins, FIRST_COINS),
        early * max(0, min(coins, MAX_USEFUL_COINS) - FIRST_COINS),
        *first,
        *more,
        early * (given >> RAW_AT & 15),
        early * (given >> MADE_AT & 15),
        early * at.reserves[seat].bit_count(),
        early * prices,
        early * len(bills),
        early * reach,
        early * again,
        early * _chains(at, seat),
        early * at.counts[CLASSES * seat + YELLOW],
        *science,
        *early_science,
        halves,
        ahead,
        early * ahead,
        *[max(0, ahead - space) for space in PAWN_STEPS[1:]],
        at.active == seat,
        at.again and at.active == seat,
        *tokens,
        *wonders,
    ]


def _chains(at: Position, seat: int) -> int:
    """Count the cards still to come that the city can build by their chain."""
    city = at.cities[seat]
    if not city or at.age == AGES:
        return 0
    gone = at.cities[0] | at.cities[1] | at.discard
    found = 0
    for card, makes_free in at.lookup.chained:
        if makes_free & city and not gone & card:
            found += 1
    return found
