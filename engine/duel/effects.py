"""Effects of cards, wonders and progress tokens, one function for each kind.

`ON_BUILD` is called when a card or a wonder is built, `ON_GAIN` when a progress token is taken, `ON_ASK` when a choice
is next: it returns the actions to choose from, none if there is nothing to choose. Points are counted in `scoring`; an
effect that stands until its card is lost is added by `Position.add_standing_effect`.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.bit_sets import numbers
from engine.duel.actions import Action, Destroy, Progress, Revive, SymbolGained
from engine.duel.data_schema import (
    COUNTABLE,
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
from engine.duel.packed_position import SCIENCE, Position
from engine.duel.payments import UNITS_AT
from engine.duel.scoring import count_kinds, majority
from engine.game import EVERYONE, Emit


class Pair:
    """The choice of a token from the board, after a second science symbol of a kind."""

    __slots__ = ()


PAIR: Final = Pair()


def _stand(
    pos: Position, seat: int, effect: Production | ProducesOneOf | FixedPrice, by: str, emit: Emit | None
) -> None:
    pos.add_standing_effect(seat, effect)
    pos.appraise(0)
    pos.appraise(1)


def _coins(pos: Position, seat: int, effect: Coins, by: str, emit: Emit | None) -> None:
    pos.gain(seat, effect.amount, by, emit)


def _coins_per(pos: Position, seat: int, effect: CoinsPer, by: str, emit: Emit | None) -> None:
    pos.gain(seat, effect.amount * count_kinds(effect.of, pos.tally(seat)), by, emit)


def _majority(pos: Position, seat: int, effect: Majority, by: str, emit: Emit | None) -> None:
    if effect.coins:
        pos.gain(seat, effect.coins * majority(effect, (pos.tally(0), pos.tally(1))), by, emit)


def _opponent_loses(pos: Position, seat: int, effect: OpponentLoses, by: str, emit: Emit | None) -> None:
    pos.lose(1 - seat, effect.amount, by, emit)


def _shields(pos: Position, seat: int, effect: Shields, by: str, emit: Emit | None) -> None:
    pos.push(seat, effect.amount + pos.red_card_shields, emit)


def _science(pos: Position, seat: int, effect: Science, by: str, emit: Emit | None) -> None:
    number = gain_symbol(pos, seat, effect.symbol, emit)
    if pos.symbols[number] == 2 and not pos.ended:
        pos.pending_choices = (*pos.pending_choices, PAIR)


ON_BUILD: Final[dict[type, Callable[[Position, int, Any, str, Emit | None], None]]] = {
    Production: _stand,
    ProducesOneOf: _stand,
    FixedPrice: _stand,
    Coins: _coins,
    CoinsPer: _coins_per,
    Majority: _majority,
    OpponentLoses: _opponent_loses,
    Shields: _shields,
    Science: _science,
}


def _law(pos: Position, seat: int, effect: Science, by: str, emit: Emit | None) -> None:
    """Give a symbol of a token, which never forms a pair (ruling 12)."""
    gain_symbol(pos, seat, effect.symbol, emit)


def _discount(pos: Position, seat: int, effect: Discount, by: str, emit: Emit | None) -> None:
    pos.discounts[8 * seat + COUNTABLE.index(effect.on)] += effect.units << UNITS_AT


def _trade_income(pos: Position, seat: int, effect: TradeIncome, by: str, emit: Emit | None) -> None:
    pos.trade_income[seat] = True


def _add_shields(pos: Position, seat: int, effect: MoreShields, by: str, emit: Emit | None) -> None:
    pos.more_shields[seat] += effect.amount


def _wonders_play_again(pos: Position, seat: int, effect: WondersPlayAgain, by: str, emit: Emit | None) -> None:
    pos.wonders_play_again[seat] = True


def _chain_coins(pos: Position, seat: int, effect: ChainCoins, by: str, emit: Emit | None) -> None:
    pos.chain_coins[seat] += effect.amount


def _change_nothing(pos: Position, seat: int, effect: PointsPerToken, by: str, emit: Emit | None) -> None:
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


def _pair(pos: Position, seat: int, choice: Pair) -> tuple[Action, ...]:
    return tuple(pos.lookup.progress[token] for token in numbers(pos.board))


def _destroy(pos: Position, seat: int, choice: DestroyCard) -> tuple[Action, ...]:
    return _destroyable(pos, seat, COUNTABLE.index(choice.colour))


def _destroyable(pos: Position, seat: int, colour: int) -> tuple[Action, ...]:
    theirs = numbers(pos.cities[1 - seat]) if pos.counts[8 * (1 - seat) + colour] else []
    return tuple(pos.lookup.destroys[card] for card in theirs if pos.lookup.deck[card].colour == colour)


def _revive(pos: Position, seat: int, choice: ReviveCard) -> tuple[Action, ...]:
    return tuple(pos.lookup.revives[card] for card in numbers(pos.discard))


def _draw_tokens(pos: Position, seat: int, choice: DrawTokens) -> tuple[Action, ...]:
    """Offer the tokens that were drawn, or all in the box where draws are not recorded (ruling 20)."""
    return tuple(
        pos.lookup.keeps[token] for token in (sorted(pos.drawn_tokens) if pos.eager else numbers(pos.box_tokens))
    )


ON_ASK: Final[dict[type, Callable[[Position, int, Any], tuple[Action, ...]]]] = {
    Pair: _pair,
    DestroyCard: _destroy,
    ReviveCard: _revive,
    DrawTokens: _draw_tokens,
}


def renew_offer(pos: Position) -> tuple[Action, ...]:
    """Return what the choice that is open offers now, after people have counted otherwise."""
    seat = pos.active
    match pos.offer[0]:
        case Destroy(card):
            return _destroyable(pos, seat, pos.lookup.deck[pos.lookup.card[card]].colour)
        case Revive():
            return _revive(pos, seat, ReviveCard())
        case Progress():
            return _pair(pos, seat, Pair())
    return _draw_tokens(pos, seat, DrawTokens(draw=0))


def gain_symbol(pos: Position, seat: int, symbol: str, emit: Emit | None) -> int:
    """Give a science symbol to a seat and return its index in `symbols`. Enough different symbols end the game."""
    kinds = len(pos.lookup.symbols)
    number = seat * kinds + pos.lookup.symbol[symbol]
    pos.symbols[number] += 1
    count = pos.symbols[number]
    if count == 1:
        pos.distinct_symbols[seat] += 1
        if pos.distinct_symbols[seat] >= pos.lookup.facts.table.winning_symbols:
            pos.ended, pos.victor = SCIENCE, seat
    if emit is not None:
        different = pos.distinct_symbols[seat]
        emit(SymbolGained(seat=seat + 1, symbol=symbol, different=different, pair=count == 2), EVERYONE)
    return number
