"""Charts of the history as shapes, which the screen and the phones paint alike.

Points over time, one column a game; and who was ahead in one game, a line a seat.

A column is a pillar of a temple: its shaft is as high as the points, and a gable lies on it where the game was won. All
lengths are in the units of the room that was asked for; y grows downward.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from app.history.statistics import PlayedSeat

MOST: Final = 40  # games in a chart
WIDEST: Final = 34.0  # a pillar
SLAB: Final = 0.16  # of a pillar's width: its base, and what lies on the shaft
GABLE: Final = 0.42  # of its width, a gable's height
LEAST: Final = 2.0  # a pillar's height, however few its points

Box = tuple[float, float, float, float]  # x, y, width, height


class Pillar(msgspec.Struct, frozen=True):
    """One game: slabs and a shaft, and on them a gable (none where the game was not won) as three corners."""

    boxes: tuple[Box, ...]
    gable: tuple[float, ...]
    won: bool
    total: int

    @property
    def points(self) -> str:
        """The gable's corners, as SVG has them."""
        return " ".join(map(str, self.gable))


class Columns(msgspec.Struct, frozen=True):
    """Games from the oldest to the newest. `floor` and `mean`: where 0 lies, and the points on average."""

    pillars: tuple[Pillar, ...]
    floor: float
    mean: float
    low: int
    high: int
    average: float
    first: float  # when the oldest ended
    last: float


def columns(mine: Sequence[PlayedSeat], wide: float, high: float) -> Columns | None:
    """Those of `mine` (newest first) that count, as far as there is room; None where there are not two of them.

    Of one kind of game, since points of several cannot be compared. Evenly: a game is a step, however long people
    waited for the next.
    """
    played = [entry for entry in mine if entry.counts][:MOST][::-1]
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
    gable = (x, top - 1, x + width / 2, top - 1 - width * GABLE, x + width, top - 1) if entry.won else ()
    return Pillar(
        tuple((round(a, 2), round(b, 2), round(c, 2), round(d, 2)) for a, b, c, d in boxes),
        tuple(round(n, 2) for n in gable),
        entry.won,
        entry.total,
    )


def lines(chances: Sequence[Sequence[float]], wide: float, high: float) -> tuple[tuple[float, ...], ...]:
    """Who was ahead: of each seat the corners of its line, from left to right. A chance of 1 lies at 0, none `high`."""
    step = wide / max(1, len(chances[0]) - 1) if chances else wide
    return tuple(
        tuple(n for at, each in enumerate(mine) for n in (round(at * step, 2), round(high * (1 - each), 2)))
        for mine in chances
    )
