"""What every game on the shelf is to the rest of the house: seats, actions, events, and the doors to a game.

Seats are 0-based in calls (`Seat`) and printed from 1 in everything that is *said*: records, events, views, messages.
Nothing here waits, logs, reads or shuffles. `Rng` is passed in by whoever wants a sample.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random as Rng
from typing import Any, Final, NewType, Protocol, Self, TypeVar, runtime_checkable

import msgspec

__all__ = [
    "CHANCE",
    "EVERYONE",
    "Action",
    "Audience",
    "BadHeader",
    "BringsVariants",
    "Described",
    "Emit",
    "Event",
    "Foresees",
    "Game",
    "HasHouseRules",
    "HasRoles",
    "HasWonders",
    "IllegalAction",
    "InAges",
    "KeepsCounts",
    "Remembers",
    "Rng",
    "Rules",
    "Seat",
    "Session",
    "Setup",
    "State",
    "Stocked",
    "TakesOverrides",
    "ToldAtOnce",
    "Tracked",
    "roles_of",
    "turns_begun",
]

Seat = NewType("Seat", int)
CHANCE: Final = Seat(-1)


class Event(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that happened, as it is emitted to its audience. Seats in it count from 1."""

    @property
    def taken(self) -> str:
        """The card that a seat gets by this and that its action did not name; empty for anything else."""
        return ""


Audience = tuple[Seat, ...] | None
EVERYONE: Final[Audience] = None
Emit = Callable[[Event, Audience], None]


class IllegalAction(Exception):
    """The rules say no. `rule` is a stable slug, `facts` what it speaks of; words are made elsewhere."""

    def __init__(self, rule: str, **facts: int | str) -> None:
        super().__init__(rule)
        self.rule = rule
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value}" for key, value in self.facts.items())
        return f"{self.rule} ({facts})" if facts else self.rule


class BadHeader(ValueError):
    """A record's header does not fit; `faults` are (key, reason) pairs, an absent key among them as itself."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__("; ".join(f"{key}: {reason}" for key, reason in faults))
        self.faults = faults


class Action(Protocol):
    """Something said by a seat or by chance: a frozen value, equal to what has the same text (players remember by it).

    `str` gives this one text, without the seat.
    """

    def __str__(self) -> str: ...


A = TypeVar("A", bound=Action)


class Session(Protocol[A]):
    """What a Table needs of anything that people do together: a game, or a score sheet."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that owe a decision; `(CHANCE,)` while a chance is pending; `()` when nobody is waited for."""

    def parse(self, text: str) -> A:
        """Read one action, as `str` of it prints; ValueError if it is not one (whether or not it is legal now)."""

    def apply(self, seat: Seat, action: A, emit: Emit | None = None) -> None:
        """Carry out one action and emit what happened, in order. IllegalAction leaves everything as it was."""

    def view(self, seat: Seat | None) -> msgspec.Struct:
        """What that seat (None: the public) may know, built from nothing."""

    def scores(self) -> tuple[Mapping[str, int], ...]:
        """Points by category and `total`, a mapping for each seat, as if it ended now."""

    def winners(self) -> tuple[Seat, ...]:
        """Who won, several in a shared victory; empty until over."""

    def copy(self) -> Self: ...


@runtime_checkable
class State(Session[A], Protocol[A]):
    """A game with turns: it is over when nobody is to act. Simultaneous games put several seats into `to_act`."""

    def legal(self, seat: Seat) -> Sequence[A]:
        """Every legal action of a seat, in a fixed order. For CHANCE: the outcomes of `odds`, none if it is None."""

    def is_public(self, seat: Seat) -> bool:
        """Whether everybody may know what a seat can do now: it is the same wherever the public takes this to be."""

    def odds(self) -> Sequence[tuple[A, int]] | None:
        """The pending chance's outcomes with their weights; None where they are too many to list."""

    def deal(self, rng: Rng) -> A:
        """One outcome of the pending chance, as likely as it should be."""

    def chance_key(self) -> tuple[str, int]:
        """The stack the pending chance asks, and how many of its cards have come to light before."""

    def resample(self, seat: Seat | None, rng: Rng) -> Self:
        """A world that seat (None: the public) cannot tell from this one."""

    def estimate(self, seat: Seat) -> float:
        """Points now plus what is in progress. For players, on resampled copies only."""


