"""What every game says to people: the protocol that its words module follows, and the pieces a position is told in.

A words module (`app/games/<game>/words.py`) is an object of these protocols as it stands.
Every function takes the words of a language first. Seats count from 1; `people` are display names, by seat.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from app.protocol.messages import PlayedBy
from app.text.languages import Words


@runtime_checkable
class GameWords(Protocol):
    """What the table, its news and every page need of a game's words."""

    def title(self, w: Words) -> str:
        """The game's own name."""

    def identity(self, w: Words, slug: str) -> str:
        """What a seat may be (`Game.identities`), by name."""

    def category(self, w: Words, slug: str) -> str:
        """The head of a line on the score sheet."""

    def variant(self, w: Words, slug: str) -> str:
        """What may be added to the game, as the name of a switch."""

    def action(self, w: Words, text: str, people: Sequence[str]) -> str:
        """A line of the record (without its seat), chance too, as a sentence; another one for each other action."""

    def did(self, w: Words, text: str, name: str, people: Sequence[str], came: str = "") -> str:
        """What somebody of that name has done: a line of the record, and the card that `came` with it, if any."""

    def refusal(self, w: Words, rule: str, params: Mapping[str, int | str]) -> str:
        """Why the rules say no; a plain no for a rule without words."""

    def assumed(self, w: Words, slugs: Iterable[str]) -> str:
        """A note about these identities, or other printed things, whose values are uncertain; empty for none."""


@runtime_checkable
class HouseWords(Protocol):
    """What the words of a game say in which people may count otherwise (`Reportable.counted`)."""

    def house_count(self, w: Words, what: str, people: Sequence[str]) -> str:
        """What is counted."""

    def variant(self, w: Words, slug: str) -> str:
        """What may be added to the game, as the name of a switch."""

    def house_rule(self, w: Words, slug: str) -> str:
        """What holds while a house rule is on."""

    def house_wonder(self, w: Words, slug: str) -> str:
        """A wonder that a seat may have (`engine.game.HasWonders`)."""

    def house_thing(self, w: Words, thing: str) -> str:
        """A printed thing that may lie before a seat (`Reportable.things`)."""


@runtime_checkable
class CountWords(Protocol):
    """What the words of a game say that has counts (`engine.game.HasStatistics`)."""

    def victory(self, w: Words, how: str) -> str:
        """How a game was won, in a few words."""

    def counted(self, w: Words, slug: str) -> str:
        """What is counted, as the head of a line."""


@runtime_checkable
class TieWords(Protocol):
    """What the words of a game say that is won by points."""

    def tie_rule(self, w: Words, how: str) -> str:
        """What decides among equal points; empty in a game that was won (`how`) without points."""


@runtime_checkable
class CellWords(GameWords, Protocol):
    """What the words of a score sheet say besides."""

    def cell(self, w: Words, slug: str) -> str:
        """What is entered in a cell, as the head of a line."""


class Section(msgspec.Struct, frozen=True):
    """A piece of the position: short lines under a heading. `seat`: whose things these are; 0: they lie open to all."""

    title: str
    lines: tuple[str, ...]
    seat: int = 0


class ActionChoice(msgspec.Struct, frozen=True):
    """One legal action: what is said, the sentence on its button, and in a few words what it costs or brings."""

    say: str
    text: str
    note: str = ""


class ActionChoices(msgspec.Struct, frozen=True):
    """Legal actions that belong together. No `title`: they need none."""

    choices: tuple[ActionChoice, ...]
    title: str = ""
    note: str = ""


@runtime_checkable
class LogWords(GameWords, Protocol):
    """What is said of a game's log: which of its events are news, and whose decisions they tell."""

    @property
    def MINOR_EVENTS(self) -> frozenset[str]:
        """Kinds of event that are no news; they stay in the log."""

    @property
    def DECISION_EVENTS(self) -> frozenset[str]:
        """Kinds of event that tell what their `seat` decided."""

    @property
    def SILENT_EVENTS(self) -> frozenset[str]:
        """Kinds of event that are not written out at all."""

    # Any: each game has its own events.
    def hear(self, raw: bytes) -> Any:
        """An event from JSON; msgspec.ValidationError if it is none of this game."""


