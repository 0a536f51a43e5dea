"""Features of a seat of 7 Wonders for learned players (`engine.players.learned_evaluation`), on positions in which the
seat's own secret choice has been carried out.

Each feature has a slug. Features that end in `-early` are multiplied by how much of the game is still to come.
`trade-of-age-2` and `-3` count the coins that a city would pay for what it lacks of an age's cards, as long as the age
is to come: that says best what its producers and those of its neighbours are worth.
"""

from typing import Final

from engine.seven_wonders.data_schema import AGES, CLASSES, PURPLE, RAW, TURNS
from engine.seven_wonders.lookup_tables import Lookup
from engine.seven_wonders.packed_position import SYMBOLS, Position
from engine.seven_wonders.payments import COUNTS, TOTAL, plans, subtract, wanted_wares
from engine.seven_wonders.position_estimate import abilities, chains, share_left

FIRST_COINS: Final = 4  # coins that can always be used; further ones less
PURSE: Final = 14  # coins; more than these buy nothing in time
KINDS_OF_GOODS: Final = 7
RAW_GOODS: Final = 0xFFFF  # of units, and of wares
MADE_GOODS: Final = 0xFFF0000
SAFE_LEAD: Final = 3  # shields ahead that make a conflict safe
MAX_TRADE: Final = 12  # coins for what a card lacks, beyond which it is out of reach
CACHE_SIZE: Final = 1 << 14  # of trades
NAMES: Final[tuple[str, ...]] = (
    *("points", "points-early", "few-coins-early", "more-coins-early"),
    *("kinds-of-raw-early", "more-raw-early", "kinds-of-made-early", "choices-early", "cheap-trade-early"),
    *("trade-of-age-2", "trade-of-age-3"),
    *("wares-of-neighbours-early", "abilities-early", "plays-seventh-early", "chains", "chains-early"),
    *("conflict-now", "conflict-next", "conflict-last", "safe-conflicts"),
    *("symbols-squared-early", "next-symbol-early", "sets-early", "symbols-early"),
    *("stages-left", "stages-left-early", "leaders-left", "leaders-left-early", "cards-of-guilds"),
)


def features(pos: Position, seat: int, total: int) -> list[float]:
    """Return the features of a seat. `total`: its points, as if the game ended now."""
    lookup = pos.lookup
    early = share_left(pos)
    coins = min(pos.coins[seat], PURSE)
    raw_kinds, raw_more, made_kinds = _count_goods(pos.production[seat])
    choices, makes = 0, pos.choice_production[seat]
    while makes:
        choices += 1
        makes >>= 7
    wares, cheap = _count_wares_of_neighbours(pos, seat)
    now, later, last, safe = _compare_shields(pos, seat)
    first = seat * SYMBOLS
    compasses, gears, tablets = pos.symbols[first], pos.symbols[first + 1], pos.symbols[first + 2]
    lowest, highest = min(min(compasses, gears), tablets), max(max(compasses, gears), tablets)
    alone = (compasses == lowest) + (gears == lowest) + (tablets == lowest) == 1
    free = chains(pos, seat)
    left = pos.boards[seat].stages - pos.stages[seat]
    market = pos.market(seat)
    trade = lookup.trades.get(market)
    if trade is None:
        trade = _trade_of_later_ages(lookup, market)
    second, third = trade
    to_come = (TURNS - pos.turn) / TURNS  # of this age
    return [
        total,
        early * total,
        early * min(coins, FIRST_COINS),
        early * max(0, coins - FIRST_COINS),
        early * raw_kinds,
        early * raw_more,
        early * made_kinds,
        early * choices,
        early * cheap,
        second if pos.age < AGES - 1 else second * to_come if pos.age < AGES else 0,
        third if pos.age < AGES else third * to_come,
        early * wares,
        early * abilities(pos, seat),
        early * pos.plays_seventh[seat],
        free,
        early * free,
        now,
        later,
        last,
        safe,
        early * (compasses * compasses + gears * gears + tablets * tablets),
        early * (2 * highest + 1),
        early * (lowest + alone),
        early * (compasses + gears + tablets + pos.symbols[first + 3]),
        left,
        early * left,
        pos.unplayed[seat],
        early * pos.unplayed[seat],
        pos.counts[seat * CLASSES + PURPLE],
    ]


def _count_goods(made: int) -> tuple[int, int, int]:
    """Count the kinds of raw goods made, further units of these, and the kinds of manufactured goods."""
    raw_kinds = raw_more = made_kinds = 0
    for place in range(KINDS_OF_GOODS):
        units = made >> 4 * place & 15
        if units and place < RAW:
            raw_kinds += 1
            raw_more += min(units, 3) - 1
        elif units:
            made_kinds += 1
    return raw_kinds, raw_more, made_kinds


def _count_wares_of_neighbours(pos: Position, seat: int) -> tuple[int, int]:
    """Count the neighbours that sell raw goods and those that sell manufactured ones, and how many of both do so below
    the usual price.
    """
    wares = cheap = 0
    left, right, prices = pos.left_neighbour(seat), pos.right_neighbour(seat), pos.prices[seat]
    for other in (left, right):
        sold, place = pos.wares_for_sale[other], 0 if other == left else 4
        if sold >> COUNTS or sold & RAW_GOODS:
            wares += 1
            if prices >> place & 15 < pos.lookup.trade:
                cheap += 1
        if sold >> COUNTS or sold & MADE_GOODS:
            wares += 1
            if prices >> place + 8 & 15 < pos.lookup.trade:
                cheap += 1
    return wares, cheap


def _compare_shields(pos: Position, seat: int) -> tuple[float, float, float, int]:
    """Return the lead over both neighbours, weighted by the points of this, the next and the last conflict, and the
    number of neighbours against whom it is safe.
    """
    now = later = last = 0.0
    safe, victory = 0, pos.lookup.victory
    for other in (pos.left_neighbour(seat), pos.right_neighbour(seat)):
        ahead = max(-SAFE_LEAD, min(SAFE_LEAD, pos.shields[seat] - pos.shields[other])) / SAFE_LEAD
        if ahead >= 1.0:
            safe += 1
        if pos.turn < TURNS or pos.to_act:
            now += ahead * victory[max(0, pos.age - 1)]
        if pos.age + 1 <= AGES:
            later += ahead * victory[pos.age]
        if pos.age + 2 <= AGES:
            last += ahead * victory[pos.age + 1]
    return now, later, last, safe


def _trade_of_later_ages(lookup: Lookup, market: tuple[int, ...]) -> tuple[int, int]:
    """Count the coins that a city would pay for what it lacks of all cards of the second age, and of the last one."""
    if len(lookup.trades) == CACHE_SIZE:
        lookup.trades.clear()
    made, makes, left, right, prices = market
    coins = [0] * (AGES + 1)
    for age, needs in zip(lookup.age, lookup.card_needs):  # noqa: B905  # compiled, `strict` is slow
        lack = subtract(needs, made) if age > 1 else 0
        if lack:
            wanted = wanted_wares(lack)
            ways = plans(lack, makes, left & wanted, right & wanted, prices, less=False)
            coins[age] += min(MAX_TRADE, ways[0] >> TOTAL) if ways else MAX_TRADE
    found = coins[AGES - 1], coins[AGES]
    lookup.trades[market] = found
    return found
