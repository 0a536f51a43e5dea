"""Label placement for the stages of a drawing: each tag on or beside its own stage, without overlap."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from app.looks.drawing_data import DrawingFit, Point, wonder
from engine.memoize import memoize

SPACE: Final = 0.15  # of their words' size, between two tags, …
LEAST_SPACE: Final = 0.1  # … and where there is little room
STEPS: Final = 60  # in which tags that are larger than their stages give way
SIDE_STEPS: Final = (0.0, 0.55)  # of its width: offsets to the left or right that are tried until all have room
SMALLER: Final = 0.94  # times its size, what still has no room


class Tags(NamedTuple):
    """The font size of all tags, and the centre of each, by stage."""

    size: float
    places: tuple[Point, ...]


@memoize(512)
def tags(
    name: str,
    w: float,
    h: float,
    least: float,
    most: float,
    across: float,
    down: float,
    head: float = 0,
    grown: float = 1,
) -> Tags:
    """Place the tags of a drawing that fills a box; each tag is `across` by `down` times the font size.

    They are as large as the drawing has room for, up to `most`; below `least` they move apart instead. `head`: height
    kept free at the top of the box. `grown`: scale for large text.
    """
    fit = DrawingFit.for_box(w, h)
    labels = [fit.label(stage) for stage in wonder(name).stages]
    room = min(_between(one, other, across + SPACE, down + SPACE) for one, other in combinations(labels, 2))
    size = min(max(room, least), most) * grown
    while True:
        wide, high, space, least_space = (size * each for each in (across, down, SPACE, LEAST_SPACE))
        for aside in SIDE_STEPS:
            begun = [(x + aside * wide * (-1) ** nth, y) for nth, (x, y) in enumerate(labels)]
            places = _separate(begun, wide, high, space, w, h, head)
            near = (
                _between(one, other, wide + least_space, high + least_space) for one, other in combinations(places, 2)
            )
            if min(near) > 1:
                return Tags(size, tuple(places))
        size *= SMALLER


def _between(one: Point, other: Point, wide: float, high: float) -> float:
    """Return the largest scale at which two boxes centred on these points do not overlap."""
    return max(abs(other[0] - one[0]) / wide, abs(other[1] - one[1]) / high)


def _separate(
    labels: Sequence[Point], wide: float, high: float, space: float, w: float, h: float, head: float
) -> Sequence[Point]:
    """Move overlapping boxes apart as little as needed, within the bounds; they keep their order across and down."""
    found = [list(label) for label in labels]
    pairs = [
        (one, other, 1 if bx >= ax else -1, 1 if by >= ay else -1)
        for (one, (ax, ay)), (other, (bx, by)) in combinations(zip(found, labels, strict=True), 2)
    ]
    for _ in range(STEPS):
        for each in found:
            each[0] = min(max(each[0], wide / 2), w - wide / 2)
            each[1] = min(max(each[1], head + high / 2), h - high / 2)
        moved = False
        for one, other, right, below in pairs:
            over_x = wide + space - (other[0] - one[0]) * right
            over_y = high + space - (other[1] - one[1]) * below
            if over_x <= 0 or over_y <= 0:
                continue
            axis, by = (0, over_x * right) if over_x < over_y else (1, over_y * below)
            one[axis] -= by / 2
            other[axis] += by / 2
            moved = True
        if not moved:
            break
    return [(x, y) for x, y in found]
