"""Handlers of the effects of cards, stages and leaders, one for each kind.

`STANDING_HANDLERS` are called when a thing is added to a city, `INCOME_HANDLERS` when coins are counted afterwards,
`SCORING_HANDLERS` when the game is scored. Which effect belongs where: `Effects` in lookup_tables.py. Effects that ask
a question are handled by the state machine.
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


# ---- standing effects ----------------------------------------------------------------------------------


def _produces(pos: Position, seat: int, effect: Production) -> None:
    places = [RESOURCES.index(resource) for resource in effect.of]
    if len(places) == 1:
        pos.production[seat] = _add_units(pos.production[seat], places[0], effect.amount)
        if effect.sold:
            pos.wares_for_sale[seat] = _add_units(pos.wares_for_sale[seat], places[0], effect.amount)
        return
    gives = sum([1 << place for place in places])
    for _ in range(effect.amount):
        pos.choice_production[seat] = _add_producer(pos.choice_production[seat], gives)
        if effect.sold:
            wares = pos.wares_for_sale[seat]
            pos.wares_for_sale[seat] = wares & (1 << COUNTS) - 1 | _add_producer(wares >> COUNTS, gives) << COUNTS


def _trade(pos: Position, seat: int, effect: Trade) -> None:
    for neighbour in effect.neighbours:
        place = (0 if effect.goods == "raw" else 8) + (0 if neighbour == "left" else 4)
        price = min(effect.price, pos.prices[seat] >> place & 15)
        pos.prices[seat] = pos.prices[seat] & ~(15 << place) | price << place


def _shields(pos: Position, seat: int, effect: Shields) -> None:
    pos.shields[seat] += effect.amount


def _science(pos: Position, seat: int, effect: Science) -> None:
    pos.symbols[seat * SYMBOLS + KINDS.index(effect.symbol)] += 1


def _seventh(pos: Position, seat: int, effect: SeventhCard) -> None:
    pos.plays_seventh[seat] = True


def _make_new_colours_free(pos: Position, seat: int, effect: FreeColours) -> None:
    pos.new_colours[seat] = True


def _make_turn_free(pos: Position, seat: int, effect: FreeTurn) -> None:
    (pos.first_free if effect.turn == "first" else pos.last_free)[seat] = True


def _make_leaders_free(pos: Position, seat: int, effect: LeadersFree) -> None:
    pos.free_leaders[seat] = True


def _resource_less(pos: Position, seat: int, effect: ResourceLess) -> None:
    pos.discounted_classes[seat] |= 1 << CLASS[effect.on]


def _make_colour_free(pos: Position, seat: int, effect: FreeCards) -> None:
    pos.free_colours[seat] |= 1 << CLASS[effect.of]


def _coins_on_build(pos: Position, seat: int, effect: CoinsOnBuild) -> None:
    pos.built_coins[seat * CLASSES + CLASS[effect.of]] += effect.amount


def _coins_on_chain(pos: Position, seat: int, effect: CoinsOnChain) -> None:
    pos.chain_coins[seat] += effect.amount


def _coins_on_token(pos: Position, seat: int, effect: CoinsOnToken) -> None:
    pos.token_coins[seat] += effect.amount


def _bank_trade(pos: Position, seat: int, effect: BankTrade) -> None:
    pos.bank_price[seat] = effect.price


def _extra_coin(pos: Position, seat: int, effect: ExtraCoin) -> None:
    pos.extra_coin[seat] += effect.amount


def _coin_after_purchase(pos: Position, seat: int, effect: CoinAfterPurchase) -> None:
    pos.purchase_coin[seat] += effect.amount


def _defeat_to_winner(pos: Position, seat: int, effect: DefeatToWinner) -> None:
    pos.defeats_to_winner[seat] = True


STANDING_HANDLERS: Final[dict[type, Callable[[Position, int, Any], None]]] = {
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


def apply_standing(pos: Position, seat: int, effects: Effects) -> None:
    """Apply the standing effects of a thing that was added to a city."""
    for effect in effects.standing:
        STANDING_HANDLERS[type(effect)](pos, seat, effect)


def recount(pos: Position, seat: int) -> None:
    """Count again what lies in a city: at the start, and after something was lost."""
    pos.reset_effects(seat)
    for _, effects in pos.effects_in_city(seat):
        apply_standing(pos, seat, effects)


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


def _coins(pos: Position, seat: int, effect: Coins, by: str, emit: Emit | None) -> None:
    pos.gain(seat, effect.amount, by)


def _coins_per(pos: Position, seat: int, effect: PerThing, by: str, emit: Emit | None) -> None:
    pos.gain(seat, effect.coins * _count_things(pos, seat, effect), by)


def _victory_token(pos: Position, seat: int, effect: VictoryToken, by: str, emit: Emit | None) -> None:
    pos.take_token(seat, pos.age, NONE, emit)
    pos.gain_from_effects(seat, pos.token_coins[seat], CoinsOnToken, 1)


def _purge(pos: Position, seat: int, effect: Purge, by: str, emit: Emit | None) -> None:
    lost = pos.tokens[seat * TOKENS + DEFEAT]
    pos.tokens[seat * TOKENS + DEFEAT] = 0
    if emit is not None and lost:
        emit(DefeatsLost(seat=seat + 1, number=lost), EVERYONE)


INCOME_HANDLERS: Final[dict[type, Callable[[Position, int, Any, str, Emit | None], None]]] = {
    Coins: _coins,
    PerThing: _coins_per,
    VictoryToken: _victory_token,
    Purge: _purge,
}


def pay_out(pos: Position, seat: int, effects: Effects, by: str, emit: Emit | None) -> None:
    """Apply the one-time effects of a thing, counting what is in all cities now."""
    for effect in effects.income:
        INCOME_HANDLERS[type(effect)](pos, seat, effect, by, emit)


def _count_things(pos: Position, seat: int, effect: PerThing) -> int:
    found = 0
    for city in effect.cities:
        where = seat if city == "self" else pos.left_neighbour(seat) if city == "left" else pos.right_neighbour(seat)
        found += count_kinds(effect.of, pos.tally(where))
    return found


# ---- points --------------------------------------------------------------------------------------------


def _per(pos: Position, seat: int, effect: PerThing) -> int:
    return effect.points * _count_things(pos, seat, effect)


def _complete_wonder(pos: Position, seat: int, effect: WholeWonder) -> int:
    return effect.points if pos.stages[seat] == pos.boards[seat].stages else 0


def _per_coins(pos: Position, seat: int, effect: PerCoins) -> int:
    return effect.points * (pos.coins[seat] // effect.coins)


def _per_set(pos: Position, seat: int, effect: PerSet) -> int:
    return effect.points * sets(effect.of, pos.tally(seat))


def _majority(pos: Position, seat: int, effect: MajorityPoints) -> int:
    mine = count_kinds((effect.of,), pos.tally(seat))
    theirs = max(
        [count_kinds((effect.of,), pos.tally(other)) for other in (pos.left_neighbour(seat), pos.right_neighbour(seat))]
    )
    return effect.points if mine > theirs else 0


def _no_defeat(pos: Position, seat: int, effect: DefeatFreePoints) -> int:
    return 0 if pos.tokens[seat * TOKENS + DEFEAT] else effect.points


def _token_pairs(pos: Position, seat: int, effect: TokenPairs) -> int:
    return pairs(pos.tokens[seat * TOKENS + 1 : (seat + 1) * TOKENS], pos.lookup.victory)


def _only_leader(pos: Position, seat: int, effect: OnlyLeader) -> int:
    return effect.points if pos.face_up[seat].bit_count() == 1 else 0


SCORING_HANDLERS: Final[dict[type, Callable[[Position, int, Any], int]]] = {
    PerThing: _per,
    WholeWonder: _complete_wonder,
    PerCoins: _per_coins,
    PerSet: _per_set,
    MajorityPoints: _majority,
    DefeatFreePoints: _no_defeat,
    TokenPairs: _token_pairs,
    OnlyLeader: _only_leader,
}


def worth(pos: Position, seat: int, effects: Effects) -> int:
    """Return the points of one card, stage or leader, without science."""
    found = effects.points
    for effect in effects.scoring:
        found += SCORING_HANDLERS[type(effect)](pos, seat, effect)
    return found


def points(pos: Position, seat: int) -> Scored:
    """Return a seat's points, as if the game ended now."""
    lookup = pos.lookup
    wonder = blue = yellow = guilds = leaders = 0
    for card in numbers(pos.cities[seat] & lookup.scoring):
        colour = lookup.colour[card]
        if colour == BLUE:
            blue += lookup.card_effects[card].points
        elif colour == PURPLE:
            guilds += worth(pos, seat, lookup.card_effects[card])
        else:
            yellow += worth(pos, seat, lookup.card_effects[card])
    for stage in range(pos.stages[seat]):
        wonder += worth(pos, seat, pos.boards[seat].effects[stage])
    more = replaced = set_points = 0
    for leader in numbers(pos.face_up[seat]):
        effects = lookup.leader_effects[leader]
        leaders += worth(pos, seat, effects)
        set_points += effects.set_points
        replaced += effects.replaces
        more += effects.more
    for leader in numbers(pos.buried[seat]):
        wonder += pos.buried_for[leader]
    first = seat * SYMBOLS
    held = pos.symbols[first], pos.symbols[first + 1], pos.symbols[first + 2], pos.symbols[first + 3]
    symbols, sets_made = science(held, more, replaced, lookup.set_of_symbols, set_points)
    military = -pos.tokens[seat * TOKENS + DEFEAT] * lookup.defeat
    for age in range(1, TOKENS):
        military += pos.tokens[seat * TOKENS + age] * lookup.victory[age - 1]
    treasury = pos.coins[seat] // lookup.coins_per_point
    return military, treasury, wonder, blue, symbols, yellow, guilds, leaders + set_points * sets_made


def total(found: Scored) -> int:
    """Sum up all categories."""
    return found[0] + found[1] + found[2] + found[3] + found[4] + found[5] + found[6] + found[7]


def score(pos: Position, seat: int) -> dict[str, int]:
    """Return a seat's points by category, with their total."""
    found = points(pos, seat)
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


def winners(pos: Position) -> tuple[Seat, ...]:
    """Return the winners: most points, ties broken by coins; empty until the game is over."""
    if pos.phase != GAME_OVER:
        return ()
    return most_points([total(points(pos, seat)) for seat in range(pos.seats)], pos.coins)
