"""What the screen knows of a score sheet: the view, and what may be taken back. It holds no rule."""

from collections.abc import Sequence
from typing import Final

import msgspec

from app.games.tally import words as terms
from app.protocol import messages as said
from app.text.languages import Words
from engine.architects.actions import ConflictFought
from engine.tally.actions import ConflictSettled, Events
from engine.tally.view import CellView, Sum, View

DIGITS: Final = 3  # at most, of what somebody types


class Sheet:
    """The sheet on the table, as the last snapshot has it."""

    def __init__(self, snapshot: said.Snapshot) -> None:
        assert snapshot.game is not None
        self.view = msgspec.json.decode(snapshot.game, type=View)
        self._entries = {(offer.seat, _place(offer.action)): offer for offer in snapshot.own}

    def cell(self, id: str) -> CellView:
        return next(cell for cell in self.view.cells if cell.id == id)

    def value(self, seat: int, cell: str) -> int:
        return self.view.seats[seat - 1].cells[cell]

    def last(self, seat: int, cell: str) -> said.UndoOffer | None:
        """The last entry of a cell, if it can be taken back."""
        return self._entries.get((seat, cell))

    @property
    def begun(self) -> bool:
        """Whether anything has been entered."""
        return self.view.supremacy is not None or any(any(seat.cells.values()) or seat.cat for seat in self.view.seats)

    def fought(self, line: said.Line) -> ConflictFought | None:
        """A conflict that was settled, as it is shown when the table deals."""
        try:
            event = msgspec.json.decode(line.event, type=Events)
        except msgspec.ValidationError:
            return None
        if not isinstance(event, ConflictSettled):
            return None
        return ConflictFought(shields=event.shields, won=event.won, discarded=((),) * len(event.won))

    def sentence(self, line: said.Line, w: Words, people: Sequence[str], say: terms.Sheet) -> str:
        """A log line in words, with who entered it for another."""
        try:
            sentence = say.event(w, msgspec.json.decode(line.event, type=Events), people)
        except msgspec.ValidationError:
            return ""
        return w("{news} ({name})", news=sentence, name=people[line.by - 1]) if line.by else sentence

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
