"""Effects of cards, wonders and progress tokens, one function for each kind.

`ON_BUILD` is called when a card or a wonder is built, `ON_GAIN` when a progress token is taken, `ON_ASK` when a choice
is next: it returns the actions to choose from, none if there is nothing to choose. Points are counted in `scoring`.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.bit_sets import numbers
from engine.duel.actions import Action, Destroy, Progress, Revive, SymbolGained
from engine.duel.data_schema import (
    ChainCoins,
    Coins,
    CoinsPer,
    DestroyCard,
    Discount,
    DrawTokens,
    FixedPrice,
    Majority,
    MoreShields,
    OpponentLoses,
    PointsPerToken,
    ProducesOneOf,
    Production,
    ReviveCard,
    Science,
    Shields,
    TradeIncome,
    WondersPlayAgain,
)
from engine.duel.packed_position import SCIENCE, Position, one_of, resource_number
from engine.duel.payments import UNITS_AT
from engine.duel.scoring import count_kinds, majority
from engine.game import EVERYONE, Emit

COLOURS: Final = ("brown", "grey", "blue", "green", "yellow", "red", "purple", "wonder")


class Pair:
    """The choice of a token from the board, after a second science symbol of a kind."""

    __slots__ = ()


PAIR: Final = Pair()


def _produces(at: Position, seat: int, effect: Production, by: str, emit: Emit | None) -> None:
    at.facing[5 * seat + resource_number(effect.resource)] += effect.amount
    at.appraise(0)
    at.appraise(1)


def _produces_one_of(at: Position, seat: int, effect: ProducesOneOf, by: str, emit: Emit | None) -> None:
    at.given[seat] += one_of(effect.of)
    at.appraise(seat)


def _fixed_price(at: Position, seat: int, effect: FixedPrice, by: str, emit: Emit | None) -> None:
    for resource in effect.of:
        at.reserves[seat] |= 1 << resource_number(resource)
    at.appraise(seat)


def _coins(at: Position, seat: int, effect: Coins, by: str, emit: Emit | None) -> None:
    at.gain(seat, effect.amount, by, emit)


def _coins_per(at: Position, seat: int, effect: CoinsPer, by: str, emit: Emit | None) -> None:
    at.gain(seat, effect.amount * count_kinds(effect.of, at.tally(seat)), by, emit)


def _majority(at: Position, seat: int, effect: Majority, by: str, emit: Emit | None) -> None:
    if effect.coins:
        at.gain(seat, effect.coins * majority(effect, (at.tally(0), at.tally(1))), by, emit)


def _opponent_loses(at: Position, seat: int, effect: OpponentLoses, by: str, emit: Emit | None) -> None:
    at.lose(1 - seat, effect.amount, by, emit)


def _shields(at: Position, seat: int, effect: Shields, by: str, emit: Emit | None) -> None:
    at.push(seat, effect.amount + at.red, emit)


def _science(at: Position, seat: int, effect: Science, by: str, emit: Emit | None) -> None:
    number = gain_symbol(at, seat, effect.symbol, emit)
    if at.symbols[number] == 2 and not at.ended:
        at.todo = (*at.todo, PAIR)


ON_BUILD: Final[dict[type, Callable[[Position, int, Any, str, Emit | None], None]]] = {
    Production: _produces,
    ProducesOneOf: _produces_one_of,
    FixedPrice: _fixed_price,
    Coins: _coins,
    CoinsPer: _coins_per,
    Majority: _majority,
    OpponentLoses: _opponent_loses,
    Shields: _shields,
    Science: _science,
}


def _law(at: Position, seat: int, effect: Science, by: str, emit: Emit | None) -> None:
    """Give a symbol of a token, which never forms a pair (ruling 12)."""
    gain_symbol(at, seat, effect.symbol, emit)


def _discount(at: Position, seat: int, effect: Discount, by: str, emit: Emit | None) -> None:
    at.discounts[8 * seat + COLOURS.index(effect.on)] += effect.units << UNITS_AT


def _trade_income(at: Position, seat: int, effect: TradeIncome, by: str, emit: Emit | None) -> None:
    at.income[seat] = True


def _add_shields(at: Position, seat: int, effect: MoreShields, by: str, emit: Emit | None) -> None:
    at.more_shields[seat] += effect.amount


def _wonders_play_again(at: Position, seat: int, effect: WondersPlayAgain, by: str, emit: Emit | None) -> None:
    at.wonders_play_again[seat] = True


def _chain_coins(at: Position, seat: int, effect: ChainCoins, by: str, emit: Emit | None) -> None:
    at.chain_coins[seat] += effect.amount


def _change_nothing(at: Position, seat: int, effect: PointsPerToken, by: str, emit: Emit | None) -> None:
    """Change nothing: the points are counted when the game is scored."""


ON_GAIN: Final[dict[type, Callable[[Position, int, Any, str, Emit | None], None]]] = {
    Coins: _coins,
    Science: _law,
    Discount: _discount,
    TradeIncome: _trade_income,
    MoreShields: _add_shields,
    WondersPlayAgain: _wonders_play_again,
    ChainCoins: _chain_coins,
    PointsPerToken: _change_nothing,
}


def _pair(at: Position, seat: int, choice: Pair) -> tuple[Action, ...]:
    return tuple(at.lookup.progress[token] for token in numbers(at.board))


def _destroy(at: Position, seat: int, choice: DestroyCard) -> tuple[Action, ...]:
    return _destroyable(at, seat, COLOURS.index(choice.colour))


def _destroyable(at: Position, seat: int, colour: int) -> tuple[Action, ...]:
    theirs = numbers(at.cities[1 - seat]) if at.counts[8 * (1 - seat) + colour] else []
    return tuple(at.lookup.destroys[card] for card in theirs if at.lookup.deck[card].colour == colour)


def _revive(at: Position, seat: int, choice: ReviveCard) -> tuple[Action, ...]:
    return tuple(at.lookup.revives[card] for card in numbers(at.discard))


def _draw_tokens(at: Position, seat: int, choice: DrawTokens) -> tuple[Action, ...]:
    """Offer the tokens that were drawn, or all in the box where draws are not recorded (ruling 20)."""
    return tuple(at.lookup.keeps[token] for token in (sorted(at.drawn_tokens) if at.eager else numbers(at.rest)))


ON_ASK: Final[dict[type, Callable[[Position, int, Any], tuple[Action, ...]]]] = {
    Pair: _pair,
    DestroyCard: _destroy,
    ReviveCard: _revive,
    DrawTokens: _draw_tokens,
}


def renew_offer(at: Position) -> tuple[Action, ...]:
    """Return what the choice that is open offers now, after people have counted otherwise."""
    seat = at.active
    match at.offer[0]:
        case Destroy(card):
            return _destroyable(at, seat, at.lookup.deck[at.lookup.card[card]].colour)
        case Revive():
            return _revive(at, seat, ReviveCard())
        case Progress():
            return _pair(at, seat, Pair())
    return _draw_tokens(at, seat, DrawTokens(draw=0))


def gain_symbol(at: Position, seat: int, symbol: str, emit: Emit | None) -> int:
    """Give a science symbol to a seat and return its index in `symbols`. Enough different symbols end the game."""
    kinds = len(at.lookup.symbols)
    number = seat * kinds + at.lookup.symbol[symbol]
    at.symbols[number] += 1
    count = at.symbols[number]
    if count == 1:
        at.different[seat] += 1
        if at.different[seat] >= at.lookup.facts.table.winning_symbols:
            at.ended, at.victor = SCIENCE, seat
    if emit is not None:
        different = at.different[seat]
        emit(SymbolGained(seat=seat + 1, symbol=symbol, different=different, pair=count == 2), EVERYONE)
    return number
