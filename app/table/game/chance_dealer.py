"""The dealer: a keyed pseudorandom function that answers every chance of a game.

Its input is a stack and the number of its revealed cards, so the same card comes after an undo, a crash or a restart.
It also answers for a seat to which the others left no choice. The secret is never printed, sent or put into an error.
"""

import hashlib
import hmac
from typing import Protocol

from engine.game import CHANCE, Action, HasLeftovers, Rng, Seat, State


class Answerer(Protocol):
    """A source of answers for which no person is asked, above all to chance."""

    def answer(self, state: State[Action]) -> tuple[Seat, Action] | None:
        """Return an answer of a seat of `to_act`, or of CHANCE; None if a person has to be asked."""


def seeded_secret(seed: int | str, game: int) -> bytes:
    """Derive the secret of game number `game` under `--seed`: the same seed deals the same games."""
    return hashlib.sha256(f"wondertable {seed} {game}".encode()).digest()


class Dealer:
    """Deals one game."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def __repr__(self) -> str:
        return "Dealer()"

    def rng(self, stack: str, number: int) -> Rng:
        """Return a generator for the card of a stack that is revealed after `number` others; always from its start."""
        digest = hmac.digest(self._secret, f"{stack}\0{number}".encode(), "sha256")
        return Rng(int.from_bytes(digest, "big"))

    def answer(self, state: State[Action]) -> tuple[Seat, Action] | None:
        """Return the outcome of the pending chance, or what is left for the one seat that is asked."""
        if state.to_act == (CHANCE,):
            return CHANCE, state.deal(self.rng(*state.chance_key()))
        left = state.leftover_action() if isinstance(state, HasLeftovers) else None
        return None if left is None else (state.to_act[0], left)