@runtime_checkable
class Foresees(Protocol):
    """A state that says what an action would come to."""

    def foreseen(self, seat: Seat, action: Any, reader: Seat | None) -> msgspec.Struct:  # Any: the game's own actions
        """What `reader` (None: the public) would be shown once `seat` had done this; IllegalAction if it cannot.

        Only what follows for certain from what that reader is shown now: it is the same in every world that it cannot
        tell from this one. It ends where something comes to light, or hangs on what others choose in secret.
        """


@runtime_checkable
class Described(Protocol):
    """A state that says of each seat what players may learn from (`engine.players.judgement`)."""

    def feature_names(self) -> tuple[str, ...]:
        """A slug for each feature; the same in all games of a shelf that are played with the same data."""

    def features(self) -> list[list[float]]:
        """What describes each seat now, in the order of the names. For players, on resampled copies only."""


@runtime_checkable
class Remembers(Protocol):
    """A state whose worlds hold what a seat has seen before and cannot see any more."""

    def forget(self) -> None:
        """From now on they do not. For measuring what it is worth, on a copy."""


@runtime_checkable
class Stocked(Protocol):
    """A state whose chance may deal more than can be listed: it states what is left instead."""

    def stock(self) -> Sequence[tuple[str, int]]:
        """While `odds` is None: what may come, as words of a record, and how many of it are left."""


@runtime_checkable
class Tracked(Protocol):
    """A state that people may tell of cardboard unlike our lists."""

    def others(self) -> Sequence[Action]:
        """What people may tell although the counts exclude it; each text is the plain one with ` !` behind it.

        Asked while chance is pending, or while a seat (`to_act`) says which card it keeps of a stack that nobody
        wrote down. `apply` takes them, `legal` and `odds` never list them. Empty where the table deals, and
        wherever nothing comes to light.
        """

    def unsure(self) -> bool:
        """Whether nobody has read the list that is asked now off the cards: then `others` are offered at once."""

    def laid_out(self) -> tuple[int, int]:
        """Which of how many alike the set-up asks for now, from 1; 0 of 0 for anything else."""

    def moved(self, seat: Seat, action: Any) -> Sequence[Action]:  # Any: the game's own actions
        """What was told of `seat`, or of CHANCE, as it is told of whoever is asked now: the same things of the table.

        What is meant first comes first. It need not be legal; empty where it cannot be told of them at all.
        """

    def reseated(self, seat: Seat, action: Any, to: Sequence[Seat]) -> Any:  # Any: the game's own actions
        """Return an action of `seat`, or of CHANCE, as it is told once the seat `n` of before is seat `to[n]`.

        It is of the same things before the same people. What names no seat stays as it is.
        """

    def follows(self, action: Any) -> bool:  # Any: the game's own actions
        """Whether an action only answers what an earlier line of its turn has opened, so that it goes with it."""

    def told_in(self) -> int:
        """What is said now is told with what was said at the same number; it grows by turns, and is 0 in the set-up."""

    def counted(self) -> Mapping[str, Any]:  # Any: `engine.agreements.Count`, which knows this module
        """What people may count otherwise now, by its words in a record; of `things` only what lies there."""

    def things(self) -> Mapping[str, int]:
        """What may lie before a seat that is counted, by its words without the seat, and the most of it."""

    @property
    def turn(self) -> int:
        """Turns begun so far, of an age where the state is `InAges`; 0 in the set-up."""


@runtime_checkable
class HasWonders(Protocol):
    """A state in which wonders lie before seats, so that people may have told others than there are."""

    def told_wonders(self) -> tuple[tuple[str, ...], ...]:
        """By seat, those that were told, by their words in a record: in its header or in its lines."""

    def every_wonder(self) -> tuple[str, ...]:
        """Those that might be."""


@runtime_checkable
class ToldAtOnce(Protocol):
    """A state in which people tell what several seats did at the same time, one after another."""

    def settled(self, seat: Seat) -> bool:
        """Whether the one thing that this seat may tell need not be told, now that all are asked.

        False once somebody has told what was a choice, and where people expect to tell it: whoever told it late would
        tell it of the next turn.
        """


@runtime_checkable
class LeavesOver(Protocol):
    """A state in which a seat may be left with what the others did not choose. A table that deals says that for it."""

    def left_over(self) -> Action | None:
        """What the seat to act need not be asked; None: it is asked, like everything that is a choice."""


