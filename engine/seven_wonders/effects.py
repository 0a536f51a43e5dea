"""Effects of cards, stages and leaders, one function for each kind, unless it is counted at scoring.

`STANDING_EFFECTS` is called when a thing is added to a city, `INCOME` when coins are counted afterwards, `SCORED` when
the game is scored, by the category of the thing. Effects that ask a question are handled by the state machine.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.bit_sets import numbers
from engine.game import EVERYONE, Emit, Seat
from engine.seven_wonders.actions import DefeatsLost
from engine.seven_wonders.data_schema import (
    BLUE,
    CLASSES,
    COLOURS,
    PURPLE,
    RESOURCES,
    STAGE,
    BankTrade,
    CoinAfterPurchase,
    Coins,
    CoinsOnBuild,
    CoinsOnChain,
    CoinsOnToken,
    DefeatFreePoints,
    DefeatToWinner,
    ExtraCoin,
    FreeCards,
    FreeColours,
    FreeTurn,
    LeadersFree,
    MajorityPoints,
    OnlyLeader,
    PerCoins,
    PerSet,
    PerThing,
    Production,
    Purge,
    ResourceLess,
    Science,
    SeventhCard,
    Shields,
    TokenPairs,
    Trade,
    VictoryToken,
    WholeWonder,
)
from engine.seven_wonders.lookup_tables import Effects
from engine.seven_wonders.packed_position import DEFEAT, NONE, SYMBOLS, TOKENS, Position
from engine.seven_wonders.payments import COUNTS, MAX_UNITS
from engine.seven_wonders.questions import GAME_OVER
from engine.seven_wonders.scoring import count_kinds, pairs, science, sets
from engine.winners import winners as most_points

Scored = tuple[int, int, int, int, int, int, int, int]  # points by category, as `score` has them
KINDS: Final = ("compass", "gear", "tablet", "any")
CLASS: Final = {**{colour: number for number, colour in enumerate(COLOURS)}, "stage": STAGE}


# ---- for good ------------------------------------------------------------------------------------------


def _produces(at: Position, seat: int, effect: Production) -> None:
    places = [RESOURCES.index(resource) for resource in effect.of]
    if len(places) == 1:
        at.made[seat] = _add_units(at.made[seat], places[0], effect.amount)
        if effect.sold:
            at.sold[seat] = _add_units(at.sold[seat], places[0], effect.amount)
        return
    gives = sum([1 << place for place in places])
    for _ in range(effect.amount):
        at.makes[seat] = _add_producer(at.makes[seat], gives)
        if effect.sold:
            wares = at.sold[seat]
            at.sold[seat] = wares & (1 << COUNTS) - 1 | _add_producer(wares >> COUNTS, gives) << COUNTS


def _trade(at: Position, seat: int, effect: Trade) -> None:
    for neighbour in effect.neighbours:
        place = (0 if effect.goods == "raw" else 8) + (0 if neighbour == "left" else 4)
        price = min(effect.price, at.prices[seat] >> place & 15)
        at.prices[seat] = at.prices[seat] & ~(15 << place) | price << place


def _shields(at: Position, seat: int, effect: Shields) -> None:
    at.shields[seat] += effect.amount


def _science(at: Position, seat: int, effect: Science) -> None:
    at.symbols[seat * SYMBOLS + KINDS.index(effect.symbol)] += 1


def _seventh(at: Position, seat: int, effect: SeventhCard) -> None:
    at.seventh[seat] = True


def _make_new_colours_free(at: Position, seat: int, effect: FreeColours) -> None:
    at.new_colours[seat] = True


def _make_turn_free(at: Position, seat: int, effect: FreeTurn) -> None:
    (at.first_free if effect.turn == "first" else at.last_free)[seat] = True


def _make_leaders_free(at: Position, seat: int, effect: LeadersFree) -> None:
    at.free_leaders[seat] = True


def _resource_less(at: Position, seat: int, effect: ResourceLess) -> None:
    at.less[seat] |= 1 << CLASS[effect.on]


def _make_colour_free(at: Position, seat: int, effect: FreeCards) -> None:
    at.free_colours[seat] |= 1 << CLASS[effect.of]


def _coins_on_build(at: Position, seat: int, effect: CoinsOnBuild) -> None:
    at.built_coins[seat * CLASSES + CLASS[effect.of]] += effect.amount


def _coins_on_chain(at: Position, seat: int, effect: CoinsOnChain) -> None:
    at.chain_coins[seat] += effect.amount


def _coins_on_token(at: Position, seat: int, effect: CoinsOnToken) -> None:
    at.token_coins[seat] += effect.amount


def _bank_trade(at: Position, seat: int, effect: BankTrade) -> None:
    at.bank_price[seat] = effect.price


def _extra_coin(at: Position, seat: int, effect: ExtraCoin) -> None:
    at.extra_coin[seat] += effect.amount


def _coin_after_purchase(at: Position, seat: int, effect: CoinAfterPurchase) -> None:
    at.purchase_coin[seat] += effect.amount


def _defeat_to_winner(at: Position, seat: int, effect: DefeatToWinner) -> None:
    at.defeats_to_winner[seat] = True


STANDING_EFFECTS: Final[dict[type, Callable[[Position, int, Any], None]]] = {
    Production: _produces,
    Trade: _trade,
    Shields: _shields,
    Science: _science,
    SeventhCard: _seventh,
    FreeColours: _make_new_colours_free,
    FreeTurn: _make_turn_free,
    LeadersFree: _make_leaders_free,
    ResourceLess: _resource_less,
    FreeCards: _make_colour_free,
    CoinsOnBuild: _coins_on_build,
    CoinsOnChain: _coins_on_chain,
    CoinsOnToken: _coins_on_token,
    BankTrade: _bank_trade,
    ExtraCoin: _extra_coin,
    CoinAfterPurchase: _coin_after_purchase,
    DefeatToWinner: _defeat_to_winner,
}


def apply_standing(at: Position, seat: int, effects: Effects) -> None:
    """Apply the standing effects of a thing that was added to a city."""
    for effect in effects.lasting:
        STANDING_EFFECTS[type(effect)](at, seat, effect)


def recount(at: Position, seat: int) -> None:
    """Count again what lies in a city: at the start, and after something was lost."""
    at.reset_effects(seat)
    for _, effects in at.effects_in_city(seat):
        apply_standing(at, seat, effects)


def _add_units(units: int, place: int, amount: int) -> int:
    """Add units of a resource, up to what can be counted: no cost asks for more."""
    held = units >> 4 * place & 15
    return units + (min(MAX_UNITS, held + amount) - held << 4 * place)


def _add_producer(makes: int, gives: int) -> int:
    """Add a producer, keeping all of them sorted, so that equal cities have equal numbers."""
    held = [gives]
    while makes:
        held.append(makes & 127)
        makes >>= 7
    for producer in sorted(held, reverse=True):
        makes = makes << 7 | producer
    return makes


# ---- at once -------------------------------------------------------------------------------------------


def _coins(at: Position, seat: int, effect: Coins, by: str, emit: Emit | None) -> None:
    at.gain(seat, effect.amount, by)


def _coins_per(at: Position, seat: int, effect: PerThing, by: str, emit: Emit | None) -> None:
    at.gain(seat, effect.coins * _count_things(at, seat, effect), by)


def _victory_token(at: Position, seat: int, effect: VictoryToken, by: str, emit: Emit | None) -> None:
    at.take_token(seat, at.age, NONE, emit)
    at.gain_from_effects(seat, at.token_coins[seat], CoinsOnToken, 1)


def _purge(at: Position, seat: int, effect: Purge, by: str, emit: Emit | None) -> None:
    lost = at.tokens[seat * TOKENS + DEFEAT]
    at.tokens[seat * TOKENS + DEFEAT] = 0
    if emit is not None and lost:
        emit(DefeatsLost(seat=seat + 1, number=lost), EVERYONE)


INCOME: Final[dict[type, Callable[[Position, int, Any, str, Emit | None], None]]] = {
    Coins: _coins,
    PerThing: _coins_per,
    VictoryToken: _victory_token,
    Purge: _purge,
}


def pay_out(at: Position, seat: int, effects: Effects, by: str, emit: Emit | None) -> None:
    """Apply the one-time effects of a thing, counting what is in all cities now."""
    for effect in effects.income:
        INCOME[type(effect)](at, seat, effect, by, emit)


def _count_things(at: Position, seat: int, effect: PerThing) -> int:
    found = 0
    for city in effect.cities:
        where = seat if city == "self" else at.left_neighbour(seat) if city == "left" else at.right_neighbour(seat)
        found += count_kinds(effect.of, at.tally(where))
    return found


# ---- points --------------------------------------------------------------------------------------------


def _per(at: Position, seat: int, effect: PerThing) -> int:
    return effect.points * _count_things(at, seat, effect)


def _complete_wonder(at: Position, seat: int, effect: WholeWonder) -> int:
    return effect.points if at.stages[seat] == at.boards[seat].stages else 0


def _per_coins(at: Position, seat: int, effect: PerCoins) -> int:
    return effect.points * (at.coins[seat] // effect.coins)


def _per_set(at: Position, seat: int, effect: PerSet) -> int:
    return effect.points * sets(effect.of, at.tally(seat))


def _majority(at: Position, seat: int, effect: MajorityPoints) -> int:
    mine = count_kinds((effect.of,), at.tally(seat))
    theirs = max(
        [count_kinds((effect.of,), at.tally(other)) for other in (at.left_neighbour(seat), at.right_neighbour(seat))]
    )
    return effect.points if mine > theirs else 0


def _no_defeat(at: Position, seat: int, effect: DefeatFreePoints) -> int:
    return 0 if at.tokens[seat * TOKENS + DEFEAT] else effect.points


def _token_pairs(at: Position, seat: int, effect: TokenPairs) -> int:
    return pairs(at.tokens[seat * TOKENS + 1 : (seat + 1) * TOKENS], at.lookup.victory)


def _only_leader(at: Position, seat: int, effect: OnlyLeader) -> int:
    return effect.points if at.face_up[seat].bit_count() == 1 else 0


SCORED: Final[dict[type, Callable[[Position, int, Any], int]]] = {
    PerThing: _per,
    WholeWonder: _complete_wonder,
    PerCoins: _per_coins,
    PerSet: _per_set,
    MajorityPoints: _majority,
    DefeatFreePoints: _no_defeat,
    TokenPairs: _token_pairs,
    OnlyLeader: _only_leader,
}


def worth(at: Position, seat: int, effects: Effects) -> int:
    """Return the points of one card, stage or leader, without science."""
    found = effects.points
    for effect in effects.scoring:
        found += SCORED[type(effect)](at, seat, effect)
    return found


def points(at: Position, seat: int) -> Scored:
    """Return a seat's points, as if the game ended now."""
    lookup = at.lookup
    wonder = blue = yellow = guilds = leaders = 0
    for card in numbers(at.cities[seat] & lookup.scoring):
        colour = lookup.colour[card]
        if colour == BLUE:
            blue += lookup.card_effects[card].points
        elif colour == PURPLE:
            guilds += worth(at, seat, lookup.card_effects[card])
        else:
            yellow += worth(at, seat, lookup.card_effects[card])
    for stage in range(at.stages[seat]):
        wonder += worth(at, seat, at.boards[seat].effects[stage])
    more = replaced = set_points = 0
    for leader in numbers(at.face_up[seat]):
        effects = lookup.leader_effects[leader]
        leaders += worth(at, seat, effects)
        set_points += effects.set_points
        replaced += effects.replaces
        more += effects.more
    for leader in numbers(at.buried[seat]):
        wonder += at.buried_for[leader]
    first = seat * SYMBOLS
    held = at.symbols[first], at.symbols[first + 1], at.symbols[first + 2], at.symbols[first + 3]
    symbols, sets_made = science(held, more, replaced, lookup.set_of_symbols, set_points)
    military = -at.tokens[seat * TOKENS + DEFEAT] * lookup.defeat
    for age in range(1, TOKENS):
        military += at.tokens[seat * TOKENS + age] * lookup.victory[age - 1]
    treasury = at.coins[seat] // lookup.coins_per_point
    return military, treasury, wonder, blue, symbols, yellow, guilds, leaders + set_points * sets_made


def total(found: Scored) -> int:
    """Sum up all categories."""
    return found[0] + found[1] + found[2] + found[3] + found[4] + found[5] + found[6] + found[7]


def score(at: Position, seat: int) -> dict[str, int]:
    """Return a seat's points by category, with their total."""
    found = points(at, seat)
    return {
        "military": found[0],
        "treasury": found[1],
        "wonder": found[2],
        "blue": found[3],
        "science": found[4],
        "yellow": found[5],
        "guilds": found[6],
        "leaders": found[7],
        "total": total(found),
    }


def winners(at: Position) -> tuple[Seat, ...]:
    """Return the winners: most points, ties broken by coins; empty until the game is over."""
    if at.phase != GAME_OVER:
        return ()
    return most_points([total(points(at, seat)) for seat in range(at.seats)], at.coins)
