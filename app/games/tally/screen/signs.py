"""The signs of cells and lines of score sheets."""

from functools import partial

from app.games.tally.glyphs import GLYPHS
from app.looks.icons import icon, sign
from app.screen.draw import Pen
from app.screen.scene import Sign
from app.screen.widgets.hexagon import hexagon


def glyph(p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None, *, id: str) -> None:
    """The sign of a cell or a line, round a point."""
    picture, colour = GLYPHS[id]
    if picture == "hexagon":
        with p.at(x, y):
            hexagon(p, size * 0.46, max(2, size * 0.09), ink or colour, None)
    elif picture:
        icon(p, picture, x, y, size, ink or colour, ground)
    else:
        sign(p, colour, x, y, size * 0.8, ink or colour)


def sign_of(category: str) -> Sign | None:
    """What paints the sign of a line; None where it has none."""
    return partial(glyph, id=category) if category in GLYPHS else None
