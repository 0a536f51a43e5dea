"""Progress of long work with an estimate of the remaining time, shown in a terminal or sent to the table."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import IO, Final, TypeAlias

INTERVAL_SECONDS: Final = 0.5  # between two reports of one step
MIN_SECONDS: Final = 1.0  # of a step, before its end can be estimated
WIDE: Final = 70  # characters; each line overwrites the one before


class WorkStep(StrEnum):
    FETCH = "fetch"  # read, verify and unpack a release
    PREPARE = "prepare"  # compile it
    COPY = "copy"  # copy games and settings while the table is stopped
    TRY = "try"  # start the table and wait for it
    COLLECT = "collect"  # collect the content of a report or a backup
    WRITE = "write"  # sync a USB stick


# Called with a step and the share of it that is done, 0 to 1; None: unknown.
ReportProgress: TypeAlias = Callable[[WorkStep, float | None], None]

WORDS: Final = {
    WorkStep.FETCH: "fetching and checking the release",
    WorkStep.PREPARE: "preparing it",
    WorkStep.COPY: "copying games and settings",
    WorkStep.TRY: "waiting for the table, up to a minute",
    WorkStep.COLLECT: "collecting",
    WorkStep.WRITE: "writing",
}


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a step in per cent, and the remaining seconds; None: unknown."""

    step: WorkStep
    done: int | None = None
    left: int | None = None

    def __str__(self) -> str:
        far = "" if self.done is None else f": {self.done} %"
        long = "" if self.left is None else f", {self.left} s to go"
        return f"{WORDS[self.step]}{far}{long}"


class ProgressEstimator:
    """Estimates the remaining time, and limits the rate of reports."""

    def __init__(self, tell: Callable[[Progress], None], clock: Callable[[], float]) -> None:
        self._tell = tell
        self._clock = clock
        self._step: WorkStep | None = None
        self._began = self._reported_at = 0.0

    def __call__(self, step: WorkStep, share: float | None) -> None:
        now = self._clock()
        if step is not self._step:
            self._step, self._began = step, now
        elif now - self._reported_at < INTERVAL_SECONDS:
            return
        self._reported_at = now
        if share is None:
            self._tell(Progress(step))
            return
        passed, left = now - self._began, None
        if passed >= MIN_SECONDS and 0 < share <= 1:
            left = round(passed / share - passed)
        self._tell(Progress(step, min(100, int(share * 100)), left))


def ignore_progress(step: WorkStep, share: float | None) -> None:
    """Ignore the progress."""


class Terminal:
    """Shows progress on one line of a terminal; prints nothing if the output is no terminal."""

    def __init__(self, out: IO[str] | None = None) -> None:
        self._out = out or sys.stderr
        self._has_written = False

    def __call__(self, progress: Progress) -> None:
        if self._out.isatty():
            self._has_written = True
            self._write(str(progress)[:WIDE].ljust(WIDE))

    def end(self) -> None:
        """Clear the line."""
        if self._has_written:
            self._write(" " * WIDE + "\r")

    def _write(self, text: str) -> None:
        self._out.write(f"\r{text}")
        self._out.flush()
