"""The protocols that every game implements: seats, actions, events, states, set-ups and rules.

Seats are 0-based in calls (`Seat`) and 1-based in everything that is written or sent: records, events, views, messages.
Nothing here waits, logs, reads files or shuffles; a caller that wants a sample passes an `Rng` in.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final, NewType, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

import msgspec

Rng: TypeAlias = Random
Seat = NewType("Seat", int)
CHANCE: Final = Seat(-1)
# Values of any game: each game has types of its own for them, which no shared module may name.
AnyView: TypeAlias = Any  # what one reader may know
AnySeatView: TypeAlias = Any  # of a view, one of its `seats`
AnyData: TypeAlias = Any  # what is printed
AnyEvent: TypeAlias = Any


class Event(msgspec.Struct, frozen=True, tag_field="type"):
    """An event of a game, emitted to its audience. Seats in its fields count from 1."""

    @property
    def gained_card(self) -> str:
        """The card that a seat gets by this and that its action did not name; empty for anything else."""
        return ""


Audience = tuple[Seat, ...] | None
EVERYONE: Final[Audience] = None
Emit = Callable[[Event, Audience], None]


CONTRADICTION_SIGN: Final = "!"  # behind the text of an action that our counts exclude (`Reportable.contradictions`)


def plain_line(text: str) -> str:
    """Return the text of an action without the sign of a contradiction."""
    return text.removesuffix(f" {CONTRADICTION_SIGN}")


class IllegalAction(Exception):
    """An action that the rules do not allow.

    `rule` is a stable slug, `facts` the values it refers to; `app/text` makes the sentence.
    """

    def __init__(self, rule: str, **facts: int | str) -> None:
        super().__init__(rule)
        self.rule = rule
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value}" for key, value in self.facts.items())
        return f"{self.rule} ({facts})" if facts else self.rule


class BadHeader(ValueError):
    """A record header that does not fit. `faults` are (key, reason) pairs; a missing key is under its own name."""

    def __init__(self, *faults: tuple[str, str]) -> None:
        super().__init__("; ".join(f"{key}: {reason}" for key, reason in faults))
        self.faults = faults


class Action(Protocol):
    """An action of a seat or of chance: a frozen value, equal to any other with the same text (players memoize by it).

    `str` returns that text, without the seat.
    """

    def __str__(self) -> str: ...


A = TypeVar("A", bound=Action)


class Session(Protocol[A]):
    """A session at a table: a game, or a score sheet."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that owe a decision; `(CHANCE,)` while a chance is pending; `()` when nobody is waited for."""

    def parse(self, text: str) -> A:
        """Parse one action, as `str` prints it. Raise ValueError if it is not one, whether or not it is legal now."""

    def apply(self, seat: Seat, action: A, emit: Emit | None = None) -> None:
        """Apply one action and emit its events, in order. Raise IllegalAction, with the state unchanged, if it is not
        legal.
        """

    def view(self, seat: Seat | None) -> msgspec.Struct:
        """Return a view with what `seat` (None: the public) may know, built field by field."""

    def scores(self) -> tuple[Mapping[str, int], ...]:
        """Return points by category and `total`, one mapping for each seat, as if the game ended now."""

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners, several if they share the victory; empty until the game is over."""

    def copy(self) -> Self: ...


@runtime_checkable
class State(Session[A], Protocol[A]):
    """A game with turns: it is over when nobody is to act. Simultaneous games put several seats into `to_act`."""

    def legal(self, seat: Seat) -> Sequence[A]:
        """List the legal actions of a seat in a fixed order. For CHANCE: the outcomes of `odds`, if listed."""

    def is_public(self, seat: Seat) -> bool:
        """Check whether everybody may know the legal actions of `seat`: they are the same in every world the public
        considers.
        """

    def odds(self) -> Sequence[tuple[A, int]] | None:
        """Return the outcomes of the pending chance with their weights, or None if there are too many to list."""

    def deal(self, rng: Rng) -> A:
        """Draw one outcome of the pending chance, with its true probability."""

    def chance_key(self) -> tuple[str, int]:
        """Return the stack that the pending chance draws from, and how many of its cards have been revealed before."""

    def resample(self, seat: Seat | None, rng: Rng) -> Self:
        """Return a random world that `seat` (None: the public) cannot tell from this one."""

    def estimate(self, seat: Seat) -> float:
        """Estimate the final points: points now plus work in progress. For players, on resampled copies only."""


@runtime_checkable
class HasForesight(Protocol):
    """A state that can show the consequences of an action without applying it."""

    def foreseen(self, seat: Seat, action: Any, reader: Seat | None) -> msgspec.Struct:  # Any: the game's own actions
        """Return the view of `reader` (None: the public) after `seat` did `action`. Raise IllegalAction if it cannot.

        Only certain consequences of what the reader sees now are shown: the result is the same in every world that the
        reader cannot tell from this one. It stops where something is revealed, or depends on secret choices of others.
        """


@runtime_checkable
class HasFeatures(Protocol):
    """A state that describes each seat by features that players learn from (`engine.players.learned_evaluation`)."""

    def feature_names(self) -> tuple[str, ...]:
        """Return a slug for each feature; the same for all games that are played with the same data."""

    def features(self) -> list[list[float]]:
        """Return the features of each seat, in the order of their names. For players, on resampled copies only."""


@runtime_checkable
class HasMemory(Protocol):
    """A state whose resampled worlds respect what a seat has seen earlier and cannot see any more."""

    def forget(self) -> None:
        """Clear the memory of all seats. Used on a copy, to measure what memory is worth."""


@runtime_checkable
class HasStock(Protocol):
    """A state whose chance may have too many outcomes to list: it lists the remaining stock instead."""

    def stock(self) -> Sequence[tuple[str, int]]:
        """List the possible results and how many of each are left, in words of a record. Asked while `odds` is None."""


@runtime_checkable
class Reportable(Protocol):
    """A state of a game that people deal and report, and whose cards may differ from our lists."""

    def contradictions(self) -> Sequence[Action]:
        """List the actions that people may report although our counts exclude them; each text ends with
        `CONTRADICTION_SIGN`.

        Asked while chance is pending, or while a seat (`to_act`) reports which card it keeps from a stack that nobody
        recorded. `apply` accepts them, `legal` and `odds` never list them. Empty where the table deals, and wherever
        nothing is revealed.
        """

    def is_list_unverified(self) -> bool:
        """Check whether the list in question has never been verified against the cards; then `others` are offered at
        once.
        """

    def setup_progress(self) -> tuple[int, int]:
        """Return which of several like things the set-up asks for now, from 1, and how many there are; (0, 0)
        otherwise.
        """

    def reassigned(self, seat: Seat, action: Any) -> Sequence[Action]:  # Any: the game's own actions
        """Return how an action reported for `seat`, or for CHANCE, reads when it is reported for the seat now to act.

        The likeliest reading comes first. It may be illegal; empty if there is none.
        """

    def reseated(self, seat: Seat, action: Any, to: Sequence[Seat]) -> Any:  # Any: the game's own actions
        """Return an action of `seat`, or of CHANCE, for a table whose seats were rearranged: `n` is `to[n]` now.

        It is about the same things and the same people. An action that names no seat is returned unchanged.
        """

    def is_follow_up(self, action: Any) -> bool:  # Any: the game's own actions
        """Check whether an action only answers a question that an earlier line of its turn raised, so that both belong
        together.
        """

    def reported_turn(self) -> int:
        """Return the number of the turn that is reported now; it is 0 in the set-up. Lines of one number belong
        together.
        """

    def correctable_counts(self) -> Mapping[str, Any]:  # Any: `Count`, whose module imports this one
        """Map what people may count now to an `engine.corrections_and_agreements.Count`, keyed by its record text.

        Of the `things` of a seat, only those that the seat has are listed.
        """

    def things(self) -> Mapping[str, int]:
        """Map each thing that a counted seat can have to its highest count, keyed by its words without the seat."""

    @property
    def turn(self) -> int:
        """The number of turns begun, in the current age if the state is `HasAges`; 0 in the set-up."""


@runtime_checkable
class HasWonders(Protocol):
    """A state in which seats have wonders, so that a wonder may have been reported wrongly."""

    def reported_wonders(self) -> tuple[tuple[str, ...], ...]:
        """Return the reported wonders by seat, as words of a record: those of its header and of its lines."""

    def possible_wonders(self) -> tuple[str, ...]:
        """List every wonder that a seat might have."""


@runtime_checkable
class HasParallelReports(Protocol):
    """A state in which people report simultaneous actions of several seats one after the other."""

    def can_skip_report(self, seat: Seat) -> bool:
        """Check whether the only possible report of a seat can be left out, once all seats are asked.

        False once somebody has reported what was a choice, and where people expect to report it: a late report would be
        taken for one of the next turn.
        """


@runtime_checkable
class HasUnseenOffers(Protocol):
    """A state in which people see cards that nobody has reported."""

    def names_unseen(self) -> bool:
        """Check whether actions of the seat to act name such cards, so that some of them may be impossible."""

    def lies_open(self) -> bool:
        """Check whether people saw the outcome of the pending chance before the action that led to it."""


@runtime_checkable
class HasLeftovers(Protocol):
    """A state in which a seat may be left with what the others did not choose; the table reports that by itself."""

    def leftover_action(self) -> Action | None:
        """Return the action that the seat to act need not be asked for, or None if it has a choice."""


@runtime_checkable
class HasAges(Protocol):
    """A state whose view counts turns from 1 in each age."""

    def count_turns(self) -> int:
        """Return the number of turns begun in all ages so far."""


class Setup(Protocol):
    """The checked header of a record. Each game has a Struct of this shape."""

    @property
    def names(self) -> tuple[str, ...] | None: ...

    @property
    def seats(self) -> int:
        """The number of seats at the table."""

    def header(self) -> Mapping[str, str]:
        """Return the keys and values of a record's header, in the order in which they are written."""


