"""Turn entry as data: the things that people tap to report a turn, in groups, each with the lines that report it.

A game builds it from the table's question; both surfaces lay it out. A thing that is used up leaves an empty place, so
that the others keep their positions.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from app.protocol.play_messages import Question
from app.text.translation import Words
from engine.game import plain_line


class EntryUse(msgspec.Struct, frozen=True, kw_only=True):
    """One way to use a thing.

    `line`: the line that reports it; "": impossible, because the seat cannot pay or our counts exclude it. `key`: the
    line it would be. `below`: cost or gain, from long to short. `lacks`: missing coins.
    """

    key: str
    line: str
    words: str
    below: tuple[str, ...] = ()
    lacks: int = 0


class EntryItem(msgspec.Struct, frozen=True, kw_only=True):
    """A thing in its place, or an action without a thing (by `slug`). `uses`: the possible ways to report it.

    `briefly`: a shorter label next to a picture. `under`: its uses as a face-down card. `excluded`: our counts rule it
    out, but people may insist. `left`: how many can still come, as counted. `gone`: every copy has been reported.
    `why`: why it cannot be reported in another way. `then`: a follow-up question answered together with it.
    """

    slug: str
    words: str
    briefly: tuple[str, ...] = ()
    uses: tuple[EntryUse, ...] = ()
    under: tuple[EntryUse, ...] = ()
    excluded: bool = False
    left: int = 1
    gone: bool = False
    why: str = ""
    then: "EntryQuestion | None" = None

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that report it."""
        return tuple(use.line for use in (*self.uses, *self.under) if use.line)


class EntryGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Things that belong together under a title; "": without one. `counted`: shows how many can still come."""

    key: str
    words: str
    things: tuple[EntryItem, ...]
    counted: bool = False


class EntryQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """One question. `title`: from long to short. `deeds`: actions without a thing. `unsure`: the excluded things are as
    likely as the others, because nobody has looked the cards through."""

    title: tuple[str, ...]
    groups: tuple[EntryGroup, ...] = ()
    deeds: tuple[EntryItem, ...] = ()
    unsure: bool = False

    @property
    def things(self) -> Iterator[EntryItem]:
        """The things of every group."""
        return (thing for group in self.groups for thing in group.things)

    @property
    def likely_things(self) -> tuple[EntryItem, ...]:
        """The things that our counts allow."""
        return tuple(thing for thing in self.things if not thing.excluded)

    @property
    def excluded_things(self) -> tuple[EntryItem, ...]:
        """The things that our counts exclude."""
        return tuple(thing for thing in self.things if thing.excluded)


class EntryWords(Protocol):
    """The words of a game for turn entry. `missing`: the title for a turn that seat `name` did not report; "": of no
    seat."""

    def to_tell(self, w: Words, question: Question, people: tuple[str, ...], *, now: bool) -> EntryQuestion:
        """Build the question. `now`: for the current position; else for a past one, of which less is known."""

    def missing(self, w: Words, name: str) -> str: ...

    def doubted(self, w: Words, text: str, people: tuple[str, ...]) -> tuple[str, str]:
        """Return the subject of a line that may be wrong, and its text."""


def has_counts(things: Sequence[EntryItem]) -> bool:
    """Return whether counts are informative: one of everything means that nothing is known."""
    return any(thing.left > 1 for thing in things)


def question_number(w: Words, nth: int, of: int) -> str:
    """Format which of several equal questions this is (` · 2 of 3`); empty if there is only one."""
    return " · " + w("{n} of {all}", n=nth, all=of) if of else ""


def group_lines(lines: Iterable[str], things: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Group the lines by the thing they end with."""
    known, found = frozenset(things), dict[str, tuple[str, ...]]()
    for text in lines:
        slug = plain_line(text).split()[-1]
        if slug in known:
            found[slug] = (*found.get(slug, ()), text)
    return found
