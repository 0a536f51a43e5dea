"""The player `careful`: chooses the action after which its learned evaluation gives it the best win probability.

It looks one action ahead and samples what it does not know, as `greedy` does. An evaluation can be blurred: random
errors of some points make it choose wrongly between similar actions, and hardly ever where one is far better.
"""

from collections.abc import Callable
from math import log
from typing import Any, Final

from engine.game import Action, Rng, Seat, State
from engine.players.learned_evaluation import Evaluation
from engine.players.one_step_lookahead import WORLDS, OpenCardOrder, best, order_open_cards

BELL: Final = 6**0.5  # makes a deviation of 1 of the sum of two numbers between 0 and 1
MIN_PROBABILITY: Final = 1e-6  # lower bound, for a blurred evaluation; 1 minus it is the upper bound


class CarefulPlayer:
    """A player of any seat, for the games of its evaluation. `blur`: standard deviation of its errors, in points.

    `worlds`: samples, in each of which every action is tried.
    """

    def __init__(self, evaluation: Evaluation, blur: float = 0.0, worlds: int = WORLDS) -> None:
        self.evaluation = evaluation
        self.worlds = worlds
        self.error = blur * evaluation.weights.get("points", 0.0)

    def __call__(self, state: State[Any], seat: Seat, rng: Rng) -> Action:
        """Choose one of the legal actions of `seat`; the first of equals."""
        return best(state, seat, rng, *self._measures(seat, rng), self.worlds)

    def order_open_cards(self, state: State[Any], seat: Seat, rng: Rng) -> OpenCardOrder:
        """Order the cards that people alone see, for a seat for which they look."""
        return order_open_cards(state, seat, rng, *self._measures(seat, rng))

    def _measures(self, seat: Seat, rng: Rng) -> tuple[Callable[[State[Any]], float], Callable[[float], float]]:
        """Return the functions by which a seat judges positions, and by which it errs."""

        def worth(world: State[Any]) -> float:
            return self.evaluation.win_probabilities(world)[seat]

        def blurred(probability: float) -> float:
            """Add a random error to the strength. The sum of two uniform numbers is the same on every machine."""
            near = min(max(probability, MIN_PROBABILITY), 1 - MIN_PROBABILITY)
            return log(near / (1 - near)) + self.error * BELL * (rng.random() + rng.random() - 1)

        return worth, blurred if self.error else float
