"""The pen: turns shapes into triangles with soft edges, and records words and hit areas. It needs no window.

y points down. Everything is drawn relative to the pen's current place (`at`). A layer's shapes are under its words;
`begin_layer` begins a new layer on top.
"""

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import repeat
from math import ceil, cos, hypot, radians, sin
from typing import Any, Final, TypedDict, TypeVar, Unpack, cast

from app.looks.material_tile_coordinates import UNTEXTURED
from app.screen.paint import shapes
from app.screen.paint.dirty_regions import enclose_points
from app.screen.paint.gradient_triangles import GradientShape
from app.screen.paint.hit_area import HitArea
from app.screen.paint.pen_layers import Layer, Picture, Points, Rim, ScrollWindow, Triangles, Weight
from app.screen.paint.placed_things import Box, DrawnThing, PlacedStamp
from app.screen.paint.stamps import Fragment, StampLayer, bounding_rim, fragment_layers, move_stamp
from app.screen.paint.text_pen import SLAB, Look, Material, Measure, TextPen
from app.screen.paint.theme import Ink
from engine.memoize import memoize

Result = TypeVar("Result")
MAX_VERTICES: Final = 60000  # in one mesh, whose indices are 16 bits
SOFT_EDGE_PX: Final = 0.55  # on each side, over which an edge fades
GLOW_STEPS: Final = 5  # straight pieces of each corner of a glow
GLOW_FALLOFF: Final = 0.935  # f of a glow's opacity (1 - d)(1 - fd) at distance d, which is 1 where it ends
FRAGMENT_CACHE_SIZE: Final = 640  # 12 MB after 150 turns of Architects for seven
STAMP_CACHE_SIZE: Final = 1024
HAIR: Final = 5.0  # px, thickness of a line that only connects two things, if it is longer than
LONG: Final = 100.0  # px


class ShapeOptions(TypedDict, total=False):
    """Options that few shapes use."""

    dash: tuple[float, float] | None  # on and off, in u
    opacity: float


