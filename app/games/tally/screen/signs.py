"""The signs of cells and lines of score sheets."""

from dataclasses import dataclass

from app.games.tally.glyphs import GLYPHS
from app.looks.icons import ICONS, icon, sign
from app.screen.draw import Pen
from app.screen.scene import Sign
from app.screen.widgets.faces import figure
from app.screen.widgets.hexagon import hexagon


@dataclass(frozen=True, slots=True)
class Glyph:
    """Paints the sign of a cell or a line round a point."""

    id: str

    def __call__(self, p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None) -> None:
        picture, colour = GLYPHS[self.id]
        if picture == "hexagon":
            with p.at(x, y):
                hexagon(p, size * 0.46, max(2, size * 0.09), ink or colour, None)
        elif picture in ICONS:
            icon(p, picture, x, y, size, ink or colour, ground)
        elif picture:
            figure(p, picture, x, y, size, ink or colour, ground)
        else:
            sign(p, colour, x, y, size * 0.8, ink or colour)


def sign_of(category: str) -> Sign | None:
    """What paints the sign of a line; None where it has none."""
    return Glyph(category) if category in GLYPHS else None
