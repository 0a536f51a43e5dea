"""Estimate of a position for a seat: points now plus work in progress. Used by players only, on positions in which the
seat's own secret choice has been carried out.

The weights were found by `wondertable workshop simulate … --player greedy,random,random,random --summary`; all are
points.
"""

from typing import Final

from engine.bit_sets import numbers
from engine.seven_wonders.data_schema import AGES, CLASSES, RAW, RESOURCES, TURNS
from engine.seven_wonders.packed_position import SYMBOLS, Position
from engine.seven_wonders.payments import COUNTS

COIN: Final = 0.36  # a coin, also below what the treasury counts: it buys what is missing
PURSE: Final = 14  # coins; more than these buy nothing in time
UNIT: Final = 3.4  # the first unit of a resource, at the start: whatever needs it is free from now on
FURTHER_UNIT: Final = 0.45  # a second unit is worth this much of the first, a third of the second
ONE_OF: Final = 3.8  # a producer of several
TRADE: Final = 0.8  # a lower price, for each kind of goods and neighbour
# Chance to win the next conflict, by shields ahead from -3 to 3.
CONFLICT_CHANCES: Final = (0.08, 0.12, 0.2, 0.42, 0.68, 0.8, 0.88)
LATER_CONFLICT: Final = 0.45  # what being ahead now tells of a later age's conflict
SYMBOL: Final = 0.9  # of what the next science symbol would bring, while there are turns to get it
CHAIN: Final = 0.7  # a card that makes a later one free
ABILITY: Final = 2.2  # any other standing effect, at the start
LEADER: Final = 0.5  # an unplayed leader


def estimate(pos: Position, seat: int, points: int) -> float:
    """Return `points` plus the value of work in progress, in points."""
    left = share_left(pos)
    coins = pos.coins[seat]
    worth = points - coins // pos.lookup.coins_per_point + coins / pos.lookup.coins_per_point
    worth += (COIN - 1 / 3) * min(coins, PURSE) * left
    worth += left * (_production(pos, seat) + abilities(pos, seat)) + _conflicts(pos, seat) + _science(pos, seat, left)
    return worth + CHAIN * chains(pos, seat) + (LEADER * pos.unplayed[seat] if pos.age < AGES else 0.0)


def share_left(pos: Position) -> float:
    """Return the share of the game that is left, 1 at the start."""
    return 1 - (max(0, pos.age - 1) * TURNS + pos.turn) / (AGES * TURNS + 1)


def _production(pos: Position, seat: int) -> float:
    worth = 0.0
    for place in range(len(RESOURCES)):
        value = UNIT if place < RAW else UNIT * 0.8
        for _ in range(pos.production[seat] >> 4 * place & 15):
            worth += value
            value *= FURTHER_UNIT
    makes = pos.choice_production[seat]
    value = ONE_OF
    while makes:
        worth += value
        value *= 0.7
        makes >>= 7
    usual = pos.lookup.trade
    for place, side in (
        (0, pos.left_neighbour(seat)),
        (4, pos.right_neighbour(seat)),
        (8, pos.left_neighbour(seat)),
        (12, pos.right_neighbour(seat)),
    ):
        if pos.prices[seat] >> place & 15 < usual:
            goods = pos.wares_for_sale[side] & 0xFFFF if place < 8 else pos.wares_for_sale[side] >> 16 & 0xFFF
            worth += TRADE + (0.4 if goods or pos.wares_for_sale[side] >> COUNTS else 0.0)
    return worth


def abilities(pos: Position, seat: int) -> float:
    """Return the value of all other standing effects."""
    held = pos.discounted_classes[seat].bit_count()
    held += (pos.bank_price[seat] > 0) + (pos.free_colours[seat] > 0) + (pos.chain_coins[seat] > 0)
    held += (pos.token_coins[seat] > 0) + (pos.extra_coin[seat] > 0) + (pos.purchase_coin[seat] > 0)
    held += pos.defeats_to_winner[seat] + (pos.free_leaders[seat] and pos.unplayed[seat] > 1)
    held += 2 * (pos.new_colours[seat] + pos.first_free[seat] + pos.last_free[seat] + pos.plays_seventh[seat])
    for colour in range(seat * CLASSES, (seat + 1) * CLASSES):
        if pos.built_coins[colour]:
            held += 1
            break
    return ABILITY * held


def _conflicts(pos: Position, seat: int) -> float:
    """Return the value of the conflicts still to come, against each neighbour."""
    lookup = pos.lookup
    worth = 0.0
    for other in (pos.left_neighbour(seat), pos.right_neighbour(seat)):
        ahead = CONFLICT_CHANCES[max(0, min(6, 3 + pos.shields[seat] - pos.shields[other]))]
        for age in range(max(1, pos.age), AGES + 1):
            sure = 1.0 if age == pos.age else LATER_CONFLICT if age == pos.age + 1 else LATER_CONFLICT * LATER_CONFLICT
            won = 0.45 + (ahead - 0.45) * sure
            worth += won * lookup.victory[age - 1] - (1 - won) * lookup.defeat * 0.8
    return worth


def _science(pos: Position, seat: int, left: float) -> float:
    """Return the value of the next science symbols, which grows with their number."""
    counts = pos.symbols[seat * SYMBOLS : seat * SYMBOLS + 3]
    best = max([2 * count + 1 for count in counts])
    lowest = min(counts)
    completes = counts.count(lowest) == 1 and max(counts) > lowest
    best = max(best, 2 * lowest + 1 + pos.lookup.set_of_symbols) if completes else best
    return SYMBOL * left * (best - 1 + 0.6 * sum(counts))


def chains(pos: Position, seat: int) -> int:
    """Count the cards of this and later ages that the city could build by their chain."""
    if pos.age == AGES:
        return 0
    lookup, city = pos.lookup, pos.cities[seat]
    found = 0
    for card in numbers(city & lookup.leading):
        others = city & ~(1 << card)
        for later in lookup.leads_to[card]:
            if lookup.age[later] > pos.age and not others & lookup.chained[later]:
                found += 1
    return found
