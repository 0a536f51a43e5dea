"""Figures as data for the screen and phones: goods, chains, science symbols, card effects, card colours.

Each figure is centred in a box of 100 units. Shapes `on_ground` have the background colour, all others the figure's.
Any `DrawingPen` can paint a figure, triangulate it once, or write it as SVG.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from app.looks.icons import ICONS, SIGNS, DrawingPen
from app.looks.seat_emblems import EMBLEM_PREFIX, EMBLEMS

Flat = tuple[float, ...]  # x, y, x, y, …


class FigureRect(NamedTuple):
    x: float
    y: float
    w: float
    h: float
    r: float = 0
    on_ground: bool = False


class Oval(NamedTuple):
    """An ellipse, filled or a ring of the given width."""

    x: float
    y: float
    rx: float
    ry: float
    ring: float = 0
    on_ground: bool = False


class Poly(NamedTuple):
    points: Flat
    on_ground: bool = False


class FigureLine(NamedTuple):
    points: Flat
    width: float
    on_ground: bool = False


class Arc(NamedTuple):
    """An arc of a circle; angles in degrees clockwise from the right."""

    x: float
    y: float
    r: float
    start: float
    end: float
    width: float
    on_ground: bool = False


Shape = FigureRect | Oval | Poly | FigureLine | Arc
Figure = tuple[Shape, ...]


def _disc(x: float, y: float, r: float, ring: float = 0, on_ground: bool = False) -> Oval:
    return Oval(x, y, r, r, ring, on_ground)


CUT: Final = True  # on the ground

CARD_SIGNS: Final[Mapping[str, Figure]] = {
    "brown": (FigureRect(-43, -35, 86, 28, 8), FigureRect(-43, 7, 86, 28, 8)),
    "purple": (Poly((0, -47, 12, -15, 46, -14, 19, 7, 29, 41, 0, 21, -29, 41, -19, 7, -46, -14, -12, -15)),),
}

GOODS: Final[Mapping[str, Figure]] = {
    "ore": (
        Poly((-15, -37, 17, -37, 26, -6, -24, -6)),
        Poly((-36, 2, -9, 2, 1, 35, -47, 35)),
        Poly((10, 2, 36, 2, 47, 35, 8, 35)),
        FigureLine((-8, -23, 8, -23), 6, CUT),
    ),
    "cloth": (
        FigureRect(-41, -41, 82, 16, 8),
        Poly((-32, -21, 32, -21, 32, 29, 21, 44, 11, 29, 0, 44, -11, 29, -21, 44, -32, 29)),
        FigureLine((-32, -5, 32, -5), 6, CUT),
        FigureLine((-32, 11, 32, 11), 6, CUT),
    ),
}

CHAINS: Final[Mapping[str, Figure]] = {
    "horseshoe": (Arc(0, -8, 31, 122, 418, 17), FigureLine((-27, 30, -13, 34), 13), FigureLine((27, 30, 13, 34), 13)),
    "sword": (
        Poly((0, -49, 9, -34, 7, 14, -7, 14, -9, -34)),
        FigureRect(-27, 12, 54, 11, 5),
        FigureRect(-5, 22, 10, 20, 3),
        _disc(0, 43, 7),
    ),
    "tower": (
        FigureRect(-33, -46, 14, 14),
        FigureRect(-7, -46, 14, 14),
        FigureRect(19, -46, 14, 14),
        FigureRect(-33, -34, 66, 17),
        Poly((-24, -18, 24, -18, 30, 46, -30, 46)),
        FigureRect(-9, 17, 18, 30, 9, CUT),
    ),
    "book": (
        Poly((-47, -29, -5, -20, -5, 41, -47, 31)),
        Poly((47, -29, 5, -20, 5, 41, 47, 31)),
        FigureLine((-35, -9, -17, -5), 5, CUT),
        FigureLine((-35, 9, -17, 13), 5, CUT),
        FigureLine((35, -9, 17, -5), 5, CUT),
        FigureLine((35, 9, 17, 13), 5, CUT),
    ),
    "mask": (
        Poly((-39, -38, 0, -44, 39, -38, 36, 8, 19, 37, 0, 46, -19, 37, -36, 8)),
        Oval(-16, -11, 9, 7, 0, CUT),
        Oval(16, -11, 9, 7, 0, CUT),
        Arc(0, 4, 20, 22, 158, 8, CUT),
    ),
    "moon": (_disc(-3, 0, 43), _disc(18, -11, 35, 0, CUT)),
    "water-drop": (_disc(0, 15, 30), Poly((0, -49, 14, -22, 27, 3, -27, 3, -14, -22)), Arc(0, 15, 18, 20, 80, 6, CUT)),
    "vase": (
        FigureRect(-19, -47, 38, 11, 4),
        FigureRect(-11, -39, 22, 20, 2),
        Oval(0, 8, 33, 29),
        FigureRect(-20, 34, 40, 12, 4),
        FigureLine((-30, 3, 30, 3), 5, CUT),
        FigureLine((-28, 15, 28, 15), 5, CUT),
    ),
    "target": (_disc(0, 0, 40, 9), _disc(0, 0, 22, 9), _disc(0, 0, 7)),
    "helmet": (
        Poly((-33, 41, -35, -4, -24, -28, 0, -37, 24, -28, 35, -4, 33, 41)),
        Poly((-13, 44, -13, 12, -6, 2, 6, 2, 13, 12, 13, 44), CUT),
        FigureRect(-6, -50, 12, 26, 5),
        FigureLine((-24, -2, -12, 2), 6, CUT),
        FigureLine((24, -2, 12, 2), 6, CUT),
    ),
    "harp": (
        Arc(-2, 2, 39, 95, 245, 10),
        FigureLine((-20, -33, 34, -42, 34, 42, -6, 41), 9),
        FigureLine((-8, -30, -8, 36), 5),
        FigureLine((6, -32, 6, 38), 5),
        FigureLine((20, -34, 20, 38), 5),
    ),
    "lamp": (
        Poly((-48, 0, -22, -8, 26, -8, 34, 6, 20, 28, -20, 28)),
        Arc(35, 6, 12, 250, 470, 7),
        FigureRect(-17, 30, 34, 10, 4),
        Poly((-44, -8, -51, -24, -39, -44, -31, -24, -35, -8)),
    ),
    "column": (
        FigureRect(-34, -45, 68, 13, 4),
        FigureRect(-34, 32, 68, 13, 4),
        FigureRect(-23, -28, 12, 56, 2),
        FigureRect(-6, -28, 12, 56, 2),
        FigureRect(11, -28, 12, 56, 2),
    ),
    "sun": (_disc(0, 0, 20), *(
        FigureLine(points, 9)
        for points in ((30, 0, 44, 0), (21, 21, 31, 31), (0, 30, 0, 44), (-21, 21, -31, 31))
    ), *(
        FigureLine(points, 9)
        for points in ((-30, 0, -44, 0), (-21, -21, -31, -31), (0, -30, 0, -44), (21, -21, 31, -31))
    )),
    "pediment": (
        Poly((0, -44, 48, -10, -48, -10)),
        FigureRect(-40, -4, 14, 34, 2),
        FigureRect(-7, -4, 14, 34, 2),
        FigureRect(26, -4, 14, 34, 2),
        FigureRect(-47, 34, 94, 11, 3),
        _disc(0, -22, 6, 0, CUT),
    ),
    "barrel": (
        Poly((-25, -43, 25, -43, 35, -14, 35, 14, 25, 43, -25, 43, -35, 14, -35, -14)),
        FigureLine((-33, -19, 33, -19), 6, CUT),
        FigureLine((-33, 19, 33, 19), 6, CUT),
        FigureLine((0, -10, 0, 10), 5, CUT),
    ),
}  # fmt: skip

MORE_CHAINS: Final[Mapping[str, Figure]] = {
    "hammer": (FigureRect(-35, -43, 70, 31, 6), FigureRect(-8, -17, 16, 61, 5)),
    "stall": (
        Poly((-45, -10, -36, -39, 36, -39, 45, -10)),
        FigureLine((-14, -36, -17, -12), 5, CUT),
        FigureLine((14, -36, 17, -12), 5, CUT),
        FigureLine((-36, -6, -36, 42), 8),
        FigureLine((36, -6, 36, 42), 8),
        FigureRect(-37, 12, 74, 14, 3),
    ),
    "camel": (
        Poly((-41, 4, -25, -8, -15, -30, -3, -8)),
        Poly((-3, -8, 8, -30, 20, -8)),
        Poly((-41, 4, -25, -8, 27, -8, 36, 6, 26, 15, -34, 16)),
        FigureLine((31, 4, 33, -28, 47, -28), 10),
        FigureLine((-30, 12, -32, 43), 8),
        FigureLine((-17, 12, -17, 43), 8),
        FigureLine((12, 12, 12, 43), 8),
        FigureLine((25, 10, 27, 43), 8),
    ),
    "lighthouse": (
        Poly((-24, 45, -13, -14, 13, -14, 24, 45)),
        FigureRect(-19, -28, 38, 11, 3),
        _disc(0, -37, 12),
        FigureLine((23, -38, 46, -47), 7),
        FigureLine((-23, -38, -46, -47), 7),
        FigureLine((-18, 14, 18, 14), 6, CUT),
    ),
    "torch": (Poly((0, -50, 19, -23, 12, -6, -12, -6, -19, -23)), Poly((-19, -1, 19, -1, 8, 48, -8, 48))),
    "bolt": (
        Poly((11, -48, -27, 8, -4, 8)),
        Poly((-12, 48, 28, -12, 4, -12)),
        Poly((11, -48, 18, -12, -12, 48, -14, 8)),
    ),
    "saw": (
        Poly((-47, -19, 47, -5, 47, 9, -47, 9)),
        Poly((-46, 7, -22, 7, -22, 26)),
        Poly((-23, 7, 1, 7, 1, 26)),
        Poly((0, 7, 24, 7, 24, 26)),
        Poly((23, 7, 47, 7, 47, 26)),
    ),
    "planets": (_disc(-6, 6, 23), Oval(-6, 6, 41, 13, 6), _disc(33, -33, 12), _disc(-36, -36, 7)),
    "scroll": (
        FigureRect(-30, -34, 60, 68, 2),
        _disc(-30, -34, 13),
        _disc(30, 34, 13),
        FigureLine((-14, -11, 14, -11), 6, CUT),
        FigureLine((-14, 7, 14, 7), 6, CUT),
    ),
}

SCIENCE: Final[Mapping[str, Figure]] = {
    "wheel": (
        _disc(0, 0, 37, 11),
        _disc(0, 0, 12),
        FigureLine((-34, 0, 34, 0), 7),
        FigureLine((-17, -30, 17, 30), 7),
        FigureLine((-17, 30, 17, -30), 7),
    ),
    "mortar": (
        FigureLine((8, -16, 33, -45), 13),
        Poly((-43, -15, 43, -15, 31, 21, 15, 32, -15, 32, -31, 21)),
        FigureRect(-27, 35, 54, 11, 4),
    ),
    "quill": (
        Poly((39, -47, 42, -16, 23, 12, -13, 27, -9, -1, 10, -28)),
        FigureLine((-39, 45, -11, 19, 20, -21), 7),
        FigureLine((-14, 27, 14, 6), 4, CUT),
    ),
    "plumb-bob": (
        FigureRect(-37, -47, 74, 12, 5),
        FigureLine((0, -38, 0, -8), 8),
        Poly((-25, -10, 25, -10, 25, 13, 0, 47, -25, 13)),
        FigureLine((-24, 5, 24, 5), 5, CUT),
    ),
    "sundial": (
        Arc(0, 27, 40, 180, 360, 10),
        FigureLine((-46, 33, 46, 33), 11),
        Poly((-9, 28, 21, -21, 12, 28)),
        FigureLine((-45, -5, -51, -11), 8),
        FigureLine((45, -5, 51, -11), 8),
        FigureLine((0, -27, 0, -38), 8),
    ),
    "armillary-sphere": (
        _disc(0, -7, 35, 8),
        Oval(0, -7, 35, 12, 6),
        Oval(0, -7, 12, 35, 6),
        FigureLine((0, 31, 0, 44), 9),
        FigureLine((-20, 45, 20, 45), 9),
    ),
    "law": (
        FigureLine((0, -43, 0, 39), 8),
        FigureLine((-34, -31, 34, -31), 8),
        FigureLine((-20, 43, 20, 43), 10),
        FigureLine((-48, 8, -34, -27, -20, 8), 5),
        FigureLine((20, 8, 34, -27, 48, 8), 5),
        Poly((-51, 7, -17, 7, -24, 21, -44, 21)),
        Poly((17, 7, 51, 7, 44, 21, 24, 21)),
    ),
}

ACTS: Final[Mapping[str, Figure]] = {
    "again": (Arc(0, 0, 36, -55, 215, 10), Poly((-50, -20, -14, -22, -35, 7))),
    "dig": (FigureRect(-41, 22, 82, 22, 6), Poly((0, -47, 31, -13, 11, -13, 11, 14, -11, 14, -11, -13, -31, -13))),
    "more": (Poly((0, -47, 27, -16, -27, -16)), Poly((0, 47, 27, 16, -27, 16)), FigureLine((-35, 0, 35, 0), 8)),
    "chain": (
        FigureLine((-9, 18, -28, 18, -41, 9, -41, -9, -28, -18, -9, -18), 10),
        FigureLine((9, 18, 28, 18, 41, 9, 41, -9, 28, -18, 9, -18), 10),
        FigureLine((-17, 0, 17, 0), 10),
    ),
    "bag": (
        Poly((-17, -42, 17, -42, 9, -23, 31, 4, 37, 29, 22, 44, -22, 44, -37, 29, -31, 4, -9, -23)),
        FigureRect(-16, -26, 32, 8, 4, CUT),
    ),
    "trade": (
        FigureLine((-36, -16, 28, -16), 9),
        Poly((46, -16, 20, -33, 20, 1)),
        FigureLine((36, 18, -28, 18), 9),
        Poly((-46, 18, -20, 1, -20, 35)),
    ),
    "pick": (_disc(-27, 12, 20), _disc(27, 12, 20), _disc(0, -13, 29, 0, CUT), _disc(0, -13, 24)),
    "castle": (
        FigureRect(-45, -38, 13, 20),
        FigureRect(-22, -38, 13, 20),
        FigureRect(9, -38, 13, 20),
        FigureRect(32, -38, 13, 20),
        FigureRect(-45, -24, 36, 67),
        FigureRect(9, -24, 36, 67),
        FigureRect(-12, -4, 24, 47),
        FigureRect(-10, 15, 20, 30, 9, CUT),
    ),
    "money": (_disc(0, 0, 44), _disc(0, 0, 35, 4, CUT)),
    "gable": (Poly((-44, -18, 0, -48, 44, -18, 44, 46, -44, 46)),),
    "lost": (_disc(0, 0, 39, 9),),
    "unknown": (_disc(0, 0, 36, 10), _disc(0, 0, 10)),
}  # fmt: skip

MORE_ACTS: Final[Mapping[str, Figure]] = {
    "leader": (_disc(0, -21, 22), Poly((-39, 43, -34, 18, -18, 6, 18, 6, 34, 18, 39, 43))),
    "any": (_disc(0, 0, 41, 8), Arc(0, -9, 14, -190, 60, 9), FigureLine((7, 3, 0, 14), 9), _disc(0, 26, 6)),
    "own": (FigureRect(-38, -27, 76, 54, 10), FigureRect(-24, 7, 48, 8, 4, CUT)),
    "under": (FigureRect(-41, -44, 82, 22, 6), Poly((0, 47, 31, 13, 11, 13, 11, -14, -11, -14, -11, 13, -31, 13))),
    "loss": (Poly((-40, -43, 40, -43, 40, 6, 0, 46, -40, 6)), Poly((-29, -32, 29, -32, 29, 1, 0, 31, -29, 1), CUT)),
    "sand": (
        Poly((-31, -40, 31, -40, 4, 0, -4, 0)),
        Poly((-4, 0, 4, 0, 31, 40, -31, 40)),
        FigureLine((-37, -43, 37, -43), 9),
        FigureLine((-37, 43, 37, 43), 9),
    ),
}

FIGURES: Final[Mapping[str, Figure]] = {**CARD_SIGNS, **GOODS, **CHAINS, **MORE_CHAINS, **SCIENCE, **ACTS, **MORE_ACTS}
FIGURE_NAMES: Final = {"clay": "brick"}  # of things whose figure has another name


def figure_name(name: str) -> str:
    """Return the figure for a name, or the one for unknown things."""
    name = FIGURE_NAMES.get(name, name)
    return name if name in FIGURES or name in ICONS else "unknown"


def paint(p: DrawingPen, figure: Figure, f: str, b: str) -> None:
    """Paint a figure in colour `f` on ground `b`, round the pen's place."""
    for shape in figure:
        colour = b if shape.on_ground else f
        match shape:
            case FigureRect(x, y, w, h, r):
                p.rect(x, y, w, h, r, colour)
            case Oval(x, y, rx, ry, ring):
                p.oval(x, y, rx, ry, *((None, colour, ring) if ring else (colour,)))
            case Poly(points):
                p.poly(*points, fill=colour)
            case FigureLine(points, width):
                p.path(*points, line=colour, width=width)
            case Arc(x, y, r, start, end, width):
                p.arc(x, y, r, start, end, colour, width)


def draw(p: DrawingPen, name: str, f: str, b: str) -> None:
    """Draw a figure, icon, emblem or colour sign by its name, around the pen's origin."""
    if name in SIGNS:
        SIGNS[name](p, f)
    elif name.startswith(EMBLEM_PREFIX):
        EMBLEMS[name.removeprefix(EMBLEM_PREFIX)](p, f, b)
    elif figure_name(name) in FIGURES:
        paint(p, FIGURES[figure_name(name)], f, b)
    else:
        ICONS[figure_name(name)](p, f, b)


def figure(p: DrawingPen, name: str, x: float, y: float, size: float, f: str = "text", b: str = "zone") -> None:
    """Draw the figure for a name, `size` u wide, around a point."""
    with p.at(x, y, 0, size / 100):
        draw(p, name, f, b)
