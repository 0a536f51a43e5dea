"""Parser and cache of the project's SVG drawings, which become the same data for the screen and phones.

A drawing is a valid SVG file (data/drawings/README.md) of areas, lines and round lights. A wonder's file has one group
for each stage; a card's illustration is one group. Paths contain only `M`, `L`, `C` and `Z` with absolute coordinates,
so that a renderer needs only line segments and cubic curves.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import dist, hypot
from pathlib import Path
from typing import Annotated, Final, NamedTuple
from xml.etree import ElementTree

import msgspec

from app.looks.paint_materials import COLOUR, FOLDER, VERSION, BadDrawing, Paint, check_version, load_shared, paints
from engine.memoize import memoize

STAGES: Final = 5  # of a wonder; games that have fewer build several at once
WIDE: Final = 360.0  # units, of a drawing of a wonder
DEPTH: Final = 282.0  # units under y = 0, to the lowest stone
HEADROOM: Final = 40.0  # units over y = 0, where tall buildings break the frame
SHAPE: Final = WIDE / (DEPTH + HEADROOM)  # of its height, its width
LIGHTS: Final = frozenset({"beam-left", "beam-right", "contact", "fire", "halo"})  # fills that are no part of a thing
CARD_WIDE: Final = 150.0  # units, of what a card shows
CARD_HIGH: Final = 130.0  # units
_BROADEST: Final = 20.0  # units, a line
_FIELDS: Final = {  # attributes of each kind of mark
    "path": {"d", "fill", "stroke", "stroke-width", "opacity", "class"},
    "circle": {"cx", "cy", "r", "fill", "stroke", "stroke-width", "opacity"},
}
_Name = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]+$")]
_SVG: Final = "{http://www.w3.org/2000/svg}"
_STEP: Final = re.compile(r"([MLCZ])([^MLCZ]*)")
_ARITY: Final = {"M": 2, "L": 2, "C": 6, "Z": 0}  # numbers after each letter
_FINEST: Final = 0.2  # units: closer points are one


class DrawingBox(NamedTuple):
    """The bounds of all points of a drawing."""

    left: float
    top: float
    right: float
    low: float

    def hold(self, x: float, y: float, what: str) -> None:
        """Raise ValueError for a point outside the bounds, or nan."""
        if not (self.left <= x <= self.right and self.top <= y <= self.low):
            raise ValueError(f"{x:g} {y:g} lies outside its box: {what}")


MARGIN: Final = 12.0  # units outside the visible part, for control points of curves and for light
CARD_BOX: Final = DrawingBox(-MARGIN, -MARGIN, CARD_WIDE + MARGIN, CARD_HIGH + MARGIN)
WONDER_BOX: Final = DrawingBox(-MARGIN, -HEADROOM - MARGIN, WIDE + MARGIN, DEPTH + MARGIN)

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
    """A disc or a round light; `line` "": no outline."""

    x: float
    y: float
    r: float
    fill: str
    line: str = ""
    width: float = 1
    opacity: float = 1


Mark = Area | DrawnLine | Round


class WonderStage(NamedTuple):
    """The marks of one stage, lowest first, and its outline before it is built. `label`: centre of a number on it."""

    outline: str
    label: Point
    marks: tuple[Mark, ...]


class Drawing(NamedTuple):
    """The drawing of a wonder, lowest stage first."""

    stages: tuple[WonderStage, ...]


class Ghost(NamedTuple):
    """The style of a stage that is not built yet: opacity of its fill and of its outline."""

    fill: float
    line: float
    dash: tuple[float, float] | None = None


GHOSTS: Final = {  # looks of a stage by its state
    "legal": Ghost(0.16, 0.9),
    "next": Ghost(0.16, 0.9),
    "later": Ghost(0.1, 0.55, (5, 4)),
    "shade": Ghost(0.1, 0.4),
}


class DrawingFit(NamedTuple):
    """A transform from a wonder's drawing to a box: the position of its (0, 0), and the scale."""

    x: float
    y: float
    scale: float

    @classmethod
    def for_box(cls, w: float, h: float) -> "DrawingFit":
        """Fit the drawing into a box as large as possible, centred at the bottom."""
        scale = min(w / WIDE, h / (DEPTH + HEADROOM))
        return cls((w - WIDE * scale) / 2, h - DEPTH * scale, scale)

    def box(self, stage: WonderStage) -> tuple[float, float, float, float]:
        """Return the bounds of a stage: left, top, width and height."""
        points = [point for each in outlines(stage.outline) for point in each]
        xs, ys = zip(*points, strict=True)
        left, top = min(xs), min(ys)
        wide, high = (max(xs) - left) * self.scale, (max(ys) - top) * self.scale
        return self.x + left * self.scale, self.y + top * self.scale, wide, high

    def label(self, stage: WonderStage) -> Point:
        """Return the centre of the number on a stage."""
        x, y = stage.label
        return self.x + x * self.scale, self.y + y * self.scale


