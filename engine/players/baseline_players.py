"""The players `greedy` and `random`, which have learned nothing."""

from typing import Any

from engine.game import Action, Rng, Seat, State
from engine.players.one_step_lookahead import best


def greedy(state: State[Any], seat: Seat, rng: Rng) -> Action:
    """Choose the legal action of `seat` with the best `estimate`, one action ahead; the first of equals."""
    return best(state, seat, rng, lambda world: world.estimate(seat))


def uniform(state: State[Any], seat: Seat, rng: Rng) -> Action:
    """Choose any legal action of `seat` with the same probability."""
    legal = state.legal(seat)
    action: Action = legal[int(rng.random() * len(legal))]
    return action
