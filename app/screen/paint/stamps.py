"""Stamps and fragments: layers that a pen has drawn, to be drawn again without painting."""

from array import array
from collections.abc import Iterable
from math import cos, radians, sin
from typing import Any, Generic, NamedTuple, TypeVar

from app.screen.paint.dirty_regions import enclose_points
from app.screen.paint.pen_layers import Layer, Picture, Rim, TextRun, Triangles

Result = TypeVar("Result")


class StampLayer(NamedTuple):
    """The vertices, triangles and bounding rectangles of one layer.

    `lit`: they differ with the pen's angle; `boxed`: there is one rectangle, which bounds all vertices.
    """

    vertices: "array[float]"
    triangles: Triangles
    rim: Rim
    lit: bool
    boxed: bool


def move_stamp(layer: StampLayer, x: float, y: float, angle: float) -> StampLayer:
    """Return a stamp rotated by an angle, in degrees clockwise, and then moved."""
    moved, xs, ys = layer.vertices[:], layer.vertices[0::8], layer.vertices[1::8]
    if not angle:
        moved[0::8] = array("f", [x + dx for dx in xs])
        moved[1::8] = array("f", [y + dy for dy in ys])
        return layer._replace(vertices=moved, rim=tuple((a + x, b + y, c + x, d + y) for a, b, c, d in layer.rim))
    c, s = round(cos(radians(angle)), 9), round(sin(radians(angle)), 9)
    moved[0::8] = array("f", [x + a * c - b * s for a, b in zip(xs, ys, strict=True)])
    moved[1::8] = array("f", [y + a * s + b * c for a, b in zip(xs, ys, strict=True)])
    if layer.boxed:
        return layer._replace(vertices=moved, rim=(enclose_points(moved[0::8], moved[1::8]),))
    corners = [((a * c - b * s, a * s + b * c), (d * c - e * s, d * s + e * c)) for a, b, d, e in layer.rim]
    rim = tuple((min(a, d) + x, min(b, e) + y, max(a, d) + x, max(b, e) + y) for (a, b), (d, e) in corners)
    return layer._replace(vertices=moved, rim=rim)


def bounding_rim(layer: Layer) -> Rim:
    """Return the bounding rectangles of a layer's shapes if all are known, else the one of all vertices."""
    rims = [layer.rims.get(begins, ()) for begins in layer.begins]
    if all(rims):
        return tuple(box for rim in rims for box in rim)
    return (enclose_points(layer.vertices[0::8], layer.vertices[1::8]),)


class FragmentLayer(NamedTuple):
    """One layer of a fragment."""

    vertices: "array[float]"
    triangles: Triangles
    rims: dict[int, Rim]  # bounding rectangles of each shape by its first vertex
    words: list[TextRun]
    pictures: list[Picture]
    rough: bool


class Fragment(NamedTuple, Generic[Result]):
    """The drawing of a function at a place: its layers, the pen with its other records, and the returned value."""

    layers: tuple[FragmentLayer, ...]
    pen: Any  # Pen
    result: Result


def fragment_layers(layers: Iterable[Layer]) -> tuple[FragmentLayer, ...]:
    """Return the layers in which something is drawn."""
    return tuple(
        FragmentLayer(
            layer.vertices, Triangles.from_corners(layer.indices), rims, layer.words, layer.pictures, layer.rough
        )
        for layer in layers
        if layer.count or layer.words or layer.pictures
        for rims in [{begins: layer.rim(begins, ends) for begins, ends in layer.spans}]
    )
