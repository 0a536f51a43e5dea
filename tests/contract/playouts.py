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
    """What may be said next."""
    seat = rng.choice(state.to_act)
    return seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat)))


def step(state: State[Any], rng: Rng, tell: Any = None) -> None:
    """One random line."""
    state.apply(*some(state, rng), tell)


def playout(shelved: Shelved, rng: Rng) -> Iterator[State[Any]]:
    """The state on its way through one random game; the same object each time."""
    state = start(shelved, rng)
    for _ in range(LINES):
        yield state
        if not state.to_act:
            return
        step(state, rng)
    pytest.fail("the game does not end")
