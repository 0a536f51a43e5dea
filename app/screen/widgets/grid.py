"""Places of one size, side by side in rows."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

from app.screen.paint.pen import Pen


@dataclass(frozen=True, slots=True)
class Cells:
    """How many stand in a row, how large each is, and what lies between two. u"""

    across: int
    w: float
    h: float
    gap: float

    @property
    def side(self) -> float:
        """How wide, and how high, each is at least."""
        return min(self.w, self.h)

    def at(self, p: Pen, nth: int) -> AbstractContextManager[None]:
        """Moves the pen to the corner of one of them, from 0."""
        return p.at(nth % self.across * (self.w + self.gap), nth // self.across * (self.h + self.gap))

    def lower(self, high: float) -> "Cells":
        """No higher than that."""
        return replace(self, h=min(self.h, high))


def as_large(count: int, w: float, h: float, gap: float, tall: float = 1.0) -> Cells:
    """So many, as large as there is room for. `tall`: how much higher than wide they are wanted."""
    ways = (beside(count, across, w, h, gap) for across in range(1, count + 1))
    return max(ways, key=lambda cells: min(cells.w, cells.h / tall))


def beside(count: int, across: int, w: float, h: float, gap: float) -> Cells:
    """So many of them in a row, in all the room."""
    rows = ceil(count / across)
    return Cells(across, (w + gap) / across - gap, (h + gap) / rows - gap, gap)


def having_room(w: float, h: float, side: float, gap: float) -> int:
    """How many have room that are so wide and high."""
    return int((w + gap) / (side + gap)) * int((h + gap) / (side + gap))


def pressed(w: float, h: float, round_by: float) -> Callable[[Pen], None]:
    """Paints that a finger lies on a place."""
    return partial(_pressed, w, h, round_by)


def _pressed(w: float, h: float, round_by: float, p: Pen) -> None:
    p.rect(0, 0, w, h, round_by, "candle", opacity=0.28)
