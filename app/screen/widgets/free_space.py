"""Free space on the screen: which tiles no element covers, and the free rectangles along an edge."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import Any, Final, NamedTuple

from app.screen.paint.element import Element, ElementKey
from app.screen.paint.lighting import fading
from app.screen.paint.pen import SOFT_EDGE_PX, Measure, Pen
from app.screen.paint.pen_layers import Points
from app.screen.paint.stamps import Fragment
from app.screen.state.ring_layout import Rect
from engine.memoize import memoize

TILE: Final = 12  # px
HAIR: Final = 5.0  # px, thickness of a line that only connects two things, if it is longer than
LONG: Final = 100.0  # px
COVER_CACHE_SIZE: Final = 128  # elements; versions of one element are compared one by one
Box = tuple[float, float, float, float]  # left, top, right, bottom in px
Tiles = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]  # rows and columns, each with its bits


class DrawnThing(NamedTuple):
    """The place of a drawn thing: its key (`Idea.rings`), its middle and size in pixels, and its angle."""

    key: str
    x: float
    y: float
    angle: float
    w: float
    h: float

    @property
    def box(self) -> Box:
        """The upright bounding box of the thing."""
        c, s = abs(cos(radians(self.angle))), abs(sin(radians(self.angle)))
        w, h = (self.w * c + self.h * s) / 2, (self.w * s + self.h * c) / 2
        return self.x - w, self.y - h, self.x + w, self.y + h


class TracingPen(Pen):
    """A pen that records bounding boxes and leaves out light and shadow, under which something may lie."""

    replays = True

    def __init__(self, measure: Measure, bright: bool = False, large: bool = False, plain: bool = False) -> None:
        super().__init__(measure, bright, large, plain)
        self.boxes: list[Box] = []  # of shapes that are not triangulated
        self.things: list[DrawnThing] = []

    def thing(self, key: str, x: float, y: float, w: float, h: float) -> None:
        middle, angle = self.place(x + w / 2, y + h / 2), self.origin[2]
        self.things.append(DrawnThing(key, *middle, angle, w * self.scale, h * self.scale))

    def add_fragment(self, it: Fragment) -> None:
        super().add_fragment(it)
        assert isinstance(it.pen, TracingPen)
        self.boxes += it.pen.boxes
        self.things += it.pen.things

    def _shape(
        self, points: Points, normals: Points, fill: str | None, line: str | None, width: float, *_: Any, **__: Any
    ) -> None:
        xs, ys = zip(*(self.place(x, y) for x, y in points), strict=True)
        rim = SOFT_EDGE_PX + (width * self.scale / 2 if line else 0)
        self.boxes.append((min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim))

    def stamp(
        self, x: float, y: float, scale: float, paint: Callable[..., None], *what: Hashable, rough: bool = False
    ) -> None:
        if paint is not fading:
            super().stamp(x, y, scale, paint, *what, rough=rough)


@memoize(COVER_CACHE_SIZE)
def covered(key: ElementKey, size: tuple[float, float]) -> tuple[Tiles, tuple[DrawnThing, ...]]:
    """Return the tiles that an element covers, without light and shadow, and the things that it draws."""
    pen, bare = key.draw(TracingPen), TileMap(*size)
    for box in pen.boxes:
        if is_broad(box):
            bare.fill(*box)
    bare.mark_drawing(pen)
    return bare.tiles(), tuple(pen.things)


class TileMap:
    """A bit map of the screen's tiles that are painted or can be touched."""

    __slots__ = ("_across", "_down", "_size")

    def __init__(self, width: float, height: float) -> None:
        self._size = width, height
        self._across = [0] * int(height // TILE)  # of each row from the top, a bit for each tile from the left
        self._down = [0] * int(width // TILE)  # of each column from the left, a bit for each tile from the top

    def mark_drawing(self, pen: Pen) -> None:
        """Mark what a pen has drawn."""
        for box in _boxes(pen):
            self.fill(*box)

    def mark_elements(
        self, elements: Iterable[Element[Any]], like: Pen, control: Any
    ) -> None:  # Any: as elements have it
        """Mark what these elements cover, painted with the settings of the pen `like`."""
        for element in elements:
            (rows, columns), _ = covered(ElementKey(element, like, control), self._size)
            for row, bits in rows:
                self._across[row] |= bits
            for column, bits in columns:
                self._down[column] |= bits

    def things(
        self, element: Element[Any], like: Pen, control: Any
    ) -> tuple[DrawnThing, ...]:  # Any: as elements have it
        """Return the things that an element draws, painted with the settings of the pen `like`."""
        return covered(ElementKey(element, like, control), self._size)[1]

    def is_bare(self, x: float, y: float) -> bool:
        """Check whether nothing covers a point, in pixels."""
        row, column = int(y // TILE), int(x // TILE)
        return not (0 <= row < len(self._across) and column >= 0 and self._across[row] >> column & 1)

    def tiles(self) -> Tiles:
        """Return the rows and columns that contain something."""
        rows, columns = (tuple(it for it in enumerate(lines) if it[1]) for lines in (self._across, self._down))
        return rows, columns

    def fill(self, left: float, top: float, right: float, bottom: float) -> None:
        """Mark a box as covered, in pixels."""
        columns = range(max(0, int(left // TILE)), min(len(self._down), int(-(-right // TILE))))
        rows = range(max(0, int(top // TILE)), min(len(self._across), int(-(-bottom // TILE))))
        if columns and rows:
            for row in rows:
                self._across[row] |= (1 << columns.stop) - (1 << columns.start)
            for column in columns:
                self._down[column] |= (1 << rows.stop) - (1 << rows.start)

    def rooms(self, edge: int, start: float, end: float, deep: float) -> Iterator[Rect]:
        """List the maximal free upright rectangles between two points along an edge, at most `deep` pixels from it."""
        lines, others = (self._down, self._across) if edge % 2 else (self._across, self._down)
        rows = len(lines)
        if at_end := edge in (0, 3):  # the lower edge, and the one at the right
            lines = lines[::-1]
        lines = lines[: int(deep // TILE)]
        first, last = max(0, int(-(-start // TILE))), min(len(others), int(end // TILE))
        span = (1 << max(first, last)) - (1 << first)
        for near in range(len(lines)):
            free, before = span, lines[near - 1] if near else -1  # -1: past the end every run ends
            for far in range(near, len(lines)):
                free &= ~lines[far]
                if not free:
                    break
                after = lines[far + 1] if far + 1 < len(lines) else -1
                if not (free & before and free & after):
                    continue
                y, h = ((rows - far - 1) if at_end else near) * TILE, (far + 1 - near) * TILE
                for begins, ends in _bit_runs(free):
                    run = (1 << ends) - (1 << begins)
                    if run & before and run & after:
                        x, w = begins * TILE, (ends - begins) * TILE
                        yield Rect(y, x, h, w) if edge % 2 else Rect(x, y, w, h)


def _boxes(pen: Pen) -> Iterator[Box]:
    """List the bounding boxes of shapes, words, codes and hit areas."""
    for layer in pen.layers:
        xs, ys = layer.vertices[0::8], layer.vertices[1::8]
        for begins, ends in pairwise((*layer.begins, layer.count)):
            if rim := layer.rims.get(begins):
                yield from rim
            elif begins < ends:
                box = min(xs[begins:ends]), min(ys[begins:ends]), max(xs[begins:ends]), max(ys[begins:ends])
                if is_broad(box):
                    yield box
        yield from (_round(word.corners) for word in layer.words)
        yield from (_round(code.corners) for code in layer.pictures)
    yield from (_round(area.corners) for area in pen.hit_areas if area.rank)


def is_broad(box: Box) -> bool:
    """Check that a box is more than a line that connects two things."""
    w, h = box[2] - box[0], box[3] - box[1]
    return min(w, h) > HAIR or max(w, h) < LONG


def _round(corners: Sequence[tuple[float, float]]) -> Box:
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def _bit_runs(bits: int) -> Iterable[tuple[int, int]]:
    while bits:
        first = (bits & -bits).bit_length() - 1
        rest = bits >> first
        many = (~rest & (rest + 1)).bit_length() - 1
        yield first, first + many
        bits &= ~(((1 << many) - 1) << first)
