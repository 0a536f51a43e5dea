"""Layers that a pen has drawn: triangles, the words on top of them, and the window that clips them."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from sys import byteorder
from typing import Final, Literal, NamedTuple

from app.screen.paint.dirty_regions import enclose_points
from app.screen.paint.theme import Ink
from engine.memoize import memoize

Points = Sequence[tuple[float, float]]
STONE: Final = "stone"
Weight = bool | Literal["stone"]  # bold or not in the text face; or the display face, which has one weight
Rim = tuple[tuple[float, float, float, float], ...]  # rectangles: left, top, right, bottom, in px, y down


@dataclass(slots=True)
class TextRun:
    """A line of text: its corners on the screen clockwise from the top left, and the room it was given."""

    text: str
    size: float  # px
    bold: Weight
    colour: Ink
    corners: tuple[tuple[float, float], ...]
    room: float  # px that it might be wide
    width: float  # px that it is wide

    def move_by(self, x: float, y: float) -> "TextRun":
        """Return the text moved by an offset."""
        return replace(self, corners=tuple((a + x, b + y) for a, b in self.corners))


@dataclass(slots=True)
class Picture:
    """A square picture of black and white fields: a QR code."""

    matrix: tuple[tuple[bool, ...], ...]
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ScrollWindow:
    """An upright box that clips its content, which a finger scrolls. Pixels, y down."""

    box: tuple[float, float, float, float]  # left, top, right, bottom
    down: tuple[float, float]  # unit vector towards the end of the content
    before: float  # length of the content before the box
    after: float  # and after it
    ready: float  # how far it can scroll before something has to be painted
    slack: float  # movement that is still a tap
    moved: Callable[[float], None]  # called with the distance scrolled, towards the end

    def holds(self, x: float, y: float) -> bool:
        left, top, right, bottom = self.box
        return left <= x <= right and top <= y <= bottom

    def cut(self, corners: Points) -> tuple[tuple[float, float], ...]:
        """Clip an upright rectangle to the box."""
        left, top, right, bottom = self.box
        return tuple((min(max(x, left), right), min(max(y, top), bottom)) for x, y in corners)


class Triangles(NamedTuple):
    """Vertex indices of a shape's triangles: 16-bit numbers packed into one long integer.

    Adding to that integer shifts all indices at once to where the shape's vertices begin.
    """

    packed: int
    ones: int  # 1 in each 16-bit place
    many: int

    @classmethod
    def from_corners(cls, corners: Iterable[int]) -> "Triangles":
        found = array("H", corners)
        return cls(int.from_bytes(found.tobytes(), byteorder), _ones(len(found)), len(found))

    def shift_to(self, base: int) -> bytes:
        """Return the indices as bytes, shifted by the number of vertices before the shape's."""
        return (self.packed + base * self.ones).to_bytes(2 * self.many, byteorder)


@memoize(1024)
def _ones(many: int) -> int:
    """Return 1 in each of `many` 16-bit places, cached for all shapes with as many corners."""
    return int.from_bytes((array("H", [1]) * many).tobytes(), byteorder)


@dataclass(slots=True)
class Layer:
    """Triangles with the words and codes on top of them."""

    # Eight values for each: x, y, texture coordinates, red, green, blue, opacity.
    vertices: "array[float]" = field(default_factory=lambda: array("f"))
    indices: "array[int]" = field(default_factory=lambda: array("H"))
    words: list[TextRun] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)  # first vertex of each shape
    rims: dict[int, Rim] = field(default_factory=dict)  # bounding rectangles of shapes, where known, by first vertex
    window: ScrollWindow | None = None  # clips the layer
    rough: bool = False  # shapes are textured with the tiles of materials

    @property
    def count(self) -> int:
        return len(self.vertices) // 8

    @property
    def spans(self) -> Iterator[tuple[int, int]]:
        """The first vertex of each shape, and the one after its last."""
        return pairwise((*self.begins, self.count))

    def rim(self, begins: int, ends: int) -> Rim:
        """Return the bounding rectangles of a shape."""
        if known := self.rims.get(begins):
            return known
        return (enclose_points(self.vertices[8 * begins : 8 * ends : 8], self.vertices[8 * begins + 1 : 8 * ends : 8]),)

    def add(self, vertices: "array[float]", triangles: Triangles, rim: Rim = ()) -> None:
        """Append a shape. `rim`: its bounding rectangles, if known, or if much smaller than the area it encloses."""
        if vertices:
            self.extend(vertices, triangles, (0,), {0: rim} if rim else {})

    def extend(
        self, vertices: "array[float]", triangles: Triangles, begins: Sequence[int], rims: Mapping[int, Rim]
    ) -> None:
        """Append several shapes: the first vertex of each, and their bounding rectangles, where known."""
        base = self.count
        self.begins += [base + each for each in begins]
        self.rims |= {base + each: rim for each, rim in rims.items()}
        self.indices.frombytes(triangles.shift_to(base))
        self.vertices.extend(vertices)