class Rules(Protocol):
    """The rules of a game or of score sheets: they make set-ups and sessions from game data."""

    @property
    def name(self) -> str:
        """The word after `game:` in a record."""

    @property
    def data_version(self) -> int:
        """The newest version of the game data, with which new games are played."""

    def data(self, version: int | None = None, overrides: str = "") -> object:
        """Return the game data of a version (None: the newest), with a header's overrides.

        Records of every version up to the newest can be played. Raise KeyError for any other version, ValueError for
        the first override that does not fit.
        """

    def setup(self, header: Mapping[str, str]) -> Setup:
        """Check a header. Raise BadHeader with every key that does not fit."""

    # Any: each has its own Setup and actions; a shelf cannot say which.
    def start(self, setup: Any) -> Session[Any]:
        """Return the position before the first line, for a set-up of these rules."""

    def events(self) -> object:
        """Return the union of the events, as a type for msgspec to decode."""


@runtime_checkable
class Game(Rules, Protocol):
    """A game on the shelf. Optional features are the protocols below: `HasRoles`, `HasHouseRules` and others."""

    @property
    def seats(self) -> range:
        """The numbers of seats that can play."""

    @property
    def first_seat(self) -> bool:
        """A flag: a header may say which seat begins."""

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        """Map each variant that a header may add to the variants that it needs."""

    def start(self, setup: Any) -> State[Any]: ...


