"""House lines: corrected counts, agreements in words and corrected wonders, in games that people deal themselves.

A corrected count changes the state from that line on; an agreement is only recorded. A corrected wonder is recorded,
too, after the record has been rewritten as if the wonder had been right from the start. House lines are comments in a
record (docs/notation.md), so that other programs read the same game.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import msgspec

from engine.game import CHANCE, EVERYONE, Emit, Event, IllegalAction, Seat

MAX_COUNT: Final = 99  # of any one thing
MAX_LETTERS: Final = 120  # of an agreement

_PREFIX: Final = "house "
_AGREEMENT_PREFIX: Final = "says "
_WONDER_PATTERN: Final = re.compile(r"house seat ([1-9]) has ([a-z][a-z-]*) not ([a-z][a-z-]*)\Z")


class CountCorrection(msgspec.Struct, frozen=True, gc=False):
    """A corrected count: there are `n` of `what` (`stack 2`, `coins 1`)."""

    what: str
    n: int

    def __str__(self) -> str:
        return f"house {self.what} {self.n}"


class Agreement(msgspec.Struct, frozen=True, gc=False):
    """An agreement of the people at the table, in their own words."""

    text: str

    def __str__(self) -> str:
        return f"house says {self.text}"


class WonderCorrection(msgspec.Struct, frozen=True, gc=False):
    """A corrected wonder: the seat (from 1) has `now`. The record does not contain `was` any more."""

    seat: int
    now: str
    was: str

    def __str__(self) -> str:
        return f"house seat {self.seat} has {self.now} not {self.was}"


HouseLine = CountCorrection | Agreement | WonderCorrection
HOUSE_LINES: Final = frozenset((CountCorrection, Agreement, WonderCorrection))  # tested by type: isinstance is slow


class CountCorrected(Event, frozen=True, tag="house-counted"):
    """The count of `what` was corrected from `was` to `now`."""

    what: str
    was: int
    now: int


class AgreementMade(Event, frozen=True, tag="house-said"):
    """An agreement was recorded."""

    text: str


class WonderCorrected(Event, frozen=True, tag="house-has"):
    """The wonder of a seat was corrected from `was` to `now`, in all lines of the record."""

    seat: int
    now: str
    was: str


class Count(msgspec.Struct, frozen=True):
    """The count of a thing by the rules, and the range to which people may correct it."""

    now: int
    least: int = 0
    most: int = MAX_COUNT
    known: bool = True  # if not, `now` is an upper bound


class Countable(Protocol):
    """A state whose counts can be corrected."""

    @property
    def to_act(self) -> tuple[Seat, ...]: ...

    def correctable_counts(self) -> Mapping[str, Count]:
        """Map what can be corrected now to its count, keyed by its words in a record; empty where the table deals.

        Of the `things` of a seat, only those that the seat has are listed.
        """

    def things(self) -> Mapping[str, int]:
        """Map each thing that a seat can have to the highest count of it, keyed by its words without the seat.

        A seat that occurs in `counted` has none of the things that are not listed there.
        """

    def set_count(self, what: str, n: int, emit: Emit | None) -> None:
        """Set the count of `what` to `n`."""


def reseat_line(
    action: CountCorrection | Agreement | WonderCorrection, to: Sequence[Seat]
) -> CountCorrection | Agreement | WonderCorrection:
    """Return the line for a table whose seats were rearranged: the former seat `n` is seat `to[n]` now."""
    if isinstance(action, WonderCorrection):
        return msgspec.structs.replace(action, seat=to[action.seat - 1] + 1)
    if isinstance(action, CountCorrection):
        thing, _, seat = action.what.rpartition(" ")
        if seat.isdecimal():
            return msgspec.structs.replace(action, what=f"{thing} {to[int(seat) - 1] + 1}")
    return action


def is_house_line(text: str) -> bool:
    """Check whether a line of a record is a house line."""
    return text.startswith(_PREFIX)


def is_wonder_correction(text: str) -> bool:
    """Check whether a line corrects a wonder. Such a line cannot be undone, only corrected again."""
    return _WONDER_PATTERN.match(text) is not None


def parse_house_line(text: str) -> HouseLine | None:
    """Parse a house line. Return None for any other line, and for a house line that is not in canonical form."""
    if not is_house_line(text):
        return None
    rest = text.removeprefix(_PREFIX)
    if rest.startswith(_AGREEMENT_PREFIX):
        words = rest.removeprefix(_AGREEMENT_PREFIX)
        is_plain = words.isprintable() and words == " ".join(words.split())
        return Agreement(words) if words and is_plain and len(words) <= MAX_LETTERS else None
    if match := _WONDER_PATTERN.match(text):
        return WonderCorrection(int(match[1]), match[2], match[3])
    what, _, number = rest.rpartition(" ")
    if (
        not what
        or not number.removeprefix("-").isdecimal()
        or not number.isascii()
        or len(number) > len(str(-MAX_COUNT))
    ):
        return None
    found = CountCorrection(what, int(number))
    return found if str(found) == text else None


def count_of(state: Countable, what: str) -> Count | None:
    """Return the current count of `what`, or None if it cannot be corrected now."""
    counted = state.correctable_counts()
    found = counted.get(what)
    thing, _, seat = what.rpartition(" ")
    if found is not None or not (seat.isdecimal() and any(each.rpartition(" ")[2] == seat for each in counted)):
        return found
    most = state.things().get(thing)
    return None if most is None else Count(0, 0, most)


def apply_house_line(state: Countable, seat: Seat, action: HouseLine, lazy: bool, emit: Emit | None) -> None:
    """Apply a house line to a state and emit its event.

    `lazy`: people deal. Raise IllegalAction where the table deals, or if that count cannot be corrected now.
    """
    if not lazy or seat != CHANCE:
        raise IllegalAction("not-counted", line=str(action))
    if isinstance(action, WonderCorrection):
        if emit is not None:
            emit(WonderCorrected(action.seat, action.now, action.was), EVERYONE)
        return
    if not state.to_act:
        raise IllegalAction("over")
    if isinstance(action, Agreement):
        if emit is not None:
            emit(AgreementMade(action.text), EVERYONE)
        return
    found = count_of(state, action.what)
    if found is None or not found.least <= action.n <= found.most:
        raise IllegalAction("not-counted", line=str(action))
    if emit is not None:
        emit(CountCorrected(action.what, found.now, action.n), EVERYONE)
    state.set_count(action.what, action.n, emit)
