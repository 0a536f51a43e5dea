"""A learned evaluation function: the probability of each seat to win, by its features (`engine.game.HasFeatures`).

The strength of a seat is the weighted sum of its features; the probabilities are the softmax of all strengths. Weights
are fitted by `wondertable workshop learn` and stored in data/players.
"""

from collections.abc import Mapping, Sequence
from math import exp, fsum
from typing import Any

from engine.game_data import BadGameData


class BadWeights(BadGameData):
    """Weights that do not fit the game; the message names one."""


class Evaluation:
    """An evaluation function for one game. `weights`: by the slug of a feature; a feature without one counts 0."""

    __slots__ = ("in_order", "names", "weights")

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = weights
        self.names: tuple[str, ...] | None = None  # of the features of the last state: a cache key
        self.in_order: list[float] = []  # the weights in the order of `names`

    def win_probabilities(self, state: Any) -> list[float]:
        """Return the probability of each seat to win, summing to 1; after the end, the winners' shares."""
        if not state.to_act:
            winners, seats = state.winners(), len(state.scores())
            return [(seat in winners) / len(winners) for seat in range(seats)]
        names = state.feature_names()
        if names is not self.names:
            self.names, self.in_order = names, self._ordered_weights(names)
        strengths: list[float] = []
        rows: list[list[float]] = state.features()
        for row in rows:
            strength = 0.0
            for weight, feature in zip(self.in_order, row):  # noqa: B905  # compiled, `strict` is many times as slow
                strength += weight * feature
            strengths.append(strength)
        return softmax(strengths)

    def _ordered_weights(self, names: Sequence[str]) -> list[float]:
        """Return the weights in the order of the features. Raise BadWeights if a weight belongs to no feature."""
        if unknown := self.weights.keys() - set(names):
            raise BadWeights(f"data/players: {min(unknown)} is nothing that describes a seat of this game")
        return [self.weights.get(name, 0.0) for name in names]


def softmax(strengths: list[float]) -> list[float]:
    """Convert strengths to shares of 1."""
    most = max(strengths)
    shares = [exp(strength - most) for strength in strengths]
    total = fsum(shares)  # `sum` of floats is another number from Python 3.12 on
    return [share / total for share in shares]
