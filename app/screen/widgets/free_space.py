"""Where nothing is painted on the screen: room for what is left out where there is none."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, radians, sin
from typing import Any, Final, NamedTuple

from app.screen.paint.element import Element
from app.screen.paint.layers import Points
from app.screen.paint.lighting import fading
from app.screen.paint.pen import SOFT, Measure, Pen
from app.screen.state.ring import Rect
from engine.memoize import memoize

TILE: Final = 12  # pixels
HAIR: Final = 5.0  # pixels, a line that only leads from one thing to another, if it is …
LONG: Final = 100.0  # so long
ALIKE: Final = 256  # elements of which is known what they cover
Box = tuple[float, float, float, float]  # left, top, right, bottom; pixels
Tiles = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]  # rows, and columns, each with its bits


class Thing(NamedTuple):
    """The place of a drawn thing: its key (`Idea.rings`), its middle and its size in pixels, and how it is turned."""

    key: str
    x: float
    y: float
    angle: float
    w: float
    h: float

    @property
    def box(self) -> Box:
        """The upright box round the thing."""
        c, s = abs(cos(radians(self.angle))), abs(sin(radians(self.angle)))
        w, h = (self.w * c + self.h * s) / 2, (self.w * s + self.h * c) / 2
        return self.x - w, self.y - h, self.x + w, self.y + h


class Tracing(Pen):
    """Notes where things are drawn, but for the light and the shadow round them: something may lie there."""

    def __init__(self, measure: Measure, large: bool, plain: bool) -> None:
        super().__init__(measure, large=large, plain=plain)
        self.boxes: list[Box] = []  # of shapes that are not made into triangles
        self.things: list[Thing] = []

    def thing(self, key: str, x: float, y: float, w: float, h: float) -> None:
        middle, angle = self.place(x + w / 2, y + h / 2), self.origin[2]
        self.things.append(Thing(key, *middle, angle, w * self.scale, h * self.scale))

    def _shape(
        self, points: Points, normals: Points, fill: str | None, line: str | None, width: float, *_: Any, **__: Any
    ) -> None:
        xs, ys = zip(*(self.place(x, y) for x, y in points), strict=True)
        rim = SOFT + (width * self.scale / 2 if line else 0)
        self.boxes.append((min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim))

    def stamp(
        self, x: float, y: float, scale: float, paint: Callable[..., None], *what: Hashable, rough: bool = False
    ) -> None:
        if paint is not fading:
            super().stamp(x, y, scale, paint, *what, rough=rough)


class Traced:
    """An element on a screen, for a pen with these settings: the same as every other that would be painted alike."""

    __slots__ = ("_control", "_element", "_like", "_size")

    def __init__(self, element: Element[Any], size: tuple[float, float], like: Pen, control: Any) -> None:
        # Any: as elements have it
        self._element, self._size, self._control = element, size, control
        self._like = like.measure, like.grown > 1, like.plain

    def __hash__(self) -> int:
        return hash(self._element.key)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Traced)
            and (self._size, self._like) == (other._size, other._like)
            and self._element.looks_like(other._element)
        )

    def cover(self) -> tuple[Tiles, tuple[Thing, ...]]:
        """Return what it covers, all but light and shadow, and the things that it draws."""
        measure, large, plain = self._like
        pen, bare = Tracing(measure, large=large, plain=plain), Bare(*self._size)
        self._element.draw(pen, self._control)
        self._control = None  # nobody keeps it
        for box in pen.boxes:
            if is_broad(box):
                bare.fill(*box)
        bare.painted(pen)
        return bare.tiles(), tuple(pen.things)


@memoize(ALIKE)
def covered(it: Traced) -> tuple[Tiles, tuple[Thing, ...]]:
    """Return what an element covers and draws: after a move most of a table does what it did before."""
    return it.cover()


class Bare:
    """The tiles of a screen, and on which of them something is painted or can be touched."""

    __slots__ = ("_across", "_down", "_size")

    def __init__(self, width: float, height: float) -> None:
        self._size = width, height
        self._across = [0] * int(height // TILE)  # of each row from the top, a bit for each tile from the left
        self._down = [0] * int(width // TILE)  # of each column from the left, a bit for each tile from the top

    def painted(self, pen: Pen) -> None:
        """What a pen has drawn."""
        for box in _boxes(pen):
            self.fill(*box)

    def lies(self, elements: Iterable[Element[Any]], like: Pen, control: Any) -> None:  # Any: as elements have it
        """What these cover, painted as a pen does it."""
        for element in elements:
            (rows, columns), _ = covered(Traced(element, self._size, like, control))
            for row, bits in rows:
                self._across[row] |= bits
            for column, bits in columns:
                self._down[column] |= bits

    def things(self, element: Element[Any], like: Pen, control: Any) -> tuple[Thing, ...]:  # Any: as elements have it
        """Return the things that this draws, painted as a pen does it."""
        return covered(Traced(element, self._size, like, control))[1]

    def is_bare(self, x: float, y: float) -> bool:
        """Return whether nothing lies at a point, in pixels."""
        row, column = int(y // TILE), int(x // TILE)
        return not (0 <= row < len(self._across) and column >= 0 and self._across[row] >> column & 1)

    def tiles(self) -> Tiles:
        """The rows and columns in which something is."""
        rows, columns = (tuple(it for it in enumerate(lines) if it[1]) for lines in (self._across, self._down))
        return rows, columns

    def fill(self, left: float, top: float, right: float, bottom: float) -> None:
        """Something lies there, in pixels."""
        columns = range(max(0, int(left // TILE)), min(len(self._down), int(-(-right // TILE))))
        rows = range(max(0, int(top // TILE)), min(len(self._across), int(-(-bottom // TILE))))
        if columns and rows:
            for row in rows:
                self._across[row] |= (1 << columns.stop) - (1 << columns.start)
            for column in columns:
                self._down[column] |= (1 << rows.stop) - (1 << rows.start)

    def rooms(self, edge: int, start: float, end: float, deep: float) -> Iterator[Rect]:
        """The upright rectangles without anything, between two points along an edge and so far from it; pixels.

        None of them lies in another.
        """
        lines, others = (self._down, self._across) if edge % 2 else (self._across, self._down)
        rows = len(lines)
        if at_end := edge in (0, 3):  # the lower edge, and the one at the right
            lines = lines[::-1]
        lines = lines[: int(deep // TILE)]
        first, last = max(0, int(-(-start // TILE))), min(len(others), int(end // TILE))
        span = (1 << max(first, last)) - (1 << first)
        for near in range(len(lines)):
            free, before = span, lines[near - 1] if near else -1  # -1: there is no more, and all ends there
            for far in range(near, len(lines)):
                free &= ~lines[far]
                if not free:
                    break
                after = lines[far + 1] if far + 1 < len(lines) else -1
                if not (free & before and free & after):
                    continue
                y, h = ((rows - far - 1) if at_end else near) * TILE, (far + 1 - near) * TILE
                for begins, ends in _runs(free):
                    run = (1 << ends) - (1 << begins)
                    if run & before and run & after:
                        x, w = begins * TILE, (ends - begins) * TILE
                        yield Rect(y, x, h, w) if edge % 2 else Rect(x, y, w, h)


def _boxes(pen: Pen) -> Iterator[Box]:
    """Of each shape, each word, each code and each thing to touch all round it."""
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
    """Whether it is more than a line that leads from one thing to another."""
    w, h = box[2] - box[0], box[3] - box[1]
    return min(w, h) > HAIR or max(w, h) < LONG


def _round(corners: Sequence[tuple[float, float]]) -> Box:
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def _runs(bits: int) -> Iterable[tuple[int, int]]:
    """Bits that are set side by side, as the first and the one after the last."""
    while bits:
        first = (bits & -bits).bit_length() - 1
        rest = bits >> first
        many = (~rest & (rest + 1)).bit_length() - 1
        yield first, first + many
        bits &= ~(((1 << many) - 1) << first)
