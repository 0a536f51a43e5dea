"""What everybody may know of a tally: the object of `replay --json`. There are no secrets in it."""

import msgspec


class CellView(msgspec.Struct, frozen=True, gc=False):
    """A cell that every seat has, and what may be entered there."""

    id: str
    least: int
    most: int


class LineView(msgspec.Struct, frozen=True):
    """A line of the sheet, and the cells it is summed from (none: from what a seat holds)."""

    id: str
    cells: tuple[str, ...]


class Term(msgspec.Struct, frozen=True, gc=False):
    """A summand: `count // every * worth` points."""

    count: int
    worth: int = 1
    every: int = 1

    @property
    def points(self) -> int:
        return self.count // self.every * self.worth


class Sum(msgspec.Struct, frozen=True):
    """One line of a seat, with its arithmetic."""

    points: int
    terms: tuple[Term, ...]


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    name: str | None
    cells: dict[str, int]
    cat: bool
    sums: dict[str, Sum]  # by line
    total: int


class ConflictView(msgspec.Struct, frozen=True):
    """Markers, and what the shields are worth if the conflict is settled now."""

    tokens: int
    flipped: int
    battle: tuple[bool, ...]  # by marker
    shields: tuple[int, ...]  # by seat
    won: tuple[int, ...]


class Won(msgspec.Struct, frozen=True, gc=False):
    """A seat that won at once, and by what."""

    seat: int
    by: str


class Tie(msgspec.Struct, frozen=True):
    """Seats with equally many points in front: `values` of the cell `by` decide, or the victory is shared."""

    seats: tuple[int, ...]
    by: str
    values: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    game: str
    sheet: str
    variant: tuple[str, ...]
    over: bool
    to_act: tuple[int, ...]  # nobody, ever
    winners: tuple[int, ...]  # once it is over
    ahead: tuple[int, ...]  # who would win now
    tie: Tie | None
    cells: tuple[CellView, ...]
    lines: tuple[LineView, ...]
    conflict: ConflictView | None  # None: this sheet has none
    supremacies: tuple[str, ...]  # what wins at once
    supremacy: Won | None  # who did, whatever the points
    cat: int | None  # the seat that has it, 0: nobody; None: this sheet has no cat
    seats: tuple[SeatView, ...]
