"""Processor time in units of the reference machine: as measured here, times the speed of python-chess here."""

import random
import time
from collections.abc import Callable
from statistics import fmean
from typing import Final

from benchmarks.a import chess_block
from benchmarks.figures import p95

REFERENCE: Final = 41_000  # random chess moves in a second of the machine that the floors are meant for (B)
BLOCK_SECONDS: Final = 0.3  # of measured work between two looks at chess


class ReferenceClock:
    """Collects processor times of this thread by kind, and converts them by the speed of chess around each block."""

    def __init__(self) -> None:
        self._rng = random.Random(1)
        self._speed = self._measure_chess()
        self._block: list[tuple[str, float]] = []
        self.seconds: dict[str, list[float]] = {}  # converted
        self.speeds = [self._speed]

    def add(self, kind: str, seconds: float) -> None:
        self._block.append((kind, seconds))
        if sum(each for _, each in self._block) > BLOCK_SECONDS:
            self.end_block()

    def measure(self, kind: str, work: Callable[[], object]) -> None:
        began = time.thread_time()
        work()
        self.add(kind, time.thread_time() - began)

    def end_block(self) -> None:
        """Convert the times of the block by the mean speed before and after it."""
        before, self._speed = self._speed, self._measure_chess()
        self.speeds.append(self._speed)
        factor = (before + self._speed) / 2 / REFERENCE
        for kind, seconds in self._block:
            self.seconds.setdefault(kind, []).append(seconds * factor)
        self._block = []

    def p95_ms(self, kind: str) -> float:
        return 1000 * p95(self.seconds[kind])

    @property
    def note(self) -> str:
        return f"chess {fmean(self.speeds):,.0f} moves/s"

    def _measure_chess(self) -> float:
        moves, seconds = chess_block(self._rng)
        return moves / seconds
