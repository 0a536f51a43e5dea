"""What a game teaches people: how it is played, in two pages, and comments on what comes to a seat for the first time.

The guide of a game (`app/games/<game>/guide.py`) makes them from its data, in our own words: none is a rulebook's.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec

from app.protocol import messages
from app.text.languages import Words

# By seat, what happened to it, in order: kinds of event, each with what was special about it behind it: `card-built`,
# `card-built chain`.
Past: TypeAlias = tuple[tuple[str, ...], ...]
SOLD: Final = "sold"  # a neighbour has paid the seat


class GuidePage(msgspec.Struct, frozen=True):
    """One of the pages of *How to play*: what it is about, and a few short paragraphs.

    Each has a word before it, and the icons (`app/looks/icons.py`) of what it speaks of.
    """

    title: str
    paragraphs: tuple[tuple[str, str, tuple[str, ...]], ...]


class Comment(msgspec.Struct, frozen=True):
    """What is said to a seat at a moment of its first game.

    `brief`: the same where there is room for little; empty: it is brief.
    """

    moment: str
    text: str
    brief: str = ""


@dataclass(frozen=True, slots=True)
class Now:
    """Where a seat is in a game. `fresh`: kinds of event that came to it for the first time since its last decision."""

    seat: int  # from 1
    legal: tuple[str, ...]
    people: tuple[str, ...]
    known: frozenset[str]  # kinds of event that have come to it
    fresh: frozenset[str]
    ritual: tuple[int, ...]  # conflict tokens that wait for its hand
    waits: bool  # conflict tokens wait for somebody's hand: what they decide is not to be seen yet
    phone: bool  # it plays on a phone, where some things are done otherwise
    step: str  # how far it is with its answer on the screen, in a word of the game's own; empty: it has not begun
    # Any: each game has its own view and data.
    view: Any
    box: Any

    @classmethod
    def of(
        cls,
        seat: int,
        table: messages.TableView,
        question: messages.Question | None,
        people: tuple[str, ...],
        past: Sequence[str],
        decided: Collection[str],
        view: Any,
        box: Any,
        *,
        phone: bool,
        step: str = "",
    ) -> "Now":
        """Where it is. `past`: the kinds of event that came to it, of which some are what a seat has `decided`."""
        ritual = table.ritual if table.mode == "play" else None  # else people are reminded of it
        legal = question.legal if question else ()
        mine = ritual.open if ritual is not None and ritual.seat == seat else ()
        return cls(seat, legal, people, *first_times(past, decided), mine, ritual is not None, phone, step, view, box)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A moment of a game: when it is there, and what is said, which is true of the view then and names what is seen.

    `brief`: the least that is said, where that is long.
    """

    moment: str
    when: Callable[[Now], bool]
    says: Callable[[Words, Now], str]
    brief: Callable[[Words, Now], str] | None = None


def came(kind: str) -> Callable[[Now], bool]:
    """It has come to the seat for the first time, since it decided last."""
    return lambda now: kind in now.fresh


def past_of(lines: Iterable[messages.Line], seats: int) -> Past:
    """What has happened to each seat; what was undone has not.

    A field of an event that is true, or a number but 0, is special about it. Coins to `left` or `right` came to a
    neighbour, to whom that is `sold`.
    """
    found: list[list[str]] = [[] for _ in range(seats)]
    for line in lines:
        if line.undone or not line.row:
            continue
        seat, kind, special = _told(bytes(line.event))
        for kinds in found[seat - 1 : seat] if seat else found:
            kinds += (kind, *(f"{kind} {name}" for name in special))
        if seat:
            for name, step in (("left", 0), ("right", -2)):
                if name in special:
                    found[(seat + step) % seats].append(SOLD)
    return tuple(map(tuple, found))


@lru_cache(maxsize=4096)
def _told(event: bytes) -> tuple[int, str, tuple[str, ...]]:
    """Of an event its seat (0: none), its kind, and what is special about it; a log is read again as it grows."""
    fields = msgspec.json.decode(event)
    seat, kind = fields.pop("seat", None) or 0, fields.pop("type")
    return seat, kind, tuple(name for name, value in fields.items() if value and isinstance(value, int))


def first_times(kinds: Sequence[str], decided: Collection[str]) -> tuple[frozenset[str], frozenset[str]]:
    """All kinds of event that came to a seat, and those that first came since its last decision."""
    last = max((at for at, kind in enumerate(kinds) if kind in decided), default=0)
    return frozenset(kinds), frozenset(kinds[last:]) - frozenset(kinds[:last])


def comments(lessons: Iterable[Lesson], w: Words, now: Now) -> Iterator[Comment]:
    """What can be said now, the first that is to be said first; what was put away, its reader leaves out."""
    for lesson in lessons:
        if lesson.when(now):
            yield Comment(lesson.moment, lesson.says(w, now), lesson.brief(w, now) if lesson.brief else "")
