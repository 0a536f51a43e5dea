"""Judges of all games. None of them imports the product, so that it can be compared with them."""

from collections.abc import Mapping
from typing import Any

from tests.judge.architects import Architects
from tests.judge.duel import Duel
from tests.judge.record import Judge, Unfollowable, data, header_and_lines
from tests.judge.seven_wonders import SevenWonders

JUDGES = {"architects": Architects, "duel": Duel, "seven-wonders": SevenWonders}
FACTS = {"architects": ("architects",), "duel": ("duel",), "seven-wonders": ("seven_wonders", "leaders")}


def judge_of(header: Mapping[str, str], facts: Mapping[str, Any] | None = None) -> Judge:
    """Return the judge of a game at its beginning; `facts`: other data than those of data/."""
    game = header["game"]
    judge = JUDGES[game](header, facts_of(game) if facts is None else facts)
    judge.begin()
    return judge


def facts_of(game: str) -> dict[str, Any]:
    """Return the data of a game; boards of several files are put together."""
    found: dict[str, Any] = {}
    for name in FACTS[game]:
        for key, part in data(name).items():
            found[key] = {**found.get(key, {}), **part} if isinstance(part, dict) else part
    return found


class Follower:
    """Judges a record that grows: only what is new is told to the judge of before."""

    def __init__(self) -> None:
        self._header: dict[str, str] = {}
        self._told: list[str] = []

    def judge_after(self, text: str) -> Judge:
        """Return the judge of a record after its last line. Unjudged; Unfollowable where a line is not legal."""
        header, lines = header_and_lines(text)
        if header != self._header or lines[: len(self._told)] != self._told:
            self._judge, self._header, self._told = judge_of(header), header, []
        for line in lines[len(self._told) :]:
            self._told.append(line)
            try:
                self._judge.tell(line)
            except (AssertionError, LookupError, ValueError) as error:
                self._header = {}
                raise Unfollowable(f"{line}: {error!r}") from error
            except Unfollowable:
                self._header = {}
                raise
        return self._judge


def judge_after(text: str) -> Judge:
    """Return the judge of a record after its last line. Unjudged; Unfollowable where a line is not legal."""
    return Follower().judge_after(text)
