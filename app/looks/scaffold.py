"""The building site of a wonder, as marks of its drawing: a scaffold with workers, for both surfaces, and a fire."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from app.looks.drawing_data import Area, DrawnLine, Mark, Round, outlines, wonder

SCAFFOLDED: Final = frozenset({"next", "legal"})  # states of stages that have one
BAY: Final = 52.0  # units, from pole to pole
FLOOR: Final = 36.0  # units, from board to board
WOOD: Final = (("#1A0E06", 1.2, 5.6, 0.8), ("#8A5A2C", 0.0, 3.4, 1.0), ("#D09C60", -0.7, 1.1, 1.0))  # ink, off, width
BRACE: Final = ("#C08A50", 1.5, 0.75)
CREW: Final = 2  # workers on the lowest stage; each later one has one more
SKIN: Final = "#96603C"
TUNICS: Final = "#C8553D", "#EBDDB8", "#4E86A6"
FIRE: Final = (  # fire and smoke before a wonder on land
    Area("M27 250 C10 210 48 190 34 132 C60 184 24 214 38 250 Z", "#B9B2AA", opacity=0.3),
    Round(32, 266, 26, "fire"),
    Area("M25 274 C23 262 32 262 31 251 C40 260 40 268 38 274 Z", "flame"),
)

_Line = tuple[float, float, float, float]  # from x, y to x, y


@cache
def scaffold(name: str, number: int) -> tuple[Mark, ...]:
    """Draw poles and boards around the outline of stage `number` (from 0), with light and shadow, and its workers."""
    stage = wonder(name).stages[number]
    points = [point for each in outlines(stage.outline) for point in each]
    xs, ys = zip(*points, strict=True)
    left, right, top, low = min(xs) - 7, max(xs) + 7, min(ys) - 6, max(ys)
    bays, floors = max(2, round((right - left) / BAY)), max(1, round((low - top) / FLOOR))
    poles = [left + (right - left) * i / bays for i in range(bays + 1)]
    boards = [top + (low - top) * i / floors for i in range(floors + 1)]
    beams = [*((x, top - 9, x, low) for x in poles), *((left - 6, y, right + 6, y) for y in boards)]
    at = [(number + 2 * nth) % bays for nth in range(CREW + number)]
    feet = (((poles[bay] + poles[bay + 1]) / 2, boards[1 + nth % floors]) for nth, bay in enumerate(at))
    ink, width, opacity = BRACE
    return (
        DrawnLine(_path(_braces(poles, boards)), ink, width, opacity),
        *(DrawnLine(_path(beams, off), ink, width, opacity) for ink, off, width, opacity in WOOD),
        *_crew(feet),
    )


def _crew(feet: Iterable[tuple[float, float]]) -> Iterator[Mark]:
    for nth, (x, y) in enumerate(feet):
        yield DrawnLine(_path([(x - 3, y, x, y - 9), (x, y - 9, x + 3, y)]), "#2E1B10", 2.6)
        yield DrawnLine(_path([(x, y - 9, x, y - 16)]), TUNICS[nth % len(TUNICS)], 7)
        yield DrawnLine(_path([(x + 2, y - 15, x + 8, y - 20)]), SKIN, 2)
        yield Round(x + 1, y - 22, 3.4, SKIN)


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
