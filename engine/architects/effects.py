"""What effects do. Each kind of effect in the data has one function here; what asks a question says so by its return.

`ON_BUILD` runs when a stage with the wonder's effect is built, `ON_GAIN` when a progress token is taken. Points at the
end are scoring's business, payments read the seat's purse flags.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.architects.box import CENTER_STACK
from engine.architects.cards import (
    KINDS,
    AnyCards,
    DoubleCoin,
    DrawAny,
    DrawCenter,
    DrawSides,
    ExtraCard,
    PickFromSide,
    PointsByCopies,
    PointsEach,
    PointsForWonder,
    Shields,
    TakeToken,
)
from engine.architects.payments import ANY, DOUBLE
from engine.architects.position import Position

# What a wonder's effect comes to: lost (nothing to work on), done, or the question its seat is asked.
LOST: Final = 0
DONE: Final = 1
ASK_ANY: Final = 2
ASK_SIDE: Final = 3
ASK_TOKEN: Final = 4


def _draw_any(at: Position, seat: int, effect: DrawAny) -> int:
    """Any wonder stack in play, and the shared one (ruling 4)."""
    return ASK_ANY if at.left_in_all else LOST


def _draw_center(at: Position, seat: int, effect: DrawCenter) -> int:
    if not at.left[CENTER_STACK]:
        return LOST
    at.todo.append(CENTER_STACK)
    return DONE


def _draw_sides(at: Position, seat: int, effect: DrawSides) -> int:
    """Left, then right; an empty one is left out (ruling 8)."""
    sides = [stack for stack in (at.stack(seat, 1), at.stack(seat, 0)) if at.left[stack]]
    at.todo += sides
    return DONE if sides else LOST


def _pick_from_side(at: Position, seat: int, effect: PickFromSide) -> int:
    return ASK_SIDE if at.left[at.stack(seat, 0)] or at.left[at.stack(seat, 1)] else LOST


def _take_token(at: Position, seat: int, effect: TakeToken) -> int:
    return ASK_TOKEN if at.row or at.rest_tokens else LOST


def _shields_built(at: Position, seat: int, effect: Shields) -> int:
    at.shields[seat] += effect.amount
    return DONE


ON_BUILD: Final[dict[type, Callable[[Position, int, Any], int]]] = {
    DrawAny: _draw_any,
    DrawCenter: _draw_center,
    DrawSides: _draw_sides,
    PickFromSide: _pick_from_side,
    TakeToken: _take_token,
    Shields: _shields_built,
}


def _extra_card(at: Position, seat: int, token: int, effect: ExtraCard) -> None:
    for kind in at.box.take_triggers[token]:
        at.take_bonus[seat * KINDS + kind] |= 1 << token
    if at.box.build_triggers[token]:
        at.build_bonus[seat] |= 1 << token


def _double_coin(at: Position, seat: int, token: int, effect: DoubleCoin) -> None:
    at.purse[seat] |= DOUBLE


def _any_cards(at: Position, seat: int, token: int, effect: AnyCards) -> None:
    """A standing effect, for every stage of a turn (ruling 48)."""
    at.purse[seat] |= ANY


def _shields_gained(at: Position, seat: int, token: int, effect: Shields) -> None:
    at.shields[seat] += effect.amount


def _at_the_end(at: Position, seat: int, token: int, effect: object) -> None:
    """Points are counted when the game is scored."""


ON_GAIN: Final[dict[type, Callable[[Position, int, int, Any], None]]] = {
    ExtraCard: _extra_card,
    DoubleCoin: _double_coin,
    AnyCards: _any_cards,
    Shields: _shields_gained,
    PointsForWonder: _at_the_end,
    PointsEach: _at_the_end,
    PointsByCopies: _at_the_end,
}
