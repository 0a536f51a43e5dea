"""Figures as ratios of two sides, printed with the last recorded ones."""

import os
import platform
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

RECORDED = Path(__file__).parent.parent / "docs" / "benchmarks.md"


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured row: ours against theirs. The sign of the floor says whether more or less is better."""

    row: str
    what: str
    ours: float
    theirs: float
    unit: str
    floor: str  # "≤ 3.5" or "≥ 4"
    aim: str
    note: str = ""
    ratio: float | None = None  # where it is not ours / theirs

    @property
    def value(self) -> float:
        return self.ours / self.theirs if self.ratio is None else self.ratio

    def is_met(self, bound: str) -> bool:
        """Check whether the figure is on the right side of a bound such as `≤ 3.5`."""
        sign, number = bound.split()
        return self.value <= float(number) if sign == "≤" else self.value >= float(number)

    def __str__(self) -> str:
        met = "aim" if self.is_met(self.aim) else "floor" if self.is_met(self.floor) else "MISSED"
        note = f"  ({self.note})" if self.note else ""
        ours, theirs = _format_number(self.ours), _format_number(self.theirs)
        return (
            f"{self.row}  {self.what}: {ours} {self.unit} against {theirs} {self.unit}"
            f" = {self.value:.3g}  [floor {self.floor}, aim {self.aim}: {met}; recorded {recorded(self.row)}]{note}"
        )


def _format_number(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.4g}"


def recorded(row: str) -> str:
    """Return the ratio that docs/benchmarks.md has for a row."""
    found = re.search(rf"^\| {row} \|(?:[^|]*\|){{3}} *([^|]*?) *\|", RECORDED.read_text(), re.M)
    return found.group(1) if found else "none yet"


def record(figure: Figure) -> None:
    """Write a figure into the table of docs/benchmarks.md, with the machine."""
    cells = [
        figure.row,
        figure.what,
        f"{_format_number(figure.ours)} {figure.unit}",
        f"{_format_number(figure.theirs)} {figure.unit}",
    ]
    cells += [f"{figure.value:.3g}", figure.floor, figure.aim, machine()]
    lines = RECORDED.read_text().splitlines()
    at = [n for n, line in enumerate(lines) if line.startswith("| ") and "|" in line[2:]]
    kept = [lines[n] for n in at[1:] if not lines[n].startswith(f"| {figure.row} |")]
    table = sorted([*kept, "| " + " | ".join(cells) + " |"])
    lines[at[0] + 2 :] = [*table, *lines[at[-1] + 1 + (len(at) == 1) :]]
    RECORDED.write_text("\n".join(lines) + "\n")


def machine() -> str:
    """Return date, machine and load of this run."""
    found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    model = found.group(1) if found else platform.machine()
    return (
        f"{date.today()}, {os.cpu_count()} × {model}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )


def p99(times: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.99))]


median = statistics.median
