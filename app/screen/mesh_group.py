"""A painted part of the screen on Kivy's canvas: a mesh of triangles, and words and codes as textured quads above it.

All meshes lie on one paper, a canvas with a shader of its own whose vertices have colours: one program for everything.
"""

from array import array
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

from kivy.graphics import InstructionGroup, Mesh, PopMatrix, PushMatrix, RenderContext, Rotate, Scale, Translate
from kivy.graphics.context_instructions import ChangeState, PopState, PushState
from kivy.graphics.texture import Texture

from app.screen.draw import Layer, Pen
from app.screen.text import graded, texture
from app.screen.theme import Ink

FORMAT: Final = [(b"vPosition", 2, "float"), (b"vTexCoords0", 2, "float"), (b"vColour", 4, "float")]
VERTEX: Final = """
#ifdef GL_ES
precision highp float;
#endif
attribute vec2 vPosition;
attribute vec2 vTexCoords0;
attribute vec4 vColour;
uniform mat4 modelview_mat;
uniform mat4 projection_mat;
uniform float shown;
varying vec4 colour;
varying vec2 where;
void main(void) {
    colour = vec4(vColour.rgb, vColour.a * shown);
    where = vTexCoords0;
    gl_Position = projection_mat * modelview_mat * vec4(vPosition.x, -vPosition.y, 0.0, 1.0);
}
"""
FRAGMENT: Final = """
#ifdef GL_ES
precision mediump float;
#endif
varying vec4 colour;
varying vec2 where;
uniform sampler2D texture0;
void main(void) { gl_FragColor = colour * texture2D(texture0, where); }
"""
WHITE: Final = (1.0, 1.0, 1.0, 1.0)
Bounds = tuple[float, float, float, float]  # left, bottom, right, top: pixels, y up
_UPRIGHT: Final = (0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
_QUAD: Final = array("H", (0, 1, 2, 2, 3, 0))


def paper() -> Any:  # Kivy ships no types
    """The canvas that meshes lie on."""
    made = RenderContext(use_parent_projection=True, use_parent_modelview=True, vs=VERTEX, fs=FRAGMENT)
    made["shown"] = 1.0
    return made


@lru_cache(maxsize=16)
def _code(matrix: tuple[tuple[bool, ...], ...]) -> Any:
    """A code as a texture of one pixel a field."""
    side = len(matrix)
    found = Texture.create(size=(side, side), colorfmt="luminance", bufferfmt="ubyte")
    found.mag_filter = found.min_filter = "nearest"
    fields = bytes(0 if field else 255 for row in matrix for field in row)
    found.blit_buffer(fields, colorfmt="luminance", bufferfmt="ubyte")
    return found


class MeshGroup:
    """Something painted, y down. A movable one, round (0, 0), can be moved and scaled; a fading one shown in part."""

    def __init__(self, pen: Pen, height: float, movable: bool = False, fades: bool = False) -> None:
        self.group = InstructionGroup()
        self.hit_areas = pen.hit_areas
        self.layers = pen.layers
        self._height = height
        self._shown: Any = None
        self._flat: list[array[float]] = []  # all vertices, which Kivy keeps as they are
        self._move = Translate(0, 0 if movable else height)  # the shader turns y over, which points down here
        self.group.add(PushMatrix())
        self.group.add(self._move)
        if movable:
            self._rotate, self._grow = Rotate(0, 0, 0, 1), Scale(1, 1, 1)
            self.group.add(self._rotate)
            self.group.add(self._grow)
        if movable or fades:
            self._shown = ChangeState(shown=1.0)
            self.group.add(PushState("shown"))
            self.group.add(self._shown)
        for layer in pen.layers:
            self._add(layer)
        if movable or fades:
            self.group.add(PopState("shown"))
        self.group.add(PopMatrix())

    @cached_property
    def bounds(self) -> Bounds:
        """What it covers at most; nothing where nothing is painted."""
        sides = [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in ((flat[0::8], flat[1::8]) for flat in self._flat)]
        if not sides:
            return 0.0, 0.0, 0.0, 0.0
        lefts, tops, rights, bottoms = zip(*sides, strict=True)
        return min(lefts), self._height - max(bottoms), max(rights), self._height - min(tops)

    def _add(self, layer: Layer) -> None:
        if layer.indices:
            self._flat.append(layer.vertices)
            self.group.add(Mesh(vertices=layer.vertices, indices=layer.indices, fmt=FORMAT, mode="triangles"))
        for picture in layer.pictures:
            self._quad(picture.corners, WHITE, _code(picture.matrix), _UPRIGHT)
        for word in layer.words:
            drawn = texture(word.text, graded(word.size), word.bold)
            if drawn is not None:
                self._quad(word.corners, word.colour, drawn, drawn.tex_coords)
        layer.vertices, layer.indices = layer.vertices[:0], layer.indices[:0]  # Kivy keeps them

    def _quad(self, corners: Sequence[tuple[float, float]], ink: Ink, drawn: Any, coords: Sequence[float]) -> None:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
        s, t, u, v, w, x, y, z = coords  # a texture's own coordinates run from the bottom left round
        flat = array("f", (dx, dy, s, t, *ink, cx, cy, u, v, *ink, bx, by, w, x, *ink, ax, ay, y, z, *ink))
        self._flat.append(flat)
        self.group.add(Mesh(vertices=flat, indices=_QUAD, fmt=FORMAT, mode="triangles", texture=drawn))

    def show(self, part: float) -> None:
        """Fade: 0 is not there, 1 is as painted."""
        self._shown.changes = {"shown": float(part)}
        self._shown.flag_update()  # Kivy does not draw a changed state by itself

    def move(self, x: float, y: float, angle: float = 0, scale: float = 1) -> None:
        """Put a movable mesh somewhere; degrees clockwise, y down."""
        self._move.xy = (x, self._height - y)
        self._rotate.angle = -angle
        self._grow.xyz = (scale, scale, 1)
