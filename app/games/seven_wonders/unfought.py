"""A position as it was before its last conflict, for surfaces on which shields have yet to meet."""

from collections.abc import Iterable

from msgspec.structs import replace

from engine.seven_wonders import actions
from engine.seven_wonders.view import View


def unfought(view: View, before: object, events: Iterable[object]) -> View:
    """The view without the tokens that these events brought, and the coins for those; points of `before`, what was
    shown last.
    """
    coins, tokens = [chair.coins for chair in view.seats], [list(chair.tokens) for chair in view.seats]
    for event in events:
        match event:
            case actions.TokenTaken(seat=seat, value=value):
                tokens[seat - 1].remove(value)
            case actions.CoinsGained(seat=seat, coins=gained):
                coins[seat - 1] -= gained
            case _:
                pass
    shown = before.seats if isinstance(before, View) and len(before.seats) == len(view.seats) else view.seats
    return replace(
        view,
        seats=tuple(
            replace(chair, coins=had, tokens=tuple(held), score=was.score)
            for chair, had, held, was in zip(view.seats, coins, tokens, shown, strict=True)
        ),
    )
