"""Shapes whose colour changes over them, as triangles: cut where a colour is reached, so that corners say all colours.

Pure functions of a path and a paint of `app.looks`, in the units of a drawing: a surface puts them in their place.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from app.looks.drawing import Outline, Point, outlines
from app.looks.paints import Paint, paints
from app.screen import outlines as shapes
from app.screen.layers import Points, Triangles
from app.screen.theme import Ink, rgb

RINGS: Final = 24  # corners of a ring of a round light
_NEAR: Final = 1e-6
_Stop = tuple[float, Ink]  # the colour reached at a part of the way


class Shaded(NamedTuple):
    """A shape: its points with a colour each, first those of its edge with their normals, clockwise; its triangles.

    Triangles count two vertices at each point of the edge, inside and outside, and then one at each point within.
    """

    points: Points
    normals: Points
    inks: Sequence[Ink]
    triangles: Triangles


@lru_cache(maxsize=4096)
def area(path: str, fill: str) -> tuple[Shaded, ...]:
    """The parts of an area in a colour (`#RRGGBB`) or a paint of that name."""
    found = outlines(path)
    if fill.startswith("#"):
        return tuple(_cut(each, (), lambda _: 0.0, [(0.0, (*rgb(fill), 1.0))]) for each in found)
    paint = paints()[fill]
    xs, ys = [x for each in found for x, _ in each], [y for each in found for _, y in each]
    box = min(xs), min(ys), max(xs), max(ys)
    return tuple(_painted(each, paint, box) for each in found)


@lru_cache(maxsize=64)
def light(fill: str) -> Shaded:
    """A round light round (0, 0), 1 from its middle to its edge, where it has faded away."""
    stops = paints()[fill].stops
    ring = shapes.ring(RINGS)
    points: list[Point] = []
    inks: list[Ink] = []
    for stop in reversed(stops):
        for x, y in ring if stop.at else ((0.0, 0.0),):
            points.append((x * stop.at, y * stop.at))
            inks.append((*rgb(stop.colour), stop.opacity))
    corners: list[int] = []
    rings = (len(points) - 1) // RINGS
    for row in range(rings):
        for i in range(RINGS):
            a, b = row * RINGS + i, row * RINGS + (i + 1) % RINGS
            if row + 1 < rings:
                corners += (a, a + RINGS, b + RINGS, a, b + RINGS, b)
            else:
                corners += (a, len(points) - 1, b)
    return Shaded(points, (), inks, Triangles.of(corners))


def _painted(outline: Outline, paint: Paint, box: tuple[float, float, float, float]) -> Shaded:
    """An outline whose paint goes over that box: left, top, right, bottom."""
    left, top, right, bottom = box
    w, h = max(right - left, _NEAR), max(bottom - top, _NEAR)
    ways: dict[str, Callable[[Point], float]] = {
        "across": lambda at: (at[0] - left) / w,
        "down": lambda at: (at[1] - top) / h,
        "aslant": lambda at: ((at[0] - left) / w + (at[1] - top) / h) / 2,
        "outward": lambda at: hypot((at[0] - left) / w - 0.5, (at[1] - top) / h - 0.5) * 2,
    }
    cuts = [stop.at for stop in paint.stops if 0 < stop.at < 1 and paint.way != "outward"]
    stops = [(stop.at, (*rgb(stop.colour), stop.opacity)) for stop in paint.stops]
    return _cut(outline, cuts, ways[paint.way], stops)


def _cut(outline: Outline, cuts: Sequence[float], way: Callable[[Point], float], stops: Sequence[_Stop]) -> Shaded:
    """An outline cut where its way has come so far; straight across, so all of a triangle has straight colours."""
    points: list[Point] = []
    corners = [*outline] if shapes.area(outline) > 0 else [*reversed(outline)]
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        s, t = way(a), way(b)
        points.append(a)
        between = sorted((cut - s) / (t - s) for cut in cuts if min(s, t) + _NEAR < cut < max(s, t) - _NEAR)
        points += ((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for part in between)
    edge = len(points)
    triangles = shapes.triangulated(points)
    far = [way(point) for point in points]
    for cut in cuts:
        triangles = _split(triangles, points, far, cut)
    inks = [_between(stops, each) for each in far]
    rim = ((2 * i, 2 * ((i + 1) % edge)) for i in range(edge))
    inner = (2 * i if i < edge else edge + i for corners in triangles for i in corners)
    strip = (k for p, q in rim for k in (p, p + 1, q + 1, p, q + 1, q))
    return Shaded(points, shapes.normals(points[:edge]), inks, Triangles.of((*strip, *inner)))


def _split(
    triangles: Iterable[tuple[int, int, int]], points: list[Point], far: list[float], cut: float
) -> list[tuple[int, int, int]]:
    """Triangles of which none lies on both sides of a cut; the points on it are added."""
    found: list[tuple[int, int, int]] = []
    made: dict[tuple[int, int], int] = {}

    def on(i: int, j: int) -> int:
        key = min(i, j), max(i, j)
        if key not in made:
            part = (cut - far[i]) / (far[j] - far[i])
            (ax, ay), (bx, by) = points[i], points[j]
            made[key] = len(points)
            points.append((ax + (bx - ax) * part, ay + (by - ay) * part))
            far.append(cut)
        return made[key]

    for each in triangles:
        sides = [0 if abs(far[i] - cut) < _NEAR else 1 if far[i] > cut else -1 for i in each]
        if min(sides) >= 0 or max(sides) <= 0:
            found.append(each)
            continue
        if 0 in sides:  # through a corner
            turn = sides.index(0)
            a, b, c = each[turn], each[turn - 2], each[turn - 1]
            middle = on(b, c)
            found += ((a, b, middle), (a, middle, c))
            continue
        turn = next(i for i in range(3) if sides.count(sides[i]) == 1)  # the corner that is alone on its side
        a, b, c = each[turn], each[turn - 2], each[turn - 1]
        p, q = on(a, b), on(a, c)
        found += ((a, p, q), (p, b, c), (p, c, q))
    return found


def _between(stops: Sequence[_Stop], at: float) -> Ink:
    """The colour at a part of the way."""
    if at <= stops[0][0]:
        return stops[0][1]
    for (s, one), (t, other) in pairwise(stops):
        if at <= t:
            part = (at - s) / (t - s)
            r, g, b, a = (x + (y - x) * part for x, y in zip(one, other, strict=True))
            return r, g, b, a
    return stops[-1][1]
