"""The mark on what changed in the newest action: brackets at its corners, so that no light is taken for it."""

from typing import Final

from app.screen.draw import Pen

INK: Final = "text"


def brackets(p: Pen, x: float, y: float, w: float, h: float, width: float = 4.0) -> None:
    """Round a box from its upper left corner, a little away from it."""
    arm = min(w, h) * 0.24
    for sx, cx in ((1, x), (-1, x + w)):
        for sy, cy in ((1, y), (-1, y + h)):
            p.path(cx + sx * arm, cy, cx, cy, cx, cy + sy * arm, line=INK, width=width)
