"""Processor time in units of the reference machine: as measured here, times the speed of python-chess here."""

import random
from collections.abc import Collection
from typing import Final

from benchmarks.a_engine import chess_block
from benchmarks.figures import p95

REFERENCE: Final = 41_000  # random chess moves in a second of the machine that the floors are meant for (B)
BLOCK_SECONDS: Final = 0.3  # of measured work between two looks at chess


class ReferenceClock:
    """Collects processor times by kind. Other programs on the machine only slow a core down, so that the lowest of
    several times of the same work is the right one, and the highest speed of chess.
    """

    def __init__(self) -> None:
        self._rng = random.Random(1)
        self._unchecked = 0.0  # seconds since the last look at chess
        self._seconds: dict[str, dict[int, list[float]]] = {}  # by kind and piece of work
        self._speed = 0.0  # moves a second
        self.end_block()

    def add(self, kind: str, seconds: float, piece: int = 0) -> None:
        """Add a time of a piece of work; several times of the same piece are repetitions."""
        self._seconds.setdefault(kind, {}).setdefault(piece, []).append(seconds)
        self._unchecked += seconds
        if self._unchecked > BLOCK_SECONDS:
            self.end_block()

    def end_block(self) -> None:
        """Look at chess."""
        moves, seconds = chess_block(self._rng)
        self._speed, self._unchecked = max(self._speed, moves / seconds), 0.0

    def to_reference(self, seconds: float) -> float:
        """Convert processor time of this machine to that of the reference machine."""
        return seconds * self._speed / REFERENCE

    @property
    def labels(self) -> Collection[str]:
        """The kinds that were measured."""
        return self._seconds

    def times(self, kind: str) -> list[float]:
        """Return the lowest reference seconds of each piece of work."""
        return [self.to_reference(min(each)) for each in self._seconds[kind].values()]

    def lowest(self, kind: str) -> float:
        return min(self.times(kind))

    def p95_ms(self, kind: str) -> float:
        return 1000 * p95(self.times(kind))

    @property
    def note(self) -> str:
        return f"chess {self._speed:,.0f} moves/s"
