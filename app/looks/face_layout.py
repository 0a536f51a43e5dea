"""The layout of printed faces, as marks that each surface renders in its own way.

A game makes a face (`app/games/<game>/face_layouts.py`) in the wanted size from printed data, never from a name. The
screen converts it to triangles (`app.screen.widgets.faces.paint`), phones to SVG (`app.phones.svg_faces.svg`). Whatever
changes during play (prices, touchable or chosen things) is not part of a face: a surface draws it over or beside the
face. Coordinates are relative to the centre of the face, x to the right and y down, in the caller's units. Colours are
names of the theme (`kv/theme.kv`, lower case); "" is none.
"""

from collections.abc import Iterator
from typing import NamedTuple

from app.looks.plain_wonder_shapes import StagePart, drawing_of, list_parts, parts_of
from app.looks.symbols import Flat


class Box(NamedTuple):
    """A rectangle with round corners, positioned by its upper left corner."""

    x: float
    y: float
    w: float
    h: float
    r: float = 0
    fill: str = ""
    line: str = ""
    width: float = 2  # of the line
    dash: tuple[float, float] | None = None  # of the line: on and off


class Disc(NamedTuple):
    """A circle, filled or a ring."""

    x: float
    y: float
    r: float
    fill: str = ""
    line: str = ""
    width: float = 2


class Shape(NamedTuple):
    """A closed polygon."""

    points: Flat
    fill: str = ""
    line: str = ""
    width: float = 2


class Stroke(NamedTuple):
    """A polyline with round ends."""

    points: Flat
    line: str
    width: float = 2


class Sign(NamedTuple):
    """A figure, an icon, an emblem or the sign of a card colour, by its name, in a square centred on a point.

    `ground`: the background colour, which fills its cut-outs. `angle`: its rotation in degrees clockwise.
    """

    name: str
    x: float
    y: float
    size: float
    ink: str = "text"
    ground: str = ""
    angle: float = 0


class NumberMark(NamedTuple):
    """A number or a short label with one (`+1`, `4/6`), centred.

    `room`: its maximum width with large text; 0: it does not grow. `angle`: as for `Sign`.
    """

    text: str
    x: float
    y: float
    size: float
    ink: str = "text"
    room: float = 0
    angle: float = 0


class Chain(NamedTuple):
    """A chain symbol on a small dark square, centred on a point. `asked`: the chain that makes this card free."""

    name: str
    x: float
    y: float
    size: float
    line: str
    asked: bool = False


class Building(NamedTuple):
    """A building in parts, in a box given by its upper left corner; it fills the box within its maximum distortion.

    `drawing`: the name of its drawing (`app.looks.drawing_data`), which has the same number of stages; "": there is
    none, so the parts are drawn in one colour.

    `states` of the parts: built (stone), next, legal (next, and it can be built now), later (outline), shade (faint
    outline).
    """

    parts: tuple[StagePart, ...]
    states: tuple[str, ...]
    x: float
    y: float
    w: float
    h: float
    drawing: str = ""


class Illustration(NamedTuple):
    """A card's illustration (`app.looks.drawing_data.card`), centred in a box and as large as possible.

    `name` "": none. `behind`: the paint that fills the box. `r`: corner radius of the box. `angle`: rotation around the
    centre of the box, which is not filled then.
    """

    name: str
    x: float
    y: float
    w: float
    h: float
    behind: str = ""
    r: float = 0
    angle: float = 0


class Title(NamedTuple):
    """A centred name in one line, shrunk to its `room`. `stone`: in the display face, if it has room."""

    text: str
    x: float
    y: float
    size: float
    room: float
    ink: str = "text"
    stone: bool = True


Mark = Box | Disc | Shape | Stroke | Sign | Chain | NumberMark | Building | Illustration | Title


class Face(NamedTuple):
    """A printed thing: its size, its dominant background colour, and its marks, lowest first."""

    w: float
    h: float
    ground: str
    marks: tuple[Mark, ...]

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers on the face, in reading order."""
        return tuple(mark.text for mark in self.marks if isinstance(mark, NumberMark))

    @property
    def signs(self) -> Iterator[str]:
        """The names of all signs on it."""
        return (mark.name for mark in self.marks if isinstance(mark, Sign))


def stone_building(wonder: str, stand: int, x: float, y: float, w: float, h: float) -> Building:
    """Draw a wonder whose lowest `stand` parts are built; the others are faint outlines."""
    states = ("built",) * stand + ("shade",) * (parts_of(wonder) - stand)
    return Building(list_parts(wonder), states, x, y, w, h, drawing_of(wonder))


def move_marks(face: Face, x: float, y: float, turned: bool = False) -> Iterator[Mark]:
    """Yield the marks of a face moved to a point of another face. `turned`: upside down, except chain symbols and
    buildings.
    """
    k, angle = (-1, 180) if turned else (1, 0)
    for mark in face.marks:
        match mark:
            case Shape() | Stroke():
                points = tuple(k * n + (y if nth % 2 else x) for nth, n in enumerate(mark.points))
                yield mark._replace(points=points)
            case Sign() | NumberMark():
                yield mark._replace(x=x + k * mark.x, y=y + k * mark.y, angle=mark.angle + angle)
            case Box() | Building() | Illustration() if turned:
                yield mark._replace(x=x - mark.x - mark.w, y=y - mark.y - mark.h)
            case _:
                yield mark._replace(x=x + k * mark.x, y=y + k * mark.y)