@cache
def wonder(name: str) -> Drawing:
    """Load the drawing of a wonder by its name in the data (`giza`). BadDrawing if it is missing or damaged."""
    path = FOLDER / "wonders" / f"{name}.svg"
    groups = enumerate(_parse_file(path).iter(f"{_SVG}g"), start=1)
    stages = tuple(_stage(f"{path.name}, {group.get('id')}", group, number) for number, group in groups)
    if not stages:
        raise BadDrawing(f"{path.name}: it has no stages")
    return Drawing(stages)


@cache
def extent(name: str) -> tuple[float, float]:
    """Return the width that a complete wonder needs round its middle, and the height of its middle over its foot.

    Both are in heights of the whole drawing. Lights do not count.
    """
    points = [
        point
        for stage in wonder(name).stages
        for mark in stage.marks
        if not isinstance(mark, Round) and mark[1] not in LIGHTS
        for outline in outlines(mark.path)
        for point in outline
    ]
    aside = max(abs(x - WIDE / 2) for x, _ in points)
    top = min(y for x, y in points if abs(x - WIDE / 2) < WIDE / 6)
    return 2 * aside / (DEPTH + HEADROOM), (DEPTH - top) / (DEPTH + HEADROOM)


@cache
def card(name: str) -> tuple[Mark, ...]:
    """Load a card's illustration by its name (`wood`), lowest mark first. BadDrawing if it is missing or damaged."""
    path = FOLDER / "cards" / f"{name}.svg"
    read = _parse_file(path)
    if not len(read):
        raise BadDrawing(f"{path.name}: it shows nothing")
    return tuple(_marks(path.name, read, CARD_BOX))


@cache
def drawing_names(kind: str = "wonders") -> tuple[str, ...]:
    """List the names of all drawings of a kind, missing files included. BadDrawing if the list cannot be read."""
    try:
        listed = msgspec.convert(load_shared("names.toml"), dict[str, tuple[_Name, ...]])[kind]
    except (KeyError, msgspec.ValidationError) as error:
        raise BadDrawing(f"names.toml: {error}") from error
    return tuple(sorted({*listed, *(path.stem for path in (FOLDER / kind).glob("*.svg"))}))


def _parse_file(path: Path) -> ElementTree.Element:
    try:
        found = ElementTree.fromstring(path.read_text("utf-8"))
    except (OSError, ValueError, ElementTree.ParseError) as error:
        raise BadDrawing(f"{path.name}: {error}") from error
    check_version(path.name, found.get("data-version", VERSION))
    return found


def _stage(where: str, group: ElementTree.Element, number: int) -> WonderStage:
    try:
        if group.get("id") != f"stage-{number}":
            raise ValueError(f"stage-{number} is missing before it")
        first, *rest = group
        x, y = map(float, group.attrib["data-label"].split())
        outline = _path(first.attrib["d"], WONDER_BOX)
        WONDER_BOX.hold(x, y, "its label")
        if not rest:
            raise ValueError("nothing is drawn")
    except (KeyError, ValueError) as error:
        raise BadDrawing(f"{where}: {error}") from error
    return WonderStage(outline, (x, y), tuple(_marks(where, rest, WONDER_BOX)))


