"""A player who knows no rule: reads what is drawn, and touches what has just come, bears a ring, or is lit.

What a thing is called inside the program is not asked: it has a place, and the words that are drawn on it.
"""

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

ROUNDS: Final = 3  # times that anything is tried, until one is lost
STEM: Final = 4  # letters, by which a word of a sentence is found again on a button
GRID_PX: Final = 3  # pixels, within which a thing lies where it lay


class Thing(NamedTuple):
    """A drawn element that looks as if it could be touched."""

    words: str  # that are drawn on it
    x: float
    y: float
    ringed: bool = False
    lit: bool = True
    offered: bool = True  # it is no thing that only says what it is

    @property
    def place(self) -> tuple[str, int, int]:
        return self.words, round(self.x / GRID_PX), round(self.y / GRID_PX)


class NoProgress(Exception):
    """The novice touched everything that could be touched, without progress."""


class Novice:
    """One person. `touches` and `read` count."""

    def __init__(self, seed: object) -> None:
        self._rng = random.Random(str(seed))
        self._seen: set[tuple[str, int, int]] = set()  # when this decision began
        self._tried: Counter[tuple[str, int, int]] = Counter()
        self.touches = 0
        self.read: set[str] = set()  # texts, each read once

    def start_question(self) -> None:
        """Forget what was tried, as the next question starts."""
        self._seen, self._tried = set(), Counter()

    def reads(self, texts: Iterable[str]) -> None:
        self.read |= {text.strip() for text in texts if re.search(r"\w", text)}

    @property
    def words(self) -> int:
        """The number of words that were read."""
        return sum(len(re.findall(r"[^\W_]+(?:[’'-][^\W_]+)*", text)) for text in self.read)

    def choose(self, said: str, things: Sequence[Thing]) -> Thing:
        """Choose the thing to touch next. `said`: the sentence on the page."""
        least = min((self._tried[thing.place] for thing in things), default=ROUNDS)
        if least == ROUNDS:
            raise NoProgress(said)
        left = [thing for thing in things if self._tried[thing.place] == least]
        self._seen = self._seen or {thing.place for thing in things}
        came = [thing for thing in left if thing.words and thing.place not in self._seen]
        asks = [thing for thing in came if thing.offered]
        ringed = [thing for thing in left if thing.ringed]
        lit = [thing for thing in left if thing.lit]
        offered = [thing for thing in left if thing.offered]
        pool = asks or came or ringed or lit or offered or left
        chosen = self._rng.choice([thing for thing in pool if spoken_of(said, thing.words)] or pool)
        self._tried[chosen.place] += 1
        self.touches += 1
        return chosen


def spoken_of(said: str, words: str) -> bool:
    """Return True if the sentence contains a word that is drawn on the thing."""
    stems = {word[:STEM] for word in re.findall(r"[^\W\d_]{4,}", said.lower())}
    return any(word[:STEM] in stems for word in re.findall(r"[^\W\d_]{4,}", words.lower()))
