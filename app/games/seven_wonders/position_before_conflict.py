"""A position with the effects of its last conflict reverted, for surfaces that delay showing them."""

from collections.abc import Iterable

from msgspec.structs import replace

from app.protocol.delayed_conflict_results import points_shown
from engine.seven_wonders import actions
from engine.seven_wonders.data_schema import Data
from engine.seven_wonders.view_json import LastTurn, View


def unfought(view: View, before: object, events: Iterable[object], data: Data) -> View:
    """Return the view before a conflict, without the tokens and coins that these events brought. Scores are those of
    `before`, the view shown last.
    """
    derived = view.derived
    coins, tokens = [chair.coins for chair in view.seats], [list(chair.tokens) for chair in view.seats]
    for event in events:
        match event:
            case actions.TokenTaken(seat=seat, value=value):
                tokens[seat - 1].remove(value)
            case actions.CoinsGained(seat=seat, coins=gained):
                coins[seat - 1] -= gained
                derived = replace(derived, last=_remove_gain(derived.last, event))
            case _:
                pass
    points = points_shown(view, before)
    return replace(
        view,
        derived=derived,
        seats=tuple(
            replace(chair, coins=had, tokens=tuple(held), score=scored)
            for chair, had, held, scored in zip(view.seats, coins, tokens, points, strict=True)
        ),
    )


def _remove_gain(last: LastTurn | None, gained: actions.CoinsGained) -> LastTurn | None:
    if last is None:
        return None
    did, gain = [*last.did], (gained.coins, gained.by)
    for nth, each in reversed([*enumerate(did)]):
        if each.seat == gained.seat and gain in each.gains:
            left = [*each.gains]
            left.remove(gain)
            did[nth] = replace(each, gains=tuple(left), coins=each.coins - gained.coins)
            break
    return replace(last, did=tuple(did))
