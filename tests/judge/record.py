"""A record's text as a judge reads it (docs/notation.md), without any part of the product."""

import tomllib
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

DATA: Final = Path(__file__).resolve().parents[2] / "data"
HOUSE: Final = "# house: "


class Unjudged(Exception):
    """The record begins in the middle or has corrected values, which no judge here reads."""


class Unfollowable(Exception):
    """A line of the record names what is not there, or cannot be said where it stands."""


class EndOfRecord(Exception):
    """Nothing more has been said; the game stands as it is."""


class Verdict(NamedTuple):
    """How a game stands after the last line of its record."""

    scores: list[dict[str, int]]  # by seat: points by category, and their total
    winners: list[int]  # seats from 1, if the game is over now
    settled: bool = True  # False: whether the last conflict has been fought hangs on what nobody can read in the lines


@cache
def data(name: str) -> dict[str, Any]:
    """Parse a file of data/, untouched by the engine's own reading of it."""
    return tomllib.loads((DATA / f"{name}.toml").read_text())


def header_and_lines(text: str) -> tuple[dict[str, str], list[str]]:
    """Split a record into its header and its lines; a count of the house keeps its `# house: `."""
    head, _, rest = text.partition("\n\n")
    header = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line and not line.startswith("#"))
    if header.get("position") or header.get("facts") or header.get("data", "1") != "1":
        raise Unjudged
    lines = [line if line.startswith(HOUSE) else line.partition("#")[0] for line in rest.splitlines()]
    return header, [line.strip().removesuffix(" !") for line in lines if line.strip()]


class Reader(ABC):
    """Gives the lines of a record one after the other. Counts of the house go to `count` as they come."""

    def __init__(self, text: str) -> None:
        self.header, lines = header_and_lines(text)
        self.eager = self.header.get("deal", "eager") == "eager"
        self.variant = self.header.get("variant", "").split()
        self._lines: deque[str] = deque(lines)  # still to be read

    @abstractmethod
    def count(self, what: str, n: int) -> None:
        """Take over what people have counted."""

    def peek(self) -> list[str]:
        """Return the words of the next line, counts of the house among them; [] at the end."""
        return self._lines[0].split() if self._lines else []

    def peek_after_counts(self) -> list[str]:
        """Return the words of the next line that is no count of the house; [] at the end."""
        return next((line.split() for line in self._lines if not line.startswith(HOUSE)), [])

    def take(self) -> list[str]:
        """Return the words of the next line. EndOfRecord if there is none."""
        if not self._lines:
            raise EndOfRecord
        return self._lines.popleft().split()

    def read(self) -> list[str]:
        """Return the words of the next line; [] for something that the house has counted, which is taken over."""
        if not self._lines or not self._lines[0].startswith(HOUSE):
            return self.take()
        *what, n = self.take()[2:]
        if what[0] != "says" and n.removeprefix("-").isdecimal() and what[0] != "seat":
            self.count(" ".join(what), int(n))
        return []


def best(scores: list[dict[str, int]], ties: list[int]) -> list[int]:
    """Return the seats (from 1) with most points, and of equals with most of what breaks the tie."""
    ranks = [(score["total"], tie) for score, tie in zip(scores, ties, strict=True)]
    return [seat for seat, rank in enumerate(ranks, 1) if rank == max(ranks)]


def with_total(points: Mapping[str, int]) -> dict[str, int]:
    return {**points, "total": sum(points.values())}