@runtime_checkable
class HasIncludedVariants(Protocol):
    """A game in which one variant brings another along at a table."""

    def included_variants(self) -> Mapping[str, tuple[str, ...]]:
        """Map each variant to those that are switched on with it, and can be switched off; a header lists all."""


@runtime_checkable
class HasRoles(Protocol):
    """A game whose seats have a printed role (a wonder's slug), each role at most once in a game."""

    def roles(self) -> tuple[str, ...]:
        """List the roles that a seat may have."""

    def board(self, role: str) -> str:
        """Return the board of which a role is a side, or the role itself. No board is used twice in a game."""

    def random_pool(self, variant: Collection[str]) -> tuple[str, ...]:
        """List the roles that are drawn from at random when these variants are played."""


@runtime_checkable
class HasStatistics(Protocol):
    """A game that keeps statistics besides its points."""

    # Any: each has its own Setup.
    def statistics(self, setup: Any, events: Iterable[Event]) -> tuple[str, tuple[dict[str, int], ...]]:
        """Return how a game with these events was won, and by seat how often it did what, by slug.

        The first is "" if nobody won, or if there is only one way to win.
        """


@runtime_checkable
class HasHouseRules(Protocol):
    """A game whose rules have switches."""

    def house_rules(self) -> Mapping[str, bool]:
        """Map each switch that a header may set to its default, by slug."""


@runtime_checkable
class HasOverrides(Protocol):
    """A game whose data an owner may override."""

    def overrides(self, data: bytes, file: str) -> str:
        """Convert an owner's file to the text of a header. Raise ValueError naming file, entry and field."""

    def unverified(self, setup: Any) -> tuple[str, ...]:
        """List roles and other things of this set-up whose values nobody has verified against the printed parts."""


@runtime_checkable
class HasHiddenHands(Protocol):
    """A game in which seats hold cards that nobody else may see, so that no bot can play with people's own cards."""

    @property
    def hides_hands(self) -> bool:
        """True: a person who reports a game does not report hands."""


class _NoRoles:
    """The roles of a game without printed roles."""

    def roles(self) -> tuple[str, ...]:
        return ()

    def board(self, role: str) -> str:
        return role

    def random_pool(self, variant: Collection[str]) -> tuple[str, ...]:
        return ()


_NO_ROLES: Final = _NoRoles()


def roles_of(game: Game) -> HasRoles:
    """Return the roles of a game, or an empty set of roles."""
    return game if isinstance(game, HasRoles) else _NO_ROLES


_COUNTS: Final[dict[type, Callable[[Any], int | None]]] = {}  # by the type of state: to ask a protocol takes 20 µs


def count_turns(state: Session[Any]) -> int | None:
    """Return the number of turns begun in the whole game, or None if it has no turns."""
    kind = type(state)
    if kind not in _COUNTS:
        _COUNTS[kind] = _find_turn_counter(state)
    return _COUNTS[kind](state)


def _find_turn_counter(state: Session[Any]) -> Callable[[Any], int | None]:
    if isinstance(state, HasAges):
        return lambda state: int(state.count_turns())
    return (lambda state: int(state.turn)) if isinstance(state, Reportable) else (lambda state: None)
