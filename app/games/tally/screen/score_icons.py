"""The signs of cells and lines of score sheets."""

from dataclasses import dataclass
from typing import Final

from app.games.tally.score_icons import GLYPHS
from app.looks.score_icons import Scored, scored
from app.looks.shared_pieces import military
from app.screen.paint.pen import Pen
from app.screen.state.scene import Sign
from app.screen.widgets.faces import lay_out

FILLED: Final = {"": 0.8, "purple": 0.86}  # how large a sign is drawn that would fill its box


@dataclass(frozen=True, slots=True)
class Glyph:
    """Paints the sign of a cell or a line round a point."""

    sign: Scored

    def __call__(self, p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None) -> None:
        with p.at(x, y, scale=size * FILLED.get(self.sign[0], 1) / 100):
            scored(p, self.sign, ground, ink)


@dataclass(frozen=True, slots=True)
class MilitaryTokenSign:
    """Paints a military token round a point."""

    def __call__(self, p: Pen, x: float, y: float, size: float, ground: str = "zone", ink: str | None = None) -> None:
        with p.at(x, y):
            lay_out(p, military(size / 2))


def sign_of(category: str) -> Sign | None:
    """What paints the sign of a line; None where it has none."""
    return Glyph(GLYPHS[category]) if category in GLYPHS else None