@runtime_checkable
class InAges(Protocol):
    """A state whose view counts turns anew in each age."""

    def turns_begun(self) -> int:
        """Turns of all ages so far."""


class Setup(Protocol):
    """What a record's header says, checked. Each game has its own Struct of this shape."""

    @property
    def names(self) -> tuple[str, ...] | None: ...

    @property
    def seats(self) -> int:
        """How many sit at the table."""

    def header(self) -> Mapping[str, str]:
        """The keys and values of a record's header, in the order they are written."""


class Rules(Protocol):
    """What a record can be of, a game or score sheets: makes set-ups and sessions from its game data."""

    @property
    def name(self) -> str:
        """The word after `game:` in a record."""

    @property
    def data_version(self) -> int:
        """The newest version of its game data; new games are played with it."""

    def data(self, version: int | None = None, overrides: str = "") -> object:
        """Its game data in a version (None: the newest), with a header's overrides; ValueError names the first unfit.

        Records of every version up to the newest can be played; any other version is a KeyError.
        """

    def setup(self, header: Mapping[str, str]) -> Setup:
        """Check a header; BadHeader names every key that does not fit."""

    # Any: each has its own Setup and actions; a shelf cannot say which.
    def start(self, setup: Any) -> Session[Any]:
        """The position before the first line, from a set-up of its own."""

    def events(self) -> object:
        """The union of its events, as a type for msgspec to decode."""


@runtime_checkable
class Game(Rules, Protocol):
    """One game on the shelf. What only some games have is asked by `HasRoles`, `HasHouseRules` and others below."""

    @property
    def seats(self) -> range:
        """How many may sit down."""

    @property
    def first_seat(self) -> bool:
        """Whether a header may say which seat begins."""

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        """What a header may add to the game, by its word, with the variants each needs."""

    def start(self, setup: Any) -> State[Any]: ...


@runtime_checkable
class BringsVariants(Protocol):
    """A game of which one variant comes with another at a table."""

    def brings(self) -> Mapping[str, tuple[str, ...]]:
        """By variant, those that come with it until somebody switches them off; a header tells all."""


@runtime_checkable
class HasRoles(Protocol):
    """A game whose seats are something printed: a role (a wonder's slug), each once a game."""

    def roles(self) -> tuple[str, ...]:
        """What a seat may be."""

    def board(self, role: str) -> str:
        """What a role is a side of, or itself: no board is at the table twice."""

    def random_pool(self, variant: Collection[str]) -> tuple[str, ...]:
        """The roles that are drawn at random when these variants are played."""


@runtime_checkable
class KeepsCounts(Protocol):
    """A game of which more is kept than its points."""

    # Any: each has its own Setup.
    def counts(self, setup: Any, events: Iterable[Event]) -> tuple[str, tuple[dict[str, int], ...]]:
        """How a game with these events was won ("": it was not, or there is only one way to win), and what each seat
        did how often, by slug.
        """


@runtime_checkable
class HasHouseRules(Protocol):
    """A game that can be played otherwise than its rules say."""

    def house_rules(self) -> Mapping[str, bool]:
        """What a header may turn, by its slug, with what holds if it does not."""


@runtime_checkable
class TakesOverrides(Protocol):
    """A game whose data an owner may override."""

    def overrides(self, data: bytes, file: str) -> str:
        """An owner's file as a header has it; ValueError names file, entry and field."""

    def unverified(self, setup: Any) -> tuple[str, ...]:
        """Roles, and other things, in this set-up whose values nobody has read off the printed parts."""


class _NoRoles:
    """The roles of a game whose seats are nothing but seats."""

    def roles(self) -> tuple[str, ...]:
        return ()

    def board(self, role: str) -> str:
        return role

    def random_pool(self, variant: Collection[str]) -> tuple[str, ...]:
        return ()


_NO_ROLES: Final = _NoRoles()


def roles_of(game: Game) -> HasRoles:
    """The roles of a game, none where it has none."""
    return game if isinstance(game, HasRoles) else _NO_ROLES


def turns_begun(state: Session[Any]) -> int | None:
    """Turns of a whole game so far; None where there are none."""
    if isinstance(state, InAges):
        return state.turns_begun()
    return state.turn if isinstance(state, Tracked) else None
