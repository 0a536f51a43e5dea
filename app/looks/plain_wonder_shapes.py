"""Simple wonders as data, for wonders without a drawing: parts in a box of 100 units, y down, the ground at 100.

Each part is one stage, lowest first. An unbuilt part shows only the outline of its body. The details on the body
(`drawn`: shaded sides, windows, doors, plants, fire) appear once it is built.
"""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final, NamedTuple

from app.looks import drawing_data
from app.looks.drawing_fallback import has_wonder
from app.looks.symbols import FigureRect, Flat, Oval, Poly

ROUND: Final = 8  # straight pieces of a round top
STRETCH: Final = 1.2  # factor by which a picture may be stretched to fill its box, at most


class Arch(NamedTuple):
    """A rectangle with a round top: a door, a window, a dome."""

    x: float
    y: float
    w: float
    h: float


Solid = FigureRect | Oval | Poly | Arch
Tone = str  # edge: a shaded side; ink: windows, doors, joints; leaf: plants; parch: fire and gold


class StagePart(NamedTuple):
    """The solids of one stage. `spot`: centre, width and height of the room for a number on it."""

    body: tuple[Solid, ...]
    spot: tuple[float, float, float, float]
    drawn: tuple[tuple[Tone, tuple[Solid, ...]], ...] = ()


class Fit(NamedTuple):
    """A transform from a picture, in hundredths, to a box: offset and scale."""

    x: float
    y: float
    sx: float
    sy: float

    @classmethod
    def for_box(cls, w: float, h: float) -> "Fit":
        """Fit the picture into a box as large as possible with bounded distortion, centred at the bottom."""
        wide, high = min(w, h * STRETCH), min(h, w * STRETCH)
        return cls((w - wide) / 2, h - high, wide / 100, high / 100)

    def solid(self, solid: Solid) -> Solid:
        """Transform a solid of the picture to the box."""
        x, y, sx, sy = self
        match solid:
            case Poly(points):
                return Poly(tuple(x + n * sx if k % 2 == 0 else y + n * sy for k, n in enumerate(points)))
            case Oval(cx, cy, rx, ry):
                return Oval(x + cx * sx, y + cy * sy, rx * sx, ry * sy)
            case FigureRect(left, top, w, h, r):
                return FigureRect(x + left * sx, y + top * sy, w * sx, h * sy, r * min(sx, sy))
        return Arch(x + solid.x * sx, y + solid.y * sy, solid.w * sx, solid.h * sy)

    def box(self, part: StagePart) -> tuple[float, float, float, float]:
        """Return the bounds of a part in the box: left, top, width and height."""
        left, top, right, bottom = bounds(part)
        x, y, sx, sy = self
        return x + left * sx, y + top * sy, (right - left) * sx, (bottom - top) * sy

    def spot(self, part: StagePart, most: float, grown: float = 1) -> tuple[float, float, float]:
        """Return the centre and the height of a number on a part, at most `most`, or up to `grown` times that if there
        is room.
        """
        cx, cy, w, h = part.spot
        tall = min(h * self.sy * 0.8, most) * grown
        return self.x + cx * self.sx, self.y + cy * self.sy, min(w * self.sx * 0.6, tall)


def bounds(part: StagePart) -> tuple[float, float, float, float]:
    """Return the bounds of a part: left, top, right, bottom."""
    boxes = [_bounds(solid) for solid in part.body]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _bounds(solid: Solid) -> tuple[float, float, float, float]:
    match solid:
        case Poly(points):
            xs, ys = points[::2], points[1::2]
            return min(xs), min(ys), max(xs), max(ys)
        case Oval(x, y, rx, ry):
            return x - rx, y - ry, x + rx, y + ry
    return solid.x, solid.y, solid.x + solid.w, solid.y + solid.h


def round_top(arch: Arch) -> Flat:
    """Convert an arch to a polygon, clockwise from its lower left corner."""
    r, high = arch.w / 2, min(arch.h, arch.w / 2)
    turns = (pi * (1 - nth / ROUND) for nth in range(ROUND + 1))
    curve = [n for a in turns for n in (arch.x + r + r * cos(a), arch.y + high - high * sin(a))]
    return (arch.x, arch.y + arch.h, *curve, arch.x + arch.w, arch.y + arch.h)


