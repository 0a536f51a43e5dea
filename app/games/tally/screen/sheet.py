"""What the screen knows of a score sheet: the view, and what may be taken back. It holds no rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.protocol import messages
from engine.tally.view import CellView, Sum, View

DIGITS: Final = 3  # at most, of what somebody types


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet on the table. `own`: entries that may be taken back."""

    view: View
    own: tuple[messages.UndoOffer, ...] = ()

    def cell(self, id: str) -> CellView:
        return next(cell for cell in self.view.cells if cell.id == id)

    def value(self, seat: int, cell: str) -> int:
        return self.view.seats[seat - 1].cells[cell]

    def last(self, seat: int, cell: str) -> messages.UndoOffer | None:
        """The last entry of a cell, if it can be taken back."""
        return next((o for o in reversed(self.own) if (o.seat, _place(o.action)) == (seat, cell)), None)

    @property
    def begun(self) -> bool:
        """Whether anything has been entered."""
        return self.view.supremacy is not None or any(any(seat.cells.values()) or seat.cat for seat in self.view.seats)

    def rank(self, seat: int) -> int:
        """Places by who is ahead, then by points."""
        view = self.view
        if seat in (view.winners or view.ahead):
            return 1
        mine = view.seats[seat - 1].total
        return 1 + sum(other.seat in view.ahead or other.total > mine for other in view.seats if other.seat != seat)

    def sums(self, seat: int) -> Sequence[tuple[str, Sum]]:
        """Lines in the order of the sheet."""
        sums = self.view.seats[seat - 1].sums
        return [(line.id, sums[line.id]) for line in self.view.lines]


def typed(digits: str, key: str) -> str:
    """A number while it is typed: with one more sign, the last one taken away, or the other sign before it."""
    match key:
        case "back":
            return digits[:-1]
        case "sign":
            return digits.removeprefix("-") if digits.startswith("-") else f"-{digits}"
    plain = digits.removeprefix("-")
    if len(plain) >= DIGITS:
        return digits
    return digits.replace("0", key) if plain == "0" else digits + key


def _place(action: str) -> str:
    """The cell an entry is of: `set shields 4` is of `shields`."""
    words = action.split(" ")
    return words[1] if words[0] == "set" else words[0]
