"""The player `greedy`: the action after which it expects the best `estimate`. It looks one action ahead, no further.

What it does not know it imagines: each action is tried in the same few resampled worlds, the chance after it sampled.
"""

from math import fsum
from typing import Any, Final

from engine.game import CHANCE, Action, Rng, Seat, State

WORLDS: Final = 8  # more change its play little


def greedy(state: State[Any], seat: Seat, rng: Rng) -> Action:
    """One of the legal actions of `seat`; the first of equals."""
    legal = state.legal(seat)
    if len(legal) == 1:
        only: Action = legal[0]
        return only
    worlds = [state.resample(seat, rng) for _ in range(WORLDS)]
    # `fsum`, as `sum` of floats is another number from Python 3.12 on, and a record is the same on every machine
    best: Action = max(legal, key=lambda action: fsum(_after(world, seat, action, rng) for world in worlds))
    return best


def _after(world: State[Any], seat: Seat, action: Action, rng: Rng) -> float:
    """The estimate once an action and the chance that follows have happened."""
    twin = world.copy()
    twin.apply(seat, action)
    while twin.to_act == (CHANCE,):
        twin.apply(CHANCE, twin.deal(rng))
    return twin.estimate(seat)
