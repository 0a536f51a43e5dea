"""What people who deal tell the table: things in groups, each in a place that stays, with the lines that tell it.

A game makes it of what the table asks; the screen and the phones lay it out. What has been told leaves its place empty,
so no finger finds another thing where it found one before.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from app.protocol import messages
from app.text.languages import Words


class ToldUse(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which something may have been done.

    `line` says that to the table; "": it cannot have been so, since the seat is short of something, or our counts
    exclude it. `key`: the line that would say it. `below`: what it costs or brings, from long to short. `lacks`: coins.
    """

    key: str
    line: str
    words: str
    below: tuple[str, ...] = ()
    lacks: int = 0


class Tellable(msgspec.Struct, frozen=True, kw_only=True):
    """A thing in its place, or (by `slug`) a deed without one. `uses`: each way in which it may be told, if any.

    `briefly`: shorter words, where a picture says the rest. `under`: the ways in which it may lie under another thing.
    `excluded`: by our counts it cannot be there, but people may say that it is. `left`: how many can still come, as far
    as that is counted. `gone`: every copy of it has been told. `why`: it cannot be told otherwise. `then`: what came of
    a deed, told with it.
    """

    slug: str
    words: str
    briefly: tuple[str, ...] = ()
    uses: tuple[ToldUse, ...] = ()
    under: tuple[ToldUse, ...] = ()
    excluded: bool = False
    left: int = 1
    gone: bool = False
    why: str = ""
    then: "ToTell | None" = None

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything that may be said of it."""
        return tuple(use.line for use in (*self.uses, *self.under) if use.line)


class TellableGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Things that lie together, with what they are called; "": they need no word. `counted`: with how many can come."""

    key: str
    words: str
    things: tuple[Tellable, ...]
    counted: bool = False


class ToTell(msgspec.Struct, frozen=True, kw_only=True):
    """One question. `title`: from long to short. `deeds`: what is told without a thing. `unsure`: nobody has read off
    the cards which things are excluded, so that they are as likely.
    """

    title: tuple[str, ...]
    groups: tuple[TellableGroup, ...] = ()
    deeds: tuple[Tellable, ...] = ()
    unsure: bool = False

    @property
    def things(self) -> Iterator[Tellable]:
        """All of them."""
        return (thing for group in self.groups for thing in group.things)

    @property
    def likely(self) -> tuple[Tellable, ...]:
        """Those that they do not."""
        return tuple(thing for thing in self.things if not thing.excluded)

    @property
    def others(self) -> tuple[Tellable, ...]:
        """Those that our counts exclude."""
        return tuple(thing for thing in self.things if thing.excluded)


class Tells(Protocol):
    """What a game says of what people tell. `missing`: of a turn that nobody told, of that name; "": nobody's turn."""

    def to_tell(self, w: Words, question: messages.Question, people: tuple[str, ...], *, now: bool) -> ToTell:
        """What may be told: `now`, or of a position that was, where only what can be said is known."""

    def missing(self, w: Words, name: str) -> str: ...

    def doubted(self, w: Words, text: str, people: tuple[str, ...]) -> tuple[str, str]:
        """What may have been wrong with a line, and what it said."""


def says_counts(things: Sequence[Tellable]) -> bool:
    """Return whether it says something how many of each can come: one of everything is what nobody knows better."""
    return any(thing.left > 1 for thing in things)


def counted(w: Words, nth: int, of: int) -> str:
    """Which of so many alike is asked for, as it stands behind the question; empty where there is but one."""
    return " · " + w("{n} of {all}", n=nth, all=of) if of else ""


def grouped(lines: Iterable[str], things: Sequence[str], mark: str = "") -> dict[str, tuple[str, ...]]:
    """By what they name last, of these things, the lines that tell them; `mark` stands behind what counts exclude."""
    known, found = frozenset(things), dict[str, tuple[str, ...]]()
    for text in lines:
        slug = text.removesuffix(f" {mark}").split()[-1]
        if slug in known:
            found[slug] = (*found.get(slug, ()), text)
    return found