# ---- pieces of many wonders --------------------------------------------------------------------------------


def _poly(corners: str) -> Poly:
    """Parse a polygon: `x y, x y, …`."""
    return Poly(tuple(float(n) for n in corners.replace(",", "").split()))


def _slope(x: float, y: float, w: float, h: float, drawn_in: float) -> Poly:
    """Make a wall whose ends both lean inwards by `drawn_in`."""
    return Poly((x, y + h, x + drawn_in, y, x + w - drawn_in, y, x + w, y + h))


def _row(many: int, x: float, y: float, w: float, h: float, step: float) -> tuple[FigureRect, ...]:
    """Repeat a column, or a joint between stones, every `step`."""
    return tuple(FigureRect(x + nth * step, y, w, h) for nth in range(many))


def _arches(many: int, x: float, y: float, w: float, h: float, step: float) -> tuple[Arch, ...]:
    return tuple(Arch(x + nth * step, y, w, h) for nth in range(many))


def _bushes(*places: tuple[float, float, float]) -> tuple[Oval, ...]:
    """Make leaves from centres and radii."""
    return tuple(Oval(x, y, r, r * 0.86) for x, y, r in places)


def _mirror(points: Flat, by: float = 100) -> Poly:
    return Poly(tuple(by - n if k % 2 == 0 else n for k, n in enumerate(points)))


def _king(x: float) -> StagePart:
    """Draw a seated colossus with the double crown."""
    knees = Poly((x, 86, x, 64, x + 2, 59, x + 19, 59, x + 21, 64, x + 21, 86))
    trunk = Poly((x + 2, 60, x + 1, 46, x + 3, 42, x + 18, 42, x + 20, 46, x + 19, 60))
    head = Poly((x + 2.5, 44, x + 5, 24, x + 16, 24, x + 18.5, 44))
    crown = Poly((x + 6, 25, x + 4, 13, x + 9, 11, x + 9, 4, x + 12, 4, x + 12, 11, x + 17, 13, x + 15, 25))
    dark = (
        FigureRect(x + 9.5, 66, 2, 20),
        FigureRect(x + 3, 59, 15, 1.4),
        FigureRect(x + 7, 31, 2.4, 1.6),
        FigureRect(x + 11.6, 31, 2.4, 1.6),
    )
    shade = (
        FigureRect(x + 8.8, 37, 3.4, 9),
        FigureRect(x + 4.6, 23.6, 11.8, 1.8),
        FigureRect(x + 2, 64, 6, 1.4),
        FigureRect(x + 13, 64, 6, 1.4),
    )
    return StagePart((knees, trunk, head, crown), (x + 10.5, 52, 14, 14), (("edge", shade), ("ink", dark)))


def _columns(x: float, w: float, y: float, h: float) -> StagePart:
    """Draw two columns with the shaded wall between them."""
    wall = FigureRect(x + 5.5, y + 5, w - 11, h - 9)
    body = (FigureRect(x - 1.5, y, w + 3, 5), FigureRect(x, y + 5, w, h - 9), FigureRect(x - 1.5, y + h - 4, w + 3, 4))
    return StagePart(body, (x + w / 2, y + h / 2, w, h * 0.4), (("edge", (wall,)),))


def _shelves(x: float, roof: float) -> StagePart:
    """Draw an open hall with scrolls; its roof begins at `roof`."""
    scrolls = tuple(Oval(x + across, y, 3, 3) for across in (8, 16) for y in (65.5, 73, 80.5))
    body = (FigureRect(x, 56, 24, 33), FigureRect(roof, 52, 28, 5))
    return StagePart(body, (x + 12, 70, 20, 16), (("ink", (FigureRect(x + 4, 61, 16, 24),)), ("parch", scrolls)))


# ---- wonders -----------------------------------------------------------------------------------------------

