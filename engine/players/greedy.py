"""The player `greedy`: the action after which it expects the best `estimate`. It looks one action ahead, no further."""

from typing import Any

from engine.game import Action, Rng, Seat, State
from engine.players.ahead import best


def greedy(state: State[Any], seat: Seat, rng: Rng) -> Action:
    """One of the legal actions of `seat`; the first of equals."""
    return best(state, seat, rng, lambda world: world.estimate(seat))
