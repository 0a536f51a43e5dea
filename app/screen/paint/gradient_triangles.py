"""Gradients as triangles: shapes cut at each colour stop, so that interpolating between corners is exact.

Pure functions of a path and a material of `app.looks`, in the units of a drawing; the pen places the result.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, radians, sin
from typing import Final, NamedTuple

from app.looks.drawing_data import Area, Outline, Point, outlines
from app.looks.material_tile_coordinates import coords
from app.looks.paint_materials import Paint, paints
from app.screen.paint import shapes
from app.screen.paint.dirty_regions import UNBOUNDED
from app.screen.paint.pen_layers import Points, Triangles
from app.screen.paint.theme import Ink, rgb
from engine.memoize import memoize

RINGS: Final = 24  # corners of a ring of a round light
ROUND: Final = 48  # corners of each edge of a rim
LAMP: Final = 225.0  # degrees clockwise from the right: the direction of the lamp
_EPSILON: Final = 1e-6
_Stop = tuple[float, Ink]  # position from 0 to 1, and the colour there


class GradientShape(NamedTuple):
    """Triangulated shapes: where each vertex lies, and triangles.

    Each point of an edge has two vertices, inside and outside (transparent), each point within has one. A vertex has
    eight numbers, of which the first two, its place, are filled in by the pen. Arrays, because thousands of shapes are
    cached.
    """

    points: "array[float]"  # x and y of each vertex, and the vector along which it fades: 0 within
    vertices: "array[float]"  # place, tile coordinates, red, green, blue, opacity
    triangles: Triangles

    def place(self, at: tuple[float, float], turned: tuple[float, float], scale: float, soft: float) -> "array[float]":
        """Return its vertices with its (0, 0) at a point, rotated (cosine, sine) and scaled.

        `soft`: px on each side over which the edge fades.
        """
        (x, y), (cosine, sine), put = at, turned, self.vertices[:]
        c, s, e, f = cosine * scale, sine * scale, cosine * soft, sine * soft
        xs, ys, across, down = (self.points[nth::4] for nth in range(4))
        if sine:
            corners = [*zip(xs, ys, across, down, strict=True)]
            put[0::8] = array("f", [x + px * c - py * s + (nx * e - ny * f) for px, py, nx, ny in corners])
            put[1::8] = array("f", [y + px * s + py * c + (nx * f + ny * e) for px, py, nx, ny in corners])
        else:
            put[0::8] = array("f", [x + px * c + nx * e for px, nx in zip(xs, across, strict=True)])
            put[1::8] = array("f", [y + py * c + ny * e for py, ny in zip(ys, down, strict=True)])
        return put

    @classmethod
    def build(
        cls, points: Points, normals: Points, inks: Sequence[Ink], triangles: Triangles, tile: str = ""
    ) -> "GradientShape":
        """Build a shape, textured with a material's tile; "": none."""
        put: list[float] = []
        places: list[float] = []
        edge = len(normals)
        for at, ((x, y), (r, g, b, a)) in enumerate(zip(points, inks, strict=True)):
            s, t = coords(tile, x, y)
            if at < edge:
                nx, ny = normals[at]
                put += (0.0, 0.0, s, t, r, g, b, a, 0.0, 0.0, s, t, r, g, b, 0.0)
                places += (x, y, -nx, -ny, x, y, nx, ny)
            else:
                put += (0.0, 0.0, s, t, r, g, b, a)
                places += (x, y, 0.0, 0.0)
        return cls(array("d", places), array("f", put), triangles)


