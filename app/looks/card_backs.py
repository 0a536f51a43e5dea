"""The ornament on card backs: cloth with golden lines and leaves, as shapes for the screen and phones."""

from collections.abc import Iterator
from math import atan2, cos, sin
from typing import Final

from app.looks.drawing_data import Area, DrawnLine, Mark, Point
from app.looks.sky_landscape import round_box
from engine.memoize import memoize

GOLD: Final = "#E9BE62"
# Lines of gold: distance from the edge, radius and thickness, in widths of the card.
FRAMES: Final = ((0.06, 0.06, 0.018), (0.1, 0.04, 0.008))
LEAVES: Final = ((-0.5, 0.2), (0.0, 0.15), (0.5, 0.2))  # of those in a corner: how far turned, how long by its width
BELLY: Final = 0.34  # of its length, how broad a leaf is


def is_cloth(paint: str) -> bool:
    """Check for a paint of a cloth card back."""
    return paint.startswith("cloth") and paint.endswith("-slope")


@memoize(128)
def draw_tooled_cloth(paint: str, w: float, h: float, r: float) -> tuple[Mark, ...]:
    """Draw tooled cloth in a box from its upper left corner; `r`: corner radius."""
    return (Area(round_box(w, h, r), paint, rough=True), *_frames(w, h), *_leaves(w, h))


def _frames(w: float, h: float) -> Iterator[Mark]:
    for part, bend, width in FRAMES:
        by, r = part * w, bend * w
        corners = ((by, by, 1, 1), (w - by, by, -1, 1), (w - by, h - by, -1, -1), (by, h - by, 1, -1))
        path = ""
        for nth, (x, y, across, down) in enumerate(corners):
            ends = ((x, y + down * r), (x + across * r, y))  # of a corner; every other one is gone round the other way
            start, end = ends[:: -1 if nth % 2 else 1]
            path += f"{'L' if path else 'M'}{_xy(start)} C{_xy((x, y))} {_xy((x, y))} {_xy(end)} "
        yield DrawnLine(f"{path}Z", GOLD, width * w)


def _leaves(w: float, h: float) -> Iterator[Mark]:
    """Draw three leaves in each corner, pointing away from it."""
    for across, down in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        x, y = w / 2 + across * w * 0.35, h / 2 + down * (h / 2 - w * 0.15)
        for turn, part in LEAVES:
            way, long = atan2(-down, -across) + turn, part * w
            a, b = _polar_point(x, y, way, long * 0.1), _polar_point(x, y, way, long)
            up, low = (_polar_point(x, y, way + side, long * 0.5) for side in (BELLY, -BELLY))
            curves = " ".join(f"C{_xy(mid)} {_xy(mid)} {_xy(end)}" for mid, end in ((up, b), (low, a)))
            yield DrawnLine(f"M{_xy(a)} {curves}", GOLD, w * 0.011)


def _polar_point(x: float, y: float, way: float, far: float) -> Point:
    return x + far * cos(way), y + far * sin(way)


def _xy(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
