"""What a pen has drawn: triangles in layers, the words on top of them, and what can be touched there."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from sys import byteorder
from typing import Final, Literal, NamedTuple

from app.screen.paint.theme import Ink
from engine.memoize import memoize

Points = Sequence[tuple[float, float]]
STONE: Final = "stone"
Weight = bool | Literal["stone"]  # bold or not, in the text face; or in the display face, which has one weight
Rim = tuple[tuple[float, float, float, float], ...]  # upright rectangles: left, top, right, bottom, in pixels, y down


@dataclass(slots=True)
class TextRun:
    """A line of text: its corners on the screen from the top left clockwise, and the room it was given."""

    text: str
    size: float  # pixels
    bold: Weight
    colour: Ink
    corners: tuple[tuple[float, float], ...]
    room: float  # pixels it might have been wide
    width: float  # pixels it is wide

    def moved(self, x: float, y: float) -> "TextRun":
        """The same somewhere else."""
        return replace(self, corners=tuple((a + x, b + y) for a, b in self.corners))


@dataclass(slots=True)
class Picture:
    """A square picture made of black and white fields (a code)."""

    matrix: tuple[tuple[bool, ...], ...]
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Window:
    """An upright box, to which what is drawn in it is cut. A finger moves that along it. Pixels, y down."""

    box: tuple[float, float, float, float]  # left, top, right, bottom
    down: tuple[float, float]  # a step towards the end of what is in it
    before: float  # so much of that lies over the box
    after: float  # and below it
    ready: float  # so far it can be moved until something would have to be painted
    slack: float  # so far a finger may slip that only taps
    moved: Callable[[float], None]  # what keeps that it was moved so far, towards its end

    def holds(self, x: float, y: float) -> bool:
        left, top, right, bottom = self.box
        return left <= x <= right and top <= y <= bottom

    def cut(self, corners: Points) -> tuple[tuple[float, float], ...]:
        """What of an upright rectangle lies in it."""
        left, top, right, bottom = self.box
        return tuple((min(max(x, left), right), min(max(y, top), bottom)) for x, y in corners)


class Triangles(NamedTuple):
    """Which of a shape's own vertices are the corners of its triangles: so many numbers of 16 bits, as one long number.

    A sum moves all of them at once to where the shape's vertices begin.
    """

    packed: int
    ones: int  # 1 in each place
    many: int

    @classmethod
    def of(cls, corners: Iterable[int]) -> "Triangles":
        found = array("H", corners)
        return cls(int.from_bytes(found.tobytes(), byteorder), _ones(len(found)), len(found))

    def after(self, base: int) -> bytes:
        """The corners, where so many vertices come before the shape's."""
        return (self.packed + base * self.ones).to_bytes(2 * self.many, byteorder)


@memoize(1024)
def _ones(many: int) -> int:
    """1 in each of so many places of 16 bits: held once for all shapes of as many corners."""
    return int.from_bytes((array("H", [1]) * many).tobytes(), byteorder)


@dataclass(slots=True)
class Layer:
    """Triangles, and the words on top of them."""

    vertices: "array[float]" = field(
        default_factory=lambda: array("f")
    )  # x, y, where on its texture, red, green, blue, opacity
    indices: "array[int]" = field(default_factory=lambda: array("H"))
    words: list[TextRun] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)  # each shape, at which vertex
    rims: dict[int, Rim] = field(default_factory=dict)  # where shapes lie, as far as that is known, by where they begin
    window: Window | None = None  # to which all of it is cut
    rough: bool = False  # its shapes are painted with the tiles of materials

    @property
    def count(self) -> int:
        return len(self.vertices) // 8

    def add(self, vertices: "array[float]", triangles: Triangles, rim: Rim = ()) -> None:
        """One more shape. `rim`: where it lies, if that is known or is much less than all that it encloses."""
        begins = self.count
        self.begins.append(begins)
        if rim:
            self.rims[begins] = rim
        self.indices.frombytes(triangles.after(begins))
        self.vertices.extend(vertices)
