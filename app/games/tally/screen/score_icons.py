"""Painters of icons for cells and lines of score sheets."""

from dataclasses import dataclass
from typing import Final

from app.games.tally.score_icons import GLYPHS
from app.looks.piece_faces import military
from app.looks.score_icons import Scored, paint_sign
from app.screen.paint.pen import Pen
from app.screen.state.scene import Sign
from app.screen.widgets.faces import lay_out

SIGN_SCALES: Final = {"": 0.8, "purple": 0.86}  # of signs that would fill their box


@dataclass(frozen=True, slots=True)
class Glyph:
    """A painter of the icon of a cell or a line, round a point."""

    sign: Scored

    def __call__(self, p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None) -> None:
        with p.at(x, y, scale=size * SIGN_SCALES.get(self.sign[0], 1) / 100):
            paint_sign(p, self.sign, ground, ink)


def paint_military_token(p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None) -> None:
    """Paint a military token, round a point."""
    with p.at(x, y):
        lay_out(p, military(size / 2))


def sign_of(category: str) -> Sign | None:
    """Return the painter of a line's icon, or None."""
    return Glyph(GLYPHS[category]) if category in GLYPHS else None
