"""A painted part of the screen on Kivy's canvas: one mesh of triangles, words as textured quads above it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Mesh, PopMatrix, PushMatrix, Quad, RenderContext, Rotate, Scale, Translate
from kivy.graphics.texture import Texture

from app.kiosk.draw import Layer, Pen
from app.kiosk.text import quarter, texture

FORMAT: Final = [(b"vPosition", 2, "float"), (b"vColour", 4, "float")]
VERTEX: Final = """
#ifdef GL_ES
precision highp float;
#endif
attribute vec2 vPosition;
attribute vec4 vColour;
uniform mat4 modelview_mat;
uniform mat4 projection_mat;
uniform float shown;
varying vec4 colour;
void main(void) {
    colour = vec4(vColour.rgb, vColour.a * shown);
    gl_Position = projection_mat * modelview_mat * vec4(vPosition, 0.0, 1.0);
}
"""
FRAGMENT: Final = """
#ifdef GL_ES
precision mediump float;
#endif
varying vec4 colour;
void main(void) { gl_FragColor = colour; }
"""


@lru_cache(maxsize=16)
def _code(matrix: tuple[tuple[bool, ...], ...]) -> Any:
    """A code as a texture of one pixel a field."""
    side = len(matrix)
    found = Texture.create(size=(side, side), colorfmt="luminance", bufferfmt="ubyte")
    found.mag_filter = found.min_filter = "nearest"
    found.blit_buffer(bytes(0 if field else 255 for row in matrix for field in row), colorfmt="luminance", bufferfmt="ubyte")
    return found


class Sheet:
    """Something painted, that can be moved, turned, scaled and faded without painting it again. y points up on the canvas."""

    def __init__(self, pen: Pen, height: float, movable: bool = False) -> None:
        self.group = InstructionGroup()
        self.spots = pen.spots
        self.layers = pen.layers
        self._contexts: list[Any] = []  # Kivy ships no types
        self._inks: list[tuple[Any, float]] = []
        self._height = height
        if movable:
            self._move, self._rotate, self._grow = Translate(0, 0), Rotate(0, 0, 0, 1), Scale(1, 1, 1)
            for step in (PushMatrix(), self._move, self._rotate, self._grow):
                self.group.add(step)
        for layer in pen.layers:
            self._add(layer, 0 if movable else height)
        if movable:
            self.group.add(PopMatrix())

    def _add(self, layer: Layer, height: float) -> None:
        if layer.indices:
            context = RenderContext(use_parent_projection=True, use_parent_modelview=True, vs=VERTEX, fs=FRAGMENT)
            context["shown"] = 1.0
            vertices = layer.vertices
            for i in range(1, len(vertices), 6):
                vertices[i] = height - vertices[i]
            context.add(Mesh(vertices=vertices, indices=layer.indices, fmt=FORMAT, mode="triangles"))
            self._contexts.append(context)
            self.group.add(context)
        for picture in layer.pictures:
            self._ink(1, 1, 1, 1)
            self.group.add(Quad(points=_points(picture.corners, height), texture=_code(picture.matrix), tex_coords=_UPRIGHT))
        for word in layer.words:
            drawn = texture(word.text, quarter(word.size), word.bold)
            if drawn is None:
                continue
            self._ink(*word.colour)
            self.group.add(Quad(points=_points(word.corners, height), texture=drawn, tex_coords=drawn.tex_coords))
        layer.vertices, layer.indices = layer.vertices[:0], layer.indices[:0]

    def _ink(self, r: float, g: float, b: float, a: float) -> None:
        ink = Color(r, g, b, a)
        self._inks.append((ink, a))
        self.group.add(ink)

    def show(self, part: float) -> None:
        """Fade: 0 is not there, 1 is as painted."""
        for context in self._contexts:
            context["shown"] = float(part)
        for ink, a in self._inks:
            ink.a = a * part

    def move(self, x: float, y: float, angle: float = 0, scale: float = 1) -> None:
        """Put a movable sheet, painted round (0, 0), somewhere; degrees clockwise, y down."""
        self._move.xy = (x, self._height - y)
        self._rotate.angle = -angle
        self._grow.xyz = (scale, scale, 1)


_UPRIGHT: Final = (0, 1, 1, 1, 1, 0, 0, 0)


def _points(corners: Sequence[tuple[float, float]], height: float) -> list[float]:
    """From the bottom left round, as a texture's own coordinates run."""
    a, b, c, d = corners
    return [v for x, y in (d, c, b, a) for v in (x, height - y)]
