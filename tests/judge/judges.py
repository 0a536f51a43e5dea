"""Judges of all games. None of them imports the product, so that it can be compared with them."""

from collections.abc import Mapping
from typing import Any

from tests.judge.architects import Architects
from tests.judge.duel import Duel
from tests.judge.record import Judge, data, header_and_lines

JUDGES = {"architects": Architects, "duel": Duel}
FACTS = {"architects": ("architects",), "duel": ("duel",)}


def judge_of(header: Mapping[str, str], facts: Mapping[str, Any] | None = None) -> Judge:
    """Return the judge of a game at its beginning; `facts`: other data than those of data/."""
    game = header["game"]
    if facts is None:
        facts = {key: part for name in FACTS[game] for key, part in data(name).items()}
    judge = JUDGES[game](header, facts)
    judge.begin()
    return judge


def judge_after(text: str) -> Judge:
    """Return the judge of a record after its last line. Unjudged; Unfollowable where a line is not legal."""
    header, lines = header_and_lines(text)
    judge = judge_of(header)
    for line in lines:
        judge.tell(line)
    return judge