_BABYLON_1: Final = _bushes((6, 82, 6), (94, 82, 6), (62, 83, 4))
_BABYLON_2: Final = _bushes((12, 62, 6), (88, 62, 6))
_BABYLON_3: Final = _bushes((21, 42, 6), (79, 42, 6))
_BABYLON_4: Final = _bushes((24, 20, 5), (35, 17, 7), (45, 20, 5))
_PALM: Final = (
    _poly("66 16, 68 2, 71 2, 71 16"),
    _poly("69 4, 60 0, 54 6, 60 5, 56 12, 64 7"),
    _poly("70 4, 79 0, 85 6, 79 5, 83 12, 75 7"),
    _poly("69.5 4, 63 0, 69.5 0.5, 76 0"),
)
_RAYS: Final = (
    _poly("41 10, 30 7, 40 14"),
    _poly("44 6, 37 0, 47 3"),
    _poly("47.5 4, 50 0, 52.5 4"),
    _poly("56 6, 63 0, 53 3"),
    _poly("59 10, 70 7, 60 14"),
)
_FLAME: Final = _poly("88 0, 94 7, 92 13, 84 13, 82 7")
_LEG: Final = (11, 84, 25, 56, 44, 60, 34, 84)
_PODIUM: Final = (4, 100, 6, 82, 40, 82, 42, 100)
_SEAT: Final = (12, 84, 12, 26, 15, 22, 18, 26, 18, 60, 50, 60, 50, 84)
_PINES: Final = (Oval(15, 38, 15, 9), Oval(86, 27, 14, 9), Oval(31, 22, 8, 4.6), Oval(69, 17, 8, 4.6))

