"""The exact end of a game: alpha-beta search to the last action, for two seats without secrets.

Positions where that is possible are found by playing, so nothing here knows a game.
"""

from typing import Any, Final

from engine.game import CHANCE, Action, Seat, State

MAX_DECISIONS: Final = 8  # until the end, if everybody takes the first action
MAX_POSITIONS: Final = 10_000


class _TooFarError(Exception):
    """The end is too far away."""


def find_best_action(state: State[Any], seat: Seat) -> Action | None:
    """Return an action that wins, or at least draws, for all answers of the other seat and chance.

    None if none does or the end is too far. `state` contains no secret from the seat.
    """
    if not is_near_end(state):
        return None
    return _EndSearch(seat).best(state)


def is_near_end(state: State[Any]) -> bool:
    """Check whether a few first actions end the game, without chance."""
    world, left = state.copy(), MAX_DECISIONS
    while world.to_act and left:
        seat = world.to_act[0]
        if seat == CHANCE:
            return False
        legal = world.legal(seat)
        world.apply(seat, legal[0])
        if len(legal) > 1:
            left -= 1
    return not world.to_act


class _EndSearch:
    """An alpha-beta search to the end. Values are shares of winning for `seat`: 0, a half or 1; 0 behind any chance."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.left = MAX_POSITIONS

    def best(self, state: State[Any]) -> Action | None:
        found: Action | None = None
        most = 0.0
        try:
            for action in state.legal(self.seat):
                value = self._value_after(state, self.seat, action, most, 1.0)
                if value > most:
                    found, most = action, value
                if most >= 1.0:
                    break
        except _TooFarError:
            return None
        return found

    def _value_after(self, state: State[Any], seat: Seat, action: Action, low: float, high: float) -> float:
        self.left -= 1
        if self.left < 0:
            raise _TooFarError
        world = state.copy()
        world.apply(seat, action)
        return self._value(world, low, high)

    def _value(self, world: State[Any], low: float, high: float) -> float:
        """Return the value of a position if it lies between `low` (alpha) and `high` (beta), else the nearer one."""
        if not world.to_act:
            winners = world.winners()
            return (self.seat in winners) / len(winners)
        seat = world.to_act[0]
        if seat == CHANCE:
            return 0.0
        for action in world.legal(seat):
            value = self._value_after(world, seat, action, low, high)
            if seat == self.seat:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        return low if seat == self.seat else high
