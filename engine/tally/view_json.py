"""The view of a tally for everybody: the object of `replay --json`. It contains no secrets."""

import msgspec


class CellView(msgspec.Struct, frozen=True, gc=False):
    """A cell that every seat has, and what may be entered there.

    `usual`: from where to where most numbers are; what lies beyond is worth a question. `start`: what is counted from
    where nobody has entered anything. `counts`: on the sheet; else it is only counted while people play.
    """

    id: str
    least: int
    most: int
    usual: tuple[int, int] | None = None
    start: int = 0
    counts: bool = True


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
    cells: dict[str, int]  # 0 where nobody has entered anything
    cat: bool
    sums: dict[str, Sum]  # by line
    total: int
    entered: tuple[str, ...] = ()  # cells that somebody has entered, or a marker
    kinds: int = 0  # different symbols, where those are counted


class ConflictView(msgspec.Struct, frozen=True):
    """Markers, and what the shields are worth if the conflict is settled now."""

    tokens: int
    flipped: int
    battle: tuple[bool, ...]  # by marker
    shields: tuple[int, ...]  # by seat
    won: tuple[int, ...]


class AgeView(msgspec.Struct, frozen=True):
    """The marker of age and round. `least` and `most`: rounds of each age; `passing`: where hands go now."""

    age: int
    round: int
    ages: int
    least: int
    most: int
    passing: str
    victory: int  # points of a victory now, and what a defeat takes
    defeat: int
    settled: bool  # the conflict of this age was fought


class ZoneView(msgspec.Struct, frozen=True, gc=False):
    """A zone of the track, from this space on; `coins` are taken where the pawn first comes."""

    start: int
    points: int
    coins: int


class TrackView(msgspec.Struct, frozen=True):
    """The pawn, above 0 on seat 2's side, and the coins of the tokens that lie there still, by seat that would lose."""

    pawn: int
    capital: int
    zones: tuple[ZoneView, ...]
    tokens: tuple[tuple[int, ...], ...]


class TokenView(msgspec.Struct, frozen=True, gc=False):
    """A token that one seat can have; 0: nobody has it."""

    id: str
    seat: int
    coins: int


class ProgressView(msgspec.Struct, frozen=True):
    """Symbols (cells) that are counted, how many different ones win, and the tokens."""

    symbols: tuple[str, ...]
    winning: int
    tokens: tuple[TokenView, ...]


class MissingCell(msgspec.Struct, frozen=True):
    """A cell that these seats have not entered yet."""

    cell: str
    seats: tuple[int, ...]


class InstantWin(msgspec.Struct, frozen=True, gc=False):
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
    supremacy: InstantWin | None  # who did, whatever the points
    cat: int | None  # the seat that has it, 0: nobody; None: this sheet has no cat
    seats: tuple[SeatView, ...]
    counters: tuple[str, ...] = ()  # cells that are counted while people play
    age: AgeView | None = None
    track: TrackView | None = None
    progress: ProgressView | None = None
    missing: tuple[MissingCell, ...] = ()  # what the sheet still lacks, where points decide