def _marks(where: str, elements: Iterable[ElementTree.Element], box: DrawingBox) -> Iterator[Mark]:
    """Parse marks; BadDrawing names an invalid one by its number, and its wrong field."""
    for nth, element in enumerate(elements, start=1):
        try:
            yield _mark(element, box)
        except KeyError as error:
            raise BadDrawing(f"{where}, mark {nth}: {error} is missing") from error
        except ValueError as error:
            raise BadDrawing(f"{where}, mark {nth}: {error}") from error


def _mark(element: ElementTree.Element, box: DrawingBox) -> Mark:
    said, kind = element.attrib, element.tag.removeprefix(_SVG)
    if kind not in _FIELDS:
        raise ValueError(f"{kind} is no part of a drawing")
    if unknown := sorted(said.keys() - _FIELDS[kind]):
        raise ValueError(f"a {kind} has no {unknown[0]}")
    opacity, width = _number(said, "opacity", 1, 1), _number(said, "stroke-width", _BROADEST, 1)
    fill, line = (_ink(said.get(each, "none")) for each in ("fill", "stroke"))
    if not fill and not line:
        raise ValueError("it has neither fill nor stroke")
    if kind == "circle":
        x, y = (float(said[each]) for each in ("cx", "cy"))
        box.hold(x, y, "a circle")
        return Round(x, y, _number(said, "r", box.low - box.top), fill, line, width, opacity)
    rough = said.get("class", "") == "rough"
    if said.get("class", "rough") != "rough" or (rough and not (fill in paints() and paints()[fill].tile)):
        raise ValueError(f"class {said['class']}: there is no tile for {fill or line}")
    if fill:
        return Area(_path(said["d"], box), fill, rough, opacity)
    return DrawnLine(_path(said["d"], box), line, width, opacity)


def _number(said: Mapping[str, str], field: str, most: float, usual: float | None = None) -> float:
    """Parse a field: more than 0 and at most `most`. KeyError if it is missing and has no default (`usual`)."""
    found = float(said[field] if usual is None else said.get(field, usual))
    if not 0 < found <= most:  # nan is neither
        raise ValueError(f"{field} is {said[field]}, and has to be more than 0 and {most:g} at most")
    return found


def _ink(said: str) -> str:
    """Parse a colour or the name of a paint; "" for none."""
    if said == "none" or re.match(COLOUR, said):
        return said.removeprefix("none")
    name = said.removeprefix("url(#").removesuffix(")")
    if name not in paints():
        raise ValueError(f"there is no paint {name}")
    return name


def _path(said: str, box: DrawingBox) -> str:
    """Validate a path: each subpath has a length, and none leaves the box."""
    if not said.startswith("M") or re.search(r"[^MLCZ0-9. -]", said):
        raise ValueError(f"a path has only M, L, C and Z, and begins with M: {said[:30]}")
    parts: list[int] = []  # points of each
    for letter, numbers in _steps(said):
        if len(numbers) % (_ARITY[letter] or 1) or bool(numbers) != bool(_ARITY[letter]):
            raise ValueError(f"{letter} has {len(numbers)} numbers in the path {said[:30]}")
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            box.hold(x, y, f"the path {said[:30]}")
        if letter == "M":
            parts.append(0)
        parts[-1] += len(numbers) // 2
    if min(parts) < 2:
        raise ValueError(f"a part of a path goes nowhere: {said[:30]}")
    return said


def _steps(path: str) -> Iterator[tuple[str, list[float]]]:
    for letter, numbers in _STEP.findall(path):
        yield letter, [float(each) for each in numbers.split()]


# ---- paths as points --------------------------------------------------------------------------------------


@memoize(1024)  # 7 Wonders for seven has 870
def outlines(path: str, pieces: int = 8) -> tuple[Outline, ...]:
    """Flatten a path to polygons, each curve to at most `pieces` segments. Closed subpaths do not repeat the first
    point.
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
    return tuple(tuple(_drop_duplicates(points)) for points in made)


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


def _drop_duplicates(points: list[Point]) -> list[Point]:
    """Drop points at the position of the previous one, and last points at the position of the first."""
    kept = points[:1]
    for point in points[1:]:
        if dist(point, kept[-1]) > _FINEST:
            kept.append(point)
    while len(kept) > 1 and dist(kept[-1], kept[0]) <= _FINEST:
        kept.pop()
    return kept
