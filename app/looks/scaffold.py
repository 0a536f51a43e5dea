"""The scaffold around the stage to build next, as marks of its drawing, shared by the screen and phones."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from app.looks.drawing_data import DrawnLine, WonderStage, outlines

SCAFFOLDED: Final = frozenset({"next", "legal"})  # states of stages that have one
BAY: Final = 52.0  # units, from pole to pole
FLOOR: Final = 36.0  # units, from board to board
WOOD: Final = (("#1A0E06", 1.2, 5.6, 0.8), ("#8A5A2C", 0.0, 3.4, 1.0), ("#D09C60", -0.7, 1.1, 1.0))  # ink, off, width
BRACE: Final = ("#C08A50", 1.5, 0.75)

_Line = tuple[float, float, float, float]  # from x, y to x, y


@cache
def scaffold(stage: WonderStage) -> tuple[DrawnLine, ...]:
    """Draw poles and boards around the outline of a stage, with light and shadow, lowest first."""
    points = [point for each in outlines(stage.outline) for point in each]
    xs, ys = zip(*points, strict=True)
    left, right, top, low = min(xs) - 7, max(xs) + 7, min(ys) - 6, max(ys)
    bays, floors = max(2, round((right - left) / BAY)), max(1, round((low - top) / FLOOR))
    poles = [left + (right - left) * i / bays for i in range(bays + 1)]
    boards = [top + (low - top) * i / floors for i in range(floors + 1)]
    beams = [*((x, top - 9, x, low) for x in poles), *((left - 6, y, right + 6, y) for y in boards)]
    ink, width, opacity = BRACE
    return (
        DrawnLine(_path(_braces(poles, boards)), ink, width, opacity),
        *(DrawnLine(_path(beams, off), ink, width, opacity) for ink, off, width, opacity in WOOD),
    )


def _braces(poles: Iterable[float], boards: Iterable[float]) -> Iterator[_Line]:
    """Yield a diagonal brace in every second bay."""
    bays = list(pairwise(poles))
    for row, (high, deep) in enumerate(pairwise(boards)):
        for bay, (near, far) in enumerate(bays):
            if (row + bay) % 2:
                yield near, deep, far, high


def _path(lines: Iterable[_Line], off: float = 0) -> str:
    each = (f"M{ax + off:.1f} {ay + off:.1f} L{bx + off:.1f} {by + off:.1f}" for ax, ay, bx, by in lines)
    return " ".join(each)
