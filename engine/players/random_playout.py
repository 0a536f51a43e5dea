"""Random games to the end, used by searches and to measure the speed of the engine."""

from typing import Any

from engine.game import Rng, State


def playout(state: State[Any], rng: Rng) -> int:
    """Play to the end with uniform choices, changing `state`. Return how many decisions seats made."""
    decisions = 0
    apply, deal, legal_of, draw = state.apply, state.deal, state.legal, rng.random
    while to_act := state.to_act:
        seat = to_act[0]
        if seat < 0:  # CHANCE
            apply(seat, deal(rng))
        else:
            legal = legal_of(seat)
            apply(seat, legal[int(draw() * len(legal))])
            decisions += 1
    return decisions
