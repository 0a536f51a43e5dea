"""A hexagon: what lies, or may lie, between two seats."""

from math import copysign

from app.looks.hexagon import FLAT, HEXAGON
from app.screen.draw import Pen


def hexagon(p: Pen, r: float, width: float, line: str = "parch", fill: str | None = "raised", long: float = 0) -> None:
    """The outline of a medal, `r` from its middle to its corners; at its left and right so much longer."""
    flat = [
        value for x, y in HEXAGON for value in ((x - 50) / 50 * r + copysign(long, x - 50), (y - 50) / 50 * r * FLAT)
    ]
    p.poly(*flat, fill=fill, line=line, width=width)
