"""Charts of the history as shapes, which the screen and phones paint alike.

There are two: points over time with a column for each game, and the lead within a game with a line for each seat. A
column is a temple pillar as high as the points, with a gable if the game was won. Lengths are in the caller's units; y
grows downward.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from app.history.statistics import PlayedSeat

MAX_GAMES: Final = 40  # columns in a chart
WIDEST: Final = 34.0  # maximum width of a pillar
SLAB: Final = 0.16  # height of base and capital, as a share of the pillar's width
GABLE: Final = 0.42  # height of a gable, as a share of the pillar's width
LEAST: Final = 2.0  # minimum height of a pillar

Box = tuple[float, float, float, float]  # x, y, width, height


class Pillar(msgspec.Struct, frozen=True):
    """The shapes of one game: slabs and shaft, and the corners of its gable (empty if it was not won)."""

    boxes: tuple[Box, ...]
    gable: tuple[float, ...]
    won: bool
    total: int

    @property
    def points(self) -> str:
        """The gable's corners in SVG syntax."""
        return " ".join(map(str, self.gable))


class Columns(msgspec.Struct, frozen=True):
    """The columns, oldest game first. `floor` and `mean`: y of 0 and of the average."""

    pillars: tuple[Pillar, ...]
    floor: float
    mean: float
    low: int
    high: int
    average: float
    first: float  # timestamps of the oldest and the newest game
    last: float


def columns(mine: Sequence[PlayedSeat], wide: float, high: float) -> Columns | None:
    """Lay out the latest games of `mine` (newest first) that count; return None for fewer than two.

    The games have to be of one kind. Columns are evenly spaced, regardless of dates.
    """
    played = [entry for entry in mine if entry.counts][:MAX_GAMES][::-1]
    if len(played) < 2 or len({entry.game.mark for entry in played}) < len(played):  # a wonder may be at two seats
        return None
    totals = [entry.total for entry in played]
    step = wide / len(played)
    width = round(min(step * 0.78, WIDEST), 2)
    above = width * GABLE + 2
    unit = (high - above) / max(1, *totals)
    average = sum(totals) / len(totals)
    pillars = tuple(
        _pillar((at + 0.5) * step - width / 2, width, max(LEAST, entry.total * unit), high, entry)
        for at, entry in enumerate(played)
    )
    mean = round(high - max(0.0, average) * unit, 2)
    return Columns(pillars, high, mean, min(totals), max(totals), average, played[0].game.ended, played[-1].game.ended)


def _pillar(x: float, width: float, tall: float, floor: float, entry: PlayedSeat) -> Pillar:
    top, slab = floor - tall, min(width * SLAB, tall / 3)
    inset = width * 0.14
    boxes = (
        (x, top, width, slab),
        (x + inset, top + slab, width - 2 * inset, tall - 2 * slab),
        (x, floor - slab, width, slab),
    )
    gable = (x, top - 1, x + width / 2, top - 1 - width * GABLE, x + width, top - 1) if entry.is_winner else ()
    return Pillar(
        tuple((round(a, 2), round(b, 2), round(c, 2), round(d, 2)) for a, b, c, d in boxes),
        tuple(round(n, 2) for n in gable),
        entry.is_winner,
        entry.total,
    )


def lines(chances: Sequence[Sequence[float]], wide: float, high: float) -> tuple[tuple[float, ...], ...]:
    """Return the line of each seat as x, y, x, y … from left to right. A chance of 1 is at y = 0, a chance of 0 at
    `high`."""
    step = wide / max(1, len(chances[0]) - 1) if chances else wide
    return tuple(
        tuple(n for at, each in enumerate(mine) for n in (round(at * step, 2), round(high * (1 - each), 2)))
        for mine in chances
    )
