"""The log on a page: in blocks, the newest lines as news, and what happened since one's own last turn."""

from collections.abc import Sequence
from itertools import chain, islice
from typing import ClassVar, Final

from app.phones.page_frame import NO_BADGE, Badge
from app.phones.render import Part
from app.protocol import messages
from app.text import last_round as told

BLOCK: Final = 5  # lines of the log in one part
TOLD: Final = 3  # lines of the log that stand on top as news …
LEAST: Final = 1  # … and as many as there is room for on the lowest page
PICTURES: Final = {  # of what stands out, by kind of event
    "stage-built": "wonder", "wonder-built": "wonder", "cat-moved": "cat", "military-token": "swords",
    "conflict-fought": "swords", "conflict-settled": "swords", "age-began": "card",
}  # fmt: skip


class WordedLine(Part, frozen=True):
    """One line of the log in words. `kind` is the event's type."""

    text: str
    kind: str
    undone: bool
    mend: int = 0  # the row behind it, where it can be put right
    laid_out: bool = False  # it tells of the set-up, which can be put right
    dull: bool = False  # no news
    decided: int = 0  # the seat whose decision it tells; 0: none
    own: bool = False  # it tells of the table, not of the game
    moment: str = ""  # it stands out among the news, with this picture
    badge: Badge = NO_BADGE  # of the seat that decided it


class NewsPart(Part, frozen=True):
    """`ids`: of each line another one than of those before it."""

    template: ClassVar[str] = "news.html"

    lines: tuple[WordedLine, ...]
    ids: tuple[int, ...] = ()


class SincePart(Part, frozen=True):
    """All that happened since one's own last turn, folded away; the newest turn first."""

    template: ClassVar[str] = "since.html"
    later: ClassVar[bool] = True

    turns: tuple[tuple[str, tuple[WordedLine, ...]], ...]  # what heads a turn, what happened in it


class LogPart(Part, frozen=True):
    template: ClassVar[str] = "log.html"

    lines: tuple[WordedLine, ...]


def news(log: Sequence[WordedLine]) -> NewsPart:
    """The newest action, before what came of it, then what was before that; what stands out is on top."""
    fresh = (nth for nth in reversed(range(len(log))) if not (log[nth].dull or log[nth].undone))
    newest: list[int] = []
    for nth in fresh:
        newest.append(nth)
        if log[nth].decided or log[nth].own:
            break
    if newest and log[newest[-1]].decided:
        above = [nth for nth in newest if log[nth].moment or log[nth].kind == messages.TURN]
        newest = [*above, *(nth for nth in reversed(newest) if nth not in above)]
    shown = tuple(islice(chain(newest, fresh), TOLD))
    return NewsPart(tuple(log[nth] for nth in shown), shown)


def since(log: Sequence[WordedLine], seat: int, newest: NewsPart) -> SincePart | None:
    """What happened from the turn on in which a seat (from 1) decided last; None if the newest line says it all."""
    if not told.decided(log, seat):
        return None
    turns = tuple((began.text if began else "", lines) for began, lines in told.since(log, seat))
    if all(line in newest.lines[:LEAST] for _, lines in turns for line in lines):
        return None
    return SincePart(turns)
