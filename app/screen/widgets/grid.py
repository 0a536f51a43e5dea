"""Grid layout: equal cells side by side in rows."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

from app.screen.paint.pen import Pen


@dataclass(frozen=True, slots=True)
class Grid:
    """Number of cells in a row, size of a cell and gap between two, in u."""

    across: int
    w: float
    h: float
    gap: float

    @property
    def side(self) -> float:
        """The smaller of a cell's width and height."""
        return min(self.w, self.h)

    def at_cell(self, p: Pen, nth: int, of: int = 0) -> AbstractContextManager[None]:
        """Move the pen to the corner of a cell, counted from 0. `of`: number of cells whose last row is centred."""
        row, column = divmod(nth, self.across)
        left = max(0, (row + 1) * self.across - of) / 2 if of else 0.0
        return p.at((column + left) * (self.w + self.gap), row * (self.h + self.gap))

    def lower(self, high: float) -> "Grid":
        """Return a grid with cells at most `high`."""
        return replace(self, h=min(self.h, high))


def largest_grid(count: int, w: float, h: float, gap: float, tall: float = 1.0) -> Grid:
    """Return the grid of `count` cells that are as large as possible. `tall`: the wanted ratio of height to width."""
    ways = (fill_grid(count, across, w, h, gap) for across in range(1, count + 1))
    return max(ways, key=lambda cells: min(cells.w, cells.h / tall))


def fill_grid(count: int, across: int, w: float, h: float, gap: float) -> Grid:
    """Return a grid that fills the room, with `across` cells in a row."""
    rows = ceil(count / across)
    return Grid(across, (w + gap) / across - gap, (h + gap) / rows - gap, gap)


def capacity(w: float, h: float, side: float, gap: float) -> int:
    """Return how many squares with sides of `side` fit in a box."""
    return int((w + gap) / (side + gap)) * int((h + gap) / (side + gap))


def press_painter(w: float, h: float, round_by: float) -> Callable[[Pen], None]:
    """Return a painter of the highlight of a touched cell."""
    return partial(_paint_press, w, h, round_by)


def _paint_press(w: float, h: float, round_by: float, p: Pen) -> None:
    p.rect(0, 0, w, h, round_by, "candle", opacity=0.28)
