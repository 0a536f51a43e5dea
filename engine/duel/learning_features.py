"""Features of a seat of Duel, for learned evaluations (`engine.players.learned_evaluation`).

Each feature has a slug, and its weight is in the feature's unit. Features that end in `-early` are multiplied by how
much of the game is still to come. `trade-of-last-age` counts the coins that a seat would pay for what it lacks of the
last age's cards: that says best what its producers, its fixed prices and the other's symbols are worth.
"""

from typing import Final

from engine.bit_sets import numbers
from engine.duel.data_schema import AGES, CLASSES, YELLOW
from engine.duel.lookup_tables import Lookup
from engine.duel.packed_position import Position
from engine.duel.payments import CACHE_SIZE, bill
from engine.duel.position_estimate import share_left

FIRST_COINS: Final = 5  # coins that can always be used; further ones less
MAX_USEFUL_COINS: Final = 14  # coins beyond these have nothing to build
MAX_MISSING_COINS: Final = 8  # missing coins, beyond which a wonder is out of reach
PAWN_STEPS: Final = (0, 3, 5, 7)  # spaces of the pawn beyond which each further one counts anew
SYMBOLS: Final = 6  # different ones that win
MIN_SYMBOLS: Final = 3  # of them, from which on the chance of all is estimated
MISS_CHANCE: Final = 0.6  # chance that a seat does not get a certain card that is still to come
LAID_OUT: Final = 0.87  # share of a later age's cards that are laid out
TOKEN_CHANCE: Final = 0.45  # chance that a token on the board becomes one's own
MAX_TRADE: Final = 12  # coins for what a card lacks, beyond which it is out of reach
PLAIN: Final = (
    *("points", "points-early", "coins", "few-coins-early", "more-coins-early"),
    "trade-of-last-age",
    *("wonders-left-early", "wonders-in-reach-early", "plays-again-early", "chains-early", "yellow-early"),
    *(f"science-{count}" for count in range(1, SYMBOLS)),
    *("pairs-in-reach", "science-chance", "science-chance-early", "shields-ahead", "shields-ahead-early"),
    *(f"pawn-beyond-{space}" for space in PAWN_STEPS[1:]),
    "conquest-in-reach",
    *("on-turn-in-draft", *(f"on-turn-in-age-{age}" for age in range(1, AGES + 1)), "another-turn"),
)


def feature_names(pos: Position) -> tuple[str, ...]:
    """Return the slugs in the order of `features`: those of every game of Duel, then tokens, then wonders."""
    lookup = pos.lookup
    if not lookup.described:
        tokens = (f"token-{slug}-early" for slug in lookup.tokens)
        lookup.described = (*PLAIN, *tokens, *(f"wonder-{slug}-early" for slug in lookup.wonders))
    return lookup.described


def features(pos: Position, seat: int, total: int) -> list[float]:
    """Return the features of a seat. `total`: its points, as if the game ended now."""
    lookup = pos.lookup
    early = share_left(pos)
    coins = pos.coins[seat]
    ahead = pos.pawn if seat == 0 else -pos.pawn
    different = pos.distinct_symbols[seat]
    kinds = len(lookup.symbols)
    halves = 0
    for symbol in range(kinds if pos.board else 0):
        if pos.symbols[seat * kinds + symbol] == 1:
            halves += 1
    enough = _science_chance(pos, seat)
    bills = pos.wonder_bills(seat)
    reach = 0.0
    for cost, _ in bills:
        reach += 1.0 - min(MAX_MISSING_COINS, max(0, cost - coins)) / MAX_MISSING_COINS
    again = len(bills) if pos.wonders_play_again[seat] else (pos.unbuilt[seat] & lookup.replays).bit_count()
    purse = pos.purse[seat]
    trade = lookup.last_trade.get(purse, -1)
    if trade < 0:
        trade = _trade_of_last_age(lookup, purse)
    on_turn = [0.0] * (AGES + 1)
    if pos.active == seat:
        on_turn[pos.age] = 1.0
    science = [0.0] * (SYMBOLS - 1)
    if 0 < different < SYMBOLS:
        science[different - 1] = 1.0
    tokens = [0.0] * len(lookup.tokens)
    for token in numbers(pos.progress[seat]):
        tokens[token] = early
    wonders = [0.0] * len(lookup.wonders)
    for wonder in numbers(pos.unbuilt[seat]):
        wonders[wonder] = early
    return [
        total,
        early * total,
        min(coins, MAX_USEFUL_COINS),
        early * min(coins, FIRST_COINS),
        early * max(0, min(coins, MAX_USEFUL_COINS) - FIRST_COINS),
        trade * pos.cards_left / pos.structure.slots if pos.age == AGES else trade,
        early * len(bills),
        early * reach,
        early * again,
        early * _chains(pos, seat),
        early * pos.counts[CLASSES * seat + YELLOW],
        *science,
        halves,
        enough,
        early * enough,
        ahead,
        early * ahead,
        *[max(0, ahead - space) for space in PAWN_STEPS[1:]],
        _conquest(pos, ahead),
        *on_turn,
        pos.extra_turn and pos.active == seat,
        *tokens,
        *wonders,
    ]


