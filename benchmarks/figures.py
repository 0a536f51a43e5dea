"""Figures as ratios of two sides, or as computed times of a Raspberry Pi; printed with the last recorded ones."""

import os
import platform
import re
import statistics
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from benchmarks.doctor_measure import percentile

PI_4: Final = 5  # one of its cores takes that many times as long as one of the reference machine
PI_5: Final = 2
RECORDED = Path(__file__).parent.parent / "docs" / "benchmarks.md"


class _Bounds(ABC):
    """A value with a floor and an aim such as `≤ 3.5`. The sign says whether more or less is better."""

    row: str
    floor: str
    aim: str
    note: str
    HEAD: ClassVar[str]  # head of its table in docs/benchmarks.md
    VALUE_COLUMN: ClassVar[int]

    @property
    @abstractmethod
    def value(self) -> float:
        """The figure that is compared with the bounds."""

    @abstractmethod
    def cells(self) -> list[str]:
        """Return the cells of its row, without the machine."""

    def is_met(self, bound: str) -> bool:
        """Check whether the figure is on the right side of a bound."""
        sign, number = bound.split()
        return self.value <= float(number) if sign == "≤" else self.value >= float(number)

    def _compare(self) -> str:
        met = "aim" if self.is_met(self.aim) else "floor" if self.is_met(self.floor) else "MISSED"
        note = f"  ({self.note})" if self.note else ""
        return f"[floor {self.floor}, aim {self.aim}: {met}; recorded {read_recorded(self)}]{note}"


@dataclass(frozen=True, slots=True)
class Figure(_Bounds):
    """A measured row: ours against theirs."""

    row: str
    what: str
    ours: float
    theirs: float
    unit: str
    floor: str  # "≤ 3.5" or "≥ 4"
    aim: str
    note: str = ""
    ratio: float | None = None  # where it is not ours / theirs

    HEAD = "| row | what | ours | against | ratio | floor | aim | measured |"
    VALUE_COLUMN = 4

    @property
    def value(self) -> float:
        return self.ours / self.theirs if self.ratio is None else self.ratio

    def cells(self) -> list[str]:
        sides = [f"{_format_number(side)} {self.unit}" for side in (self.ours, self.theirs)]
        return [self.row, self.what, *sides, f"{self.value:.3g}", self.floor, self.aim]

    def __str__(self) -> str:
        ours, theirs = _format_number(self.ours), _format_number(self.theirs)
        return (
            f"{self.row}  {self.what}: {ours} {self.unit} against {theirs} {self.unit}"
            f" = {self.value:.3g}  {self._compare()}"
        )


@dataclass(frozen=True, slots=True)
class PiFigure(_Bounds):
    """A measured row with a fixed floor, and the time computed from it for a Raspberry Pi 4 and 5.

    `scales`: it is processor time; memory is the same on every machine.
    """

    row: str
    what: str
    ours: float
    unit: str
    floor: str  # "≤ 15", in this unit
    aim: str
    note: str = ""
    scales: bool = True

    HEAD = f"| row | what | ours | Pi 4 (× {PI_4}) | Pi 5 (× {PI_5}) | floor | aim | measured |"
    VALUE_COLUMN = 2

    @property
    def value(self) -> float:
        return self.ours

    def cells(self) -> list[str]:
        factors = (1, PI_4, PI_5) if self.scales else (1, 1, 1)
        times = [f"{factor * self.ours:.3g} {self.unit}" for factor in factors]
        return [self.row, self.what, *times, self.floor, self.aim]

    def __str__(self) -> str:
        row, what, ours, pi_4, pi_5, *_ = self.cells()
        return f"{row}  {what}: {ours}; Pi 4 {pi_4}, Pi 5 {pi_5} (computed)  {self._compare()}"


@dataclass(frozen=True, slots=True)
class GlFigure(_Bounds):
    """Frames of one kind: draw calls, triangles and uploaded bytes of each."""

    row: str
    what: str
    frames: Sequence[tuple[int, int, int]]
    floor: str  # in draw calls, triangles and bytes: "≤ 60, 60000, 0"; without bytes if they are not limited
    note: str = ""

    HEAD = "| row | what | draw calls (most) | triangles (most) | uploaded kB (most) | floor | measured |"
    VALUE_COLUMN = 2

    @property
    def aim(self) -> str:  # type: ignore[override]  # they have no other
        return self.floor

    @property
    def value(self) -> float:
        return self._p95()[0]

    def _p95(self) -> tuple[float, ...]:
        return tuple(map(p95, zip(*self.frames, strict=True)))

    def is_met(self, bound: str) -> bool:
        """Check whether 95 of 100 frames are within the floor."""
        limits = map(float, bound.removeprefix("≤ ").split(", "))
        return all(found <= limit for found, limit in zip(self._p95(), limits, strict=False))

    def cells(self) -> list[str]:
        sides = zip(self._p95(), map(max, zip(*self.frames, strict=True)), (1, 1, 1000), strict=True)
        found = [f"{usual / unit:,.0f} ({most / unit:,.0f})" for usual, most, unit in sides]
        return [self.row, self.what, *found, self.floor]

    def __str__(self) -> str:
        row, what, draws, triangles, uploaded, _ = self.cells()
        return f"{row}  {what}: {draws} draw calls, {triangles} triangles, {uploaded} kB uploaded  {self._compare()}"


def _format_number(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.4g}"


def read_recorded(figure: _Bounds) -> str:
    """Return the value that docs/benchmarks.md has for a row."""
    line = next((line for line in RECORDED.read_text().splitlines() if line.startswith(f"| {figure.row} |")), "")
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    return cells[figure.VALUE_COLUMN] if line else "none yet"


def record(figure: _Bounds) -> None:
    """Write a figure into its table of docs/benchmarks.md, with the machine."""
    lines = RECORDED.read_text().splitlines()
    begin = lines.index(figure.HEAD) + 2
    end = next((n for n in range(begin, len(lines)) if not lines[n].startswith("|")), len(lines))
    kept = [line for line in lines[begin:end] if not line.startswith(f"| {figure.row} |")]
    lines[begin:end] = sorted([*kept, "| " + " | ".join([*figure.cells(), machine()]) + " |"])
    RECORDED.write_text("\n".join(lines) + "\n")


def machine() -> str:
    """Return date, machine and load of this run."""
    found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    model = found.group(1) if found else platform.machine()
    return (
        f"{date.today()}, {os.cpu_count()} × {model}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )


p95, p99 = partial(percentile, 0.95), partial(percentile, 0.99)
median = statistics.median
