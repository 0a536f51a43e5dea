"""Effects of wonder stages and progress tokens, one function for each kind; a return value names a question to ask.

`ON_BUILD` is called when a stage with the wonder's effect is built, `ON_GAIN` when a progress token is taken. Points at
the end are counted in `scoring`, purse flags are read by `payments`.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.architects.actions import LEFT, RIGHT
from engine.architects.data_schema import (
    KINDS,
    AnyCards,
    DoubleCoin,
    DrawAny,
    DrawCenter,
    DrawNear,
    DrawSides,
    ExtraCard,
    KeepHorns,
    Look,
    LookCenter,
    PickFromSide,
    PointsByCopies,
    PointsEach,
    PointsForWonder,
    Shields,
    StealCard,
    TakeCat,
    TakeToken,
)
from engine.architects.lookup_tables import CENTER_STACK
from engine.architects.packed_position import ONE_TOKEN, Position
from engine.architects.payments import ANY_RESOURCES, DOUBLE
from engine.game import Emit

# What a wonder's effect comes to: lost (nothing to work on), done, or the question its seat is asked.
EFFECT_LOST: Final = 0
EFFECT_DONE: Final = 1
ASK_ANY: Final = 2
ASK_SIDE: Final = 3
ASK_TOKEN: Final = 4
ASK_NEAR: Final = 5
ASK_STEAL: Final = 6
ASK_LOOK: Final = 7


def _draw_any(pos: Position, seat: int, effect: DrawAny, emit: Emit | None) -> int:
    """Offer any wonder stack in play, or the shared one (ruling 4)."""
    return ASK_ANY if pos.cards_in_stacks else EFFECT_LOST


def _draw_center(pos: Position, seat: int, effect: DrawCenter, emit: Emit | None) -> int:
    if not pos.stack_sizes[CENTER_STACK]:
        return EFFECT_LOST
    pos.pending_effects.append(CENTER_STACK)
    return EFFECT_DONE


def _draw_sides(pos: Position, seat: int, effect: DrawSides, emit: Emit | None) -> int:
    """Take left, then right; an empty stack is skipped (ruling 8)."""
    sides = [stack for stack in (pos.stack(seat, 1), pos.stack(seat, 0)) if pos.stack_sizes[stack]]
    pos.pending_effects += sides
    return EFFECT_DONE if sides else EFFECT_LOST


def _pick_from_side(pos: Position, seat: int, effect: PickFromSide, emit: Emit | None) -> int:
    return ASK_SIDE if pos.stack_sizes[pos.stack(seat, 0)] or pos.stack_sizes[pos.stack(seat, 1)] else EFFECT_LOST


def _take_token(pos: Position, seat: int, effect: TakeToken, emit: Emit | None) -> int:
    return ASK_TOKEN if pos.token_row or pos.rest_tokens else EFFECT_LOST


def _shields_built(pos: Position, seat: int, effect: Shields, emit: Emit | None) -> int:
    pos.shields[seat] += effect.amount
    return EFFECT_DONE


def _steal_card(pos: Position, seat: int, effect: StealCard, emit: Emit | None) -> int:
    """Offer any card that lies open before an opponent (rulings 35, 39)."""
    mine = slice(seat * KINDS, (seat + 1) * KINDS)
    return ASK_STEAL if sum(pos.cards) > sum(pos.cards[mine]) else EFFECT_LOST


def _take_cat(pos: Position, seat: int, effect: TakeCat, emit: Emit | None) -> int:
    pos.move_cat(seat, emit)
    return EFFECT_DONE


def _look_center(pos: Position, seat: int, effect: LookCenter, emit: Emit | None) -> int:
    """Look at the shared stack. Lazy records contain no looks, so nothing is known there."""
    return ASK_LOOK if pos.stack_sizes[CENTER_STACK] and pos.eager else EFFECT_DONE


def _draw_near(pos: Position, seat: int, effect: DrawNear, emit: Emit | None) -> int:
    near = (CENTER_STACK, pos.stack(seat, LEFT), pos.stack(seat, RIGHT))
    return ASK_NEAR if any([pos.stack_sizes[stack] for stack in near]) else EFFECT_LOST


ON_BUILD: Final[dict[type, Callable[[Position, int, Any, Emit | None], int]]] = {
    DrawAny: _draw_any,
    DrawCenter: _draw_center,
    DrawSides: _draw_sides,
    PickFromSide: _pick_from_side,
    TakeToken: _take_token,
    Shields: _shields_built,
    StealCard: _steal_card,
    TakeCat: _take_cat,
    LookCenter: _look_center,
    DrawNear: _draw_near,
}


def gain_token(pos: Position, seat: int, number: int) -> None:
    """Give a progress token to a seat; it is effective from now on (ruling 22)."""
    pos.tokens[seat * len(pos.lookup.tokens) + number] += 1
    pos.medal_counts[seat] += ONE_TOKEN
    for effect in pos.lookup.token_effects[number]:
        ON_GAIN[type(effect)](pos, seat, number, effect)


def lose_token(pos: Position, seat: int, number: int) -> None:
    """Take a progress token from a seat, and recompute its standing effects from its other tokens."""
    tokens = len(pos.lookup.tokens)
    pos.tokens[seat * tokens + number] -= 1
    pos.medal_counts[seat] -= ONE_TOKEN
    pos.shields[seat] -= sum(each.amount for each in pos.lookup.token_effects[number] if isinstance(each, Shields))
    pos.payment_flags[seat] &= ~(DOUBLE | ANY_RESOURCES)
    pos.take_bonus[seat * KINDS : (seat + 1) * KINDS] = [0] * KINDS
    pos.build_bonus[seat] = 0
    pos.may_look &= ~(1 << seat)
    pos.keeps_horns &= ~(1 << seat)
    for token in range(tokens):
        if pos.tokens[seat * tokens + token]:
            for effect in pos.lookup.token_effects[token]:
                if not isinstance(effect, Shields):
                    ON_GAIN[type(effect)](pos, seat, token, effect)


def _extra_card(pos: Position, seat: int, token: int, effect: ExtraCard) -> None:
    for kind in pos.lookup.take_triggers[token]:
        pos.take_bonus[seat * KINDS + kind] |= 1 << token
    if pos.lookup.build_triggers[token]:
        pos.build_bonus[seat] |= 1 << token


def _double_coin(pos: Position, seat: int, token: int, effect: DoubleCoin) -> None:
    pos.payment_flags[seat] |= DOUBLE


def _pay_with_any_cards(pos: Position, seat: int, token: int, effect: AnyCards) -> None:
    """Set the flag for every stage of a turn (ruling 48)."""
    pos.payment_flags[seat] |= ANY_RESOURCES


def _look(pos: Position, seat: int, token: int, effect: Look) -> None:
    pos.may_look |= 1 << seat


def _keep_horns(pos: Position, seat: int, token: int, effect: KeepHorns) -> None:
    pos.keeps_horns |= 1 << seat


def _shields_gained(pos: Position, seat: int, token: int, effect: Shields) -> None:
    pos.shields[seat] += effect.amount


def _change_nothing(pos: Position, seat: int, token: int, effect: object) -> None:
    """Change nothing: the points are counted when the game is scored."""


ON_GAIN: Final[dict[type, Callable[[Position, int, int, Any], None]]] = {
    ExtraCard: _extra_card,
    DoubleCoin: _double_coin,
    AnyCards: _pay_with_any_cards,
    Look: _look,
    KeepHorns: _keep_horns,
    Shields: _shields_gained,
    PointsForWonder: _change_nothing,
    PointsEach: _change_nothing,
    PointsByCopies: _change_nothing,
}
