"""Drawings: pictures of ours as data, for the screen and for phones alike.

A drawing is a file that any program for SVG opens (data/drawings/README.md): areas, lines and round lights. Those of a
wonder lie in groups, each the part that one stage builds; what a card shows is one thing. Paths have only `M`, `L`, `C`
and `Z`, in whole words of x and y, so that a surface needs no more than straight pieces and cubic curves.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from math import hypot
from pathlib import Path
from typing import Annotated, Final, NamedTuple
from xml.etree import ElementTree

import msgspec

from app.looks.paints import COLOUR, FOLDER, VERSION, BadDrawing, Paint, check_version, paints, shared

STAGES: Final = 5  # of a wonder; games that have fewer build several at once
WIDE: Final = 360.0  # units, of a drawing of a wonder
DEPTH: Final = 282.0  # units under y = 0, to the lowest stone
ABOVE: Final = 40.0  # units of it over y = 0, where what is tall breaks its frame
SHAPE: Final = WIDE / (DEPTH + ABOVE)  # of its height, its width
CARD_WIDE: Final = 150.0  # units, of what a card shows
CARD_HIGH: Final = 130.0  # units
_Name = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]+$")]
_SVG: Final = "{http://www.w3.org/2000/svg}"
_STEP: Final = re.compile(r"([MLCZ])([^MLCZ]*)")
_MANY: Final = {"M": 2, "L": 2, "C": 6, "Z": 0}  # numbers after each letter
_FINEST: Final = 0.2  # units: closer points are one

Point = tuple[float, float]
Outline = tuple[Point, ...]


class Area(NamedTuple):
    """A filled shape. `fill`: a colour, a paint, or the name of one; `rough`: with the tile of its material."""

    path: str
    fill: str | Paint
    rough: bool = False
    opacity: float = 1


class DrawnLine(NamedTuple):
    """A line with round ends. `ink`: a colour, or the name of a paint."""

    path: str
    ink: str
    width: float = 1
    opacity: float = 1


class Round(NamedTuple):
    """A disc, or a round light, with a line round it or none ("")."""

    x: float
    y: float
    r: float
    fill: str
    line: str = ""
    width: float = 1
    opacity: float = 1


Mark = Area | DrawnLine | Round


class WonderStage(NamedTuple):
    """What one stage builds: all marks of it, the lowest first, and the outline that it has before it stands.

    `label`: the middle of a number on it.
    """

    outline: str
    label: Point
    marks: tuple[Mark, ...]


class Drawing(NamedTuple):
    """A wonder, from its lowest stage up."""

    stages: tuple[WonderStage, ...]


class Ghost(NamedTuple):
    """How a stage looks that does not stand yet: its fill and its outline, each with its opacity."""

    fill: float
    line: float
    dash: tuple[float, float] | None = None


GHOSTS: Final = {
    "legal": Ghost(0.16, 0.9),
    "next": Ghost(0.16, 0.9),
    "later": Ghost(0.1, 0.55, (5, 4)),
    "shade": Ghost(0.1, 0.25),
}  # by the state of a stage


class DrawingFit(NamedTuple):
    """How a drawing of a wonder fills a box: where its (0, 0) lies, and how large each of its units is."""

    x: float
    y: float
    scale: float

    @classmethod
    def of(cls, w: float, h: float) -> "DrawingFit":
        """As large as it can be, in the middle, and standing on the ground of the box."""
        scale = min(w / WIDE, h / (DEPTH + ABOVE))
        return cls((w - WIDE * scale) / 2, h - DEPTH * scale, scale)

    def box(self, it: WonderStage) -> tuple[float, float, float, float]:
        """Where a stage lies: left, top, width and height."""
        points = [point for each in outlines(it.outline) for point in each]
        xs, ys = zip(*points, strict=True)
        left, top = min(xs), min(ys)
        wide, high = (max(xs) - left) * self.scale, (max(ys) - top) * self.scale
        return self.x + left * self.scale, self.y + top * self.scale, wide, high

    def label(self, it: WonderStage) -> Point:
        """Where a number on a stage stands: its middle."""
        x, y = it.label
        return self.x + x * self.scale, self.y + y * self.scale


@cache
def wonder(name: str) -> Drawing:
    """The drawing of a wonder by its name in the data (`giza`). BadDrawing where it is missing or damaged."""
    path = FOLDER / "wonders" / f"{name}.svg"
    stages = tuple(_stage(f"{path.name}, {group.get('id')}", group) for group in _read(path).iter(f"{_SVG}g"))
    if not stages:
        raise BadDrawing(f"{path.name}: it has no stages")
    return Drawing(stages)


@cache
def card(name: str) -> tuple[Mark, ...]:
    """What a card shows, by its name (`wood`), the lowest first. BadDrawing where it is missing or damaged."""
    path = FOLDER / "cards" / f"{name}.svg"
    read = _read(path)
    try:
        return tuple(_mark(it) for it in read)
    except (KeyError, ValueError) as error:
        raise BadDrawing(f"{path.name}: {error}") from error


@cache
def names(kind: str = "wonders") -> tuple[str, ...]:
    """All wonders, or whatever `cards` show, that have a drawing, even if it is missing. BadDrawing without a list."""
    try:
        listed = msgspec.convert(shared("names.toml"), dict[str, tuple[_Name, ...]])[kind]
    except (KeyError, msgspec.ValidationError) as error:
        raise BadDrawing(f"names.toml: {error}") from error
    return tuple(sorted({*listed, *(path.stem for path in (FOLDER / kind).glob("*.svg"))}))


def _read(path: Path) -> ElementTree.Element:
    try:
        found = ElementTree.fromstring(path.read_text("utf-8"))
    except (OSError, ValueError, ElementTree.ParseError) as error:
        raise BadDrawing(f"{path.name}: {error}") from error
    check_version(path.name, found.get("data-version", VERSION))
    return found


def _stage(where: str, group: ElementTree.Element) -> WonderStage:
    try:
        first, *rest = group
        x, y = map(float, group.attrib["data-label"].split())
        return WonderStage(_path(first.attrib["d"]), (x, y), tuple(_mark(it) for it in rest))
    except (KeyError, ValueError) as error:
        raise BadDrawing(f"{where}: {error}") from error


def _mark(it: ElementTree.Element) -> Mark:
    said = it.attrib
    opacity, width = float(said.get("opacity", 1)), float(said.get("stroke-width", 1))
    fill, line = (_ink(said.get(each, "none")) for each in ("fill", "stroke"))
    if it.tag == f"{_SVG}circle":
        return Round(float(said["cx"]), float(said["cy"]), float(said["r"]), fill, line, width, opacity)
    if it.tag != f"{_SVG}path":
        raise ValueError(f"{it.tag.removeprefix(_SVG)} is no part of a drawing")
    if fill:
        return Area(_path(said["d"]), fill, said.get("class") == "rough", opacity)
    return DrawnLine(_path(said["d"]), line, width, opacity)


def _ink(said: str) -> str:
    """A colour, or the name of a paint; "" for none."""
    if said == "none" or re.match(COLOUR, said):
        return said.removeprefix("none")
    name = said.removeprefix("url(#").removesuffix(")")
    if name not in paints():
        raise ValueError(f"there is no paint {name}")
    return name


def _path(said: str) -> str:
    for letter, numbers in _steps(said):
        if len(numbers) % (_MANY[letter] or 1) or bool(numbers) != bool(_MANY[letter]):
            raise ValueError(f"{letter} has {len(numbers)} numbers in the path {said[:30]}")
    if not said.startswith("M") or re.search(r"[^MLCZ0-9. -]", said):
        raise ValueError(f"a path has only M, L, C and Z, and begins with M: {said[:30]}")
    return said


def _steps(path: str) -> Iterator[tuple[str, list[float]]]:
    for letter, numbers in _STEP.findall(path):
        yield letter, [float(each) for each in numbers.split()]


# ---- paths as points --------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def outlines(path: str, pieces: int = 8) -> tuple[Outline, ...]:
    """The points of each part of a path, a curve in so many straight pieces at most. Closed parts do not repeat the
    first point.
    """
    made: list[list[Point]] = []
    for letter, numbers in _steps(path):
        if letter == "M":
            made.append([])
        if letter == "C":
            for at in range(0, len(numbers), 6):
                made[-1] += _curve(made[-1][-1], numbers[at : at + 6], pieces)
        else:
            made[-1] += zip(numbers[::2], numbers[1::2], strict=True)
    return tuple(tuple(_apart(points)) for points in made)


def _curve(a: Point, numbers: list[float], most: int) -> Iterator[Point]:
    b, c, d = zip(numbers[::2], numbers[1::2], strict=True)
    bend = max(
        hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]), hypot(b[0] - 2 * c[0] + d[0], b[1] - 2 * c[1] + d[1])
    )
    many = max(1, min(most, round(1 + 1.1 * bend**0.5)))
    for step in range(1, many + 1):
        t = step / many
        s = 1 - t
        k, m, n, o = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield k * a[0] + m * b[0] + n * c[0] + o * d[0], k * a[1] + m * b[1] + n * c[1] + o * d[1]


def _apart(points: list[Point]) -> Iterator[Point]:
    """Without points that lie on the one before, or at the end on the first one."""
    last: Point | None = None
    for at, point in enumerate(points):
        near = [] if last is None else [last]
        if at == len(points) - 1 and at > 1:
            near.append(points[0])
        if all(hypot(point[0] - x, point[1] - y) > _FINEST for x, y in near):
            yield point
            last = point
