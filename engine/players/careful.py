"""The player `careful`: the action after which its learned judgement gives it the best chance to win.

It looks one action ahead; what it does not know it imagines, as `greedy` does. A judgement can be blurred: then it is
wrong about each action by some points, and errs where actions are close, hardly ever where one is far better.
"""

from math import log
from typing import Any, Final

from engine.game import Action, Rng, Seat, State
from engine.players.ahead import best
from engine.players.judgement import Judgement

BELL: Final = 6**0.5  # makes a deviation of 1 of the sum of two numbers between 0 and 1
SURE: Final = 1e-6  # no chance is taken for more certain than this where a judgement is blurred


class Careful:
    """Chooses for any seat of the games its judgement is of. `blur`: points, the standard deviation of its errors."""

    def __init__(self, judgement: Judgement, blur: float = 0.0) -> None:
        self.judgement = judgement
        self.error = blur * judgement.weights.get("points", 0.0)

    def __call__(self, state: State[Any], seat: Seat, rng: Rng) -> Action:
        """One of the legal actions of `seat`; the first of equals."""

        def worth(world: State[Any]) -> float:
            return self.judgement.chances(world)[seat]

        def blurred(chance: float) -> float:
            """A strength, and an error of so many points. Two numbers make it, which are the same on every machine."""
            near = min(max(chance, SURE), 1 - SURE)
            return log(near / (1 - near)) + self.error * BELL * (rng.random() + rng.random() - 1)

        return best(state, seat, rng, worth, blurred) if self.error else best(state, seat, rng, worth)
