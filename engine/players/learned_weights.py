"""Learned weights in data/players: a file for each game, an entry for each number of seats and set of variants."""

from collections.abc import Sequence
from math import isfinite
from typing import Annotated

import msgspec

from engine.game_data import BadGameData, decode

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class FittedWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights for one number of seats, and how well they predicted games that were held out of the fit."""

    seats: Annotated[int, msgspec.Meta(ge=2)]
    games: Annotated[int, msgspec.Meta(ge=1)]
    log_loss: Annotated[float, msgspec.Meta(ge=0)]  # of the winners, in nats a position
    right: Share  # of the positions in which the likeliest winner won
    weights: dict[str, float]  # by the slug of a feature
    variant: str = ""  # words of the header's variant
    data_version: int = 1  # of the game data they were learned with


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    learned: tuple[FittedWeights, ...]


def parse_weights(text: bytes, file: str) -> tuple[FittedWeights, ...]:
    """Parse a file of weights. Raise BadGameData naming file, entry and field."""
    found = decode(file, text, _File).learned
    for number, each in enumerate(found, start=1):
        if wild := [name for name, weight in each.weights.items() if not isfinite(weight)]:
            raise BadGameData(f"{file}: learned {number}: weights.{wild[0]}: a number is wanted")
    return found


def choose_weights(learned: Sequence[FittedWeights], seats: int, variant: str) -> FittedWeights | None:
    """Find the entry for a game: with the same variants, else of the plain game; among these the nearest number of
    seats.
    """
    words = set(variant.split())
    same = [each for each in learned if set(each.variant.split()) == words]
    among = same or [each for each in learned if not each.variant]
    return min(among, key=lambda each: (abs(each.seats - seats), each.seats), default=None)
