"""Protocols of the words modules of games, and the pieces in which a position is described. A words module
(`app/games/<game>/words_facade.py`) satisfies these protocols as a module. Every function takes the words of a language
first.
Seats count from 1; `people` are display names by seat.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from app.text.translation import Words
from engine.game import AnyData, AnyEvent, AnyView

if TYPE_CHECKING:  # loading them takes long, and few need them
    from app.protocol.seat_messages import SeatInfo
    from app.protocol.wall_messages import WallSeat


@runtime_checkable
class GameWords(Protocol):
    """Words of a game that the table, its news and every page use."""

    def title(self, w: Words) -> str:
        """Return the game's name."""

    def identity(self, w: Words, slug: str) -> str:
        """Translate the slug of a seat's identity (`HasRoles.roles`)."""

    def category(self, w: Words, slug: str) -> str:
        """Return the heading of a line on the score sheet."""

    def variant(self, w: Words, slug: str) -> str:
        """Name a variant or house rule, as the label of a switch."""

    def action(self, w: Words, text: str, people: Sequence[str]) -> str:
        """Describe a line of the record (without its seat), chance included; different actions read differently."""

    def finished_action(self, w: Words, text: str, name: str, people: Sequence[str], came: str = "") -> str:
        """Describe what `name` did: a line of the record, and the card that `came` with it, if any."""

    def refusal(self, w: Words, rule: str, params: Mapping[str, int | str]) -> str:
        """Explain why the rules refuse an action; a general sentence for an unknown rule."""

    def uncertainty_note(self, w: Words, slugs: Iterable[str]) -> str:
        """Return a note if values of these identities or printed things are uncertain; empty if none are."""


@runtime_checkable
class HouseWords(Protocol):
    """Words of a game in which people may correct counts (`Reportable.correctable_counts`)."""

    def house_count(self, w: Words, what: str, people: Sequence[str]) -> str:
        """Name a count that people may correct."""

    def variant(self, w: Words, slug: str) -> str:
        """Name a variant or house rule, as the label of a switch."""

    def house_wonder(self, w: Words, slug: str) -> str:
        """Name a wonder that a seat may have (`engine.game.HasWonders`)."""

    def house_thing(self, w: Words, thing: str) -> str:
        """Name a printed thing that may be in front of a seat (`Reportable.things`)."""


@runtime_checkable
class CountWords(Protocol):
    """Words of a game with statistics (`engine.game.HasStatistics`)."""

    def victory(self, w: Words, how: str) -> str:
        """Describe in a few words how a game was won."""

    def statistic(self, w: Words, slug: str) -> str:
        """Return the heading of a statistic."""


@runtime_checkable
class TieWords(Protocol):
    """Words of a game that is won by points."""

    def tie_rule(self, w: Words, how: str) -> str:
        """Describe the tie-breaker; empty in a game that was won (`how`) without points."""


@runtime_checkable
class CellWords(GameWords, Protocol):
    """Further words of a score sheet."""

    def cell(self, w: Words, slug: str) -> str:
        """Return the heading of an entry on the score sheet."""


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
    """Legal actions that belong together. `title`: "" if they need none."""

    choices: tuple[ActionChoice, ...]
    title: str = ""
    note: str = ""


@runtime_checkable
class LogWords(GameWords, Protocol):
    """Properties of a game's log: which events are news, and whose decisions they report."""

    @property
    def MINOR_EVENTS(self) -> frozenset[str]:
        """Kinds of event that are no news; they stay in the log."""

    @property
    def DECISION_EVENTS(self) -> frozenset[str]:
        """Kinds of event that tell what their `seat` decided."""

    @property
    def SILENT_EVENTS(self) -> frozenset[str]:
        """Kinds of event that are not written out at all."""

    def parse_event(self, raw: bytes) -> AnyEvent:
        """Parse an event from JSON. Raises msgspec.ValidationError if it is not an event of this game."""


