"""A record's text as a judge reads it (docs/notation.md), without any part of the product."""

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

DATA: Final = Path(__file__).resolve().parents[2] / "data"
HOUSE: Final = "# house: "


class Unjudged(Exception):
    """The record begins in the middle or has corrected values, which no judge here reads."""


class Unfollowable(Exception):
    """A line of the record names what is not there, or cannot be said where it stands."""


class Question(NamedTuple):
    """The answer that a game waits for: decisions of seats, or one outcome of chance."""

    lines: Callable[[], Mapping[str, int]]  # possible now, in full, with the weights of outcomes
    pending: str | None  # the line of chance without its outcome
    fits: Callable[[str], bool] | None = None  # whether a line may follow; None: if `lines` has it


Asked = Generator[Question, list[str], list[str]]  # a part of a game that ends with an answer
Played = Generator[Question, list[str], None]  # a part of a game


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
    return header, [line.strip() for line in lines if line.strip()]


def best(scores: list[dict[str, int]], ties: list[int]) -> list[int]:
    """Return the seats (from 1) with most points, and of equals with most of what breaks the tie."""
    ranks = [(score["total"], tie) for score, tie in zip(scores, ties, strict=True)]
    return [seat for seat, rank in enumerate(ranks, 1) if rank == max(ranks)]


def with_total(points: Mapping[str, int]) -> dict[str, int]:
    return {**points, "total": sum(points.values())}


class Judge(ABC):
    """A game that is told line by line. It says which lines are legal, and what each reader may know.

    `play` yields a question wherever a line is needed. It gets the words of the answer, or [] after a count of the
    house.
    """

    def __init__(self, header: Mapping[str, str], facts: Mapping[str, Any]) -> None:
        self.header, self.facts = header, facts
        self.eager = header.get("deal", "eager") == "eager"
        self.variant = header.get("variant", "").split()
        self.names = [name.strip() for name in header["names"].split(",")] if "names" in header else None
        self.question: Question | None = None  # None: the game is over
        self._lines: Mapping[str, int] | None = None  # those of the question, once they were asked for

    def begin(self) -> None:
        self._course = self.play()
        self.question = next(self._course)

    @abstractmethod
    def play(self) -> Played: ...

    @abstractmethod
    def count(self, what: str, n: int) -> None:
        """Take over what people have counted."""

    @abstractmethod
    def points(self, at: int) -> dict[str, int]: ...

    @abstractmethod
    def winners(self) -> list[int]: ...

    @abstractmethod
    def view(self, reader: int | None = None) -> dict[str, Any]:
        """Return the object of `replay --json`, for a seat (from 0) or the public."""

    def ask(self, lines: Callable[[], Sequence[str]]) -> Asked:
        """Wait for a decision."""
        return self._wait(Question(lambda: dict.fromkeys(lines(), 1), None))

    def chance(self, pending: str, outcomes: Callable[[], Mapping[str, int]]) -> Asked:
        """Wait for an outcome of chance; `outcomes` says what may follow on `pending`, with weights."""
        return self._wait(Question(lambda: {f"{pending} {what}": n for what, n in outcomes().items() if n}, pending))

    def _wait(self, question: Question) -> Asked:
        while not (words := (yield question)):
            pass
        return words

    def lines(self) -> Mapping[str, int]:
        """Return the lines that may follow, with their weights."""
        if self._lines is None:
            self._lines = self.question.lines() if self.question else {}
        return self._lines

    def tell(self, line: str) -> None:
        """Apply a line of a record; raise Unfollowable if the rules do not allow it here."""
        if line.startswith(HOUSE):
            *what, n = line.removeprefix(HOUSE).split()
            if what[0] in ("says", "seat") or not n.removeprefix("-").isdecimal():
                return
            self.count(" ".join(what), int(n))
            words = []
        else:
            if self.question is None:
                raise Unfollowable(f"{line}: the game is over")
            fits = self.question.fits or self.lines().__contains__
            if not line.endswith(" !") and not fits(line):  # "!": a card that no list has
                raise Unfollowable(f"{line}: not legal, but {', '.join(self.legal())}")
            words = line.removesuffix(" !").split()
        self._lines = None
        try:
            if self.question:
                self.question = self._course.send(words)
        except StopIteration:
            self.question = None

    def legal(self) -> list[str]:
        """List what `replay --legal` does."""
        if self.question is None:
            return []
        lines = self.lines()
        return sorted(lines if self.question.pending is None else (f"{line} {n}" for line, n in lines.items()))

    def to_act(self) -> list[int]:
        """Return the seats that have to decide, from 1."""
        if self.question is None or self.question.pending is not None:
            return []
        return sorted({int(line.split()[0]) for line in self.lines()})

    def frame(self) -> dict[str, Any]:
        """Return what the views of all games have."""
        return {
            "game": self.header["game"],
            "over": self.question is None,
            "to_act": self.to_act(),
            "pending": self.question.pending if self.question else None,
            "winners": self.winners() if self.question is None else [],
        }

    def scores(self) -> list[dict[str, int]]:
        return [self.points(at) for at in range(len(self.seats))]
