"""What a game teaches people: how it is played, in two pages, and comments on what comes to a seat for the first time.

The guide of a game (`app/games/<game>/guide.py`) makes them from its data, in our own words: none is a rulebook's.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from app.protocol import messages
from app.text.languages import Words

Past: TypeAlias = tuple[tuple[str, ...], ...]  # by seat, the kinds of event that were about it, in order


class Page(msgspec.Struct, frozen=True):
    """One of the pages of *How to play*: what it is about, and a few short paragraphs, each with a word before it."""

    title: str
    paragraphs: tuple[tuple[str, str], ...]


class Comment(msgspec.Struct, frozen=True):
    """What is said to a seat at a moment of its first game, and the name of what it may touch next."""

    moment: str
    text: str
    touch: str


@dataclass(frozen=True, slots=True)
class Now:
    """Where a seat is in a game. `fresh`: kinds of event that came to it for the first time since its last decision."""

    seat: int  # from 1
    legal: tuple[str, ...]
    people: tuple[str, ...]
    known: frozenset[str]  # kinds of event that have come to it
    fresh: frozenset[str]
    ritual: tuple[int, ...]  # conflict tokens that wait for its hand
    phone: bool  # it plays on a phone, where some things have other names
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
    ) -> "Now":
        """Where it is. `past`: the kinds of event that came to it, of which some are what a seat has `decided`."""
        ritual = table.ritual
        legal = question.legal if question and ritual is None else ()
        mine = ritual.open if ritual is not None and ritual.seat == seat else ()
        return cls(seat, legal, people, *first_times(past, decided), mine, phone, view, box)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A moment of a game: when it is there, the name of what is to be touched, and what is said."""

    moment: str
    when: Callable[[Now], bool]
    touch: Callable[[Words, Now], str]
    says: Callable[[Words, Now], str]


class _Told(msgspec.Struct, frozen=True):
    type: str
    seat: int = 0  # 0: it is about all of them


def past_of(lines: Iterable[messages.Line], seats: int) -> Past:
    """What has happened to each seat; what was undone has not."""
    found: list[list[str]] = [[] for _ in range(seats)]
    for line in lines:
        if line.undone or not line.row:
            continue
        told = msgspec.json.decode(line.event, type=_Told)
        for kinds in found[told.seat - 1 : told.seat] if told.seat else found:
            kinds.append(told.type)
    return tuple(map(tuple, found))


def first_times(kinds: Sequence[str], decided: Collection[str]) -> tuple[frozenset[str], frozenset[str]]:
    """All kinds of event that came to a seat, and those that first came since its last decision."""
    last = max((at for at, kind in enumerate(kinds) if kind in decided), default=0)
    return frozenset(kinds), frozenset(kinds[last:]) - frozenset(kinds[:last])


def comment(lessons: Iterable[Lesson], w: Words, now: Now, heard: Collection[str] = ()) -> Comment | None:
    """What is to be said now: the first lesson whose moment it is, but for those that were `heard` and put away."""
    for lesson in lessons:
        if lesson.moment not in heard and lesson.when(now):
            touch = lesson.touch(w, now)
            return Comment(lesson.moment, w("{comment} Touch next: {thing}.", comment=lesson.says(w, now), thing=touch),
                           touch)  # fmt: skip
    return None
