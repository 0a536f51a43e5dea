"""What describes a seat of 7 Wonders to a player that has learned from games (`engine.players.judgement`), on positions
in which the seat's own secret choice has been carried out.

Each feature has a slug. Those that end in `-early` count by how much of the game is still to come.
"""

from typing import Final

from engine.seven_wonders.cards import AGES, CLASSES, PURPLE, RAW, RESOURCES, TURNS
from engine.seven_wonders.estimate import abilities, chains, share_left
from engine.seven_wonders.payments import COUNTS
from engine.seven_wonders.position import SYMBOLS, Position

FEW: Final = 4  # coins that can always be used; further ones less
PURSE: Final = 14  # coins; more than these buy nothing in time
MOST: Final = 3  # shields ahead that make a conflict safe
NAMES: Final = (
    *("points", "points-early", "few-coins-early", "more-coins-early"),
    *("kinds-of-raw-early", "more-raw-early", "kinds-of-made-early", "choices-early", "cheap-trade-early"),
    *("wares-of-neighbours-early", "abilities-early", "plays-seventh-early", "chains", "chains-early"),
    *("conflict-now", "conflict-next", "conflict-last", "safe-conflicts"),
    *("symbols-squared-early", "next-symbol-early", "sets-early", "symbols-early"),
    *("stages-left", "stages-left-early", "leaders-left", "leaders-left-early", "cards-of-guilds"),
)


def features(at: Position, seat: int, total: int) -> list[float]:
    """What describes a seat, `total` its points as if the game ended now."""
    early = share_left(at)
    table = at.lookup.facts.table
    coins = min(at.coins[seat], PURSE)
    raw_kinds = raw_more = made_kinds = 0
    for place in range(len(RESOURCES)):
        units = at.made[seat] >> 4 * place & 15
        if place < RAW:
            raw_kinds += units > 0
            raw_more += max(0, min(units, 3) - 1)
        else:
            made_kinds += units > 0
    choices, makes = 0, at.makes[seat]
    while makes:
        choices += 1
        makes >>= 7
    cheap = wares = 0
    for place, side in ((0, at.left(seat)), (4, at.right(seat)), (8, at.left(seat)), (12, at.right(seat))):
        goods = at.sold[side] & 0xFFFF if place < 8 else at.sold[side] >> 16 & 0xFFF
        there = goods != 0 or at.sold[side] >> COUNTS != 0
        wares += there
        cheap += at.prices[seat] >> place & 15 < table.trade and there
    now = later = last = 0.0
    safe = 0
    for other in (at.left(seat), at.right(seat)):
        ahead = max(-MOST, min(MOST, at.shields[seat] - at.shields[other])) / MOST
        safe += ahead >= 1
        if at.turn < TURNS or at.to_act:
            now += ahead * table.victory[max(0, at.age - 1)]
        if at.age + 1 <= AGES:
            later += ahead * table.victory[at.age]
        if at.age + 2 <= AGES:
            last += ahead * table.victory[at.age + 1]
    counts = at.symbols[seat * SYMBOLS : seat * SYMBOLS + 3]
    lowest = min(counts)
    left = at.boards[seat].stages - at.stages[seat]
    return [
        total,
        early * total,
        early * min(coins, FEW),
        early * max(0, coins - FEW),
        early * raw_kinds,
        early * raw_more,
        early * made_kinds,
        early * choices,
        early * cheap,
        early * wares,
        early * abilities(at, seat),
        early * at.seventh[seat],
        chains(at, seat),
        early * chains(at, seat),
        now,
        later,
        last,
        safe,
        early * sum([count * count for count in counts]),
        early * (2 * max(counts) + 1),
        early * (lowest + (counts.count(lowest) == 1)),
        early * sum(at.symbols[seat * SYMBOLS : seat * SYMBOLS + SYMBOLS]),
        left,
        early * left,
        at.unplayed[seat],
        early * at.unplayed[seat],
        at.counts[seat * CLASSES + PURPLE],
    ]
