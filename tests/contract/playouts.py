"""Random games on the way to their ends."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.game import CHANCE, Rng, Seat, State
from tests.contract.shelf import Shelved

LINES = 3000  # no game is longer


def start(shelved: Shelved, rng: Rng) -> State[Any]:
    return shelved.game.start(shelved.game.setup(shelved.header(rng)))


def some(state: State[Any], rng: Rng) -> tuple[Seat, Any]:
    """Return a seat to act, or chance, with a random legal action."""
    seat = rng.choice(state.to_act)
    return seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat)))


def step(state: State[Any], rng: Rng, tell: Any = None) -> None:
    """Apply one random line."""
    state.apply(*some(state, rng), tell)


def playout(shelved: Shelved, rng: Rng) -> Iterator[State[Any]]:
    """Yield the state after each line of a random game; it is the same object each time."""
    state = start(shelved, rng)
    for _ in range(LINES):
        yield state
        if not state.to_act:
            return
        step(state, rng)
    pytest.fail("the game does not end")
