"""What the screen knows of a score sheet: the view, and what may be taken back. It holds no rule."""

from collections.abc import Collection, Sequence
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

    def entered(self, seat: int, cell: str) -> bool:
        """Whether anybody has entered it, or a marker."""
        return cell in self.view.seats[seat - 1].entered

    @property
    def cells(self) -> list[str]:
        """Cells that count, as their lines stand on the sheet; those of no line come last."""
        counts = [cell.id for cell in self.view.cells if cell.counts]
        first = [id for line in self.view.lines for id in line.cells if id in counts]
        return [*first, *(id for id in counts if id not in first)]

    @property
    def counted(self) -> list[str]:
        """Cells that are only counted while people play, but for symbols."""
        symbols = self.view.progress.symbols if self.view.progress else ()
        return [cell.id for cell in self.view.cells if not cell.counts and cell.id not in symbols]

    def after(self, seat: int, cell: str, done: Collection[tuple[int, str]], round: bool) -> tuple[int, str] | None:
        """What is entered next, of what nobody has entered yet: down the sheet of this seat, or (`round`) the same for
        the next seat, and so on for all, then what stands below. `done`: what was entered or left out just now."""
        cells, seats = self.cells, len(self.view.seats)
        nth = cells.index(cell) if cell in cells else -1
        if round:
            others = [(seat - 1 + step) % seats + 1 for step in range(1, seats)]
            order = [(other, cell) for other in others]
            order += [((seat - 1 + step) % seats + 1, id) for id in cells[nth + 1 :] for step in range(1, seats + 1)]
        else:
            order = [(seat, id) for id in cells[nth + 1 :]]
        return next((each for each in order if each not in done and not self.entered(*each)), None)

    def first(self, seat: int) -> str:
        """The first cell of a seat that nobody has entered yet; "" if there is none."""
        return next((id for id in self.cells if not self.entered(seat, id)), "")

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