@memoize(512)  # all drawings have 300, 4 MB
def merge_marks(marks: tuple[Area, ...]) -> GradientShape:
    """Return the shapes of marks of a drawing, which follow one another, as one."""
    points, put, corners = array("d"), array("f"), array("H")
    for mark in marks:
        for each in area(mark.path, mark.fill, mark.rough):
            corners.frombytes(each.triangles.shift_to(len(points) // 4))
            points += each.points
            begins = len(put) + 7
            put += each.vertices
            if mark.opacity != 1:
                put[begins::8] = array("f", [mark.opacity * alpha for alpha in put[begins::8]])
    return GradientShape(points, put, Triangles.from_corners(corners))


@memoize(64)
def area(path: str, fill: str | Paint, rough: bool = False) -> tuple[GradientShape, ...]:
    """Return the shapes of a path filled with a colour (`#RRGGBB`) or material (or its name). `rough`: with a tile."""
    found = outlines(path)
    if isinstance(fill, str) and fill.startswith("#"):
        return tuple(_fill_along(each, (), lambda _: 0.0, [(0.0, (*rgb(fill), 1.0))], "") for each in found)
    paint = paints()[fill] if isinstance(fill, str) else fill
    xs, ys = [x for each in found for x, _ in each], [y for each in found for _, y in each]
    box = min(xs), min(ys), max(xs), max(ys)
    return tuple(_fill_outline(each, paint, box, paint.tile if rough else "") for each in found)


@memoize(128)
def light(fill: str, box: tuple[float, float, float, float]) -> GradientShape:
    """Return a round light of radius 1 round (0, 0) that fades to nothing at its edge, clipped to a box."""
    light = _radial(shapes.unit_circle(RINGS), (0.0, 0.0), paints()[fill])
    return light if box == UNBOUNDED else _clip_to_box(light, box)


@lru_cache(maxsize=256)
def rim_inks(tones: tuple[str, str, str], angle: float) -> tuple[Ink, ...]:
    """Return the colours round a rim in three tones, at equal steps from the right: lit at the upper left, body, shade.

    `angle`: its rotation in degrees clockwise.
    """
    stops = [(at, (*rgb(tone), 1.0)) for at, tone in zip((0.0, 0.5, 1.0), tones, strict=True)]
    lamp = radians(LAMP - angle)
    return tuple(_colour_at(stops, (1 - x * cos(lamp) - y * sin(lamp)) / 2) for x, y in shapes.unit_circle(ROUND))


def _radial(edge: Points, middle: Point, paint: Paint) -> GradientShape:
    """Return a radial gradient from its middle to an edge, with a ring of points at each colour stop."""
    n = len(edge)
    points: list[Point] = []
    inks: list[Ink] = []
    outward = [stop for stop in reversed(paint.stops) if stop.at]
    for stop in outward:
        points += [_lerp(middle, point, stop.at) for point in edge]
        inks += [(*rgb(stop.colour), stop.opacity)] * n
    first = paint.stops[0]
    steps = [(row * n + i, row * n + (i + 1) % n) for row in range(len(outward) - 1) for i in range(n)]
    last = (len(outward) - 1) * n
    corners = (k for p, q in steps for k in (p, p + n, q + n, p, q + n, q))
    fan = (k for i in range(n) for k in (last + i, last + n, last + (i + 1) % n))
    return GradientShape.build(
        (*points, middle), (), (*inks, (*rgb(first.colour), first.opacity)), Triangles.from_corners((*corners, *fan))
    )


def _fill_outline(outline: Outline, paint: Paint, box: tuple[float, float, float, float], tile: str) -> GradientShape:
    """Return an outline filled with a material that spans a box: left, top, right, bottom."""
    left, top, right, bottom = box
    if paint.way == "outward":
        return _radial(outline, ((left + right) / 2, (top + bottom) / 2), paint)
    w, h = max(right - left, _EPSILON), max(bottom - top, _EPSILON)
    ways: dict[str, Callable[[Point], float]] = {
        "across": lambda at: (at[0] - left) / w,
        "down": lambda at: (at[1] - top) / h,
        "aslant": lambda at: ((at[0] - left) / w + (at[1] - top) / h) / 2,
    }
    cuts = [stop.at for stop in paint.stops if 0 < stop.at < 1]
    stops = [(stop.at, (*rgb(stop.colour), stop.opacity)) for stop in paint.stops]
    return _fill_along(outline, cuts, ways[paint.way], stops, tile)


def _fill_along(
    outline: Outline, cuts: Sequence[float], way: Callable[[Point], float], stops: Sequence[_Stop], tile: str
) -> GradientShape:
    """Return an outline cut across its direction at each colour stop, so that each triangle interpolates one span."""
    points: list[Point] = []
    corners = [*outline] if shapes.area(outline) > 0 else [*reversed(outline)]
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        points.append(a)
        if cuts:
            s, t = way(a), way(b)
            low, high = (s, t) if s < t else (t, s)
            between = sorted([(cut - s) / (t - s) for cut in cuts if low + _EPSILON < cut < high - _EPSILON])
            points += (_lerp(a, b, part) for part in between)
    edge = len(points)
    triangles = shapes.triangulate(points)
    far = [way(point) for point in points]
    for cut in cuts:
        triangles = _split(triangles, points, far, cut)
    inks = [_colour_at(stops, each) for each in far]
    rim = ((2 * i, 2 * ((i + 1) % edge)) for i in range(edge))
    inner = (2 * i if i < edge else edge + i for corners in triangles for i in corners)
    strip = (k for p, q in rim for k in (p, p + 1, q + 1, p, q + 1, q))
    return GradientShape.build(
        points, shapes.normals(points[:edge]), inks, Triangles.from_corners((*strip, *inner)), tile
    )


def _split(
    triangles: Iterable[tuple[int, int, int]], points: list[Point], far: list[float], cut: float
) -> list[tuple[int, int, int]]:
    """Split triangles so that none lies on both sides of a cut; append the new points."""
    found: list[tuple[int, int, int]] = []
    made: dict[tuple[int, int], int] = {}

    def cut_edge(i: int, j: int) -> int:
        key = min(i, j), max(i, j)
        if key not in made:
            made[key] = len(points)
            points.append(_lerp(points[i], points[j], (cut - far[i]) / (far[j] - far[i])))
            far.append(cut)
        return made[key]

    for each in triangles:
        sides = [0 if abs(far[i] - cut) < _EPSILON else 1 if far[i] > cut else -1 for i in each]
        if min(sides) >= 0 or max(sides) <= 0:
            found.append(each)
            continue
        if 0 in sides:  # through a corner
            turn = sides.index(0)
            a, b, c = each[turn], each[turn - 2], each[turn - 1]
            middle = cut_edge(b, c)
            found += ((a, b, middle), (a, middle, c))
            continue
        turn = next(i for i in range(3) if sides.count(sides[i]) == 1)  # the single corner on its side
        a, b, c = each[turn], each[turn - 2], each[turn - 1]
        p, q = cut_edge(a, b), cut_edge(a, c)
        found += ((a, p, q), (p, b, c), (p, c, q))
    return found


def _colour_at(stops: Sequence[_Stop], at: float) -> Ink:
    if at <= stops[0][0]:
        return stops[0][1]
    for (s, one), (t, other) in pairwise(stops):
        if at <= t:
            return _blend(one, other, (at - s) / (t - s))
    return stops[-1][1]


def _clip_to_box(shape: GradientShape, box: tuple[float, float, float, float]) -> GradientShape:
    """Clip a shape without an edge to an upright box: left, top, right, bottom."""
    left, top, right, bottom = box
    sides: tuple[Callable[[Point], float], ...] = (
        lambda at: at[0] - left,
        lambda at: right - at[0],
        lambda at: at[1] - top,
        lambda at: bottom - at[1],
    )
    points, corners = [*zip(shape.points[0::4], shape.points[1::4], strict=True)], [*_corners(shape.triangles)]
    inks: list[Ink] = [*zip(*(shape.vertices[nth::8] for nth in (4, 5, 6, 7)), strict=True)]
    for side in sides:
        far = [side(point) for point in points]
        kept: list[tuple[int, int, int]] = []
        for each in corners:
            shown = [i for i in each if far[i] >= 0]
            if len(shown) == 3:
                kept.append(each)
                continue
            ring: list[int] = []
            for i, j in pairwise((*each, each[0])):
                if far[i] >= 0:
                    ring.append(i)
                if (far[i] >= 0) != (far[j] >= 0):
                    part = far[i] / (far[i] - far[j])
                    points.append(_lerp(points[i], points[j], part))
                    inks.append(_blend(inks[i], inks[j], part))
                    far.append(0.0)
                    ring.append(len(points) - 1)
            kept += ((ring[0], ring[i], ring[i + 1]) for i in range(1, len(ring) - 1))
        corners = kept
    new = {i: at for at, i in enumerate(sorted({i for each in corners for i in each}))}  # without points outside
    return GradientShape.build(
        [points[i] for i in new],
        (),
        [inks[i] for i in new],
        Triangles.from_corners(new[i] for each in corners for i in each),
    )


def _corners(triangles: Triangles) -> Iterator[tuple[int, int, int]]:
    numbers = array("H")
    numbers.frombytes(triangles.shift_to(0))
    for at in range(0, len(numbers), 3):
        yield numbers[at], numbers[at + 1], numbers[at + 2]


def _lerp(one: Point, other: Point, part: float) -> Point:
    (a, b), (c, d) = one, other
    return a + (c - a) * part, b + (d - b) * part


def _blend(one: Ink, other: Ink, part: float) -> Ink:
    (p, q, r, s), (t, u, v, w) = one, other
    return p + (t - p) * part, q + (u - q) * part, r + (v - r) * part, s + (w - s) * part
