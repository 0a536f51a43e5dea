"""The outline of a medal."""

from math import copysign
from typing import Final

from app.looks.symbols import Flat

HEXAGON: Final = ((0.0, 50.0), (25.0, 0.0), (75.0, 0.0), (100.0, 50.0), (75.0, 100.0), (25.0, 100.0))  # percent
FLAT: Final = 0.87  # height of a medal, by its width


def hexagon(r: float, long: float = 0) -> Flat:
    """Return a hexagon of radius `r` around the origin, widened by `long` to the left and right."""
    return tuple(
        value for x, y in HEXAGON for value in ((x - 50) / 50 * r + copysign(long, x - 50), (y - 50) / 50 * r * FLAT)
    )
