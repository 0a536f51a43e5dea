"""Marks on what the newest action changed: corner brackets, which nobody takes for light."""

from typing import Final

from app.screen.paint.pen import Pen

INK: Final = "text"
GHOST: Final = 0.45  # opacity of a change that is only previewed
PREVIEW: Final = 2.5  # u, width of the outline of a previewed change


def brackets(p: Pen, x: float, y: float, w: float, h: float, width: float = 4.0) -> None:
    """Draw corner brackets a little outside a box given by its upper left corner."""
    p.stamp(x, y, 1, corners, w, h, width)


def corners(p: Pen, w: float, h: float, width: float) -> None:
    """Draw the brackets of a box of this size. A stamp."""
    arm = min(w, h) * 0.24
    for sx, x in ((1, 0.0), (-1, w)):
        for sy, y in ((1, 0.0), (-1, h)):
            p.path(x + sx * arm, y, x, y, x, y + sy * arm, line=INK, width=width)