@runtime_checkable
class ResultWords(LogWords, Protocol):
    """Words for the log and the result of any game."""

    def parse_view(self, raw: bytes) -> AnyView:
        """Parse a view from JSON: `to_act` and `winners` are seats; each of its `seats` has a `score` by category."""

    def event(self, w: Words, event: AnyEvent, people: Sequence[str]) -> str:
        """Describe an event in one sentence for the log."""

    def result(self, w: Words, view: AnyView, people: Sequence[str]) -> str:
        """Describe who won and how; empty until the game is over."""


@runtime_checkable
class PageWords(ResultWords, Protocol):
    """Further words for the pages that any game may have."""

    def prompt(self, w: Words, legal: Sequence[str], people: Sequence[str]) -> str:
        """Return a short prompt for these legal actions."""

    def variant_effect(self, w: Words, slug: str) -> str:
        """Describe in one sentence what a variant or house rule changes."""


@runtime_checkable
class PlainWords(PageWords, Protocol):
    """Further words of a game without drawings: its whole position in text.

    `printed` is the game's data (`Game.data`) with the overrides in force.
    """

    def position(
        self, w: Words, view: AnyView, people: Sequence[str], seat: int | None, printed: AnyData
    ) -> Iterable[Section]:
        """Describe all that a reader may see (`seat`, or None for a spectator), in reading order, secrets under its
        seat.
        """

    def choices(
        self, w: Words, view: AnyView, legal: Sequence[str], people: Sequence[str], seat: int, printed: AnyData
    ) -> Iterable[ActionChoices]:
        """List every legal action exactly once."""


@runtime_checkable
class ReminderWords(Protocol):
    """Words of a game that people may deal themselves, for reminders of their physical actions."""

    def cardboard_tasks(
        self, w: Words, event: AnyEvent, people: Sequence[str], entered: bool
    ) -> Iterable[tuple[int, str]]:
        """List by seat what an event asks people to do with their cardboard, except what they entered."""


def translate_slug(known: Mapping[str, str], slug: str) -> str:
    """Translate a slug; make an unknown one readable."""
    return known.get(slug) or slug.replace("-", " ").title()


def append_description(w: Words, name: str, says: str) -> str:
    return f"{name}{w.colon}{says}" if says else name


def seat_name(w: Words, number: int, name: str | None) -> str:
    """Name a seat by its person, else by its number; never by its wonder."""
    return name or w("Seat {number}", number=number)


def seat_and_wonder(w: Words, number: int, identity: str) -> str:
    """Name a seat without a person by its number and its wonder, for places that do not show the wonder."""
    return w("Seat {number}: {name}", number=number, name=identity) if identity else seat_name(w, number, None)


def name_forms(name: str) -> tuple[str, ...]:
    """Return forms of a name from long to short: full name, first part, initials."""
    pieces = name.replace("-", " ").split() or [name]
    return name, pieces[0], "".join(piece[0] for piece in pieces)


def saved_seat_names(w: Words, seats: Iterable[str], say: GameWords, roles: Collection[str]) -> tuple[str, ...]:
    """Name the seats of a saved game. `seats` has a person's name, a role (one of `roles`) or a number for each."""
    return tuple(
        seat_and_wonder(w, place, say.identity(w, name))
        if name in roles
        else seat_name(w, place, None if name == str(place) else name)
        for place, name in enumerate(seats, 1)
    )


def people_of(w: Words, seats: "Iterable[SeatInfo | WallSeat]") -> tuple[str, ...]:
    """Return the display names of seats, in order."""
    return tuple(display_name(w, chair) for chair in seats)


def display_name(w: Words, chair: "SeatInfo | WallSeat") -> str:
    """Return the name of a seat's player, of its bot, or its number."""
    if chair.by == "bot" and not chair.name:
        return w("Bot {number}", number=chair.seat)
    return seat_name(w, chair.seat, chair.name)
