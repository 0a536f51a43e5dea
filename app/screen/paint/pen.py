"""The pen: turns shapes into triangles with soft edges, and records words and hit areas. It needs no window.

y points down. Everything is drawn relative to the pen's current place (`at`). A layer's shapes are under its words;
`begin_layer` begins a new layer on top.
"""

from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil, cos, hypot, radians, sin
from typing import ClassVar, Final, Literal, TypedDict, TypeVar, Unpack, cast

from app.looks import display_font
from app.screen.paint import shapes
from app.screen.paint.gradient_triangles import GradientShape
from app.screen.paint.hit_area import HitArea
from app.screen.paint.pen_layers import STONE, Layer, Picture, Points, Rim, ScrollWindow, TextRun, Triangles, Weight
from app.screen.paint.stamps import Fragment, StampLayer, bounding_rim, fragment_layers, move_stamp
from app.screen.paint.theme import Ink, dimmed, ink
from engine.memoize import memoize

Measure = Callable[[str, float, Weight], tuple[float, float]]  # words, px, weight -> width and height in px
Result = TypeVar("Result")
Look = tuple[Measure, bool, bool, bool]  # how the words are measured, bright, large, plain
Align = Literal["middle", "start", "end"]
MAX_VERTICES: Final = 60000  # in one mesh, whose indices are 16 bits
SOFT_EDGE_PX: Final = 0.55  # on each side, over which an edge fades
MIN_NAME_SCALE: Final = 0.7  # to which a name shrinks before it is cut
LEADING: Final = 1.16  # line height of a name, in sizes
PITCH: Final = 1.28  # line height of prose, in sizes
MIN_NAME_PX: Final = 10.0  # below which a name is cut instead of shrunk
LEGIBLE_PX: Final = 14.0  # least size of words that have room
GLOW_STEPS: Final = 5  # straight pieces of each corner of a glow
GLOW_FALLOFF: Final = ((0.0, 1.0), (0.2, 0.64), (0.45, 0.3), (0.7, 0.1), (1.0, 0.0))  # distance, opacity
FALLBACK_WEIGHTS: Final[Mapping[Weight, tuple[Weight, ...]]] = {  # to try in turn: the text face is narrower
    STONE: (STONE, True, False),
    True: (True,),
    False: (False,),
}
FRAGMENT_CACHE_SIZE: Final = 640  # 12 MB after 150 turns of Architects for seven
STAMP_CACHE_SIZE: Final = 1024
LARGE_SCALE: Final = 1.25  # of words and signs with room, if large words are chosen


class ShapeOptions(TypedDict, total=False):
    """Options that few shapes use."""

    dash: tuple[float, float] | None  # on and off, in u
    opacity: float


