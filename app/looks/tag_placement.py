"""Where tags stand on the stages of a drawing: each on its stage or beside it, none on another."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from app.looks.drawing import DrawingFit, Point, wonder
from engine.memoize import memoize

SPACE: Final = 0.15  # of their words' size, between two tags, …
LEAST_SPACE: Final = 0.1  # … and where there is little room
STEPS: Final = 60  # in which tags that are larger than their stages give way
ASIDE: Final = (0.0, 0.55)  # of its width, how far each begins to the left or to the right, until all have room
SMALLER: Final = 0.94  # times its size, what still has no room


class Tags(NamedTuple):
    """How high the words of all tags are, and the middle of each, by stage."""

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
    """The tags of a drawing that fills a box from its upper left corner, `across` and `down` times so large as words.

    They are as large as they can be where the drawing has them, up to `most`; below `least` they rather give way.
    `head`: so much of the box is free of them, at its top. `grown`: times that size where words are large.
    """
    fit = DrawingFit.of(w, h)
    labels = [fit.label(stage) for stage in wonder(name).stages]
    room = min(_between(one, other, across + SPACE, down + SPACE) for one, other in combinations(labels, 2))
    size = min(max(room, least), most) * grown
    while True:
        wide, high, space, least_space = (size * each for each in (across, down, SPACE, LEAST_SPACE))
        for aside in ASIDE:
            begun = [(x + aside * wide * (-1) ** nth, y) for nth, (x, y) in enumerate(labels)]
            places = _apart(begun, wide, high, space, w, h, head)
            near = (
                _between(one, other, wide + least_space, high + least_space) for one, other in combinations(places, 2)
            )
            if min(near) > 1:
                return Tags(size, tuple(places))
        size *= SMALLER


def _between(one: Point, other: Point, wide: float, high: float) -> float:
    """How many times so large two boxes could be round these points before they met."""
    return max(abs(other[0] - one[0]) / wide, abs(other[1] - one[1]) / high)


def _apart(
    labels: Sequence[Point], wide: float, high: float, space: float, w: float, h: float, head: float
) -> Sequence[Point]:
    """The same places, moved as little as it takes, in a box so large; what is above or left of another stays there."""
    found = [list(label) for label in labels]
    pairs = [
        (one, other, 1 if bx >= ax else -1, 1 if by >= ay else -1)
        for (one, (ax, ay)), (other, (bx, by)) in combinations(zip(found, labels, strict=True), 2)
    ]
    for _ in range(STEPS):
        for it in found:
            it[0] = min(max(it[0], wide / 2), w - wide / 2)
            it[1] = min(max(it[1], head + high / 2), h - high / 2)
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
