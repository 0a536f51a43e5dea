"""The player `greedy`: chooses the action with the best `estimate`, one action ahead."""

from typing import Any

from engine.game import Action, Rng, Seat, State
from engine.players.ahead import best


def greedy(state: State[Any], seat: Seat, rng: Rng) -> Action:
    """Choose one of the legal actions of `seat`; the first of equals."""
    return best(state, seat, rng, lambda world: world.estimate(seat))