_DRAWN: Final[Mapping[str, tuple[StagePart, ...]]] = {
    "giza": (
        StagePart(
            (_poly("0 100, 16 66, 36 100"), _poly("64 100, 86 58, 100 86, 100 100"), _slope(8, 82, 84, 18, 8.6)),
            (40, 91, 30, 17),
            (("edge", (_poly("17 68, 16 66, 20 74, 14 100, 8 100"), _poly("58 100, 56 82, 83.4 82, 92 100"))),),
        ),
        StagePart(
            (_slope(16.6, 64, 66.8, 18, 8.6),),
            (40, 73, 30, 17),
            (("edge", (_poly("56 82, 54.5 64, 74.8 64, 83.4 82"),)),),
        ),
        StagePart(
            (_slope(25.2, 47, 49.6, 17, 8.2),),
            (43, 56, 24, 16),
            (("edge", (_poly("54.5 64, 53 47, 66.6 47, 74.8 64"),)),),
        ),
        StagePart(
            (_slope(33.4, 31, 33.2, 16, 7.6),),
            (47, 39.5, 24, 15),
            (("edge", (_poly("53 47, 52 31, 59 31, 66.6 47"),)),),
        ),
        StagePart((_poly("41 31, 50 1, 59 31"),), (50, 24, 19, 14), (("edge", (_poly("52 31, 50 1, 59 31"),)),)),
    ),
    "alexandria": (
        StagePart(
            (_poly("0 100, 3 92, 12 90, 16 84, 84 84, 88 90, 97 92, 100 100"),),
            (50, 92, 40, 15),
            (
                (
                    "edge",
                    (
                        _poly("0 100, 3 95, 12 97, 24 94, 36 98, 36 100"),
                        _poly("64 100, 64 98, 76 94, 88 97, 97 95, 100 100"),
                    ),
                ),
            ),
        ),
        StagePart(
            (_slope(25, 56, 50, 28, 5), FigureRect(27, 54, 46, 5)),
            (50, 68, 24, 18),
            (
                ("edge", (_poly("66 84, 63 59, 70.5 59, 75 84"),)),
                ("ink", (Arch(46, 78, 8, 6), FigureRect(35, 64, 3, 6), FigureRect(34, 74, 3, 6))),
            ),
        ),
        StagePart(
            (_slope(34, 39, 32, 16, 2), FigureRect(34, 37, 32, 4)),
            (49, 48, 22, 15),
            (("edge", (_poly("60 54, 59 41, 64 41, 66 54"),)),),
        ),
        StagePart(
            (FigureRect(39, 22, 22, 15), FigureRect(36, 20, 28, 4)),
            (50, 30.5, 20, 14),
            (("edge", (FigureRect(56, 24, 5, 13),)),),
        ),
        StagePart(
            (
                FigureRect(41, 9, 18, 11),
                Arch(40, 0, 20, 10),
                _poly("41 12, 2 2, 2 22, 41 17"),
                _poly("59 12, 98 2, 98 22, 59 17"),
            ),
            (50, 12, 18, 15),
            (("parch", (_poly("38 12.5, 2 4, 2 20, 38 16.5"), _poly("62 12.5, 98 4, 98 20, 62 16.5"))),),
        ),
    ),
    "rhodes": (
        StagePart((Poly(_PODIUM), Poly(_LEG)), (23, 91.5, 26, 17), (("edge", (FigureRect(5.6, 82, 35, 2),)),)),
        StagePart(
            (_mirror(_PODIUM), _mirror(_LEG)),
            (77, 91.5, 26, 17),
            (("edge", (FigureRect(59.4, 82, 35, 2), _mirror((11, 84, 25, 56, 30, 56, 18, 84)))),),
        ),
        StagePart((_slope(22, 47, 56, 18, 9),), (50, 56, 30, 16), (("edge", (_poly("66 65, 62 47, 69 47, 78 65"),)),)),
        StagePart(
            (
                _poly("33 47, 27 28, 33 22, 67 22, 73 28, 67 47"),
                _poly("30 24, 22 26, 12 42, 22 54, 27 49, 22 42, 31 34"),
                _poly("67 22, 74 24, 86 12, 91 17, 78 34, 68 34"),
            ),
            (49, 35, 28, 17),
            (("edge", (_poly("64 47, 66 24, 72 29, 67 47"),)),),
        ),
        StagePart(
            (Oval(50, 13, 9, 10), *_RAYS, _FLAME, FigureRect(84, 12, 8, 5)),
            (50, 14, 17, 15),
            (("parch", (*_RAYS, _FLAME)),),
        ),
    ),
    "babylon": (
        StagePart(
            (FigureRect(2, 82, 96, 18), *_BABYLON_1),
            (42, 91, 24, 16),
            (("ink", (*_arches(2, 9, 89, 9, 11, 13), *_arches(2, 66, 89, 9, 11, 13))), ("leaf", _BABYLON_1)),
        ),
        StagePart(
            (FigureRect(9, 62, 82, 20), *_BABYLON_2),
            (48, 72, 26, 17),
            (("ink", (*_arches(1, 17, 70, 8, 12, 1), *_arches(1, 75, 70, 8, 12, 1))), ("leaf", _BABYLON_2)),
        ),
        StagePart(
            (FigureRect(18, 42, 64, 20), *_BABYLON_3),
            (50, 52, 24, 17),
            (("ink", (Arch(24, 50, 7, 12), Arch(69, 50, 7, 12))), ("leaf", _BABYLON_3)),
        ),
        StagePart((FigureRect(22, 22, 27, 20), *_BABYLON_4), (35.5, 32.5, 24, 16), (("leaf", _BABYLON_4),)),
        StagePart(
            (FigureRect(54, 16, 27, 26), *_PALM),
            (67.5, 30, 24, 16),
            (("leaf", _PALM), ("edge", (FigureRect(54, 19, 27, 2),))),
        ),
    ),
    "olympia": (
        StagePart((FigureRect(0, 84, 100, 16),), (50, 92, 40, 15), (("edge", (FigureRect(0, 96, 100, 4),)),)),
        StagePart(
            (Poly(_SEAT),), (33, 73, 26, 18), (("edge", (FigureRect(12, 80, 38, 4), FigureRect(12, 32, 6, 28))),)
        ),
        StagePart(
            (_poly("50 84, 50 60, 40 60, 44 53, 70 53, 77 60, 76 80, 86 80, 86 84"),),
            (63, 68, 25, 18),
            (("edge", (_poly("56 84, 62 64, 50 60, 50 84"),)),),
        ),
        StagePart(
            (
                _poly("20 60, 22 36, 28 28, 46 28, 53 36, 54 53, 44 53, 40 60"),
                _poly("46 30, 78 38, 78 44, 46 44"),
                FigureRect(90, 14, 4, 70),
                _poly("70 38, 72 24, 68 20, 75 14, 82 20, 78 24, 80 38"),
            ),
            (37, 43, 25, 18),
            (("edge", (_poly("20 60, 22 36, 28 28, 32 28, 27 40, 28 60"),)),),
        ),
        StagePart(
            (
                _poly("29 22, 30 9, 35 3, 43 3, 49 8, 50 15, 53 19, 50 21, 51 29, 46 34, 40 29, 32 29"),
                _poly("92 10, 82 4, 86 14, 92 18, 98 14, 100 2"),
            ),
            (39.5, 17, 18, 16),
            (("parch", (_poly("30 10, 34 5, 46 5, 50 10, 49 7, 44 2, 36 2, 31 7"),)),),
        ),
    ),
    "ephesus": (
        StagePart(
            (_poly("0 100, 0 94, 4 94, 4 88, 8 88, 8 82, 92 82, 92 88, 96 88, 96 94, 100 94, 100 100"),),
            (50, 91, 40, 16),
            (("edge", (FigureRect(0, 98.6, 100, 1.4), FigureRect(4, 92.6, 92, 1.4), FigureRect(8, 86.6, 84, 1.4))),),
        ),
        _columns(9, 24, 40, 42),
        StagePart(
            (
                _poly("41 82, 43 62, 34 58, 35 54, 44 56, 56 56, 65 54, 66 58, 57 62, 59 82"),
                Oval(50, 50, 5, 6),
                FigureRect(45, 40, 10, 6),
            ),
            (50, 71, 17, 16),
            (("edge", (*_row(2, 45.5, 57, 3, 4, 6),)),),
        ),
        _columns(67, 24, 40, 42),
        StagePart(
            (_poly("0 40, 0 33, 3 33, 48 9, 42 5, 40 0, 47 4, 53 4, 60 0, 58 5, 52 9, 97 33, 100 33, 100 40"),),
            (50, 26, 26, 17),
            (("edge", (FigureRect(0, 37, 100, 3),)),),
        ),
    ),
    "halicarnassus": (
        StagePart(
            (FigureRect(0, 92, 100, 8), FigureRect(6, 84, 88, 9)),
            (50, 92, 40, 15),
            (("edge", (FigureRect(0, 97, 100, 3), FigureRect(6, 90, 88, 2))),),
        ),
        StagePart(
            (FigureRect(14, 60, 72, 24),),
            (50, 73, 30, 18),
            (("edge", (FigureRect(74, 60, 12, 24), FigureRect(14, 63, 72, 1.6))),),
        ),
        _columns(16, 32, 36, 24),
        _columns(52, 32, 36, 24),
        StagePart(
            (
                _poly(
                    "12 36, 12 31, 19 31, 19 26, 26 26, 26 20, 33 20, 33 14, 38 14, 38 10, 36 5, 33 6, 32 3, 36 0, "
                    "40 1, 42 4, 52 4, 53 1, 60 1, 60 8, 57 10, 62 10, 62 14, 67 14, 67 20, 74 20, 74 26, 81 26, "
                    "81 31, 88 31, 88 36"
                ),
            ),
            (49, 25, 28, 18),
            (
                (
                    "edge",
                    (FigureRect(12, 34, 76, 2), _poly("58 9, 60 9, 60 14, 67 14, 67 20, 74 20, 74 26, 81 26, 66 26")),
                ),
            ),
        ),
    ),
    "rome": (
        StagePart((FigureRect(1, 68, 32, 32),), (17, 84, 22, 20), (("edge", (Arch(6, 72, 22, 28),)),)),
        StagePart((FigureRect(34, 68, 32, 32),), (50, 84, 22, 20), (("edge", (Arch(39, 72, 22, 28),)),)),
        StagePart((FigureRect(67, 68, 32, 32),), (83, 84, 22, 20), (("edge", (Arch(72, 72, 22, 28),)),)),
        StagePart(
            (_poly("3 68, 4 44, 16 42, 22 38, 40 38, 46 34, 55 33, 58 38, 58 68"),),
            (31, 51, 26, 17),
            (("ink", _arches(4, 9, 60, 6, 8, 12)),),
        ),
        StagePart(
            (_poly("59 68, 59 30, 64 27, 64 18, 68 16, 68 6, 90 8, 96 12, 98 68"),),
            (79, 38, 26, 17),
            (
                ("ink", (*_arches(3, 64, 56, 6, 9, 11), *_row(3, 73, 15, 4, 5, 8))),
                ("edge", (FigureRect(64, 27, 33, 1.6), FigureRect(59, 49, 38.6, 1.6))),
            ),
        ),
    ),
    "ur": (
        StagePart(
            (_slope(0, 81, 100, 19, 2),),
            (20, 91, 28, 16),
            (
                ("edge", (_slope(38, 81, 24, 19, 2.6),)),
                ("ink", _row(1, 39, 86, 22, 1.6, 1) + _row(1, 38, 93, 24, 1.6, 1)),
            ),
        ),
        StagePart(
            (_slope(9, 62, 82, 19, 2),),
            (28, 71.5, 24, 16),
            (
                ("edge", (_slope(41, 62, 18, 18, 2),)),
                ("ink", _row(1, 42, 67, 16, 1.6, 1) + _row(1, 41, 74, 18, 1.6, 1)),
            ),
        ),
        StagePart((_slope(20, 44, 60, 18, 2),), (50, 53, 24, 15), (("edge", (FigureRect(20.4, 58, 59.2, 3),)),)),
        StagePart(
            (_slope(34, 24, 32, 20, 2), FigureRect(34, 21, 32, 5)),
            (50, 33.5, 24, 16),
            (("edge", (FigureRect(35, 26, 30, 2),)),),
        ),
        StagePart(
            (_poly("40 21, 40 0, 43 0, 45 4, 48 4, 48 0, 52 0, 52 4, 55 4, 57 0, 60 0, 60 21"),),
            (50, 13, 18, 14),
            (("edge", (FigureRect(40, 18, 20, 3),)),),
        ),
    ),
    "appian-way": (
        StagePart(
            (_poly("10 100, 27.5 67, 72.5 67, 90 100"),),
            (50, 80, 30, 20),
            (
                (
                    "ink",
                    (
                        FigureRect(22, 85, 56, 1.8),
                        FigureRect(29, 70, 42, 1.6),
                        _poly("36 100, 37 86, 39 86, 38 100"),
                        _poly("61 100, 60 86, 62 86, 63 100"),
                        FigureRect(49, 71, 2, 14),
                    ),
                ),
            ),
        ),
        StagePart(
            (_poly("27.5 67, 45 34, 55 34, 72.5 67"),),
            (50, 53, 14, 14),
            (
                (
                    "ink",
                    (
                        FigureRect(35, 58, 30, 1.4),
                        FigureRect(40, 48, 20, 1.2),
                        FigureRect(42, 59, 1.6, 8),
                        FigureRect(56, 59, 1.6, 8),
                        FigureRect(49, 49, 1.4, 9),
                    ),
                ),
            ),
        ),
        StagePart((FigureRect(10, 40, 5, 56), _PINES[0]), (15, 38, 20, 14), (("leaf", _PINES[:1]),)),
        StagePart((FigureRect(84, 28, 6, 66), _PINES[1]), (86, 27, 20, 14), (("leaf", _PINES[1:2]),)),
        StagePart(
            (FigureRect(30, 24, 3, 34), FigureRect(68, 20, 3, 34), *_PINES[2:]),
            (50, 20, 20, 20),
            (("leaf", _PINES[2:]),),
        ),
    ),
    "circus-maximus": (
        StagePart(
            (_poly("0 100, 0 66, 6 60, 29.5 60, 29.5 100"),),
            (15, 70, 20, 16),
            (("ink", _arches(2, 5, 78, 8, 22, 13.7)), ("edge", (FigureRect(0, 71, 29.5, 2),))),
        ),
        StagePart(
            (FigureRect(29.5, 60, 41, 40),),
            (50, 70, 20, 16),
            (("ink", _arches(3, 32.4, 78, 8, 22, 13.7)), ("edge", (FigureRect(29.5, 71, 41, 2),))),
        ),
        StagePart(
            (_poly("70.5 100, 70.5 60, 94 60, 100 66, 100 100"),),
            (85, 70, 20, 16),
            (("ink", _arches(2, 73.5, 78, 8, 22, 13.7)), ("edge", (FigureRect(70.5, 71, 29.5, 2),))),
        ),
        StagePart(tuple(Poly((x, 60, x + 3.6, 34, x + 7.2, 60)) for x in (14, 21, 28, 65, 72, 79)), (50, 47, 10, 10)),
        StagePart(
            (_poly("46 60, 47 8, 50 0, 53 8, 54 60"), FigureRect(42, 54, 16, 6)),
            (50, 30, 10, 20),
            (("edge", (_poly("50 0, 53 8, 54 60, 50 60"),)),),
        ),
    ),
    "great-library": (
        StagePart(
            (_poly("0 100, 0 95, 5 95, 5 89, 95 89, 95 95, 100 95, 100 100"),),
            (50, 94, 40, 10),
            (("edge", (FigureRect(5, 93.4, 90, 1.6),)),),
        ),
        _shelves(6, 3),
        _shelves(70, 69),
        StagePart(
            (FigureRect(30, 42, 40, 47), FigureRect(22, 37, 56, 6)),
            (50, 50, 14, 14),
            (
                ("edge", (FigureRect(22, 41, 56, 2),)),
                ("ink", (Arch(43, 58, 14, 31), FigureRect(35, 48, 3, 41), FigureRect(62, 48, 3, 41))),
            ),
        ),
        StagePart(
            (Arch(24, 9, 52, 28), FigureRect(48, 3, 4, 8), Oval(50, 4, 4, 4)),
            (50, 29, 26, 14),
            (("edge", (_poly("50 9, 62 11, 71 19, 76 37, 64 37, 60 20"),)),),
        ),
    ),
    "piraeus": (
        StagePart(
            (
                _poly(
                    "0 100, 0 91, 6 87, 12 91, 18 87, 24 91, 30 87, 36 91, 42 87, 48 91, 54 87, 60 91, 66 87, "
                    "72 91, 78 87, 84 91, 90 87, 96 91, 100 88, 100 100"
                ),
            ),
            (50, 95, 40, 9),
            (
                (
                    "edge",
                    (FigureRect(8, 95, 20, 1.8), FigureRect(44, 96, 24, 1.8), FigureRect(78, 95, 16, 1.8)),
                ),
            ),
        ),
        StagePart(
            (
                _poly(
                    "0 78, 10 74, 10 60, 14 56, 16 66, 78 66, 86 58, 90 46, 84 42, 88 38, 95 42, 97 54, 92 72, "
                    "84 88, 16 88, 8 82"
                ),
            ),
            (50, 76, 30, 16),
            (
                ("ink", tuple(Oval(x, 76, 2.4, 2.4) for x in (26, 36, 46, 56, 66, 76))),
                ("edge", (FigureRect(15, 66, 65, 2.4), _poly("13 84, 87 84, 84 88, 16 88"))),
            ),
        ),
        StagePart((FigureRect(48, 2, 4, 64),), (50, 60, 4, 12)),
        StagePart((FigureRect(14, 7, 72, 4),), (22, 9, 12, 4)),
        StagePart(
            (_poly("18 10, 82 10, 86 32, 82 54, 66 58, 50 59, 34 58, 18 54, 14 32"),),
            (50, 33, 30, 20),
            (("edge", (_poly("70 11, 82 11, 86 32, 82 54, 68 57, 73 32"), FigureRect(30, 11, 1.6, 46))),),
        ),
    ),
    "sphinx": (
        StagePart((FigureRect(0, 87, 100, 13),), (50, 94, 40, 12), (("edge", (FigureRect(0, 97, 100, 3),)),)),
        StagePart(
            (
                _poly("44 87, 44 46, 62 52, 78 52, 90 58, 95 70, 94 87"),
                _poly("92 80, 97 76, 96 60, 99 60, 100 78, 95 87"),
            ),
            (66, 69, 26, 18),
            (("edge", (_poly("62 87, 62 74, 72 64, 84 64, 92 76, 92 87"),)),),
        ),
        StagePart(
            (_poly("2 87, 2 79, 8 75, 24 75, 18 56, 24 44, 44 46, 44 87"),),
            (34, 66, 14, 14),
            (("edge", (_poly("30 50, 42 48, 40 87, 34 87"),)), ("ink", (FigureRect(8, 82.5, 22, 1.8),))),
        ),
        StagePart(
            (_poly("28 3.5, 34 5, 41 14, 48 52, 34 58, 30 52, 30 36"),),
            (37, 44, 10, 14),
            (
                ("edge", (_poly("28 6, 34 5, 41 14, 48 52, 34 58, 30 36"),)),
                (
                    "ink",
                    (
                        _poly("32 16, 38 14, 38.6 16, 32.4 18"),
                        _poly("33 26, 41 24, 41.6 26, 33.4 28"),
                        _poly("34 36, 43 34, 43.6 36, 34.4 38"),
                    ),
                ),
            ),
        ),
        StagePart(
            (_poly("9 40, 12 16, 18 7, 26 3, 28 3.5, 30 36, 30 52, 26 46, 14 48"),),
            (20, 32, 12, 12),
            (("ink", (FigureRect(14.5, 23, 5, 2.4), FigureRect(12, 38, 8, 1.8))),),
        ),
    ),
    "abu-simbel": (
        StagePart(
            (FigureRect(0, 86, 100, 14), Arch(45.5, 60, 9, 26)),
            (50, 93.5, 40, 12),
            (("edge", (FigureRect(0, 97, 100, 3),)), ("ink", (Arch(47.5, 66, 5, 20),))),
        ),
        *(_king(x) for x in (1, 23.5, 55.5, 78)),
    ),
}
DRAWING_NAMES: Final = {  # by the wonder's name in other games
    "colossus": "rhodes",
    "ephesos": "ephesus",
    "gizah": "giza",
    "great-lighthouse": "alexandria",
    "halikarnassos": "halicarnassus",
    "hanging-gardens": "babylon",
    "mausoleum": "halicarnassus",
    "pyramids": "giza",
    "rhodos": "rhodes",
    "roma": "rome",
    "statue-of-zeus": "olympia",
    "temple-of-artemis": "ephesus",
}
BUILDINGS: Final[Mapping[str, tuple[StagePart, ...]]] = {
    **_DRAWN,
    **{name: _DRAWN[same] for name, same in DRAWING_NAMES.items()},
}


