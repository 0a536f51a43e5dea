"""How far long work is, and how long it still takes, told while it is done: in a terminal, or to the table."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import IO, Final, TypeAlias

OFTEN: Final = 0.5  # seconds between two things that are told of one step
BEGUN: Final = 1.0  # seconds of a step, after which its end can be reckoned
WIDE: Final = 70  # letters of a line, over which the next is written


class WorkStep(StrEnum):
    """What is being done, in turn."""

    FETCH = "fetch"  # a release is read, checked and unpacked
    PREPARE = "prepare"  # it is compiled
    COPY = "copy"  # the table has stopped; games and settings are copied
    TRY = "try"  # it has been started, and is waited for
    COLLECT = "collect"  # what goes into a report or a backup
    WRITE = "write"  # a stick keeps what was written


Tell: TypeAlias = Callable[[WorkStep, float | None], None]  # how much of a step is done, of 1; None: nobody knows

WORDS: Final = {
    WorkStep.FETCH: "fetching and checking the release",
    WorkStep.PREPARE: "preparing it",
    WorkStep.COPY: "copying games and settings",
    WorkStep.TRY: "waiting for the table, a minute at most",
    WorkStep.COLLECT: "collecting",
    WorkStep.WRITE: "writing",
}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is: per cent of the step, and the seconds that it still takes; None: nobody knows."""

    step: WorkStep
    done: int | None = None
    left: int | None = None

    def __str__(self) -> str:
        far = "" if self.done is None else f": {self.done} %"
        long = "" if self.left is None else f", {self.left} s to go"
        return f"{WORDS[self.step]}{far}{long}"


class Reckoning:
    """Makes of what is done so far what is told. Not everything is: nobody reads that much."""

    def __init__(self, tell: Callable[[Progress], None], clock: Callable[[], float]) -> None:
        self._tell = tell
        self._clock = clock
        self._step: WorkStep | None = None
        self._began = self._told_at = 0.0

    def __call__(self, step: WorkStep, share: float | None) -> None:
        now = self._clock()
        if step is not self._step:
            self._step, self._began = step, now
        elif now - self._told_at < OFTEN:
            return
        self._told_at = now
        if share is None:
            self._tell(Progress(step))
            return
        passed, left = now - self._began, None
        if passed >= BEGUN and 0 < share <= 1:
            left = round(passed / share - passed)
        self._tell(Progress(step, min(100, int(share * 100)), left))


def nothing(step: WorkStep, share: float | None) -> None:
    """To nobody."""


class Terminal:
    """Tells it on one line of a terminal, and nowhere else: a script reads what comes of it."""

    def __init__(self, out: IO[str] | None = None) -> None:
        self._out = out or sys.stderr
        self._begun = False

    def __call__(self, told: Progress) -> None:
        if self._out.isatty():
            self._begun = True
            self._write(str(told)[:WIDE].ljust(WIDE))

    def end(self) -> None:
        """What comes next has the line for itself."""
        if self._begun:
            self._write(" " * WIDE + "\r")

    def _write(self, text: str) -> None:
        self._out.write(f"\r{text}")
        self._out.flush()
