"""One action ahead, as several players look: what a position is after it, and which is the best in imagined worlds."""

from collections.abc import Callable
from math import fsum
from typing import Any, Final

from engine.game import CHANCE, Action, Rng, Seat, State

WORLDS: Final = 8  # more change play little


def after(world: State[Any], seat: Seat, action: Action, rng: Rng) -> State[Any]:
    """A copy in which an action and the chance that follows have happened."""
    twin = world.copy()
    twin.apply(seat, action)
    settle(twin, rng)
    return twin


def settle(state: State[Any], rng: Rng) -> None:
    """Let the pending chance happen, and what chance follows it."""
    while state.to_act == (CHANCE,):
        state.apply(CHANCE, state.deal(rng))


def best(
    state: State[Any],
    seat: Seat,
    rng: Rng,
    worth: Callable[[State[Any]], float],
    taken_for: Callable[[float], float] = float,
) -> Action:
    """The legal action of `seat` after which positions are worth most, the first of equals.

    What the seat does not know is imagined: each action is tried in the same few worlds. `taken_for`: what an action
    of such a worth, a mean over them, is taken for.
    """
    legal = state.legal(seat)
    if len(legal) == 1:
        only: Action = legal[0]
        return only
    worlds = [state.resample(seat, rng) for _ in range(WORLDS)]
    # `fsum`, as `sum` of floats is another number from Python 3.12 on, and a record is the same on every machine

    def mean(action: Action) -> float:
        return taken_for(fsum([worth(after(world, seat, action, rng)) for world in worlds]) / WORLDS)

    found: Action = max(legal, key=mean)
    return found
