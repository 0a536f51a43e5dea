"""Estimate of a position for a seat against the other: points plus work in progress. Used by players only.

The weights were found by letting this player play `random`, and one set of weights another, a hundred games each
(`wondertable workshop simulate --game duel --seats 2 --player greedy,random --summary`). All are points; what can still
be used is scaled by the share of the cards still to come. Resource symbols turned out to matter most.
"""

from collections.abc import Sequence
from typing import Final

from engine.bit_sets import numbers
from engine.duel.data_schema import AGES
from engine.duel.packed_position import CIVILIAN, NONE, Position

VICTORY: Final = 1000.0  # a military or scientific victory: more than any points
RICH: Final = 0.3  # a coin beside its third of a point: it builds something
MAX_USEFUL_COINS: Final = 12  # coins beyond these have nothing to build
SYMBOL: Final = 4.5  # a resource symbol: it pays again and again, and makes the other's trade dearer
CHOICE_PRODUCER: Final = 3.5  # a choice producer
FIXED: Final = 1.2  # a resource at the fixed price
WONDER: Final = 0.55  # of an unbuilt wonder's worth, while it can be afforded
SHORT: Final = 0.85  # each coin that it costs beyond what the seat has leaves this much of that
EXTRA_TURN: Final = 4.0  # another turn
EFFECT: Final = 2.5  # a wonder's choice
LASTING_TOKEN: Final = 3.0  # a token whose worth lies in use
SCIENCE: Final = (0.0, 0.6, 1.6, 3.2, 6.5, 14.0)  # different symbols on the way to six
HALF: Final = 0.7  # a symbol whose twin may still come, while a token lies on the board
FRONT: Final = 0.4  # a space the pawn is ahead, beside its points
LAST_SPACE: Final = 1.4  # each further one of the last spaces before the capital
LAST: Final = 4  # how many those are


def estimate(pos: Position, seat: int, totals: Sequence[int]) -> float:
    """Return this seat's value minus the other's. `totals`: the points of both now."""
    if pos.victor != NONE:
        return VICTORY if pos.victor == seat else -VICTORY
    worths = [totals[each] + _worth(pos, each) for each in (0, 1)]
    return worths[seat] - worths[1 - seat]


def _worth(pos: Position, seat: int) -> float:
    if pos.ended == CIVILIAN:
        return 0.0
    later = share_left(pos)
    return later * (_trade(pos, seat) + _tokens(pos, seat) + RICH * min(pos.coins[seat], MAX_USEFUL_COINS)) + (
        _wonders(pos, seat) * min(1.0, 2 * later) + _science(pos, seat) + _front(pos, seat)
    )


def share_left(pos: Position) -> float:
    """Return the share of the game's cards that are still to be taken: 1 at the start, 0 at the end."""
    return (pos.lookup.cards_ahead[pos.age] + pos.cards_left) / pos.lookup.cards_ahead[0]


def _trade(pos: Position, seat: int) -> float:
    given = pos.choice_producers[seat]
    producers = (given >> 50 & 15) + (given >> 54 & 15)
    symbols = sum(min(count, 3) for count in pos.resource_symbols[5 * seat : 5 * seat + 5])
    return SYMBOL * symbols + CHOICE_PRODUCER * producers + FIXED * pos.fixed_price_resources[seat].bit_count()


def _wonders(pos: Position, seat: int) -> float:
    """Return the value of unbuilt wonders, reduced by the coins that are missing for them."""
    worth = 0.0
    for wonder in numbers(pos.unbuilt[seat]):
        site = pos.lookup.sites[wonder]
        gain = site.points + EFFECT * len(site.choices) + len(site.effects)
        if site.again or pos.wonders_play_again[seat]:
            gain += EXTRA_TURN
        short = max(0, pos.wonder_cost(seat, wonder)[0] - pos.coins[seat])
        worth += WONDER * gain * SHORT**short
    return worth


def _tokens(pos: Position, seat: int) -> float:
    """Return the value of tokens without points; those with points are counted there."""
    held = numbers(pos.progress[seat])
    return LASTING_TOKEN * sum(not pos.lookup.token_points[token] for token in held)


def _science(pos: Position, seat: int) -> float:
    kinds = len(pos.lookup.symbols)
    mine = pos.symbols[seat * kinds : (seat + 1) * kinds]
    if not pos.cards_left and pos.age == AGES:
        return 0.0
    halves = sum(count == 1 for count in mine) if pos.board else 0
    return SCIENCE[min(pos.distinct_symbols[seat], len(SCIENCE) - 1)] + HALF * halves


def _front(pos: Position, seat: int) -> float:
    ahead = pos.pawn if seat == 0 else -pos.pawn
    return FRONT * max(0, ahead) + LAST_SPACE * max(0, ahead - (pos.lookup.capital - LAST))
