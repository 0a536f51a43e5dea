"""A conditional logit over the seats, fitted with numpy. A position's winner is distributed as the softmax of the
seats' strengths, and a strength is the weighted sum of features (`engine.players.learned_evaluation`).
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[Any]

HOLDOUT_STRIDE: Final = 5  # one game in five
REGULARISATION: Final = 2e-3  # L2 penalty
CONTRAST_WEIGHT: Final = 100.0  # of the squared error of a contrast, relative to the log loss of a position
QUARTERS: Final = 4
MIN_SHARE: Final = 1e-9  # lower bound of a probability, so that its logarithm is finite
ROUNDS: Final = 30  # maximum of Newton steps
MIN_STEP: Final = 1e-6  # a smaller step ends the fit


class Examples(NamedTuple):
    """Examples of many games. `rows`: positions x seats x features; `won`, `aims`: positions x seats, rows that sum to
    1: the seats' shares of winning, and the fitted targets; `games`: the game number of each position; `quarters`: the
    quarter of its game, from 0 on.
    """

    rows: Matrix
    won: Matrix
    aims: Matrix
    games: Matrix
    quarters: Matrix


class Contrasts(NamedTuple):
    """Positions after several actions of the same decisions, each played on with the same luck. `rows`: positions x
    seats x features; `aims`: positions x seats, as those of Examples; `seats`: which one decided; `decisions`: a number
    for each decision.
    """

    rows: Matrix
    aims: Matrix
    seats: Matrix
    decisions: Matrix


class Quality(NamedTuple):
    """Quality of predictions of held-out games: log loss in nats, the same by quarter of the game, and share of right
    predictions.
    """

    log_loss: float
    by_quarter: list[float]
    right: float


class LearnedWeights(NamedTuple):
    """Weights of features, and their quality."""

    weights: list[float]
    quality: Quality


E = TypeVar("E", Examples, Contrasts)


def concatenate(parts: Sequence[E]) -> E:
    """Concatenate examples, or contrasts."""
    return type(parts[0])(*[np.concatenate(found) for found in zip(*parts, strict=True)])


def fit_weights(positions: Examples, contrasts: Contrasts | None = None) -> LearnedWeights:
    """Fit the weights to the targets, scaled to fit the winners best.

    Positions alone teach what winners have, not what helps to win: who can build nothing better builds a stage.
    Contrasts teach by how much an action changes the result.
    """
    spread = positions.rows.reshape(-1, positions.rows.shape[2]).std(axis=0, dtype=float)
    spread[spread == 0] = 1
    at = positions._replace(rows=positions.rows / spread)
    of = contrasts and contrasts._replace(rows=contrasts.rows / spread)
    fitted = _fit_scaled(Examples(*[part[~_is_held_out(at)] for part in at]), of)
    return LearnedWeights([float(weight) for weight in _fit_scaled(at, of) / spread], measure(at, fitted))


def measure(positions: Examples, weights: Matrix) -> Quality:
    """Measure how well weights predict the held-out games."""
    _, won, _, _, quarters = at = Examples(*[part[_is_held_out(positions)] for part in positions])
    shares = _win_probabilities(at.rows, weights)
    losses = -(won * np.log(np.maximum(shares, MIN_SHARE))).sum(axis=1)
    return Quality(
        log_loss=float(losses.mean()),
        by_quarter=[_mean(losses[quarters == quarter]) for quarter in range(QUARTERS)],
        right=float((shares.argmax(axis=1) == won.argmax(axis=1)).mean()),
    )


def _mean(losses: Matrix) -> float:
    return float(losses.mean()) if len(losses) else 0.0


def _is_held_out(positions: Examples) -> Matrix:
    held_out: Matrix = positions.games % HOLDOUT_STRIDE == HOLDOUT_STRIDE - 1
    return held_out


def _fit_scaled(at: Examples, contrasts: Contrasts | None) -> Matrix:
    aimed = _fit_newton(at.rows, at.aims, contrasts)
    scale = _fit_newton((at.rows @ aimed)[:, :, None], at.won)
    return aimed * scale


def _win_probabilities(rows: Matrix, weights: Matrix) -> Matrix:
    """Compute each seat's probability of winning, one row per position."""
    strengths = rows @ weights
    shares = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    found: Matrix = shares / shares.sum(axis=1, keepdims=True)
    return found


def _fit_newton(rows: Matrix, aims: Matrix, contrasts: Contrasts | None = None) -> Matrix:
    """Fit weights to targets by Newton's method, and by that of Gauss and Newton to contrasts."""
    count, weights = len(rows), np.zeros(rows.shape[2])
    for _ in range(ROUNDS):
        shares = _win_probabilities(rows, weights)
        slope = np.einsum("ns,nsf->f", shares - aims, rows) / count + REGULARISATION * weights
        mean = np.einsum("ns,nsf->nf", shares, rows)
        flat = (rows * np.sqrt(shares)[:, :, None]).reshape(-1, rows.shape[2])
        bend = (flat.T @ flat - mean.T @ mean) / count + REGULARISATION * np.eye(len(weights))
        if contrasts is not None:
            errors, changes = _compare(contrasts, weights)
            slope += CONTRAST_WEIGHT * changes.T @ errors / len(errors)
            bend += CONTRAST_WEIGHT * changes.T @ changes / len(errors)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < MIN_STEP:
            break
    return weights


def _compare(contrasts: Contrasts, weights: Matrix) -> tuple[Matrix, Matrix]:
    """Compute the error of each position's probability, both less the means of their decision, and its derivatives."""
    rows, aims, seats, decisions = contrasts
    shares, of_each = _win_probabilities(rows, weights), np.arange(len(rows))
    own = shares[of_each, seats]
    changes = own[:, None] * (rows[of_each, seats] - np.einsum("ns,nsf->nf", shares, rows))
    both = np.column_stack([own - aims[of_each, seats], changes])
    _, place, count = np.unique(decisions, return_inverse=True, return_counts=True)
    sums = np.zeros((len(count), both.shape[1]))
    np.add.at(sums, place, both)
    both -= (sums / count[:, None])[place]
    return both[:, 0], both[:, 1:]
