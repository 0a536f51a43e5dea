"""Icons of score categories, shared by the screen, phones and the picture of a result."""

from typing import Final

from app.looks.icons import SIGNS, DrawingPen
from app.looks.medal_outline import FLAT, HEXAGON
from app.looks.symbols import figure

Scored = tuple[str, str]  # an icon, a figure, or "" for a colour's own sign; and its colour
UNKNOWN: Final[Scored] = ("star", "soft")


def paint_sign(p: DrawingPen, sign: Scored, ground: str, ink: str | None = None) -> None:
    """Paint a sign round the pen's place, 100 wide; all of it in `ink`, where that is given."""
    picture, colour = sign
    own, ink = colour, ink or colour
    match picture:
        case "hexagon":
            flat = [at for x, y in HEXAGON for at in ((x - 50) * 0.92, (y - 50) * 0.92 * FLAT)]
            p.path(*flat, *flat[:4], line=ink, width=10)
        case "disc":
            p.disc(0, 0, 42, ink, "edge", 5)
        case "coins":
            for at in (14, -14):
                figure(p, "money", at, -at, 66, ink, "edge")
        case "":
            SIGNS[own](p, ink)
        case _:
            figure(p, picture, 0, 0, 100, ink, ground)
