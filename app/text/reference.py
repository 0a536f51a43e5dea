"""The reference of a game: every printed thing, its cost and effect, and how many are left.

Counts use public knowledge only: printed copies minus those that are face up or were taken face up. Hands, the order
of stacks and cards discarded face down are never read for any reader.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from app.text.translation import Words
from engine.game import AnyData, AnyView

# Where a thing is of which there is one; "": nobody has seen it yet.
Where: TypeAlias = Literal["", "open", "built", "held", "under", "discarded", "box", "out"]
When: TypeAlias = Literal["", "later", "now", "over"]


class PrintedThing(msgspec.Struct, frozen=True):
    """A printed thing, or all copies of it. `kind` and `slug` identify it and its drawing."""

    kind: str
    slug: str
    total: int = 0  # so many are in this game; 0: nobody counts them
    remaining: int = 0  # of these, so many have not been seen
    where: Where = ""
    seat: int = 0  # whose; 0: nobody's

    @property
    def is_gone(self) -> bool:
        """True if no copy can be obtained any more."""
        return self.where == "out" or bool(self.total and not self.remaining and self.where != "open")


class Chapter(msgspec.Struct, frozen=True):
    """Things of one sort. `when`: whether they come in an age that is still to come, is played, or is over."""

    slug: str
    things: tuple[PrintedThing, ...]
    when: When = ""
    among: int = 0  # so many of them are in this game, and nobody knows which; 0: all of them are

    @property
    def total(self) -> int:
        return sum(thing.total for thing in self.things)

    @property
    def remaining(self) -> int:
        return sum(thing.remaining for thing in self.things)


class ThingEntry(msgspec.Struct, frozen=True):
    """A thing with its translated texts."""

    name: str
    cost: str  # empty: it costs nothing that is printed
    says: str


class Reference(Protocol):
    """The reference of a game: a module `app/games/<game>/reference.py`."""

    def chapters(self, box: AnyData, view: AnyView | None, variant: Collection[str]) -> tuple[Chapter, ...]:
        """List all printed things of the game; without a view, no counts."""

    def title(self, w: Words, chapter: Chapter) -> str:
        """Return the title of a chapter."""

    def note(self, w: Words, chapter: Chapter, box: AnyData) -> str:
        """Describe where unseen copies may be, and other notes on a whole chapter; empty if there are none."""

    def entry(self, w: Words, thing: PrintedThing, box: AnyData) -> ThingEntry:
        """Describe a thing."""


@runtime_checkable
class PricedReference(Reference, Protocol):
    """The reference of a game whose things cost goods, some of which can be bought."""

    def goods(self, w: Words) -> Mapping[str, str]:
        """Return the names of goods by slug."""

    def price(self, w: Words, thing: PrintedThing, have: Mapping[str, int], facts: AnyData) -> str:
        """Format a thing's price for a seat with this production; empty if it has none."""


def age_state(view: AnyView | None, age: int) -> When:
    """Determine if the cards of an age are past, in play, or to come; empty without a game."""
    if view is None:
        return ""
    if view.over or age < view.age:
        return "over"
    return "now" if age == view.age else "later"


def copies_left(w: Words, thing: PrintedThing | Chapter) -> str:
    """Format copies left: `3 of 12 left`; empty if they are not counted."""
    return w("{n} of {all} left", n=thing.remaining, all=thing.total) if thing.total else ""


def describe_remaining(w: Words, thing: PrintedThing, people: Sequence[str]) -> str:
    """Describe how many copies of a thing are left, or where its only copy is."""
    if thing.total > 1:
        return copies_left(w, thing)
    name = people[thing.seat - 1] if thing.seat else ""
    match thing.where:
        case "open":
            return w("lies open")
        case "built":
            return w("built by {name}", name=name)
        case "held":
            return w("with {name}", name=name)
        case "under":
            return w("under a wonder of {name}", name=name)
        case "discarded":
            return w("discarded")
        case "box":
            return w("in the box")
        case "out":
            return w("not in this game")
    return w("not seen yet") if thing.total else ""
