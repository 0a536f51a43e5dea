"""How the house has it: what people count otherwise than the rules do, and what they agree on in words.

Only where people deal. From such a line on the game counts what people counted; words are written down, and change
nothing. That a seat has another wonder than was told is written down, too: by then the record is another one, as if it
had been told so from the start. In a record these lines are comments (docs/notation.md), so that other programs read
the same game.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import msgspec

from engine.game import CHANCE, EVERYONE, Emit, Event, IllegalAction, Seat

MOST: Final = 99  # of anything that is counted
LETTERS: Final = 120  # of what is agreed on

_FIRST: Final = "house "
_SAYS: Final = "says "
_HAS: Final = re.compile(r"house seat ([1-9]) has ([a-z][a-z-]*) not ([a-z][a-z-]*)\Z")


class HouseCount(msgspec.Struct, frozen=True, gc=False):
    """People counted `n` of something (`stack 2`, `coins 1`)."""

    what: str
    n: int

    def __str__(self) -> str:
        return f"house {self.what} {self.n}"


class HouseWay(msgspec.Struct, frozen=True, gc=False):
    """What people agreed on, in their own words."""

    text: str

    def __str__(self) -> str:
        return f"house says {self.text}"


class HouseHas(msgspec.Struct, frozen=True, gc=False):
    """A seat (from 1) has `now`; `was` had been told, and stands nowhere in the record any more."""

    seat: int
    now: str
    was: str

    def __str__(self) -> str:
        return f"house seat {self.seat} has {self.now} not {self.was}"


House = HouseCount | HouseWay | HouseHas


class HouseCounted(Event, frozen=True, tag="house-counted"):
    """From now on there are `now` of something; the rules had counted `was`."""

    what: str
    was: int
    now: int


class HouseSaid(Event, frozen=True, tag="house-said"):
    """What people agreed on, in their own words."""

    text: str


class HouseHasOther(Event, frozen=True, tag="house-has"):
    """A seat has another wonder than had been told: all lines say so now."""

    seat: int
    now: str
    was: str


class Count(msgspec.Struct, frozen=True):
    """What there is of something by the rules, and what people may say instead."""

    now: int
    least: int = 0
    most: int = MOST
    known: bool = True  # else nobody has counted it, and `now` is the most there can be


class Counted(Protocol):
    """A state in which people may count otherwise."""

    @property
    def to_act(self) -> tuple[Seat, ...]: ...

    def counted(self) -> Mapping[str, Count]:
        """What people may count now, by its words in a record; nothing where the table deals.

        Of what may lie before a seat (`things`) only what lies there.
        """

    def things(self) -> Mapping[str, int]:
        """What may lie before a seat, by its words in a record without the seat, and the most of it that people may
        count: none lies before a seat that is counted (`counted`) if it is not told there.
        """

    def count(self, what: str, n: int, emit: Emit | None) -> None:
        """From now on there are so many."""


def reseated(action: HouseCount | HouseWay | HouseHas, to: Sequence[Seat]) -> HouseCount | HouseWay | HouseHas:
    """Return a line as it is told once the seat `n` of before is seat `to[n]`."""
    if isinstance(action, HouseHas):
        return msgspec.structs.replace(action, seat=to[action.seat - 1] + 1)
    if isinstance(action, HouseCount):
        thing, _, seat = action.what.rpartition(" ")
        if seat.isdecimal():
            return msgspec.structs.replace(action, what=f"{thing} {to[int(seat) - 1] + 1}")
    return action


def is_house(text: str) -> bool:
    """Whether a line says how the house has it."""
    return text.startswith(_FIRST)


def is_other_wonder(text: str) -> bool:
    """Whether a line says that a seat has another wonder: nobody takes that back, they say it anew."""
    return _HAS.match(text) is not None


def read(text: str) -> House | None:
    """What a line says of that; None if it says nothing of it, or not in its one spelling."""
    if not is_house(text):
        return None
    rest = text.removeprefix(_FIRST)
    if rest.startswith(_SAYS):
        says = rest.removeprefix(_SAYS)
        plain = says.isprintable() and says == " ".join(says.split())
        return HouseWay(says) if says and plain and len(says) <= LETTERS else None
    if has := _HAS.match(text):
        return HouseHas(int(has[1]), has[2], has[3])
    what, _, number = rest.rpartition(" ")
    if not what or not number.removeprefix("-").isdecimal() or not number.isascii() or len(number) > len(str(-MOST)):
        return None
    found = HouseCount(what, int(number))
    return found if str(found) == text else None


def countable(state: Counted, what: str) -> Count | None:
    """What there is of that; None if it cannot be counted now."""
    counted = state.counted()
    found = counted.get(what)
    thing, _, seat = what.rpartition(" ")
    if found is not None or not (seat.isdecimal() and any(each.rpartition(" ")[2] == seat for each in counted)):
        return found
    most = state.things().get(thing)
    return None if most is None else Count(0, 0, most)


def carry_out(state: Counted, seat: Seat, action: House, lazy: bool, emit: Emit | None) -> None:
    """Count from there; IllegalAction where people do not deal, or that is not counted now."""
    if not lazy or seat != CHANCE:
        raise IllegalAction("not-counted", line=str(action))
    if isinstance(action, HouseHas):
        if emit is not None:
            emit(HouseHasOther(action.seat, action.now, action.was), EVERYONE)
        return
    if not state.to_act:
        raise IllegalAction("over")
    if isinstance(action, HouseWay):
        if emit is not None:
            emit(HouseSaid(action.text), EVERYONE)
        return
    found = countable(state, action.what)
    if found is None or not found.least <= action.n <= found.most:
        raise IllegalAction("not-counted", line=str(action))
    if emit is not None:
        emit(HouseCounted(action.what, found.now, action.n), EVERYONE)
    state.count(action.what, action.n, emit)