def block(x: float, y: float, w: float, h: float) -> StagePart:
    """Return a plain stage for a wonder without a picture."""
    return StagePart((FigureRect(x, y, w, h),), (x + w / 2, y + h / 2, w, h))


PLAIN: Final = (block(0, 80, 100, 20), block(8, 32, 28, 47), block(64, 32, 28, 47), block(4, 10, 92, 21))  # a gate


def drawing_of(wonder: str) -> str:
    """Return the name of a wonder's drawing (`giza`) for any game's name of it (`pyramids`), or "" if it has none.

    Both sides of a board (`gizah-night`) have the same drawing. A damaged drawing counts as none.
    """
    wonder = wonder.removesuffix("-day").removesuffix("-night")
    name = DRAWING_NAMES.get(wonder, wonder)
    return name if has_wonder(name) else ""


def list_parts(wonder: str) -> tuple[StagePart, ...]:
    """Return the parts of a wonder, lowest first."""
    return BUILDINGS.get(wonder, PLAIN)


def parts_of(wonder: str) -> int:
    """Count the parts of a wonder's drawing, or of its plain figure."""
    return drawing_data.STAGES if drawing_of(wonder) else len(list_parts(wonder))


def count_visible_parts(wonder: str, built: int, stages: int) -> int:
    """Count the visible parts of a wonder with `built` of its `stages`; each stage adds some."""
    return -(-parts_of(wonder) * built // stages)
