"""A judgement learned from games: how likely each seat is to win, by what describes it (`engine.game.Described`).

A seat's strength is the sum of its features, each times a weight; the chance to win is the softmax of all strengths.
Weights are fitted by `wondertable workshop learn` and lie in data/players.
"""

from collections.abc import Mapping, Sequence
from math import exp, fsum
from typing import Any

from engine.game_data import BadGameData


class BadWeights(BadGameData):
    """Weights that do not fit the game: one sentence says which."""


class Judgement:
    """What the weights say of positions of one game. `weights`: by the slug of a feature; what has none counts 0."""

    __slots__ = ("in_order", "names", "weights")

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = weights
        self.names: tuple[str, ...] | None = None  # of the features that were judged last, and …
        self.in_order: list[float] = []  # … the weights of these, in their order

    def chances(self, state: Any) -> list[float]:
        """How likely each seat is to win, in all 1; of a game that is over, the winners' shares."""
        if not state.to_act:
            winners, seats = state.winners(), len(state.scores())
            return [(seat in winners) / len(winners) for seat in range(seats)]
        names = state.feature_names()
        if names is not self.names:
            self.names, self.in_order = names, self._in_order(names)
        strengths: list[float] = []
        rows: list[list[float]] = state.features()
        for row in rows:
            strength = 0.0
            for weight, feature in zip(self.in_order, row):  # noqa: B905  # compiled, `strict` is many times as slow
                strength += weight * feature
            strengths.append(strength)
        return softmax(strengths)

    def _in_order(self, names: Sequence[str]) -> list[float]:
        """BadWeights if a weight belongs to no feature."""
        if unknown := self.weights.keys() - set(names):
            raise BadWeights(f"data/players: {min(unknown)} is nothing that describes a seat of this game")
        return [self.weights.get(name, 0.0) for name in names]


def softmax(strengths: list[float]) -> list[float]:
    """Shares of 1 that grow with the strengths."""
    most = max(strengths)
    shares = [exp(strength - most) for strength in strengths]
    total = fsum(shares)  # `sum` of floats is another number from Python 3.12 on
    return [share / total for share in shares]
