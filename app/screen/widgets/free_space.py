"""Free space on the screen: which tiles no element covers, and the free rectangles along an edge."""

from collections.abc import Iterable, Iterator
from typing import Any, Final
from weakref import WeakKeyDictionary

from app.screen.paint.dirty_regions import drop_contained, enclose_points
from app.screen.paint.element import AnyElement, look_at
from app.screen.paint.pen import Pen
from app.screen.paint.placed_things import Box
from app.screen.state.ring_layout import Rect
from engine.memoize import memoize

TILE: Final = 12  # px
Tiles = tuple[int, int]  # a bit for each tile: row by row, and column by column
_tiles_by_pen: "WeakKeyDictionary[Pen, Tiles]" = WeakKeyDictionary()  # of what each has drawn


class TileMap:
    """A bit map of the screen's tiles that are painted or can be touched."""

    __slots__ = ("_across", "_columns", "_down", "_rows", "_size")

    def __init__(self, width: float, height: float) -> None:
        self._size = width, height
        self._columns, self._rows = int(width // TILE), int(height // TILE)
        self._across = self._down = 0  # row by row from the top left, and column by column

    def mark_elements(
        self, elements: Iterable[AnyElement], like: Pen, control: Any
    ) -> None:  # Any: as elements have it
        """Mark what these elements cover, painted with the settings of the pen `like`."""
        for element in elements:
            pen = look_at(element, like, control)
            across, down = _tiles_by_pen.get(pen) or _tiles_by_pen.setdefault(pen, self._find_tiles(pen))
            self._across |= across
            self._down |= down

    def _find_tiles(self, pen: Pen) -> Tiles:
        """Return the tiles that a pen has drawn on, except with light and shadow."""
        drawn = TileMap(*self._size)
        for box in drop_contained(covered_boxes(pen)):
            drawn.fill(*box)
        return drawn._across, drawn._down

    def is_bare(self, x: float, y: float) -> bool:
        """Check whether nothing covers a point, in pixels."""
        row, column = int(y // TILE), int(x // TILE)
        is_inside = 0 <= row < self._rows and 0 <= column < self._columns
        return not (is_inside and self._across >> row * self._columns + column & 1)

    def fill(self, left: float, top: float, right: float, bottom: float) -> None:
        """Mark a box as covered, in pixels."""
        columns = range(max(0, int(left // TILE)), min(self._columns, int(-(-right // TILE))))
        rows = range(max(0, int(top // TILE)), min(self._rows, int(-(-bottom // TILE))))
        if columns and rows:
            self._across |= _block(self._columns, rows, columns)
            self._down |= _block(self._rows, columns, rows)

    def rooms(self, edge: int, start: float, end: float, deep: float) -> Iterator[Rect]:
        """List the maximal free upright rectangles between two points along an edge, at most `deep` pixels from it."""
        across, down = _lines(self._across, self._rows, self._columns), _lines(self._down, self._columns, self._rows)
        lines, others = (down, across) if edge % 2 else (across, down)
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


def _block(length: int, lines: range, run: range) -> int:
    """Return the bits of a run of tiles in several neighbouring lines of a length."""
    return ((1 << run.stop) - (1 << run.start)) * _line_starts(length, len(lines)) << lines.start * length


@memoize(256)
def _line_starts(length: int, many: int) -> int:
    """Return the bits of the first tiles of lines."""
    return sum(1 << length * line for line in range(many))


def _lines(bits: int, many: int, length: int) -> list[int]:
    """Split a map into the bits of its lines."""
    return [bits >> length * line & (1 << length) - 1 for line in range(many)]


def covered_boxes(pen: Pen) -> Iterator[Box]:
    """List the bounding boxes of shapes, words, codes and hit areas."""
    yield from pen.boxes
    for layer in pen.layers:
        yield from (enclose_points(*zip(*word.corners, strict=True)) for word in layer.words)
        yield from (enclose_points(*zip(*code.corners, strict=True)) for code in layer.pictures)
    yield from (enclose_points(*zip(*area.corners, strict=True)) for area in pen.hit_areas if area.rank)


def _bit_runs(bits: int) -> Iterable[tuple[int, int]]:
    while bits:
        first = (bits & -bits).bit_length() - 1
        rest = bits >> first
        many = (~rest & (rest + 1)).bit_length() - 1
        yield first, first + many
        bits &= ~(((1 << many) - 1) << first)
