"""Score sheets as defined in the data file: the cells that people may enter, and the lines summed from them."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from engine.game_data import GameData

FILE: Final = "data/tally.toml"
SCORED: Final = ("architects", "duel", "seven-wonders")  # games whose scoring sheet_points.py can call


class Cell(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A number somebody enters for a seat, `least` and `most` included. `variant`: only where that is played.

    `rare`: most seats have none, so nobody is asked for it.
    """

    id: str
    most: int
    least: int = 0
    variant: str = ""
    rare: bool = False


class Start(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The initial value of a cell; if several apply, the last one counts."""

    cell: str
    value: int
    variant: str = ""


class PointsPerUnit(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="each"):
    """A line that counts a number of points for each unit of a cell."""

    id: str
    cell: str
    worth: int = 1
    variant: str = ""


class PointsPerGroup(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="every"):
    """A point for so many of a cell, rounded down."""

    id: str
    cell: str
    every: int
    variant: str = ""


class PointsForHolder(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="held"):
    """Points for who holds the one thing of this name at the table."""

    id: str
    points: int
    variant: str = ""


class Bonus(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A bonus on another line for each set, if the cell is 1."""

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


Line = PointsPerUnit | PointsPerGroup | PointsForHolder | Science


class Conflict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`shields` are compared and `tokens` won (cells); how many markers lie there, from the fewest seats up.

    `passing`: a cell that counts as shields and is nothing after the conflict. With `victory` a conflict ends an age:
    a victory is worth so much in each of them, a defeat takes `defeat`.
    """

    shields: str
    tokens: str
    markers: tuple[int, ...] = ()
    passing: str = ""
    victory: tuple[int, ...] = ()
    defeat: int = 0


class Ages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker of age and round: hands are `passing` on to a side, by age; each has `rounds`, and with the variant
    `recruiting` one before the first."""

    rounds: int
    passing: tuple[Literal["left", "right"], ...]
    recruiting: str = ""


class Zone(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, rename={"start": "from"}):
    """From this space on the seat ahead has these points; the other one loses the coins when the pawn first comes."""

    start: int
    points: int
    coins: int = 0


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pawn between two seats; `points` and `coins` are cells."""

    capital: int
    zones: tuple[Zone, ...]
    points: str
    coins: str

    def worth(self, ahead: int) -> int:
        """Return the points of the seat that is this number of spaces ahead."""
        return max((zone.points for zone in self.zones if ahead >= zone.start), default=0)


class ProgressToken(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A token that one seat can have: its points, `each` for each such token of that seat, coins at once."""

    id: str
    points: int = 0
    each: int = 0
    coins: int = 0
    symbol: bool = False  # it counts as one more symbol


class Progress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens that a pair of symbols (cells) brings; so many different symbols win at once. `points`: a cell."""

    symbols: tuple[str, ...]
    winning: int
    points: str
    tokens: tuple[ProgressToken, ...]


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game's sheet. `seats`: fewest and most; `tie`: the cell that decides among equal points; `supremacies`: what
    wins at once; `counters`: cells that are counted while people play; `usual`: by cell, from where to where most
    numbers are."""

    seats: tuple[int, int]
    tie: str
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]
    certainty: str
    variants: tuple[str, ...] = ()
    conflict: Conflict | None = None
    supremacies: tuple[Literal["military", "science"], ...] = ()
    counters: tuple[str, ...] = ()
    starts: tuple[Start, ...] = ()
    usual: dict[str, tuple[int, int]] = {}
    ages: Ages | None = None
    track: Track | None = None
    progress: Progress | None = None

    def played(self, variant: Sequence[str]) -> tuple[tuple[Cell, ...], tuple[Line, ...]]:
        """Return the cells and lines that are on the sheet with these variants."""
        return (
            tuple(cell for cell in self.cells if not cell.variant or cell.variant in variant),
            tuple(line for line in self.lines if not line.variant or line.variant in variant),
        )


def cells_of(line: Line) -> tuple[str, ...]:
    """List the cells that a line is summed from."""
    match line:
        case PointsForHolder():
            return ()
        case Science():
            return line.cells
    return (line.cell,)


def game_data(data: bytes) -> GameData[dict[str, Sheet]]:
    """Parse the sheets by game, in all versions. Raise BadGameData if they do not hold up."""
    return GameData({FILE: data}, dict[str, Sheet], _faults)


def _faults(sheets: dict[str, Sheet]) -> Iterator[str]:
    for game, sheet in sheets.items():
        if game not in SCORED:
            yield f"{game}: no game of which this could be the sheet"
        for fault in _faults_of(sheet):
            yield f"{game}.{fault}"


def _list_named_cells(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """List the cells that other parts of a sheet name, each with the part."""
    yield from ((f"lines.{line.id}", cell) for line in sheet.lines for cell in cells_of(line))
    yield "tie", sheet.tie
    yield from (("counters", cell) for cell in sheet.counters)
    yield from (("starts", start.cell) for start in sheet.starts)
    yield from (("usual", cell) for cell in sheet.usual)
    if sheet.conflict:
        yield from (("conflict.shields", sheet.conflict.shields), ("conflict.tokens", sheet.conflict.tokens))
        if sheet.conflict.passing:
            yield "conflict.passing", sheet.conflict.passing
    if sheet.track:
        yield from (("track.points", sheet.track.points), ("track.coins", sheet.track.coins))
    if sheet.progress:
        yield from (("progress.symbols", cell) for cell in sheet.progress.symbols)
        yield "progress.points", sheet.progress.points


def _faults_of(sheet: Sheet) -> Iterator[str]:
    ids = [cell.id for cell in sheet.cells]
    if sheet.conflict:
        if sheet.conflict.victory:
            if sheet.ages is None or len(sheet.conflict.victory) != len(sheet.ages.passing):
                yield "conflict.victory: a number for each age"
        elif len(sheet.conflict.markers) != sheet.seats[1] - sheet.seats[0] + 1:
            yield "conflict.markers: a number for each number of seats"
    if sheet.track and sheet.seats != (2, 2):
        yield "track: lies between two seats"
    if sheet.progress and (twice := _twice([token.id for token in sheet.progress.tokens])):
        yield f"progress.tokens.{twice}: stands twice"
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
        least, most = sheet.usual.get(cell.id, (0, 0))
        if not cell.least <= least <= most <= cell.most:
            yield f"usual.{cell.id}: two numbers within the bounds of the cell"
        if any(not cell.least <= start.value <= cell.most for start in sheet.starts if start.cell == cell.id):
            yield f"starts.{cell.id}: a number within the bounds of the cell"
    for entries, things in (("cells", sheet.cells), ("lines", sheet.lines)):
        for each in things:
            if each.variant and each.variant not in sheet.variants:
                yield f"{entries}.{each.id}.variant: unknown variant {each.variant!r}"
    for at, name in _list_named_cells(sheet):
        if name not in ids:
            yield f"{at}: unknown cell {name!r}"
    if sum(isinstance(line, PointsForHolder) for line in sheet.lines) > 1:
        yield "lines: only one thing can be held"


def _twice(names: Sequence[str]) -> str:
    """Return the first duplicate name, or ""."""
    return next((name for at, name in enumerate(names) if name in names[:at]), "")