@runtime_checkable
class PageWords(LogWords, Protocol):
    """What a game says on the pages that any game may have. Any: each has its own views and events."""

    def read(self, raw: bytes) -> Any:
        """A view from JSON. It has `to_act` and `winners` (seats) and `seats`, each with its `score` by category."""

    def event(self, w: Words, event: Any, people: Sequence[str]) -> str:
        """One sentence for the log."""

    def asked(self, w: Words, legal: Sequence[str], people: Sequence[str]) -> str:
        """What these legal actions ask, as a short prompt."""

    def result(self, w: Words, view: Any, people: Sequence[str]) -> str:
        """Who won and how; empty until the game is over."""

    def variants(self, w: Words, slugs: Iterable[str]) -> str:
        """Several of them in a sentence."""

    def variant_says(self, w: Words, slug: str) -> str:
        """What a variant changes, in one sentence."""

    def house_rule(self, w: Words, slug: str) -> str:
        """What holds while a house rule is on."""


@runtime_checkable
class PlainWords(PageWords, Protocol):
    """What a game that is not drawn says besides: its whole position, in words.

    `printed` is what its `Game.data` gives, with the overrides in force. Any: each game has its own views and data.
    """

    def position(self, w: Words, view: Any, people: Sequence[str], seat: int | None, printed: Any) -> Iterable[Section]:
        """All that a reader (`seat`; None: an onlooker) may know, in the order it is read. Secrets under its seat."""

    def choices(
        self, w: Words, view: Any, legal: Sequence[str], people: Sequence[str], seat: int, printed: Any
    ) -> Iterable[ActionChoices]:
        """Every legal action exactly once."""


@runtime_checkable
class Reminds(Protocol):
    """A game, as a screen or a phone shows it, that people may deal, and that reminds them of what is to be done."""

    # Any: each game has its own events.
    def demands(self, w: Words, event: Any, people: Sequence[str], told: bool) -> Iterable[tuple[int, str]]:
        """What an event asks people to do with their cardboard, besides what they have told: by seat."""


def named(known: Mapping[str, str], slug: str) -> str:
    """The translated name, or, for what was invented later, the slug made readable."""
    return known.get(slug) or slug.replace("-", " ").title()


def with_says(name: str, says: str) -> str:
    """A thing, and what it does if there is anything to say of it."""
    return f"{name}: {says}" if says else name


def seat_name(w: Words, number: int, name: str | None) -> str:
    """What a seat is called: by its person, else by its number; never like the wonder, which is no person."""
    return name or w("Seat {number}", number=number)


def seat_and_wonder(w: Words, number: int, identity: str) -> str:
    """A seat without a person's name, where nothing beside it shows what it was."""
    return w("Seat {number}: {name}", number=number, name=identity) if identity else seat_name(w, number, None)


def short(name: str) -> tuple[str, ...]:
    """A name from long to short: whole, its first part, its initials."""
    pieces = name.replace("-", " ").split() or [name]
    return name, pieces[0], "".join(piece[0] for piece in pieces)


def kept_by(w: Words, seats: Iterable[str], say: GameWords, roles: Collection[str]) -> tuple[str, ...]:
    """Who sat at a game laid aside: `seats` has the name of each, else what it was (one of `roles`) or its number."""
    return tuple(
        seat_and_wonder(w, place, say.identity(w, name))
        if name in roles
        else seat_name(w, place, None if name == str(place) else name)
        for place, name in enumerate(seats, 1)
    )


class Sits(Protocol):
    """A place at a table."""

    @property
    def seat(self) -> int: ...

    @property
    def by(self) -> PlayedBy: ...

    @property
    def name(self) -> str | None: ...


def people_of(w: Words, seats: Iterable[Sits]) -> tuple[str, ...]:
    """What each seat is called, in order."""
    return tuple(_called(w, chair) for chair in seats)


def _called(w: Words, chair: Sits) -> str:
    if chair.by == "bot" and not chair.name:
        return w("Bot {number}", number=chair.seat)
    return seat_name(w, chair.seat, chair.name)
