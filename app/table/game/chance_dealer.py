"""Answers chance in play, and says for a seat what the others left to it.

Chance is the only randomness of a game, and a function: the same past gives the same card.

What is asked is a stack and how many of its cards have come to light before, so a card stays the same after undo, a
kill and a restart, whatever was said in between. The secret is never printed, told or put into an error.
"""

import hashlib
import hmac
from typing import Protocol

from engine.game import CHANCE, Action, HasLeftovers, Rng, Seat, State


class Answerer(Protocol):
    """A source of answers that nobody need be asked for: chance, above all."""

    def answer(self, state: State[Action]) -> tuple[Seat, Action] | None:
        """Answer for a seat of `to_act`, or for CHANCE; None if that is for others to say."""


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