def _trade_of_last_age(lookup: Lookup, purse: int) -> int:
    """Count the coins that a seat with this purse would pay for what it lacks of all cards of the last age."""
    if len(lookup.last_trade) == CACHE_SIZE:
        lookup.last_trade.clear()
    coins = 0
    for number in lookup.ages[AGES - 1] + lookup.guilds:
        card = lookup.deck[number]
        coins += min(MAX_TRADE, bill(card.bills, card.needs, purse & card.part))
    lookup.last_trade[purse] = coins
    return coins


def _science_chance(pos: Position, seat: int) -> float:
    """Return a seat's chance of enough different symbols, if it has some; a rough one.

    It gets each card to come, and each token on the board, with a fixed chance.
    """
    if pos.distinct_symbols[seat] < MIN_SYMBOLS:
        return 0.0
    lookup = pos.lookup
    first = seat * len(lookup.symbols)
    further = [1.0] + [0.0] * SYMBOLS  # by number of further symbols, the chance of exactly so many
    for symbol, cards in enumerate(_symbols_to_come(pos)):
        if pos.symbols[first + symbol]:
            continue
        got = TOKEN_CHANCE if lookup.symbol_tokens[symbol] & pos.board else 1.0 - MISS_CHANCE**cards
        for number in range(SYMBOLS, 0, -1):
            further[number] += (further[number - 1] - further[number]) * got
        further[0] *= 1.0 - got
    enough = 0.0
    for number in range(max(0, SYMBOLS - pos.distinct_symbols[seat]), SYMBOLS + 1):
        enough += further[number]
    return enough


def _symbols_to_come(pos: Position) -> list[float]:
    """Return how many cards of each symbol are still to come, on average: seen, face down, and of later ages."""
    lookup = pos.lookup
    seen = 0
    for slot in numbers(pos.occupied_slots):
        card = pos.slots[slot]
        if card >= 0:
            seen |= 1 << card
    unseen = 0
    for card in pos.unseen:
        unseen |= 1 << card
    face_down = pos.cards_left - seen.bit_count()
    share = face_down / (len(pos.unseen) + len(pos.unseen_guilds)) if face_down > 0 else 0.0
    later = lookup.later[pos.age]
    return [
        (cards & seen).bit_count() + share * (cards & unseen).bit_count() + LAID_OUT * (cards & later).bit_count()
        for cards in lookup.symbol_cards
    ]


def _conquest(pos: Position, ahead: int) -> float:
    """Return how far the shields still to come exceed the way to the capital: 0 if they do not reach it."""
    coming = ~(pos.cities[0] | pos.cities[1] | pos.discard)
    shields = 0
    for amount, cards in pos.lookup.shields:
        shields += amount * (cards & coming).bit_count()
    way = pos.lookup.capital - ahead
    return 1.0 - way / shields if shields > way else 0.0


def _chains(pos: Position, seat: int) -> int:
    """Count the cards still to come that the city can build by their chain."""
    city = pos.cities[seat]
    if not city or pos.age == AGES:
        return 0
    gone = pos.cities[0] | pos.cities[1] | pos.discard
    found = 0
    for card, makes_free in pos.lookup.chained:
        if makes_free & city and not gone & card:
            found += 1
    return found