class Pen(TextPen):
    """Draws shapes, words and hit areas into layers. See `TextPen` for its settings.

    It also records what is where, for those who look for free space, or for a thing to mark or to move.
    """

    def __init__(
        self, measure: Measure, bright: bool = False, large: bool = False, plain: bool = False,
        material: Material = SLAB,
    ) -> None:  # fmt: skip
        super().__init__(measure, bright, large, plain, material)
        self.hit_areas: list[HitArea] = []
        self.window: ScrollWindow | None = None  # the only one
        self.boxes: list[Box] = []  # what shapes cover, without light and shadow, under which something may be
        self.stamps: list[PlacedStamp] = []
        self.things: list[DrawnThing] = []
        self.drawings: Any = None  # of the screen's other elements: `ElementDrawings`, which are made of pens
        self._in_fragment = False  # what it draws is cached as a whole
        self._rough = False  # shapes are textured with tiles

    @contextmanager
    def scroll_window(
        self, x: float, y: float, w: float, h: float, before: float, after: float, ready: float, slack: float,
        moved: Callable[[float], None],
    ) -> Iterator[None]:  # fmt: skip
        """Draw in a box that clips, and in which a finger scrolls; in u, see `ScrollWindow`.

        Coordinates stay as they are. An element has at most one such box, turned by whole quarters.
        """
        assert self.window is None
        (ax, ay), (bx, by) = self.place(x, y), self.place(x + w, y + h)
        box = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        u = self.scale
        self.window = ScrollWindow(
            box, (-self._sin, self._cos), before * u, after * u, ready * u, slack * u, lambda by: moved(by / u)
        )
        self.layers.append(Layer(window=self.window))
        yield
        self.layers.append(Layer())

    def begin_layer(self) -> None:
        """Draw what follows over everything so far, words too."""
        self.layers.append(Layer(window=self.layers[-1].window))

    # ---- shapes ------------------------------------------------------------------------------------

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        r: float = 0,
        fill: str | None = None,
        line: str | None = None,
        width: float = 2,
        **finish: Unpack[ShapeOptions],
    ) -> None:
        """Draw a rectangle with round corners."""
        r = max(0.0, min(r, w / 2, h / 2))
        steps = max(1, min(10, ceil((r * self.scale) ** 0.5 * 1.3))) if r else 0
        right, low = x + w - r, y + h - r
        points: list[tuple[float, float]] = []
        middles: Points = ((right, y + r), (right, low), (x + r, low), (x + r, y + r))
        for (cx, cy), corner in zip(middles, shapes.corner_arcs(steps), strict=True):
            points += [(cx + r * c, cy + r * s) for c, s in corner]
        normals = shapes.corner_normals() if not r else shapes.round_corner_normals(steps)
        if r * self.scale < SOFT_EDGE_PX:
            middles = ()
        self._shape(points, normals, fill, line, width, convex=True, middles=middles, r=r, **finish)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: str | None = None,
        line: str | None = None,
        width: float = 2,
        **finish: Unpack[ShapeOptions],
    ) -> None:
        """Draw an ellipse by its centre."""
        n = max(10, min(72, int(6 + 4.2 * (max(rx, ry) * self.scale) ** 0.5)))
        ring = shapes.unit_circle(n)
        points = [(x + rx * c, y + ry * s) for c, s in ring]
        normals: Points = ring
        if rx != ry:
            normals = [(c * ry / size, s * rx / size) for c, s in ring if (size := hypot(c * ry, s * rx) or 1)]
        middles = ((x, y),) if rx == ry else ()
        self._shape(points, normals, fill, line, width, convex=True, middles=middles, r=rx, **finish)

    def disc(
        self,
        x: float,
        y: float,
        r: float,
        fill: str | None = None,
        line: str | None = None,
        width: float = 2,
        **finish: Unpack[ShapeOptions],
    ) -> None:
        self.oval(x, y, r, r, fill, line, width, **finish)

    def poly(
        self,
        *flat: float,
        fill: str | None = None,
        line: str | None = None,
        width: float = 2,
        **finish: Unpack[ShapeOptions],
    ) -> None:
        """Draw a closed polygon."""
        points = list(zip(flat[::2], flat[1::2], strict=True))
        if shapes.area(points) < 0:
            points.reverse()
        self._shape(points, shapes.normals(points), fill, line, width, **finish)

    def path(
        self,
        *flat: float,
        line: str,
        width: float = 2,
        dash: tuple[float, float] | None = None,
        round_ends: bool = True,
        opacity: float = 1,
    ) -> None:
        """Draw an open line with round ends and joints."""
        points = [self.place(a, b) for a, b in zip(flat[::2], flat[1::2], strict=True)]
        self._stroke(points, width * self.scale, self._ink(line, opacity), dash, round_ends)

    def arc(self, x: float, y: float, r: float, start: float, end: float, line: str, width: float = 2) -> None:
        """Draw part of a circle, in degrees clockwise from the right."""
        n = max(4, ceil(abs(end - start) / 9))
        flat: list[float] = []
        for i in range(n + 1):
            a = radians(start + (end - start) * i / n)
            flat += (x + r * cos(a), y + r * sin(a))
        self.path(*flat, line=line, width=width)

    def glow(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        r: float,
        far: float,
        colour: str,
        opacity: float,
        under: float = 0,
    ) -> None:
        """Draw light or shadow that fades round a rectangle with round corners, from `under` inside its edge."""
        r = max(under, min(r, w / 2, h / 2))
        right, low = x + w - r, y + h - r
        corners = zip(
            (right, right, x + r, x + r), (y + r, low, low, y + r), shapes.corner_arcs(GLOW_STEPS), strict=True
        )
        arcs = [(cx, cy, c, s) for cx, cy, corner in corners for c, s in corner]

        def offset_arcs(by: float) -> Points:
            return [self.place(cx + (r + by) * c, cy + (r + by) * s) for cx, cy, c, s in arcs]

        outer, within = offset_arcs(far), under / far
        rim = shapes.rim_of(outer, (far + under) * self.scale)
        rows = (outer, 0, 1 - GLOW_FALLOFF), (offset_arcs(-under), 1 + within, 1 + GLOW_FALLOFF * within)
        self._strip(rows, repeat(self._ink(colour, opacity)), closed=True, rim=rim)

    def _shape(
        self,
        points: Points,
        normals: Points,
        fill: str | None,
        line: str | None,
        width: float,
        dash: tuple[float, float] | None = None,
        opacity: float = 1,
        convex: bool = False,
        middles: Points = (),
        r: float = 0,
    ) -> None:
        """Draw a closed shape. `middles`: of the arcs with radius `r` of which its edge consists."""
        c, s, k, x0, y0 = self._cos, self._sin, self.scale, self._x, self._y
        points = [(x0 + (x * c - y * s) * k, y0 + (x * s + y * c) * k) for x, y in points]
        self._cover(points, SOFT_EDGE_PX + (width * k / 2 if line else 0))
        if self._angle:
            normals = [(x * c - y * s, x * s + y * c) for x, y in normals]
        if fill:
            hidden = bool(line) and not dash and opacity == 1 and width * k / 2 > SOFT_EDGE_PX
            if middles and not hidden:
                middles = [(x0 + (x * c - y * s) * k, y0 + (x * s + y * c) * k) for x, y in middles]
                self._fill_round(points, normals, middles, r * k, self._ink(fill, opacity))
            else:
                cut = shapes.triangulate_convex(len(points)) if convex else tuple(shapes.triangulate(points))
                self._fill(points, normals, self._ink(fill, opacity), cut, soft=not hidden)
        if line and dash:
            self._stroke([*points, points[0]], width * k, self._ink(line, opacity), dash, round_ends=True)
        elif line:
            self._outline(points, normals, width * k / 2, self._ink(line, opacity))

    # ---- what is painted often -----------------------------------------------------------------------

    def stamp(
        self, x: float, y: float, scale: float, paint: Callable[..., None], *what: Hashable, rough: bool = False
    ) -> None:
        """Draw something without words at a point: `paint(pen, *what)`, where `paint` is a function of a module.

        It is triangulated once for each size, then only moved and rotated; for each angle if `paint` asks for it
        (`origin`), as light does. `rough`: it is textured with tiles of materials, and covers all words drawn so far.
        """
        x, y = self.place(x, y)
        scale *= self.scale
        under = (self.bright, self.plain, self._over, self._part)
        place = place_stamp.__wrapped__ if self._in_fragment and not rough else place_stamp
        stamp = place(paint, what, scale, self._angle, under, rough, x, y)
        self._has_read_angle = self._has_read_angle or stamp.lit
        self.stamps.append(PlacedStamp(paint, what, rough, x, y, self._angle, scale))
        if paint is not paint_glow:
            self.boxes += stamp.rim
        self._layer_for(len(stamp.vertices) // 8, rough).add(stamp.vertices, stamp.triangles, stamp.rim)

    def cached(self, paint: Callable[..., Result], *what: Hashable) -> Result:
        """Call `paint(pen, *what)` and return its result; draw from the cache what was drawn alike here before.

        `paint` is a function of a module. It adds no hit areas and no window, and does not begin with a new layer.
        """
        if self._in_fragment or type(self) is not Pen:
            return paint(self, *what)
        return self._replay(self._fragment(paint, what))

    def _fragment(self, paint: Callable[..., Result], what: tuple[Hashable, ...]) -> Fragment[Result]:
        """Return what a function draws here, cached."""
        found = _paint_fragment(self.look, (self._over, self._part), self.origin, paint, what)
        return cast("Fragment[Result]", found)

    def _replay(self, fragment: Fragment[Result]) -> Result:
        """Add what another pen has drawn: its first layer to the current one if it fits, the others on top."""
        for nth, each in enumerate(fragment.layers):
            layer = self.layers[-1]
            if each.vertices and not nth:
                layer = self._layer_for(len(each.vertices) // 8, each.rough)
            elif nth:
                layer = Layer(window=layer.window, rough=each.rough)
                self.layers.append(layer)
            if each.vertices:
                layer.extend(each.vertices, each.triangles, [*each.rims], each.rims)
            layer.words += each.words
            layer.pictures += each.pictures
        self.boxes += fragment.pen.boxes
        self.stamps += fragment.pen.stamps
        self.things += fragment.pen.things
        return fragment.result

    def draw_gradient(self, shape: GradientShape, x: float, y: float, scale: float, opacity: float = 1) -> None:
        """Draw a gradient shape with its (0, 0) at a point; part of a rough stamp."""
        put = shape.place(self.place(x, y), (self._cos, self._sin), scale * self.scale, SOFT_EDGE_PX)
        for nth, over in zip((4, 5, 6), self._over or (), strict=False):
            put[nth::8] = array("f", [each * self._part + over * (1 - self._part) for each in put[nth::8]])
        if opacity != 1:
            put[7::8] = array("f", [each * opacity for each in put[7::8]])
        self._layer_for(len(put) // 8).add(put, shape.triangles)

    def draw_rim(self, r: float, width: float, inks: tuple[Ink, ...]) -> None:
        """Draw a rim of outer radius `r` centred on the pen, with these colours at equal steps from the right."""
        circle, soft = shapes.unit_circle(len(inks)), SOFT_EDGE_PX / self.scale
        outer, inner = ([self.place(x * at, y * at) for x, y in circle] for at in (r + soft, r - width - soft))
        across = max(2.0, width / soft / 2 + 1)
        self._strip(((outer, 0, across), (inner, across, 0)), [*map(self._mix, inks)], closed=True)

    # ---- triangles ---------------------------------------------------------------------------------

    def _layer_for(self, vertices: int, rough: bool = False) -> Layer:
        """Return the layer for this many vertices: a new one if the last is full or has another texture or words."""
        layer, rough = self.layers[-1], rough or self._rough
        if layer.count + vertices > MAX_VERTICES or layer.rough != rough or (rough and layer.words):
            layer = Layer(window=layer.window, rough=rough)
            self.layers.append(layer)
        return layer

    def _fill(self, points: Points, normals: Points, colour: Ink, cut: shapes.Cut, soft: bool = True) -> None:
        """Add a triangulated polygon; without `soft` its edge is not faded, as under a line."""
        r, g, b, a = colour
        put: list[float] = []
        if soft:
            for (x, y), (nx, ny) in zip(points, normals, strict=True):
                dx, dy = nx * SOFT_EDGE_PX, ny * SOFT_EDGE_PX
                put += (x - dx, y - dy, *UNTEXTURED, r, g, b, a, x + dx, y + dy, *UNTEXTURED, r, g, b, 0.0)
        else:
            for x, y in points:
                put += (x, y, *UNTEXTURED, r, g, b, a)
        self._layer_for(len(put) // 8).add(array("f", put), shapes.fill_triangles(len(points), cut, soft))

    def _cover(self, points: Points, by: float = 0) -> None:
        """Record the bounding box of points with a margin, unless it is only a line that connects two things."""
        left, top, right, bottom = enclose_points(*zip(*points, strict=True))
        w, h = right - left + 2 * by, bottom - top + 2 * by
        if min(w, h) > HAIR or max(w, h) < LONG:
            self.boxes.append((left - by, top - by, right + by, bottom + by))

    def _fill_round(self, points: Points, normals: Points, middles: Points, r: float, colour: Ink) -> None:
        """Add a shape with a soft edge of arcs round these middles with this radius; see `_strip`."""
        ahead, opaque = -1 - max(1.0, (r / SOFT_EDGE_PX + 1) / 2), -2.0
        put: list[float] = []
        for (x, y), (nx, ny) in zip(points, normals, strict=True):
            put += (x + nx * SOFT_EDGE_PX, y + ny * SOFT_EDGE_PX, -1.0, opaque, *colour)
        for x, y in middles:
            put += (x, y, ahead, opaque, *colour)
        self._layer_for(len(put) // 8).add(array("f", put), shapes.round_triangles(len(points), len(middles)))

    def _strip(
        self, rows: Iterable[tuple[Points, float, float]], colours: Iterable[Ink], closed: bool, rim: Rim = ()
    ) -> None:
        """Add a strip between two rows of points, with the factors of each one's cover; `colours` are those of a row.

        The shader multiplies the opacity by both factors, each limited to 0 to 1 after interpolation: edges are soft
        without triangles of their own. -1 - factor is stored in place of texture coordinates.
        """
        put: list[float] = []
        for points, a, b in rows:
            for (x, y), ink in zip(points, colours, strict=False):
                put += (x, y, -1 - a, -1 - b, *ink)
        n = len(put) // 16
        self._layer_for(2 * n).add(array("f", put), shapes.strip_triangles(n, closed), rim)

    def _outline(self, points: Points, normals: Points, half: float, colour: Ink) -> None:
        outer, inner = (
            [(x + nx * by, y + ny * by) for (x, y), (nx, ny) in zip(points, normals, strict=True)]
            for by in (half + SOFT_EDGE_PX, -half - SOFT_EDGE_PX)
        )
        rim = shapes.rim_of(outer, 2 * half + 2 * SOFT_EDGE_PX)
        across, (r, g, b, a) = max(2.0, half / SOFT_EDGE_PX + 1), colour
        colour = r, g, b, a * min(1.0, half / SOFT_EDGE_PX)
        self._strip(((outer, 0, across), (inner, across, 0)), repeat(colour), closed=True, rim=rim)

    def _stroke(
        self, points: Points, width: float, colour: Ink, dash: tuple[float, float] | None, round_ends: bool
    ) -> None:
        if dash:
            for piece in shapes.split_into_dashes(points, dash[0] * self.scale, dash[1] * self.scale):
                self._stroke(piece, width, colour, None, round_ends=False)
            return
        half = width / 2
        across = max(2.0, half / SOFT_EDGE_PX + 1)
        for piece in shapes.split_at_bends(points):
            normals = shapes.cross_directions(piece)
            left, right = (
                [(x + nx * by, y + ny * by) for (x, y), (nx, ny) in zip(piece, normals, strict=True)]
                for by in (half + SOFT_EDGE_PX, -half - SOFT_EDGE_PX)
            )
            self._cover([*left, *right])
            self._strip(((left, 0, across), (right, across, 0)), repeat(colour), closed=False)
            if half >= 0.9:
                for end in (piece[0], piece[-1]):
                    if round_ends or (end != points[0] and end != points[-1]):
                        self._round_cap(*end, half, colour)

    def _round_cap(self, x: float, y: float, r: float, colour: Ink) -> None:
        n = max(8, min(20, int(4 + 3 * r**0.5)))
        ring, c, s = shapes.unit_circle(n), self._cos, self._sin
        if self._angle:
            ring = [(dx * c - dy * s, dx * s + dy * c) for dx, dy in ring]
        points = [(x + r * dx, y + r * dy) for dx, dy in ring]
        self._cover(points, SOFT_EDGE_PX)
        self._fill_round(points, ring, ((x, y),), r, colour)

    # ---- codes and touch -----------------------------------------------------------------------------

    def code(self, x: float, y: float, side: float, matrix: tuple[tuple[bool, ...], ...]) -> None:
        """Draw a QR code with its quiet border, on white."""
        self.rect(x, y, side, side, side * 0.04, fill="white")
        corners = tuple(self.place(a, b) for a, b in ((x, y), (x + side, y), (x + side, y + side), (x, y + side)))
        self.layers[-1].pictures.append(Picture(matrix, corners))

    def hit_area(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        key: str,
        tap: Callable[[], None] | None,
        hold: Callable[[bool], None] | None = None,
        rank: int = 2,
        press: Callable[["Pen"], None] | None = None,
        least: float = 0,
        each: bool = False,
        repeats: bool = False,
    ) -> None:
        """Add a hit area, enlarged to `least` u if smaller, and clipped to a window."""
        gx, gy = max(0.0, least - w) / 2, max(0.0, least - h) / 2
        box = ((x - gx, y - gy), (x + w + gx, y - gy), (x + w + gx, y + h + gy), (x - gx, y + h + gy))
        corners = tuple([self.place(a, b) for a, b in box])
        window = self.layers[-1].window
        if window is not None:
            corners = window.cut(corners)
            if corners[0][0] == corners[2][0] or corners[0][1] == corners[2][1]:
                return
        pressed = press and partial(_press_on, self.material, press)
        area = HitArea(
            key=key, corners=corners, tap=tap, hold=hold, rank=rank, press=pressed, origin=self.origin, each=each,
            window=window, repeats=repeats,
        )  # fmt: skip
        self.hit_areas.append(area)

    def thing(self, key: str, x: float, y: float, w: float, h: float) -> None:
        """Record the box of a thing with this key, which a hint may ring."""
        middle = self.place(x + w / 2, y + h / 2)
        self.things.append(DrawnThing(key, *middle, self._angle, w * self.scale, h * self.scale))


def _press_on(material: Material, press: Callable[[Pen], None], p: Pen) -> None:
    with p.use_material(material):
        press(p)


MARKED: Final = "marked"  # key of a thing that has a ring of its own


def paint_glow(p: Pen, w: float, h: float, r: float, far: float, colour: str, opacity: float, under: float) -> None:
    """Paint light or shadow round a box. A stamp, under which something may be placed."""
    p.glow(0, 0, w, h, r, far, colour, opacity, under)


_StampColours = tuple[bool, bool, Ink | None, float]  # theme, and how its colours are dimmed


@memoize(STAMP_CACHE_SIZE)
def place_stamp(
    paint: Callable[..., None],
    what: tuple[Hashable, ...],
    scale: float,
    angle: float,
    under: _StampColours,
    rough: bool,
    x: float,
    y: float,
) -> StampLayer:
    """Return a stamp at its place, cached: when an element is repainted, most stamps are where they were.

    If light and the rectangles allow it, one triangulation serves all angles.
    """
    stamp = _triangulate_stamp(paint, what, scale, 0.0, under, rough)
    if angle and (stamp.lit or not (stamp.boxed or angle % 90 == 0)):
        stamp = _triangulate_stamp(paint, what, scale, angle, under, rough)
        angle = 0.0
    return move_stamp(stamp, x, y, angle)


@memoize(1536)  # 17 MB; Duel, whose next age is drawn ahead, cycles through more than 768
def _triangulate_stamp(
    paint: Callable[..., None],
    what: tuple[Hashable, ...],
    scale: float,
    angle: float,
    under: _StampColours,
    rough: bool,
) -> StampLayer:
    bright, plain, over, part = under
    pen = Pen(_no_words, bright, plain=plain)
    pen._over, pen._part, pen._rough = over, part, rough
    pen.layers = [Layer(rough=rough)]
    with pen.at(0, 0, angle, scale):
        paint(pen, *what)
    [layer] = pen.layers
    rim, boxed = bounding_rim(layer), not all(layer.rims.get(begins) for begins in layer.begins)
    return StampLayer(layer.vertices, Triangles.from_corners(layer.indices), rim, pen._has_read_angle, boxed)


@memoize(FRAGMENT_CACHE_SIZE)
def _paint_fragment(
    look: Look,
    dimmed: tuple[Ink | None, float],
    origin: tuple[float, float, float, float],
    paint: Callable[..., object],
    what: tuple[Hashable, ...],
) -> Fragment[object]:
    """Draw with a pen of its own that is at the same place."""
    pen = Pen(*look)
    pen._over, pen._part, pen._in_fragment = *dimmed, True
    with pen.at(*origin):
        result = paint(pen, *what)
    assert pen.window is None
    assert not pen.hit_areas, f"{paint} adds hit areas"
    layers, pen.layers = fragment_layers(pen.layers), []
    return Fragment(layers, pen, result)


def _no_words(text: str, pixels: float, bold: Weight) -> tuple[float, float]:
    raise TypeError(f"words are no part of a stamp: {text!r}")
