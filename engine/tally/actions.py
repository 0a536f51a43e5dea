"""Actions of a tally, and the events they cause. The text of an action is that of a record, without the seat.

Entries about one seat are made for it (`2 set shields 4`), others for none (`settle`).
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


class Age(msgspec.Struct, frozen=True, gc=False):
    """The marker shows this age and this round of it."""

    age: int
    round: int

    def __str__(self) -> str:
        return f"age {self.age} {self.round}"


class Pawn(msgspec.Struct, frozen=True, gc=False):
    """The pawn stands so many spaces from the centre, above 0 on seat 2's side."""

    space: int

    def __str__(self) -> str:
        return f"pawn {self.space}"


class Token(msgspec.Struct, frozen=True, gc=False):
    """A seat (from 1) has this token now; 0: nobody."""

    id: str
    seat: int

    def __str__(self) -> str:
        return f"token {self.id} {self.seat}"


class End(msgspec.Struct, frozen=True, gc=False):
    """Close the sheet: everything is entered, and the winner is final."""

    def __str__(self) -> str:
        return "end"


Action = Set | Marker | Settle | Cat | Supremacy | Age | Pawn | Token | End


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
        case ["age", age, round] if NUMBER.match(age) and NUMBER.match(round):
            return Age(int(age), int(round))
        case ["pawn", space] if NUMBER.match(space):
            return Pawn(int(space))
        case ["token", id, seat] if WORD.match(id) and NUMBER.match(seat):
            return Token(id, int(seat))
        case ["end"]:
            return End()
    raise ValueError(f"not an action of tally: {text!r}")


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
    """Shields and tokens won, by seat. `passed`: shields that were counted apart are gone from the sheet."""

    shields: tuple[int, ...]
    won: tuple[int, ...]
    passed: bool = False


class AgeSettled(Event, frozen=True, tag="age-settled"):
    """The conflict at the end of an age: by seat its shields, and how often it won and lost, worth so much each.

    `left` and `right`: of these points, those against the neighbour on either side.
    """

    age: int
    shields: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


class AgeSet(Event, frozen=True, tag="age-set"):
    """The marker of age and round was moved."""

    age: int
    round: int


class PawnPut(Event, frozen=True, tag="pawn-put"):
    """The pawn has come to a space; tokens on its way are gone: by seat, the coins they took."""

    space: int
    before: int
    tokens: tuple[int, ...]  # coins of each token that is gone now
    loser: int  # whose they were, from 1; 0: none is gone
    lost: int  # coins that this seat had counted, and has no more


class TokenPut(Event, frozen=True, tag="token-put"):
    """A seat has a token now; 0: nobody. It brings coins at once."""

    token: str
    seat: int
    coins: int


class SymbolSet(Event, frozen=True, tag="symbol-set"):
    """A number of symbols was entered; two make a pair."""

    seat: int
    symbol: str
    value: int
    before: int


class CatPut(Event, frozen=True, tag="cat-put"):
    """The cat is at a seat; 0: in the middle."""

    seat: int
    before: int


class SupremacySaid(Event, frozen=True, tag="supremacy-said"):
    """A seat has won at once, by this; 0: nobody has."""

    seat: int
    by: str


class SheetClosed(Event, frozen=True, tag="sheet-closed"):
    """The sheet was closed."""


Events = (
    CellSet
    | MarkerTurned
    | MarkerTurnedBack
    | ConflictSettled
    | AgeSettled
    | AgeSet
    | PawnPut
    | TokenPut
    | SymbolSet
    | CatPut
    | SupremacySaid
    | SheetClosed
)
