"""The player `careful`: the action after which its learned judgement gives it the best chance to win.

It looks one action ahead; what it does not know it imagines, as `greedy` does.
"""

from math import fsum
from typing import Any, Final

from engine.game import CHANCE, Action, Rng, Seat, State
from engine.players.judgement import Judgement

WORLDS: Final = 8


class Careful:
    """Chooses for any seat of the games its judgement is of."""

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement

    def __call__(self, state: State[Any], seat: Seat, rng: Rng) -> Action:
        """One of the legal actions of `seat`; the first of equals."""
        legal = state.legal(seat)
        if len(legal) == 1:
            only: Action = legal[0]
            return only
        worlds = [state.resample(seat, rng) for _ in range(WORLDS)]
        # `fsum`, as `sum` of floats is another number from Python 3.12 on, and a record is the same on every machine
        best: Action = max(legal, key=lambda action: fsum([self._after(world, seat, action, rng) for world in worlds]))
        return best

    def _after(self, world: State[Any], seat: Seat, action: Action, rng: Rng) -> float:
        """The seat's chance to win once an action and the chance that follows have happened."""
        twin = world.copy()
        twin.apply(seat, action)
        while twin.to_act == (CHANCE,):
            twin.apply(CHANCE, twin.deal(rng))
        return self.judgement.chances(twin)[seat]