class Pen:
    """Draws into layers. `measure` returns the size of words; `bright`: in the colours for a bright room.

    `large`: words and signs with room are larger; `plain`: with plain figures instead of drawings.
    """

    replays: ClassVar[bool] = False  # whether a kind of pen takes its own records from a fragment

    def __init__(self, measure: Measure, bright: bool = False, large: bool = False, plain: bool = False) -> None:
        self.look: Look = measure, bright, large, plain
        self.measure = measure
        self.bright = bright
        self.plain = plain
        self.grown = LARGE_SCALE if large else 1.0  # scale of what has room
        self.layers = [Layer()]
        self.hit_areas: list[HitArea] = []
        self._x, self._y, self._angle, self.scale = 0.0, 0.0, 0.0, 1.0
        self._cos, self._sin = 1.0, 0.0
        self._over: Ink | None = None
        self._part = 1.0
        self._has_read_angle = False  # so that what it draws may differ by more than its place
        self._in_fragment = False  # what it draws is cached as a whole
        self._rough = False  # shapes are textured with tiles
        self.window: ScrollWindow | None = None  # the only one

    # ---- places ------------------------------------------------------------------------------------

    @contextmanager
    def at(self, x: float, y: float, angle: float = 0, scale: float = 1) -> Iterator[None]:
        """Draw at another place: moved, then rotated (degrees clockwise), then scaled."""
        before = self._x, self._y, self._angle, self.scale, self._cos, self._sin
        self._x, self._y = self.place(x, y)
        self._angle = (self._angle + angle) % 360
        self.scale *= scale
        self._cos, self._sin = round(cos(radians(self._angle)), 9), round(sin(radians(self._angle)), 9)
        yield
        self._x, self._y, self._angle, self.scale, self._cos, self._sin = before

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return the position of a point on the screen."""
        a, b = x * self.scale, y * self.scale
        return self._x + a * self._cos - b * self._sin, self._y + a * self._sin + b * self._cos

    @property
    def origin(self) -> tuple[float, float, float, float]:
        """The pen's place: x, y, angle and scale."""
        self._has_read_angle = True
        return self._x, self._y, self._angle, self.scale

    @contextmanager
    def dimmed(self, part: float, over: str = "table") -> Iterator[None]:
        """Draw at opacity `part` over an even background."""
        before = self._over, self._part
        if part == 1 and self._part == 1:  # a colour that is not mixed in
            yield
            return
        seen = part**0.5 if self.bright else part  # on a light background half the contrast is much less legible
        self._over, self._part = ink(over, self.bright, self.plain), self._part * seen
        yield
        self._over, self._part = before

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

    def _ink(self, name: str, opacity: float = 1) -> Ink:
        r, g, b, a = ink(name, self.bright, self.plain)
        if self._over is not None:
            p, (x, y, z, _) = self._part, self._over
            r, g, b = r * p + x * (1 - p), g * p + y * (1 - p), b * p + z * (1 - p)
        return r, g, b, a * opacity

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
        for cx, cy, corner in zip(
            (right, right, x + r, x + r), (y + r, low, low, y + r), shapes.corner_arcs(steps), strict=True
        ):
            points += [(cx + r * c, cy + r * s) for c, s in corner]
        normals = shapes.mitred() if not r else shapes.round_arc(steps)
        self._shape(points, normals, fill, line, width, convex=True, **finish)

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
        ring = shapes.ring(n)
        points = [(x + rx * c, y + ry * s) for c, s in ring]
        normals: Points = ring
        if rx != ry:
            normals = [(c * ry / size, s * rx / size) for c, s in ring if (size := hypot(c * ry, s * rx) or 1)]
        self._shape(points, normals, fill, line, width, convex=True, **finish)

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

        rows = [(offset_arcs(far * part), share) for part, share in reversed(GLOW_FALLOFF)]
        rows += [(offset_arcs(-under), 1.0)] if under else []
        rim = shapes.rim_of(rows[0][0], (far + under) * self.scale)
        self._bands(rows, self._ink(colour, opacity), closed=True, rim=rim)

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
    ) -> None:
        c, s, k, x0, y0 = self._cos, self._sin, self.scale, self._x, self._y
        points = [(x0 + (x * c - y * s) * k, y0 + (x * s + y * c) * k) for x, y in points]
        if self._angle:
            normals = [(x * c - y * s, x * s + y * c) for x, y in normals]
        if fill:
            hidden = bool(line) and not dash and opacity == 1 and width * k / 2 > SOFT_EDGE_PX
            cut = shapes.convex(len(points)) if convex else tuple(shapes.triangulated(points))
            self._fill(points, normals, self._ink(fill, opacity), cut, soft=not hidden)
        if line and dash:
            self._stroke([*points, points[0]], width * k, self._ink(line, opacity), dash, True)
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
        under = (self.bright, self.plain, self._over, self._part)
        place = place_stamp.__wrapped__ if self._in_fragment else place_stamp
        it = place(paint, what, scale * self.scale, self._angle, under, rough, x, y)
        self._has_read_angle = self._has_read_angle or it.lit
        self._layer_for(len(it.vertices) // 8, rough).add(it.vertices, it.triangles, it.rim)

    def cached(self, paint: Callable[..., Result], *what: Hashable) -> Result:
        """Call `paint(pen, *what)` and return its result; draw from the cache what was drawn alike here before.

        `paint` is a function of a module. It adds no hit areas and no window, and does not begin with a new layer.
        """
        kind: Callable[..., Pen] = type(self)
        if self._in_fragment or (kind is not Pen and not self.replays):
            return paint(self, *what)
        fragment = _paint_fragment(kind, self.look, (self._over, self._part), self.origin, paint, what)
        self.add_fragment(fragment)
        return cast("Result", fragment.result)

    def add_fragment(self, it: Fragment) -> None:
        """Add what another pen has drawn: its first layer to the current one if it fits, the others on top."""
        for nth, each in enumerate(it.layers):
            layer = self.layers[-1]
            if each.vertices and not nth:
                layer = self._layer_for(len(each.vertices) // 8, each.rough)
            elif nth:
                layer = Layer(window=layer.window, rough=each.rough)
                self.layers.append(layer)
            if each.vertices:
                layer.add(each.vertices, each.triangles, each.rim)
            layer.words += each.words
            layer.pictures += each.pictures

    def draw_gradient(self, it: GradientShape, x: float, y: float, scale: float, opacity: float = 1) -> None:
        """Draw a gradient shape with its (0, 0) at a point; part of a rough stamp."""
        put = it.place(self.place(x, y), (self._cos, self._sin), scale * self.scale, SOFT_EDGE_PX)
        for nth, over in zip((4, 5, 6), self._over or (), strict=False):
            put[nth::8] = array("f", [each * self._part + over * (1 - self._part) for each in put[nth::8]])
        if opacity != 1:
            put[7::8] = array("f", [each * opacity for each in put[7::8]])
        self._layer_for(len(put) // 8).add(put, it.triangles)

    # ---- triangles ---------------------------------------------------------------------------------

    def _layer_for(self, vertices: int, rough: bool = False) -> Layer:
        """Return the layer for this many vertices: a new one if the last is full or has another texture."""
        layer, rough = self.layers[-1], rough or self._rough
        if layer.count + vertices > MAX_VERTICES or layer.rough != rough:
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
                put += (x - dx, y - dy, 0.5, 0.5, r, g, b, a, x + dx, y + dy, 0.5, 0.5, r, g, b, 0.0)
        else:
            for x, y in points:
                put += (x, y, 0.5, 0.5, r, g, b, a)
        self._layer_for(len(put) // 8).add(array("f", put), shapes.filled(len(points), cut, soft))

    def _bands(self, rows: Sequence[tuple[Points, float]], colour: Ink, closed: bool, rim: Rim = ()) -> None:
        """Add strips between neighbouring rows of points, each row with its share of the opacity."""
        n = len(rows[0][0])
        r, g, b, a = colour
        put: list[float] = []
        for points, share in rows:
            part = a * share
            for x, y in points:
                put += (x, y, 0.5, 0.5, r, g, b, part)
        self._layer_for(len(rows) * n).add(array("f", put), shapes.strips(len(rows), n, closed), rim)

    def _outline(self, points: Points, normals: Points, half: float, colour: Ink) -> None:
        def offset_points(by: float) -> Points:
            return [(x + nx * by, y + ny * by) for (x, y), (nx, ny) in zip(points, normals, strict=True)]

        core = half - SOFT_EDGE_PX
        rows = (
            [(offset_points(core), 1.0), (offset_points(-core), 1.0)] if core > 0 else [(points, half / SOFT_EDGE_PX)]
        )
        outer = offset_points(half + SOFT_EDGE_PX)
        rim = shapes.rim_of(outer, 2 * half + 2 * SOFT_EDGE_PX)
        self._bands([(outer, 0.0), *rows, (offset_points(-half - SOFT_EDGE_PX), 0.0)], colour, closed=True, rim=rim)

    def _stroke(
        self, points: Points, width: float, colour: Ink, dash: tuple[float, float] | None, round_ends: bool
    ) -> None:
        if dash:
            for piece in shapes.dashes(points, dash[0] * self.scale, dash[1] * self.scale):
                self._stroke(piece, width, colour, None, False)
            return
        half = width / 2
        core = half - SOFT_EDGE_PX
        inner = ((core, 1.0), (-core, 1.0)) if core > 0 else ((0.0, 1.0),)
        for piece in shapes.smooth(points):
            normals = shapes.across(piece)
            rows = [
                ([(x + nx * k, y + ny * k) for (x, y), (nx, ny) in zip(piece, normals, strict=True)], share)
                for k, share in ((half + SOFT_EDGE_PX, 0.0), *inner, (-half - SOFT_EDGE_PX, 0.0))
            ]
            self._bands(rows, colour, closed=False)
            if half >= 0.9:
                for end in (piece[0], piece[-1]):
                    if round_ends or (end != points[0] and end != points[-1]):
                        self._round_cap(*end, half, colour)

    def _round_cap(self, x: float, y: float, r: float, colour: Ink) -> None:
        n = max(8, min(20, int(4 + 3 * r**0.5)))
        ring, c, s = shapes.ring(n), self._cos, self._sin
        if self._angle:
            ring = [(dx * c - dy * s, dx * s + dy * c) for dx, dy in ring]
        self._fill([(x + r * dx, y + r * dy) for dx, dy in ring], ring, colour, shapes.convex(n))

    # ---- words -------------------------------------------------------------------------------------

    def legible(self, size: float) -> float:
        """Return a size in u that is at least legible, and larger if large words are chosen."""
        return max(size, LEGIBLE_PX / self.scale) * self.grown

    def fit_size(self, text: str, size: float, bold: Weight, room: float) -> float:
        """Return the largest size in u, at most `size`, at which a text is no wider than `room` u."""
        pixels = max(6.0, size * self.scale)
        while pixels > 6 and self.measure(text, pixels, self._weight(bold, pixels))[0] > room * self.scale:
            pixels *= 0.95
        return pixels / self.scale

    def text_width(self, text: str, size: float, bold: Weight = False) -> float:
        """Return the width of a text, in u."""
        pixels = max(6.0, size * self.scale)
        return self.measure(text, pixels, self._weight(bold, pixels))[0] / self.scale

    def _weight(self, bold: Weight, pixels: float) -> Weight:
        """Return the weight that is really used: small words and plain figures never use the display face."""
        return True if bold == STONE and (self.plain or pixels < display_font.LEAST) else bold

    def text(
        self,
        x: float,
        y: float,
        text: str | Sequence[str],
        size: float,
        colour: str = "text",
        align: Align = "middle",
        bold: Weight = False,
        room: float = 1e6,
        opacity: float = 1,
    ) -> float:
        """Draw one line, centred on y. Return its width. Of several wordings the first that fits, else the last,
        shrunk.

        Words in the display face that would have to shrink use the text face.
        """
        wordings = [text] if isinstance(text, str) else list(text)
        said = next((t for t in wordings if self.text_width(t, size, bold) <= room), None)
        if said is None:
            said = wordings[-1]
            weights = FALLBACK_WEIGHTS[bold]
            for bold in weights:
                used = self.fit_size(said, size, bold, room)
                if used >= size * display_font.MIN_SCALE:
                    break
            size = used
        if not said:
            return 0.0
        pixels = max(6.0, size * self.scale)
        bold = self._weight(bold, pixels)
        width, height = self.measure(said, pixels, bold)
        w, h = width / self.scale, height / self.scale
        left, top = x - {"middle": w / 2, "start": 0.0, "end": w}[align], y - h / 2
        corners = tuple(
            self.place(a, b) for a, b in ((left, top), (left + w, top), (left + w, top + h), (left, top + h))
        )
        said_in = dimmed(ink(colour, self.bright, self.plain), self._over, self._part, opacity)
        word = TextRun(said, pixels, bold, said_in, corners, min(room, 1e5) * self.scale, width)
        self.layers[-1].words.append(word)
        return w

    def name(
        self,
        x: float,
        y: float,
        name: str,
        size: float,
        colour: str = "text",
        align: Align = "start",
        room: float = 1e6,
        high: float = 0,
    ) -> float:
        """Draw a name in bold, centred on y. Return its width.

        A name that is too long breaks into two lines if it has a gap and `high` allows, or shrinks, and is then cut
        with an ellipsis.
        """
        if self.grown > 1:
            size = max(size, self.fit_size(name, size * self.grown, True, room))
        least = max(size * MIN_NAME_SCALE, min(size, MIN_NAME_PX / self.scale))
        rows: tuple[str, ...] = (name,)
        step = self.fit_size(name, size, True, room)
        two = min(size, high / 2 / LEADING)
        if step < size and (parts := split_name(name)):
            two = max(min(self.fit_size(half, two, True, room) for half in parts), min(least, two))
            if two > step * 1.1:
                step, rows = two, parts
        step = max(step, least) if len(rows) == 1 else step
        wide = 0.0
        for nth, row in enumerate(rows):
            at = y + (nth - (len(rows) - 1) / 2) * step * LEADING
            shown = self.cut_to_room(row, step, True, room)
            wide = max(wide, self.text(x, at, shown, step, colour, align, bold=True, room=room))
        return wide

    def cut_to_room(self, text: str, size: float, bold: Weight, room: float) -> str:
        """Cut a text to the room, with an ellipsis."""
        if self.text_width(text, size, bold) <= room:
            return text
        shorter = (text[:n].rstrip(" -.,'’") + "…" for n in range(len(text) - 1, 0, -1))
        return next((each for each in shorter if self.text_width(each, size, bold) <= room), text[0])

    def break_lines(
        self, text: str, size: float, bold: Weight, room: float, most: int, least: float = 0.6
    ) -> tuple[list[str], float]:
        """Break a sentence into at most `most` lines of `room` u. Return them and the size at which they fit."""
        step = size
        while True:
            rows = self._break_into_rows(text, step, bold, room)
            widest = max((self.text_width(row, step, bold) for row in rows), default=0)
            if (len(rows) <= most and widest <= room) or step * self.scale <= 6:
                return rows, step
            step *= 0.94

    def _break_into_rows(self, text: str, size: float, bold: Weight, room: float) -> list[str]:
        rows: list[str] = []
        for word in filter(None, text.split(" ")):  # a no-break space keeps words on one line
            if rows and self.text_width(f"{rows[-1]} {word}", size, bold) <= room:
                rows[-1] += f" {word}"
            else:
                rows.append(word)
        return rows

    def prose(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        room: float,
        height: float,
        colour: str = "soft",
        align: Align = "start",
        bold: Weight = False,
        middle: bool = False,
    ) -> float:
        """Draw a sentence in a box from (x, y) down, in as many lines as fit. Return its height. `middle`: centred.

        Words in the display face that would have to shrink use the text face.
        """
        weights = FALLBACK_WEIGHTS[bold]
        for bold in weights:
            rows, used = self.fit_in_box(text, size * self.grown, bold, room, height)
            if used >= size * self.grown * display_font.MIN_SCALE:
                break
        tall = len(rows) * used * PITCH
        top = y + (height - tall) / 2 if middle else y
        for i, row in enumerate(rows):
            anchor = x + {"start": 0.0, "middle": room / 2, "end": room}[align]
            self.text(anchor, top + (i + 0.5) * used * PITCH, row, used, colour, align, bold, room)
        return tall

    def fit_in_box(self, text: str, step: float, bold: Weight, room: float, height: float) -> tuple[list[str], float]:
        """Return the lines of a sentence in a box, and the size at which they fit, at most `step`."""
        while True:
            most = max(1, int(height / (step * PITCH) + 0.01))
            rows, used = self.break_lines(text, step, bold, room, most)
            if used >= step * 0.999 or step * self.scale <= 6:
                return rows, used
            step = max(used, step * 0.94)

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
        corners = tuple(self.place(a, b) for a, b in box)
        window = self.layers[-1].window
        if window is not None:
            corners = window.cut(corners)
            if corners[0][0] == corners[2][0] or corners[0][1] == corners[2][1]:
                return
        self.hit_areas.append(HitArea(key, corners, tap, hold, rank, press, self.origin, each, window, repeats))

    def thing(self, key: str, x: float, y: float, w: float, h: float) -> None:
        """Report the box of a thing with this key, which a hint may ring; the pen itself ignores it."""


MARKED: Final = "marked"  # key of a thing that has a ring of its own


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
    it = _triangulate_stamp(paint, what, scale, 0.0, under, rough)
    if angle and (it.lit or not (it.boxed or angle % 90 == 0)):
        it = _triangulate_stamp(paint, what, scale, angle, under, rough)
        angle = 0.0
    return move_stamp(it, x, y, angle)


@memoize(768)  # 7 MB; 7 Wonders for seven has 350, after minutes of touches 800
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
    kind: Callable[..., Pen],
    look: Look,
    dimmed: tuple[Ink | None, float],
    origin: tuple[float, float, float, float],
    paint: Callable[..., object],
    what: tuple[Hashable, ...],
) -> Fragment:
    """Draw with a pen of its own that is at the same place."""
    pen = kind(*look)
    pen._over, pen._part, pen._in_fragment = *dimmed, True
    with pen.at(*origin):
        result = paint(pen, *what)
    assert pen.window is None
    assert not pen.hit_areas, f"{paint} adds hit areas"
    layers = fragment_layers(pen.layers)
    pen.layers = []
    return Fragment(layers, pen, result)


def _no_words(text: str, pixels: float, bold: Weight) -> tuple[float, float]:
    raise TypeError(f"words are no part of a stamp: {text!r}")


def split_name(name: str) -> tuple[str, ...]:
    """Split a name into two about equal parts, or return () if it has no gap."""
    gaps = [at for at in range(1, len(name)) if name[at] == " " or name[at - 1] == "-"]
    if not gaps:
        return ()
    at = min(gaps, key=lambda gap: abs(gap - len(name) / 2))
    return name[:at].strip(), name[at:].strip()
