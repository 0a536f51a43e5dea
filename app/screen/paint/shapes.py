"""Geometry of shapes: outlines as points, and triangulation. Pure functions of numbers, y down."""

from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from typing import Final

from app.screen.paint.pen_layers import Points, Rim, Triangles
from engine.memoize import memoize

Cut = tuple[tuple[int, int, int], ...]  # a polygon's triangles, as indices of its points
RIM_MIN_RATIO: Final = 12  # size over line width from which an outline is described by its sides


def rim_of(outer: Points, width: float) -> Rim:
    """Return rectangles that cover an outline with these outer points; () if it is small or a triangle."""
    xs, ys = [x for x, _ in outer], [y for _, y in outer]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    n, found = len(outer), []
    if n < 4 or max(right - left, bottom - top) < RIM_MIN_RATIO * width:
        return ()
    for quarter in range(4):
        begins, ends = quarter * n // 4, (quarter + 1) * n // 4
        after = ends % n
        for x, y in (  # a corner, then a side
            (xs[begins:ends], ys[begins:ends]),
            ((xs[ends - 1], xs[after]), (ys[ends - 1], ys[after])),
        ):
            low, high = (max(left, min(x) - width), max(top, min(y) - width)), (max(x) + width, max(y) + width)
            found.append((*low, min(right, high[0]), min(bottom, high[1])))
    return tuple(found)


@lru_cache(maxsize=128)
def unit_circle(n: int) -> Points:
    """Return n points of the unit circle, the first at the right."""
    return tuple((cos(2 * pi * i / n), sin(2 * pi * i / n)) for i in range(n))


@lru_cache(maxsize=16)
def corner_arcs(steps: int) -> tuple[Points, Points, Points, Points]:
    """Return quarter circles for a rectangle's corners, from the upper right; single points without steps."""
    if not steps:
        return (((1.0, 0.0),),) * 4
    angles = ([radians(start + 90 * i / steps) for i in range(steps + 1)] for start in (-90, 0, 90, 180))
    first, second, third, fourth = (tuple((cos(a), sin(a)) for a in each) for each in angles)
    return first, second, third, fourth


@lru_cache(maxsize=16)
def round_corner_normals(steps: int) -> Points:
    """Return the outward normals of a rectangle with round corners."""
    return tuple(point for corner in corner_arcs(steps) for point in corner)


def corner_normals() -> Points:
    """Return the outward normals of a rectangle's corners, long enough to keep edges parallel."""
    return (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)


@lru_cache(maxsize=128)
def triangulate_convex(n: int) -> Cut:
    """Triangulate a convex polygon by cutting every second ear in rounds, so that few triangles are thin."""
    left, found = list(range(n)), []
    while len(left) > 2:
        ears = range(0, len(left) - 1, 2)
        found += [(left[i], left[i + 1], left[(i + 2) % len(left)]) for i in ears]
        left = left[::2]
    return tuple(found)


@memoize(512)
def fill_triangles(n: int, cut: Cut, soft: bool) -> Triangles:
    """Return the triangles of a filled polygon of n points.

    A soft one has two vertices for each point, inside and outside, with a strip between them.
    """
    if not soft:
        return Triangles.from_corners(k for corners in cut for k in corners)
    steps = ((2 * i, 2 * ((i + 1) % n)) for i in range(n))
    edge = [k for p, q in steps for k in (p, p + 1, q + 1, p, q + 1, q)]
    return Triangles.from_corners([*edge, *(2 * k for corners in cut for k in corners)])


