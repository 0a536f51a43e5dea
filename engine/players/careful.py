"""The player `careful`: the action after which its learned judgement gives it the best chance to win.

It looks one action ahead; what it does not know it imagines, as `greedy` does.
"""

from typing import Any

from engine.game import Action, Rng, Seat, State
from engine.players.ahead import best
from engine.players.judgement import Judgement


class Careful:
    """Chooses for any seat of the games its judgement is of."""

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement

    def __call__(self, state: State[Any], seat: Seat, rng: Rng) -> Action:
        """One of the legal actions of `seat`; the first of equals."""
        return best(state, seat, rng, lambda world: self.judgement.chances(world)[seat])
