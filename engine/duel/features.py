"""What describes a seat of Duel to a player that has learned from games (`engine.players.judgement`).

Each feature has a slug; what a weight says of it is said in units of it. Those that end in `-early` count by how much
of the game is still to come.
"""

from typing import Final

from engine.duel.cards import AGES, CLASSES, YELLOW
from engine.duel.payments import MADE_AT, RAW_AT
from engine.duel.position import Position

FEW: Final = 5  # coins that can always be used; further ones less
ENOUGH: Final = 14  # coins beyond these have nothing to build
DEAR: Final = 8  # missing coins, beyond which a wonder is out of reach
FAR: Final = (0, 3, 5, 7)  # spaces of the pawn beyond which each further one counts anew
SYMBOLS: Final = 6  # different ones that win
RESOURCES: Final = ("wood", "clay", "stone", "glass", "papyrus")
PLAIN: Final = (
    *("points", "points-early", "coins", "few-coins-early", "more-coins-early"),
    *(f"first-{resource}-early" for resource in RESOURCES),
    *(f"more-{resource}-early" for resource in RESOURCES),
    *("choice-of-raw-early", "choice-of-made-early", "fixed-prices-early", "prices-early"),
    *("wonders-left-early", "wonders-in-reach-early", "plays-again-early", "chains-early", "yellow-early"),
    *(f"science-{count}" for count in range(1, SYMBOLS)),
    *(f"science-{count}-early" for count in range(3, SYMBOLS)),
    *("pairs-in-reach", "shields-ahead", "shields-ahead-early"),
    *(f"pawn-beyond-{space}" for space in FAR[1:]),
    *("on-turn", "another-turn"),
)


def names(at: Position) -> tuple[str, ...]:
    """The slugs, in the order of `features`: those of every game of Duel, then tokens, then wonders."""
    lookup = at.lookup
    tokens = (f"token-{slug}-early" for slug in lookup.tokens)
    return (*PLAIN, *tokens, *(f"wonder-{slug}-early" for slug in lookup.wonders))


def features(at: Position, seat: int, total: int) -> list[float]:
    """What describes a seat, `total` its points as if the game ended now."""
    lookup = at.lookup
    early = _left(at)
    coins = at.coins[seat]
    mine = at.facing[5 * seat : 5 * seat + 5]
    given = at.given[seat]
    ahead = at.pawn if seat == 0 else -at.pawn
    different = at.different[seat]
    kinds = len(lookup.symbols)
    halves = sum([count == 1 for count in at.symbols[seat * kinds : (seat + 1) * kinds]]) if at.board else 0
    bills = at.wonder_bills(seat)
    reach = 0.0
    again = 0
    for cost, bit in bills:
        reach += 1.0 - min(DEAR, max(0, cost - coins)) / DEAR
        again += at.wonders_play_again[seat] or lookup.sites[bit.bit_length() - 1].again
    found: list[float] = [
        total,
        early * total,
        min(coins, ENOUGH),
        early * min(coins, FEW),
        early * max(0, min(coins, ENOUGH) - FEW),
    ]
    found += [early * min(count, 1) for count in mine]
    found += [early * max(0, min(count, 4) - 1) for count in mine]
    found += [
        early * (given >> RAW_AT & 15),
        early * (given >> MADE_AT & 15),
        early * at.reserves[seat].bit_count(),
        early * sum([min(price, 6) for price in at.prices(seat)]),
        early * len(bills),
        early * reach,
        early * again,
        early * _chains(at, seat),
        early * at.counts[CLASSES * seat + YELLOW],
    ]
    found += [float(different == count) for count in range(1, SYMBOLS)]
    found += [early * (different == count) for count in range(3, SYMBOLS)]
    found += [halves, ahead, early * ahead]
    found += [max(0, ahead - space) for space in FAR[1:]]
    found += [at.active == seat, at.again and at.active == seat]
    held, unbuilt = at.progress[seat], at.unbuilt[seat]
    found += [early * (held >> token & 1) for token in range(len(lookup.tokens))]
    found += [early * (unbuilt >> wonder & 1) for wonder in range(len(lookup.wonders))]
    return found


def _left(at: Position) -> float:
    """The share of the game's cards that are still to be taken: 1 at the start, 0 at the end."""
    structures = at.lookup.structures
    cards = sum([structure.slots for structure in structures])
    ahead = sum([structure.slots for structure in structures[at.age :]])
    return (ahead + at.left) / cards


def _chains(at: Position, seat: int) -> int:
    """Cards still to come that the city makes free."""
    city = at.cities[seat]
    if not city or at.age == AGES:
        return 0
    gone = at.cities[0] | at.cities[1] | at.discard
    return sum([card.makes_free & city != 0 and not gone >> n & 1 for n, card in enumerate(at.lookup.deck)])
