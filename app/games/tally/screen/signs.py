"""The signs of cells and lines of score sheets."""

from dataclasses import dataclass

from app.games.tally.glyphs import GLYPHS
from app.looks.hexagon import hexagon
from app.looks.icons import ICONS, icon, sign
from app.screen.draw import Pen
from app.screen.scene import Sign
from app.screen.widgets.faces import figure


@dataclass(frozen=True, slots=True)
class Glyph:
    """Paints the sign of a cell or a line round a point."""

    id: str

    def __call__(self, p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None) -> None:
        picture, colour = GLYPHS[self.id]
        if picture == "hexagon":
            with p.at(x, y):
                p.poly(*hexagon(size * 0.46), line=ink or colour, width=max(2, size * 0.09))
        elif picture in ICONS:
            icon(p, picture, x, y, size, ink or colour, ground)
        elif picture:
            figure(p, picture, x, y, size, ink or colour, ground)
        else:
            sign(p, colour, x, y, size * 0.8, ink or colour)


def sign_of(category: str) -> Sign | None:
    """What paints the sign of a line; None where it has none."""
    return Glyph(category) if category in GLYPHS else None
