"""A hexagon: what lies, or may lie, between two seats."""

from app.looks.hexagon import FLAT, HEXAGON
from app.screen.draw import Pen


def hexagon(p: Pen, r: float, width: float, line: str = "parch", fill: str | None = "raised") -> None:
    """The outline of a medal."""
    flat = [value for x, y in HEXAGON for value in ((x - 50) / 50 * r, (y - 50) / 50 * r * FLAT)]
    p.poly(*flat, fill=fill, line=line, width=width)
