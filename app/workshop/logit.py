"""A conditional logit over the seats, fitted with numpy: a position's winner is as likely as the softmax of the seats'
strengths, and a strength is the sum of features times weights (`engine.players.judgement`).
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[Any]

HELD_OUT: Final = 5  # one game of so many
SMALL: Final = 2e-3  # the price of large weights
ROUNDS: Final = 30  # of Newton's method at most
ENOUGH: Final = 1e-6  # a step so small ends it


class Examples(NamedTuple):
    """Examples of many games. `rows`: positions x seats x features; `won`, `aims`: positions x seats, each row is 1 in
    all: the seats' shares of winning, and what is fitted in their place; `games`: the number of each position's game.
    """

    rows: Matrix
    won: Matrix
    aims: Matrix
    games: Matrix


class LearnedWeights(NamedTuple):
    """Weights of features, and how good those of four fifths of the games were at the others: nats, and a share."""

    weights: list[float]
    log_loss: float
    right: float


def joined(parts: list[Examples]) -> Examples:
    """All of them as one."""
    return Examples(*[np.concatenate(found) for found in zip(*parts, strict=True)])


def fit(positions: Examples) -> LearnedWeights:
    """The weights under which what is aimed at was likeliest, as large as makes the winners likeliest."""
    spread = positions.rows.reshape(-1, positions.rows.shape[2]).std(axis=0, dtype=float)
    spread[spread == 0] = 1
    at = positions._replace(rows=positions.rows / spread)
    held = at.games % HELD_OUT == HELD_OUT - 1
    shares = _shares(at.rows[held], _weights(Examples(*[part[~held] for part in at])))
    won = at.won[held]
    return LearnedWeights(
        weights=[float(weight) for weight in _weights(at) / spread],
        log_loss=float(-(won * np.log(shares)).sum(axis=1).mean()),
        right=float((shares.argmax(axis=1) == won.argmax(axis=1)).mean()),
    )


def _weights(at: Examples) -> Matrix:
    aimed = _fitted(at.rows, at.aims)
    scale = _fitted((at.rows @ aimed)[:, :, None], at.won)
    return aimed * scale


def _shares(rows: Matrix, weights: Matrix) -> Matrix:
    """How likely each seat is to win, a row a position."""
    strengths = rows @ weights
    shares = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    found: Matrix = shares / shares.sum(axis=1, keepdims=True)
    return found


def _fitted(rows: Matrix, aims: Matrix) -> Matrix:
    """The weights under which the aims were likeliest, by Newton's method."""
    count, weights = len(rows), np.zeros(rows.shape[2])
    for _ in range(ROUNDS):
        shares = _shares(rows, weights)
        slope = np.einsum("ns,nsf->f", shares - aims, rows) / count + SMALL * weights
        mean = np.einsum("ns,nsf->nf", shares, rows)
        flat = (rows * np.sqrt(shares)[:, :, None]).reshape(-1, rows.shape[2])
        bend = (flat.T @ flat - mean.T @ mean) / count + SMALL * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < ENOUGH:
            break
    return weights
