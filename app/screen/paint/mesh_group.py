"""Kivy's side of painting: a pen's layers as meshes of triangles, with words and codes as textured quads.

All meshes are drawn by one shader with colours per vertex: one program for everything.
"""

from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from functools import cached_property, lru_cache, partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from kivy.graphics import InstructionGroup, Mesh, PopMatrix, PushMatrix, RenderContext, Rotate, Scale, Translate
from kivy.graphics.context_instructions import ChangeState, PopState, PushState
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush
from kivy.graphics.texture import Texture

from app.looks.material_tile_coordinates import ROWS, TEXTURE_ROWS
from app.screen.paint.dirty_regions import UNBOUNDED, Bounds, bounding_box, drop_contained, intersection, meet
from app.screen.paint.pen import MAX_VERTICES, Pen
from app.screen.paint.pen_layers import Layer, Points, Rim, ScrollWindow, Triangles
from app.screen.paint.text_atlas import Coords
from app.screen.paint.text_drawing import TEXTURE_SIZE, round_size, words
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
varying vec3 cover;
void main(void) {
    float untextured = step(vTexCoords0.x, -0.5);
    colour = vec4(vColour.rgb, vColour.a * shown);
    where = vTexCoords0;
    cover = mix(vec3(1.0, 1.0, 0.0), vec3(-1.0 - vTexCoords0, 1.0), untextured);
    gl_Position = projection_mat * modelview_mat * vec4(vPosition.x, -vPosition.y, 0.0, 1.0);
}
"""
FRAGMENT: Final = """
#ifdef GL_ES
precision mediump float;
#endif
varying vec4 colour;
varying vec2 where;
varying vec3 cover;
uniform sampler2D texture0;
void main(void) {
    vec2 covered = clamp(cover.xy, 0.0, 1.0);
    vec4 texel = mix(texture2D(texture0, where), vec4(1.0), cover.z);
    gl_FragColor = colour * texel * vec4(1.0, 1.0, 1.0, covered.x * covered.y);
}
"""
_mesh_of: Final = partial(Mesh, fmt=FORMAT, mode="triangles")
SIZE: Final = 32  # bytes of a vertex
DIFF_MIN_PX: Final = 200  # elements smaller than that are redrawn whole
WHITE: Final = (1.0, 1.0, 1.0, 1.0)
TILES_PART: Final = ROWS / TEXTURE_ROWS  # of a texture's height
PaintedPiece = tuple[Any, bytes]  # texture and vertices; Any: Kivy ships no types
_UPRIGHT_COORDS: Final = (0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
_Quad = tuple[Points, Ink, Coords]  # corners from the upper left, colour, and coordinates of the texture


def mesh_canvas() -> Any:  # Kivy ships no types
    """Return a canvas with the shader that meshes are drawn by."""
    made = RenderContext(use_parent_projection=True, use_parent_modelview=True, vs=VERTEX, fs=FRAGMENT)
    made["shown"] = 1.0
    return made


@lru_cache(maxsize=16)
def _code_texture(matrix: tuple[tuple[bool, ...], ...]) -> Any:
    side = len(matrix)
    found = Texture.create(size=(side, side), colorfmt="luminance", bufferfmt="ubyte")
    found.mag_filter = found.min_filter = "nearest"
    fields = bytes(0 if field else 255 for row in matrix for field in row)
    found.blit_buffer(fields, colorfmt="luminance", bufferfmt="ubyte")
    return found


class MeshRecord(NamedTuple):
    """The shapes, words and codes of one mesh (its pieces), its texture, and the rectangle that clips it."""

    layer: Layer
    texture: Any  # Kivy ships no types
    box: Bounds

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The bounding box: left, top, right, bottom, y down."""
        return bounding_box(box for span in self.layer.spans for box in self.layer.rim(*span))

    def pieces(self) -> Iterator[PaintedPiece]:
        flat, has_tiles = self.layer.vertices, self.texture.size == TEXTURE_SIZE
        vertices = flat.tobytes()
        for begins, ends in self.layer.spans:
            is_shape = has_tiles and flat[8 * begins + 3] < TILES_PART  # alike with each texture
            yield None if is_shape else self.texture, vertices[SIZE * begins : SIZE * ends]

    def select(self, box: Bounds) -> Layer:
        """Return the pieces that meet a rectangle, y down."""
        found, at, flat, indices = Layer(), 0, self.layer.vertices, self.layer.indices
        for begins, ends in self.layer.spans:
            first, at = at, bisect_left(indices, ends, at)
            if any(meet(each, box) for each in self.layer.rim(begins, ends)):
                shape = Triangles.from_corners(indices[first:at])
                found.indices.frombytes(shape.shift_to(found.count - begins))
                found.vertices.extend(flat[8 * begins : 8 * ends])
        return found


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
        self._parts: dict[Bounds, InstructionGroup] = {}  # of it, by rectangle
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
        for window, layers in groupby(pen.layers, lambda layer: layer.window):
            on_canvas, box = (self.group, UNBOUNDED) if window is None else self._cut(window)
            for texture, mesh in _meshes(layers):
                self._painted.append(MeshRecord(mesh, texture, box))
                on_canvas.add(_mesh_of(vertices=mesh.vertices, indices=mesh.indices, texture=texture))
        for layer in pen.layers:  # Kivy keeps them
            layer.vertices, layer.indices = layer.vertices[:0], layer.indices[:0]
        if movable or fades:
            self.group.add(PopState("shown"))
        self.group.add(PopMatrix())

    def __del__(self) -> None:
        """Take the groups apart: instructions refer to their group, and would wait for the garbage collector."""
        for group in (self.group, *self._inner, *self._parts.values()):
            group.clear()

    def part(self, box: Bounds) -> InstructionGroup:
        """Return instructions that draw the pieces that meet a rectangle, for a group that stays as it is."""
        if box not in self._parts:
            found = self._parts[box] = InstructionGroup()
            found.add(PushMatrix())
            found.add(self._move)
            for each in self._painted:
                pieces = each.select(self._flip_y(*box))
                if pieces.indices:
                    found.add(_mesh_of(vertices=pieces.vertices, indices=pieces.indices, texture=each.texture))
            found.add(PopMatrix())
        return self._parts[box]

    @cached_property
    def triangles(self) -> int:
        return sum(len(each.layer.indices) for each in self._painted) // 3

    @cached_property
    def bounds(self) -> Bounds:
        """The bounding box; of zero size if nothing is painted."""
        if not self._painted:
            return 0.0, 0.0, 0.0, 0.0
        return bounding_box(intersection(self._flip_y(*each.extent), each.box) for each in self._painted)

    def _flip_y(self, left: float, top: float, right: float, bottom: float) -> Bounds:
        return left, self._height - bottom, right, self._height - top

    @cached_property
    def pieces(self) -> list[PaintedPiece]:
        """The pieces from the lowest up."""
        return [piece for painted in self._painted for piece in painted.pieces()]

    @cached_property
    def _piece_set(self) -> frozenset[PaintedPiece]:
        return frozenset(self.pieces)

    def drop_pieces(self) -> None:
        """Drop the pieces until something has to be compared with them."""
        for name in ("pieces", "_piece_set"):
            self.__dict__.pop(name, None)

    def dirty_boxes(self, before: "MeshGroup") -> list[Bounds]:
        """Return the dirty regions compared with what was painted before. Small groups are compared as a whole."""
        bounds = [before.bounds, self.bounds]
        if max(max(right - left, top - bottom) for left, bottom, right, top in bounds) < DIFF_MIN_PX:
            return bounds
        both = before._piece_set & self._piece_set
        one, other = ([piece for piece in each.pieces if piece in both] for each in (before, self))
        for _ in range(2):  # drop what both have at the beginning, then what both have at the end
            alike = next((nth for nth, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
            one, other = one[alike:][::-1], other[alike:][::-1]
        return self.differing_boxes(before, {*one, *other})

    def differing_boxes(self, before: "MeshGroup", reordered: Set[PaintedPiece] = frozenset()) -> list[Bounds]:
        """Return the boxes of pieces that only one of the two groups has, or that are stacked in another order."""
        boxes = *before._boxes(self._piece_set - reordered), *self._boxes(before._piece_set - reordered)
        return drop_contained(boxes)

    def _boxes(self, but: Collection[PaintedPiece]) -> Iterator[Bounds]:
        """List the boxes of all pieces except these; several for a rim."""
        spans = ((painted, span) for painted in self._painted for span in painted.layer.spans)
        for piece, (painted, span) in zip(self.pieces, spans, strict=True):
            if piece not in but:
                for each in painted.layer.rim(*span):
                    yield intersection(self._flip_y(*each), painted.box)

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


def _meshes(layers: Iterable[Layer]) -> Iterator[tuple[Any, Layer]]:  # Any: Kivy ships no types
    """Join layers, each with its words and codes over it, to as few meshes as possible, each with its texture.

    All textures with words contain the tiles, but not those of very long words.
    """
    mesh, its_texture = Layer(), None
    for layer in layers:
        quads: dict[Any, list[_Quad]] = {}  # by texture
        for word in layer.words:
            if (found := words().find_or_draw((word.text, round_size(word.size), word.bold))) is not None:
                quads.setdefault(found[0], []).append((word.corners, word.colour, found[1]))
        if mesh.count + layer.count + 4 * len(layer.words) > MAX_VERTICES:
            yield its_texture or words().texture, mesh
            mesh, its_texture = Layer(), None
        if mesh.count:
            mesh.extend(layer.vertices, Triangles.from_corners(layer.indices), layer.begins, layer.rims)
        else:
            mesh = Layer(layer.vertices, layer.indices, begins=[*layer.begins], rims={**layer.rims})
        for picture in layer.pictures:
            quads[_code_texture(picture.matrix)] = [(picture.corners, WHITE, _UPRIGHT_COORDS)]
        for texture, found_quads in quads.items():
            has_tiles = texture.size == TEXTURE_SIZE
            if mesh.count and not (has_tiles and its_texture in (None, texture)):
                yield its_texture or words().texture, mesh
                mesh = Layer()
            its_texture = texture
            _add_quads(mesh, found_quads)
            if not has_tiles:
                yield texture, mesh
                mesh, its_texture = Layer(), None
    if mesh.count:
        yield its_texture or words().texture, mesh


def _add_quads(layer: Layer, quads: Sequence[_Quad]) -> None:
    """Add quads that show parts of a texture; `coords` begin at the lower left corner."""
    flat, rims = list[float](), dict[int, Rim]()
    for begins, (corners, ink, (s, t, u, v, w, x, y, z)) in enumerate(quads):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
        flat += (dx, dy, s, t, *ink, cx, cy, u, v, *ink, bx, by, w, x, *ink, ax, ay, y, z, *ink)
        box = min(ax, bx, cx, dx), min(ay, by, cy, dy), max(ax, bx, cx, dx), max(ay, by, cy, dy)
        rims[4 * begins] = (box,)
    layer.extend(array("f", flat), _quad_triangles(len(quads)), [*rims], rims)


@lru_cache(maxsize=128)
def _quad_triangles(many: int) -> Triangles:
    return Triangles.from_corners(4 * quad + corner for quad in range(many) for corner in (0, 1, 2, 2, 3, 0))