@memoize(512)
def round_triangles(n: int, middles: int) -> Triangles:
    """Return the triangles between n points of an edge and the middles of its arcs, which follow in the same order."""
    around = [n + i * middles // n for i in range(n)]
    steps = [(i, j, around[i], around[j]) for i in range(n) for j in [(i + 1) % n]]
    edge = [k for i, j, p, q in steps for k in ((i, j, q) if p == q else (i, j, q, i, q, p))]
    return Triangles.from_corners([*edge, *(k for i in range(n + 2, n + middles) for k in (n, i - 1, i))])


@memoize(512)
def strip_triangles(n: int, closed: bool) -> Triangles:
    """Return the triangles of a strip between two rows of n vertices."""
    steps = [(i, (i + 1) % n) for i in range(n if closed else n - 1)]
    return Triangles.from_corners(k for p, q in steps for k in (p, p + n, q + n, p, q + n, q))


def area(points: Points) -> float:
    """Return the area of a polygon, negative if its points are counter-clockwise (y down)."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True)) / 2


def normals(points: Points) -> list[tuple[float, float]]:
    """Return outward normals of clockwise points (y down), longer at sharp corners to keep edges parallel."""
    n, found = len(points), []
    for i, (x, y) in enumerate(points):
        (px, py), (qx, qy) = points[i - 1], points[(i + 1) % n]
        a, b = hypot(x - px, y - py) or 1, hypot(qx - x, qy - y) or 1
        ax, ay, bx, by = (y - py) / a, (px - x) / a, (qy - y) / b, (x - qx) / b
        mx, my = ax + bx, ay + by
        dot = mx * ax + my * ay
        k = 1 / dot if dot > 0.3 else 1 / 0.3
        found.append((mx * k, my * k))
    return found


def split_at_bends(points: Points) -> list[list[tuple[float, float]]]:
    """Split a line at bends of more than 37°, and drop repeated points."""
    pieces: list[list[tuple[float, float]]] = [[points[0]]]
    for x, y in points[1:]:
        piece = pieces[-1]
        px, py = piece[-1]
        if hypot(x - px, y - py) < 1e-3:
            continue
        if len(piece) > 1:
            qx, qy = piece[-2]
            ax, ay, bx, by = px - qx, py - qy, x - px, y - py
            if ax * bx + ay * by < 0.8 * hypot(ax, ay) * hypot(bx, by):
                pieces.append([(px, py)])
        pieces[-1].append((x, y))
    return [piece for piece in pieces if len(piece) > 1]


def cross_directions(piece: Points) -> list[tuple[float, float]]:
    """Return the direction across a smooth line at each point, longer in bends to keep edges parallel."""
    steps = []
    for (ax, ay), (bx, by) in pairwise(piece):
        size = hypot(bx - ax, by - ay)
        steps.append(((by - ay) / size, (ax - bx) / size))
    found = [steps[0]]
    for (ax, ay), (bx, by) in pairwise(steps):
        mx, my = ax + bx, ay + by
        k = 1 / (mx * ax + my * ay)
        found.append((mx * k, my * k))
    return [*found, steps[-1]]


def triangulate(points: Points) -> list[tuple[int, int, int]]:
    """Triangulate a polygon by ear clipping; one that crosses itself only in part."""
    n = len(points)
    turns = [_cross(points[i - 1], points[i], points[(i + 1) % n]) for i in range(n)]
    if all(t >= -1e-6 for t in turns) or all(t <= 1e-6 for t in turns):
        return list(triangulate_convex(n))
    left, found = list(range(n)), []
    sign = 1 if area(points) > 0 else -1
    while len(left) > 3:
        for k in range(len(left)):
            i, j, m = left[k - 1], left[k], left[(k + 1) % len(left)]
            a, b, c = points[i], points[j], points[m]
            if sign * _cross(a, b, c) <= 1e-9:
                continue
            if not any(_is_inside(points[o], a, b, c, sign) for o in left if o not in (i, j, m)):
                found.append((i, j, m))
                del left[k]
                break
        else:
            break
    found.append((left[0], left[1], left[2]))
    return found


def _cross(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_inside(
    p: tuple[float, float], a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], sign: int
) -> bool:
    return sign * _cross(a, b, p) >= 0 and sign * _cross(b, c, p) >= 0 and sign * _cross(c, a, p) >= 0


def split_into_dashes(points: Points, on: float, off: float) -> list[list[tuple[float, float]]]:
    """Return the drawn parts of a line, `on` long with gaps of `off`, in units of its points."""
    pieces: list[list[tuple[float, float]]] = []
    drawing, left = True, on
    piece = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        size, gone = hypot(bx - ax, by - ay), 0.0
        while size - gone > left:
            gone += left
            here = (ax + (bx - ax) * gone / size, ay + (by - ay) * gone / size)
            if drawing:
                pieces.append([*piece, here])
            piece = [here]
            drawing, left = not drawing, off if drawing else on
        left -= size - gone
        if drawing:
            piece.append((bx, by))
    if drawing and len(piece) > 1:
        pieces.append(piece)
    return pieces
