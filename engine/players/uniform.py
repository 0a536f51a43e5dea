"""The player `random`: chooses any legal action with the same probability."""

from typing import Any

from engine.game import Action, Rng, Seat, State


def uniform(state: State[Any], seat: Seat, rng: Rng) -> Action:
    """Choose one of the legal actions of `seat`."""
    legal = state.legal(seat)
    action: Action = legal[int(rng.random() * len(legal))]
    return action
