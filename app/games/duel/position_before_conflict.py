"""A position with the effects of the pawn's last move reverted, for surfaces that delay showing them."""

from collections.abc import Iterable

from msgspec.structs import replace

from app.protocol.delayed_conflict_results import points_shown
from engine.duel import actions
from engine.duel.data_schema import Data
from engine.duel.view_json import Standing, View


def unfought(view: View, before: object, events: Iterable[object], data: Data) -> View:
    """Return the view with the military tokens that these events took away and the coins they cost.

    The coins are restored in each seat's derived, too. Points are those of `before`, the view shown last.
    """
    coins, taken = _coins(view), dict.fromkeys(view.military.tokens, tuple[int, ...]())
    for event in events:
        match event:
            case actions.MilitaryToken(seat=seat, coins=printed):
                taken[str(seat)] += (printed,)
            case actions.CoinsLost(seat=seat, coins=lost, by="military"):
                coins[seat - 1] += lost
            case _:
                pass
    points = points_shown(view, before)
    tokens = {seat: tuple(sorted((*taken[seat], *lying))) for seat, lying in view.military.tokens.items()}
    return replace(
        view,
        derived=replace(view.derived, standing=tuple(map(_recompute_ways, view.derived.standing, _coins(view), coins))),
        military=replace(view.military, tokens=tokens),
        seats=tuple(
            replace(chair, coins=had, score=scored)
            for chair, had, scored in zip(view.seats, coins, points, strict=True)
        ),
    )


def _coins(view: View) -> list[int]:
    return [chair.coins for chair in view.seats]


def _recompute_ways(seat: Standing, now: int, had: int) -> Standing:
    """Recompute which ways a seat could afford with the coins it had."""
    if now == had:
        return seat
    options = (
        replace(option, can=option.cost <= had, after=_add_unless_unknown(option.after, had - now))
        for option in seat.build_options
    )
    return replace(seat, after=_add_unless_unknown(seat.after, had - now), build_options=tuple(options))


def _add_unless_unknown(after: int | None, by: int) -> int | None:
    return None if after is None else after + by
