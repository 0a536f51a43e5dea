"""What can be said in tally, and the events that follow. The text of an action is the record's, without the seat.

What concerns one seat is said for it (`2 set shields 4`); what lies in the middle is said by nobody (`settle`).
"""

import re
from typing import Final

import msgspec

from engine.game import Event

WORD: Final = re.compile(r"[a-z]+(-[a-z]+)*\Z")
NUMBER: Final = re.compile(r"(0|-?[1-9][0-9]{0,3})\Z")


class Set(msgspec.Struct, frozen=True, gc=False):
    """A seat's cell has this value now."""

    cell: str
    value: int

    def __str__(self) -> str:
        return f"set {self.cell} {self.value}"


class Marker(msgspec.Struct, frozen=True, gc=False):
    """A conflict marker, from 1, shows this side now."""

    number: int
    battle: bool

    def __str__(self) -> str:
        return f"marker {self.number} {'battle' if self.battle else 'peace'}"


class Settle(msgspec.Struct, frozen=True, gc=False):
    """Neighbours compare shields, tokens are handed out, all markers show peace."""

    def __str__(self) -> str:
        return "settle"


class Cat(msgspec.Struct, frozen=True, gc=False):
    """The cat is at a seat (from 1) now; 0: in the middle."""

    seat: int

    def __str__(self) -> str:
        return f"cat {self.seat}"


class Supremacy(msgspec.Struct, frozen=True, gc=False):
    """A seat (from 1) has won at once, by this; 0, by nothing: nobody has."""

    seat: int
    by: str = ""

    def __str__(self) -> str:
        return f"supremacy {self.seat} {self.by}" if self.seat else "supremacy 0"


class End(msgspec.Struct, frozen=True, gc=False):
    """Everything is entered: who has most has won, or who won at once."""

    def __str__(self) -> str:
        return "end"


Action = Set | Marker | Settle | Cat | Supremacy | End


def parse(text: str) -> Action:
    """Read one action; ValueError if it is not one."""
    match text.split(" "):
        case ["set", cell, value] if WORD.match(cell) and NUMBER.match(value):
            return Set(cell, int(value))
        case ["marker", number, "battle" | "peace" as side] if NUMBER.match(number):
            return Marker(int(number), side == "battle")
        case ["settle"]:
            return Settle()
        case ["cat", seat] if NUMBER.match(seat):
            return Cat(int(seat))
        case ["supremacy", "0"]:
            return Supremacy(0)
        case ["supremacy", seat, by] if seat != "0" and NUMBER.match(seat) and WORD.match(by):
            return Supremacy(int(seat), by)
        case ["end"]:
            return End()
    raise ValueError(f"not an action of tally: {text!r}")


# ---- events ------------------------------------------------------------------------------------------------


class CellSet(Event, frozen=True, tag="cell-set"):
    seat: int
    cell: str
    value: int
    before: int


class MarkerTurned(Event, frozen=True, tag="marker-turned"):
    """To battle; `flipped` of all `tokens` show it now."""

    marker: int
    flipped: int
    tokens: int


class MarkerTurnedBack(Event, frozen=True, tag="marker-turned-back"):
    """To peace."""

    marker: int
    flipped: int
    tokens: int


class ConflictSettled(Event, frozen=True, tag="conflict-settled"):
    """Shields and tokens won, by seat."""

    shields: tuple[int, ...]
    won: tuple[int, ...]


class CatPut(Event, frozen=True, tag="cat-put"):
    """The cat is at a seat; 0: in the middle."""

    seat: int
    before: int


class SupremacySaid(Event, frozen=True, tag="supremacy-said"):
    """A seat has won at once, by this; 0: nobody has."""

    seat: int
    by: str


class SheetClosed(Event, frozen=True, tag="sheet-closed"):
    """Everything is entered."""


Events = CellSet | MarkerTurned | MarkerTurnedBack | ConflictSettled | CatPut | SupremacySaid | SheetClosed
