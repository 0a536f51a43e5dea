"""Score sheets as the data file has them: which cells people may enter, and which lines are summed from them."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from engine.game_data import GameData

FILE: Final = "data/tally.toml"
SCORED: Final = ("architects", "duel", "seven-wonders")  # games whose scoring sums.py can call


class Cell(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A number somebody enters for a seat, `least` and `most` included. `variant`: only where that is played."""

    id: str
    most: int
    least: int = 0
    variant: str = ""


class Each(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="each"):
    """So many points for each of a cell."""

    id: str
    cell: str
    worth: int = 1
    variant: str = ""


class Every(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="every"):
    """A point for so many of a cell, rounded down."""

    id: str
    cell: str
    every: int
    variant: str = ""


class Held(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="held"):
    """Points for who holds the one thing of this name at the table."""

    id: str
    points: int
    variant: str = ""


class Bonus(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Where the cell is 1, each set is worth so much more on another line."""

    cell: str
    worth: int
    line: str


class Science(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="science"):
    """Squares of three symbols and a value for each set of them, at best. Cells: `any` counts symbols that may be any
    of them, `more` those added of the most common, `replaced` those that may become others."""

    id: str
    symbols: tuple[str, str, str]
    any: str
    set: int
    more: str
    replaced: str
    bonus: Bonus
    variant: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return (*self.symbols, self.any, self.more, self.replaced, self.bonus.cell)


Line = Each | Every | Held | Science


class Conflict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`shields` are compared and `tokens` won (cells); how many markers lie there, from the fewest seats up."""

    shields: str
    tokens: str
    markers: tuple[int, ...]


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game's sheet. `seats`: fewest and most; `tie`: the cell that decides among equal points; `supremacies`: what
    wins at once."""

    seats: tuple[int, int]
    tie: str
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]
    certainty: str
    variants: tuple[str, ...] = ()
    conflict: Conflict | None = None
    supremacies: tuple[Literal["military", "science"], ...] = ()

    def played(self, variant: Sequence[str]) -> tuple[tuple[Cell, ...], tuple[Line, ...]]:
        """The cells and lines that are on the sheet with these variants."""
        return (
            tuple(cell for cell in self.cells if not cell.variant or cell.variant in variant),
            tuple(line for line in self.lines if not line.variant or line.variant in variant),
        )


def cells_of(line: Line) -> tuple[str, ...]:
    """The cells that a line is summed from."""
    match line:
        case Held():
            return ()
        case Science():
            return line.cells
    return (line.cell,)


def game_data(data: bytes) -> GameData[dict[str, Sheet]]:
    """The sheets by game, by version of the data file; BadGameData if that does not hold up."""
    return GameData({FILE: data}, dict[str, Sheet], _faults)


def _faults(sheets: dict[str, Sheet]) -> Iterator[str]:
    for game, sheet in sheets.items():
        if game not in SCORED:
            yield f"{game}: no game of which this could be the sheet"
        for fault in _faults_of(sheet):
            yield f"{game}.{fault}"


def _faults_of(sheet: Sheet) -> Iterator[str]:
    ids = [cell.id for cell in sheet.cells]
    named = [(f"lines.{line.id}", cell) for line in sheet.lines for cell in cells_of(line)] + [("tie", sheet.tie)]
    if sheet.conflict:
        named += [("conflict.shields", sheet.conflict.shields), ("conflict.tokens", sheet.conflict.tokens)]
        if len(sheet.conflict.markers) != sheet.seats[1] - sheet.seats[0] + 1:
            yield "conflict.markers: a number for each number of seats"
    if not 1 <= sheet.seats[0] <= sheet.seats[1]:
        yield "seats: fewest and most"
    if twice := _twice(ids):
        yield f"cells.{twice}: stands twice"
    if twice := _twice([line.id for line in sheet.lines]):
        yield f"lines.{twice}: stands twice"
    if twice := _twice(sheet.supremacies):
        yield f"supremacies: {twice} stands twice"
    for cell in sheet.cells:
        if not cell.least <= 0 <= cell.most:
            yield f"cells.{cell.id}: 0 is where it begins"
    for entries, things in (("cells", sheet.cells), ("lines", sheet.lines)):
        for each in things:
            if each.variant and each.variant not in sheet.variants:
                yield f"{entries}.{each.id}.variant: unknown variant {each.variant!r}"
    for at, name in named:
        if name not in ids:
            yield f"{at}: unknown cell {name!r}"
    if sum(isinstance(line, Held) for line in sheet.lines) > 1:
        yield "lines: only one thing can be held"


def _twice(names: Sequence[str]) -> str:
    """The first name that stands twice, if one does."""
    return next((name for at, name in enumerate(names) if name in names[:at]), "")
