"""Whole games by chance alone: what searches do, and what the engine's speed is measured with."""

from typing import Any

from engine.game import Rng, State


def playout(state: State[Any], rng: Rng) -> int:
    """Play to the end with uniform choices, changing `state`; how many decisions seats made."""
    decisions = 0
    draw = rng.random
    while to_act := state.to_act:
        seat = to_act[0]
        if seat < 0:  # CHANCE
            state.apply(seat, state.deal(rng))
        else:
            legal = state.legal(seat)
            state.apply(seat, legal[int(draw() * len(legal))])
            decisions += 1
    return decisions
