"""Seat emblems, drawn like icons (`app/looks/icons.py`), distinguishable from each other at 10 pixels and in greyscale.

None resembles a card colour's sign or a chain symbol.
"""

from math import cos, radians, sin
from typing import Final

from app.looks.icons import DrawingPen, Icon

EMBLEMS: Final[dict[str, Icon]] = {}
INK: Final = "ink"  # colour of an emblem; its ground has the colour of its seat
CORNER: Final = 0.3  # of its side, the round corner of a badge
FIGURE: Final = 0.8  # of a badge's side, the box of its emblem
SIDE: Final = 100  # of a badge
EMBLEM_PREFIX: Final = "emblem-"  # of the name of its sign


def _emblem(drawn: Icon) -> Icon:
    EMBLEMS[drawn.__name__] = drawn
    return drawn


@_emblem
def boat(p: DrawingPen, f: str, b: str) -> None:
    p.poly(-48, 16, 48, 16, 30, 46, -30, 46, fill=f)
    p.poly(-4, -48, -4, 8, -40, 8, fill=f)
    p.poly(6, -34, 38, 8, 6, 8, fill=f)


@_emblem
def fish(p: DrawingPen, f: str, b: str) -> None:
    p.oval(-10, 0, 38, 25, f)
    p.poly(18, 0, 48, -27, 48, 27, fill=f)
    p.disc(-26, -6, 6, b)


@_emblem
def fir(p: DrawingPen, f: str, b: str) -> None:
    p.poly(0, -48, 26, -10, -26, -10, fill=f)
    p.poly(0, -24, 40, 28, -40, 28, fill=f)
    p.rect(-8, 26, 16, 22, 2, f)


@_emblem
def key(p: DrawingPen, f: str, b: str) -> None:
    p.disc(-24, 0, 24, f)
    p.disc(-24, 0, 10, b)
    p.rect(-4, -7, 52, 14, 3, f)
    p.rect(18, 4, 11, 22, 3, f)
    p.rect(37, 4, 11, 22, 3, f)


@_emblem
def mushroom(p: DrawingPen, f: str, b: str) -> None:
    cap = [v for a in range(180, 361, 15) for v in (46 * cos(radians(a)), 4 + 48 * sin(radians(a)))]
    p.poly(*cap, fill=f)
    p.rect(-15, 8, 30, 40, 9, f)
    p.disc(-15, -18, 7, b)
    p.disc(14, -14, 8, b)


@_emblem
def butterfly(p: DrawingPen, f: str, b: str) -> None:
    for side in (-1, 1):
        with p.at(27 * side, -19, 32 * side):
            p.oval(0, 0, 21, 27, f)
        with p.at(21 * side, 24, -28 * side):
            p.oval(0, 0, 16, 21, f)
        p.path(2 * side, -24, 12 * side, -46, line=f, width=5)
    p.rect(-6, -30, 12, 68, 6, f)


@_emblem
def anchor(p: DrawingPen, f: str, b: str) -> None:
    p.disc(0, -34, 13, f)
    p.disc(0, -34, 5, b)
    p.rect(-6, -24, 12, 68, 3, f)
    p.rect(-24, -16, 48, 11, 4, f)
    p.arc(0, 4, 36, 20, 160, f, 12)
    p.poly(22, 14, 48, 4, 44, 32, fill=f)
    p.poly(-22, 14, -48, 4, -44, 32, fill=f)


@_emblem
def heart(p: DrawingPen, f: str, b: str) -> None:
    p.disc(-22, -16, 24, f)
    p.disc(22, -16, 24, f)
    p.poly(-43, -4, 0, -20, 43, -4, 0, 46, fill=f)


@_emblem
def waves(p: DrawingPen, f: str, b: str) -> None:
    for y in (-30, 2, 34):
        p.path(-42, y, -22, y - 14, 0, y, 22, y - 14, 42, y, line=f, width=13)


@_emblem
def flower(p: DrawingPen, f: str, b: str) -> None:
    for angle in range(0, 360, 72):
        t = radians(angle - 90)
        p.disc(28 * cos(t), 28 * sin(t), 19, f)
    p.disc(0, 0, 13, b)
