"""A record's text as a judge reads it (docs/notation.md), without any part of the product."""

import tomllib
from abc import ABC, abstractmethod
from collections import deque
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


class EndOfRecord(Exception):
    """Nothing more has been said; the game stands as it is."""


class Question(NamedTuple):
    """What a game waits for: decisions of seats, or one outcome of chance."""

    lines: Callable[[], Mapping[str, int]]  # possible now, in full, with the weights of outcomes
    pending: str | None  # the line of chance without its outcome


Asked = Generator[Question, list[str], list[str]]  # a part of a game that ends with an answer
Played = Generator[Question, list[str], None]  # a part of a game


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
    return header, [line.strip() for line in lines if line.strip()]


class Reader(ABC):
    """Gives the lines of a record one after the other. Counts of the house go to `count` as they come."""

    def __init__(self, text: str) -> None:
        self.header, lines = header_and_lines(text)
        self.eager = self.header.get("deal", "eager") == "eager"
        self.variant = self.header.get("variant", "").split()
        self._lines: deque[str] = deque(line.removesuffix(" !") for line in lines)  # still to be read

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

    def tell(self, line: str) -> None:
        """Go on with a line of a record. Unfollowable if the rules do not allow it here."""
        if line.startswith(HOUSE):
            *what, n = line.removeprefix(HOUSE).split()
            if what[0] in ("says", "seat") or not n.removeprefix("-").isdecimal():
                return
            self.count(" ".join(what), int(n))
            words = []
        else:
            if self.question is None:
                raise Unfollowable(f"{line}: the game is over")
            if not line.endswith(" !") and line not in self.question.lines():  # a card that no list has
                raise Unfollowable(f"{line}: not legal, but {', '.join(self.legal())}")
            words = line.removesuffix(" !").split()
        try:
            if self.question:
                self.question = self._course.send(words)
        except StopIteration:
            self.question = None

    def legal(self) -> list[str]:
        """List what `replay --legal` does."""
        if self.question is None:
            return []
        lines = self.question.lines()
        return sorted(lines if self.question.pending is None else (f"{line} {n}" for line, n in lines.items()))

    def to_act(self) -> list[int]:
        """Return the seats that have to decide, from 1."""
        if self.question is None or self.question.pending is not None:
            return []
        return sorted({int(line.split()[0]) for line in self.question.lines()})

    def frame(self) -> dict[str, Any]:
        """Return what the views of all games have."""
        return {
            "game": self.header["game"],
            "over": self.question is None,
            "to_act": self.to_act(),
            "pending": self.question.pending if self.question else None,
            "winners": self.winners() if self.question is None else [],
        }

    def verdict(self) -> Verdict:
        return Verdict([self.points(at) for at in range(len(self.seats))], self.winners())
