"""The log on a page: its blocks, the newest lines as news, and everything since the reader's last turn."""

from collections.abc import Sequence
from itertools import chain, islice
from typing import ClassVar, Final

from app.phones.common_parts import NO_BADGE, Badge
from app.phones.template_rendering import Part
from app.protocol.log_messages import TURN
from app.text import log_since_last_turn as told

BLOCK: Final = 5  # lines of the log in one part
NEWS_LINES: Final = 3  # lines of the log shown on top as news
LEAST: Final = 1  # news lines on the smallest page
PICTURES: Final = {  # of highlights, by kind of event
    "stage-built": "wonder", "wonder-built": "wonder", "cat-moved": "cat", "military-token": "swords",
    "conflict-fought": "swords", "conflict-settled": "swords", "age-began": "card",
}  # fmt: skip


class WordedLine(Part, frozen=True):
    """A line of the log in words. `kind`: the event's type."""

    text: str
    kind: str
    undone: bool
    mend: int = 0  # the record's row, if the line can be corrected
    laid_out: bool = False  # it reports the set-up, which can be corrected
    dull: bool = False  # no news
    deciding_seat: int = 0  # the seat whose decision it tells; 0: none
    own: bool = False  # it reports the table, not the game
    moment: str = ""  # its highlight picture, if it has one
    badge: Badge = NO_BADGE  # of the seat that decided it


class NewsPart(Part, frozen=True):
    """The newest lines. `ids`: a number for each line that no earlier one has."""

    template: ClassVar[str] = "news.html"

    lines: tuple[WordedLine, ...]
    ids: tuple[int, ...] = ()


class SincePart(Part, frozen=True):
    """The log since the reader's last turn, folded away, newest turn first."""

    template: ClassVar[str] = "since.html"
    later: ClassVar[bool] = True

    turns: tuple[tuple[str, tuple[WordedLine, ...]], ...]  # what heads a turn, what happened in it


class LogPart(Part, frozen=True):
    template: ClassVar[str] = "log.html"

    lines: tuple[WordedLine, ...]


def news(log: Sequence[WordedLine]) -> NewsPart:
    """Pick the news: the newest action followed by its effects, then earlier lines; highlights come first."""
    fresh = (nth for nth in reversed(range(len(log))) if not (log[nth].dull or log[nth].undone))
    newest: list[int] = []
    for nth in fresh:
        newest.append(nth)
        if log[nth].deciding_seat or log[nth].own:
            break
    if newest and log[newest[-1]].deciding_seat:
        above = [nth for nth in newest if log[nth].moment or log[nth].kind == TURN]
        newest = [*above, *(nth for nth in reversed(newest) if nth not in above)]
    shown = tuple(islice(chain(newest, fresh), NEWS_LINES))
    return NewsPart(tuple(log[nth] for nth in shown), shown)


def turns_since(log: Sequence[WordedLine], seat: int, newest: NewsPart) -> SincePart | None:
    """Build the turns since a seat (from 1) last decided; None if the newest line already says it all."""
    if not told.has_decided(log, seat):
        return None
    turns = tuple((began.text if began else "", lines) for began, lines in told.turns_since_decision(log, seat))
    if all(line in newest.lines[:LEAST] for _, lines in turns for line in lines):
        return None
    return SincePart(turns)
