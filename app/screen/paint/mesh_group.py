"""Kivy's side of painting: a pen's layers as meshes of triangles, with words and codes as textured quads.

All meshes are drawn by one shader with colours per vertex: one program for everything.
"""

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from kivy.graphics import InstructionGroup, Mesh, PopMatrix, PushMatrix, RenderContext, Rotate, Scale, Translate
from kivy.graphics.context_instructions import ChangeState, PopState, PushState
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush
from kivy.graphics.texture import Texture

from app.looks import material_tile_coordinates
from app.screen.paint.dirty_regions import UNBOUNDED, Bounds, intersection
from app.screen.paint.image_textures import load_texture
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import Layer, Points, Rim, ScrollWindow
from app.screen.paint.text_atlas import Coords
from app.screen.paint.text_drawing import round_size, words
from app.screen.paint.theme import Ink

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
SIZE: Final = 32  # bytes of a vertex
DIFF_MIN_PX: Final = 200  # elements smaller than that are redrawn whole
WHITE: Final = (1.0, 1.0, 1.0, 1.0)
PaintedPiece = tuple[Any, bytes]  # texture and vertices; Any: Kivy ships no types
_UPRIGHT_COORDS: Final = (0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
_Quad = tuple[Points, Ink, Coords]  # corners from the upper left, colour, and coordinates of the texture


def mesh_canvas() -> Any:  # Kivy ships no types
    """Return a canvas with the shader that meshes are drawn by."""
    made = RenderContext(use_parent_projection=True, use_parent_modelview=True, vs=VERTEX, fs=FRAGMENT)
    made["shown"] = 1.0
    return made


@lru_cache(maxsize=1)
def _white() -> Any:
    """Return the texture of untextured shapes: one pixel, as software renderers sample large smooth textures slowly."""
    found = Texture.create(size=(1, 1), colorfmt="rgba")
    found.mag_filter = found.min_filter = "nearest"
    found.add_reload_observer(lambda it: it.blit_buffer(b"\xff" * 4, colorfmt="rgba"))
    found.blit_buffer(b"\xff" * 4, colorfmt="rgba")
    return found


@lru_cache(maxsize=1)
def _tiles() -> Any:
    """Return the texture with the grey tiles of materials; white, logged once, if it cannot be read."""
    size = (
        material_tile_coordinates.COLUMNS * material_tile_coordinates.SIDE,
        material_tile_coordinates.ROWS * material_tile_coordinates.SIDE,
    )
    return load_texture(material_tile_coordinates.FILE, "luminance", size, "materials are smooth") or _white()


@lru_cache(maxsize=16)
def _code_texture(matrix: tuple[tuple[bool, ...], ...]) -> Any:
    side = len(matrix)
    found = Texture.create(size=(side, side), colorfmt="luminance", bufferfmt="ubyte")
    found.mag_filter = found.min_filter = "nearest"
    fields = bytes(0 if field else 255 for row in matrix for field in row)
    found.blit_buffer(fields, colorfmt="luminance", bufferfmt="ubyte")
    return found


class MeshRecord(NamedTuple):
    """Vertices of one mesh and the first vertex of each piece (a shape, a word or a code).

    `rims`: bounding rectangles of pieces, where known; `box`: the clip rectangle.
    """

    flat: "array[float]"
    begins: Sequence[int]
    rims: Mapping[int, Rim]
    texture: Any  # Kivy ships no types
    box: Bounds

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The bounding box: left, top, right, bottom, y down."""
        if len(self.rims) < len(self.begins):
            xs, ys = self.flat[0::8], self.flat[1::8]
            return min(xs), min(ys), max(xs), max(ys)
        left, top, right, bottom = zip(*(box for rim in self.rims.values() for box in rim), strict=True)
        return min(left), min(top), max(right), max(bottom)

    def pieces(self) -> Iterator[PaintedPiece]:
        vertices = self.flat.tobytes()
        for begins, ends in pairwise((*self.begins, len(self.flat) // 8)):
            yield self.texture, vertices[SIZE * begins : SIZE * ends]


class MeshGroup:
    """Kivy instructions of what a pen has drawn, y down. They are taken apart with this object.

    A movable group, drawn round (0, 0), can be moved and scaled; a fading one can be made transparent.
    """

    def __init__(self, pen: Pen, height: float, movable: bool = False, fades: bool = False) -> None:
        self.group = InstructionGroup()
        self.pen = pen
        self.hit_areas = pen.hit_areas
        self.window = pen.window
        self.slid = 0.0  # px that its window was scrolled since it was painted
        self._slides: list[Any] = []
        self._inner: list[InstructionGroup] = []  # clipped by a window
        self._height = height
        self._shown: Any = None
        self._painted: list[MeshRecord] = []
        self._move = Translate(0, 0 if movable else height)  # the shader flips y, which points down here
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

    def __del__(self) -> None:
        """Take the groups apart: instructions refer to their group, and would wait for the garbage collector."""
        for group in (self.group, *self._inner):
            group.clear()

    @cached_property
    def bounds(self) -> Bounds:
        """The bounding box; of zero size if nothing is painted."""
        if not self._painted:
            return 0.0, 0.0, 0.0, 0.0
        lies = [intersection(self._flip_y(*it.extent), it.box) for it in self._painted]
        left, bottom, right, top = zip(*lies, strict=True)
        return min(left), min(bottom), max(right), max(top)

    def _flip_y(self, left: float, top: float, right: float, bottom: float) -> Bounds:
        return left, self._height - bottom, right, self._height - top

    @cached_property
    def pieces(self) -> list[PaintedPiece]:
        """The pieces from the lowest up."""
        return [piece for painted in self._painted for piece in painted.pieces()]

    @cached_property
    def _piece_set(self) -> frozenset[PaintedPiece]:
        return frozenset(self.pieces)

    def dirty_boxes(self, before: "MeshGroup") -> list[Bounds]:
        """Return the dirty regions compared with what was painted before. Small groups are compared as a whole."""
        bounds = [before.bounds, self.bounds]
        if max(max(right - left, top - bottom) for left, bottom, right, top in bounds) < DIFF_MIN_PX:
            return bounds
        both = before._piece_set & self._piece_set
        if [it for it in before.pieces if it in both] != [it for it in self.pieces if it in both]:
            return bounds  # the stacking order differs
        return self.differing_boxes(before)

    def differing_boxes(self, before: "MeshGroup") -> list[Bounds]:
        """Return the boxes of pieces that only one of the two groups has."""
        return [*before._boxes(self._piece_set), *self._boxes(before._piece_set)]

    def _boxes(self, but: Collection[PaintedPiece]) -> Iterator[Bounds]:
        """List the boxes of all pieces except these; several for a rim."""
        rims = ((painted.rims.get(begins), painted.box) for painted in self._painted for begins in painted.begins)
        for piece, (rim, box) in zip(self.pieces, rims, strict=True):
            if piece in but:
                continue
            if not rim:
                flat = array("f", piece[1])
                xs, ys = flat[0::8], flat[1::8]
                rim = ((min(xs), min(ys), max(xs), max(ys)),)
            for each in rim:
                yield intersection(self._flip_y(*each), box)

    def _add(self, layer: Layer) -> None:
        """Add a layer's shapes, over them its words, then its codes."""
        on_canvas, box = self.group, UNBOUNDED
        if layer.window is not None:
            on_canvas, box = self._cut(layer.window)
        quads: dict[Any, list[_Quad]] = {}  # by texture
        for word in layer.words:
            if (found := words().find_or_draw((word.text, round_size(word.size), word.bold))) is not None:
                texture, coords = found
                quads.setdefault(texture, []).append((word.corners, word.colour, coords))
        self._mesh(layer, _tiles() if layer.rough else _white(), on_canvas, box)
        for picture in layer.pictures:
            quads[_code_texture(picture.matrix)] = [(picture.corners, WHITE, _UPRIGHT_COORDS)]
        for texture, found_quads in quads.items():
            self._mesh(_layer_of_quads(found_quads), texture, on_canvas, box)

    def _cut(self, window: ScrollWindow) -> tuple[InstructionGroup, Bounds]:
        """Return the group for instructions clipped and scrolled by a window, and its box."""
        left, top, right, bottom = map(round, window.box)
        low, inner, slide = round(self._height) - bottom, InstructionGroup(), Translate(0, 0)
        self._slides.append(slide)
        self._inner.append(inner)
        push = ScissorPush(x=left, y=low, width=right - left, height=bottom - top)
        for step in (push, PushMatrix(), slide, inner, PopMatrix(), ScissorPop()):
            self.group.add(step)
        return inner, (left, low, right, low + bottom - top)

    def _mesh(self, layer: Layer, texture: Any, on_canvas: Any, box: Bounds) -> None:  # Kivy ships no types
        if layer.indices:
            self._painted.append(MeshRecord(layer.vertices, layer.begins, layer.rims, texture, box))
            on_canvas.add(
                Mesh(vertices=layer.vertices, indices=layer.indices, fmt=FORMAT, mode="triangles", texture=texture)
            )
        layer.vertices, layer.indices = layer.vertices[:0], layer.indices[:0]  # Kivy keeps them

    def show(self, part: float) -> None:
        """Set the opacity: from 0 (invisible) to 1 (as painted)."""
        self._shown.changes = {"shown": float(part)}
        self._shown.flag_update()  # Kivy does not redraw for a changed state

    def slide(self, by: float) -> None:
        """Scroll the window's content by a distance towards its end, as far as it goes."""
        assert self.window is not None
        self.slid = min(max(self.slid + by, -self.window.before), self.window.after)
        for slide in self._slides:
            slide.xy = (-self.slid * self.window.down[0], self.slid * self.window.down[1])

    def move(self, x: float, y: float, angle: float = 0, scale: float = 1, wide: float = 1, tall: float = 1) -> None:
        """Place a movable group; degrees clockwise, y down. `wide`, `tall`: visible part of its sides, for flips."""
        self._move.xy = (x, self._height - y)
        self._rotate.angle = -angle
        self._grow.xyz = (scale * wide, scale * tall, 1)


def _layer_of_quads(quads: Sequence[_Quad]) -> Layer:
    """Return a layer with quads that show parts of a texture; `coords` begin at the lower left corner."""
    it, flat = Layer(), list[float]()
    for begins, (corners, ink, (s, t, u, v, w, x, y, z)) in enumerate(quads):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
        flat += (dx, dy, s, t, *ink, cx, cy, u, v, *ink, bx, by, w, x, *ink, ax, ay, y, z, *ink)
        box = min(ax, bx, cx, dx), min(ay, by, cy, dy), max(ax, bx, cx, dx), max(ay, by, cy, dy)
        it.rims[4 * begins] = (box,)
    it.vertices, it.indices, it.begins = array("f", flat), _quad_indices(len(quads)), [*it.rims]
    return it


@lru_cache(maxsize=128)
def _quad_indices(many: int) -> "array[int]":
    """Return the corners of two triangles for each quad; not to be changed."""
    return array("H", [4 * quad + corner for quad in range(many) for corner in (0, 1, 2, 2, 3, 0)])
