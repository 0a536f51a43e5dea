"""Where nothing is painted on the screen: room for what is left out where there is none."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from app.screen.draw import Pen
from app.screen.ring import Rect
from app.screen.widgets.lights import fading

TILE: Final = 12  # pixels
HAIR: Final = 5.0  # pixels, a line that only leads from one thing to another, if it is …
LONG: Final = 100.0  # so long


class Tracing(Pen):
    """Draws all but the light and the shadow round things: something may lie there."""

    def stamp(
        self, x: float, y: float, scale: float, paint: Callable[..., None], *what: Hashable, rough: bool = False
    ) -> None:
        if paint is not fading:
            super().stamp(x, y, scale, paint, *what, rough=rough)


class Bare:
    """The tiles of a screen, and on which of them something is painted or can be touched."""

    __slots__ = ("_across", "_down")

    def __init__(self, width: float, height: float) -> None:
        self._across = [0] * int(height // TILE)  # of each row from the top, a bit for each tile from the left
        self._down = [0] * int(width // TILE)  # of each column from the left, a bit for each tile from the top

    def painted(self, pen: Pen) -> None:
        """What a pen has drawn."""
        for left, top, right, bottom in _boxes(pen):
            self.fill(left, top, right, bottom)

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
            free = span
            for far in range(near, len(lines)):
                free &= ~lines[far]
                if not free:
                    break
                beside = [*lines[far + 1 : far + 2], *lines[max(0, near - 1) : near]]
                y, h = ((rows - far - 1) if at_end else near) * TILE, (far + 1 - near) * TILE
                for begins, ends in _runs(free):
                    run = (1 << ends) - (1 << begins)
                    if all(run & line for line in beside):
                        x, w = begins * TILE, (ends - begins) * TILE
                        yield Rect(y, x, h, w) if edge % 2 else Rect(x, y, w, h)


def _boxes(pen: Pen) -> Iterator[tuple[float, float, float, float]]:
    """Of each shape, each word, each code and each thing to touch all round it."""
    for layer in pen.layers:
        xs, ys = layer.vertices[0::8], layer.vertices[1::8]
        for begins, ends in pairwise((*layer.begins, layer.count)):
            if rim := layer.rims.get(begins):
                yield from rim
            elif begins < ends:
                box = min(xs[begins:ends]), min(ys[begins:ends]), max(xs[begins:ends]), max(ys[begins:ends])
                w, h = box[2] - box[0], box[3] - box[1]
                if min(w, h) > HAIR or max(w, h) < LONG:
                    yield box
        yield from (_round(word.corners) for word in layer.words)
        yield from (_round(code.corners) for code in layer.pictures)
    yield from (_round(area.corners) for area in pen.hit_areas if area.rank)


def _round(corners: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
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
