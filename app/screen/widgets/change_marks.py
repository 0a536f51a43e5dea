"""The mark on what changed in the newest action: brackets at its corners, so that no light is taken for it."""

from typing import Final

from app.screen.paint.pen import Pen

INK: Final = "text"
GHOST: Final = 0.45  # how much is left of the colours of what only would be there
DASH: Final = (9.0, 7.0)  # u, of the line round it


def brackets(p: Pen, x: float, y: float, w: float, h: float, width: float = 4.0) -> None:
    """Round a box from its upper left corner, a little away from it."""
    p.stamp(x, y, 1, corners, w, h, width)


def corners(p: Pen, w: float, h: float, width: float) -> None:
    """A stamp: brackets round a box so wide and high, from its upper left corner."""
    arm = min(w, h) * 0.24
    for sx, x in ((1, 0.0), (-1, w)):
        for sy, y in ((1, 0.0), (-1, h)):
            p.path(x + sx * arm, y, x, y, x, y + sy * arm, line=INK, width=width)
