"""A stage of a wonder that is set down from above: it falls, dust rises, its scaffold folds, its points are engraved.

What is true is painted already. Over it lies the look before, until the stage stands; then what is newly written is
left out until its time, and brackets round what is new come last. A whole wonder stands before rays of light, and its
seal is stamped. All of it is made from what two looks of one element draw: nothing here knows a game. Times are
seconds, lengths in a drawing its units.
"""

from collections.abc import Callable, Collection, Hashable
from math import cos, hypot, pi, radians, sin
from typing import Any, Final, NamedTuple

from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Translate
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush

from app.looks.drawing import DEPTH, WIDE, outlines, wonder
from app.screen.animation.easing import in_out
from app.screen.paint import lighting
from app.screen.paint.dirty_regions import Bounds
from app.screen.paint.element import Element
from app.screen.paint.layers import Layer, TextRun
from app.screen.paint.mesh_group import MeshGroup
from app.screen.paint.pen import Pen
from app.screen.widgets import illustrations
from app.screen.widgets.change_marks import corners

FALLS: Final = 0.26  # until it stands
HIGH: Final = 74.0  # units, from where it falls
SEEN: Final = 0.06  # until it is seen wholly
GIVES: Final = 0.16  # from where it stands: so long all around it gives way, …
GIVEN: Final = 2.0  # … pixels at most
FOLDS: Final = 0.24  # likewise, until its scaffold lies flat
DUST: Final = 0.5  # likewise, until dust has settled
ENGRAVES: Final = 0.34  # likewise, until what is written begins to appear, …
ENGRAVED: Final = 0.3  # … and so long it takes
WRITTEN: Final = FALLS + ENGRAVES + ENGRAVED  # from the beginning, until all is written
STAMPED: Final = 0.16  # so long a seal comes down
LARGER: Final = 0.4  # so much larger it is above, …
SEAL: Final = 1.0  # … if it is smaller than its stage is wide; what is larger appears in its place
SHINES: Final = 1.2  # from where it stands, rays
TURN: Final = 7.0  # degrees by which they turn
RAY: Final = 0.3  # how light they are at first
PUFFS: Final = 9
RIM: Final = 4  # pixels, lines and soft edges reach beyond what differs
SAND: Final = "#F4DDB0"


class Stamped(NamedTuple):
    """A stamp where a pen has put it: in pixels, degrees clockwise."""

    paint: Callable[..., None]
    what: tuple[Hashable, ...]
    rough: bool
    x: float
    y: float
    angle: float
    scale: float

    def again(self, p: Pen, x: float, y: float) -> None:
        """The same on another pen, with that point of the screen at its (0, 0)."""
        with p.at(self.x - x, self.y - y, self.angle):
            p.stamp(0, 0, self.scale, self.paint, *self.what, rough=self.rough)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of what is drawn lies."""
        c, s = cos(radians(self.angle)) * self.scale, sin(radians(self.angle)) * self.scale
        return self.x + x * c - y * s, self.y + x * s + y * c

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Of a stage of a drawing, in its units: left, top, right and bottom."""
        name, number = self.what
        assert isinstance(name, str)
        assert isinstance(number, int)
        xs, ys = zip(*(at for each in outlines(wonder(name).stages[number].outline) for at in each), strict=True)
        return min(xs), min(ys), max(xs), max(ys)


class NotingPen(Pen):
    """A pen that notes its stamps. It leaves out some, and all that lies under the stamp `over`; and what falls on the
    table below all: of that there would be twice as much.
    """

    def __init__(self, like: Pen, but: Collection[Stamped] = (), over: Stamped | None = None) -> None:
        super().__init__(like.measure, like.bright, like.grown > 1, like.plain)
        self.stamps: list[Stamped] = []
        self._but, self._ground, self._begun = but, over, False

    def stamp(
        self, x: float, y: float, scale: float, paint: Callable[..., None], *what: Hashable, rough: bool = False
    ) -> None:
        _, _, angle, grown = self.origin
        it = Stamped(paint, what, rough, *self.place(x, y), angle, scale * grown)
        self.stamps.append(it)
        self._begun = self._begun or any(layer.count for layer in self.layers)
        if it == self._ground:
            self.layers = [Layer()]
        elif it not in self._but and (self._begun or paint is not lighting.fading):
            super().stamp(x, y, scale, paint, *what, rough=rough)

    @property
    def words(self) -> list[TextRun]:
        return [word for layer in self.layers for word in layer.words]

    def drop(self, words: Collection[TextRun]) -> None:
        """Take these words away again."""
        for layer in self.layers:
            layer.words[:] = [word for word in layer.words if word not in words]


def built(was: NotingPen, now: NotingPen) -> list[Stamped]:
    """The stages of drawings that only the second look has."""
    return [it for it in now.stamps if it.paint is illustrations.built_stage and it not in was.stamps]


class _Part(NamedTuple):
    """What is seen from one moment to another, and put in its place for each moment since the first."""

    begins: float
    ends: float
    slot: InstructionGroup
    group: InstructionGroup
    put: Callable[[float], None]


class SetDown:
    """All of that, over an element whose looks before and now two pens have drawn (and nobody has made meshes of)."""

    def __init__(
        self, element: Element[Any], control: Any, was: NotingPen, now: NotingPen, whole: bool, height: float,
        begins: float,
    ) -> None:  # fmt: skip  # Any: each element has a view of its own, and hands the controller on
        self.element, self.begins, self.group = element, begins, InstructionGroup()
        self._height, self._pen, self._parts = height, now, list[_Part]()
        stages = built(was, now)
        self._stages, self._at = stages, stages[0]
        boxes = [it.box for it in stages]
        self._left, self._right = min(box[0] for box in boxes), max(box[2] for box in boxes)
        self._foot = max(box[3] for box in boxes)
        lines = [it for it in now.stamps if not it.rough and it not in was.stamps]
        before = was.words
        words = self.written = [word for word in now.words if word not in before]
        scaffolds = [it for it in was.stamps if it.paint is illustrations.scaffolding and it.what == self._at.what]
        name = self._at.what[0]
        sky = next((it for it in now.stamps if it.paint is illustrations.sky_window and it.what[0] == name), None)
        bare, over = NotingPen(now, lines), NotingPen(now, lines, sky)
        for pen in (bare, over) if whole else (bare,):
            element.draw(pen, control)
            pen.drop(words)
        meshes = MeshGroup(was, height), MeshGroup(bare, height), MeshGroup(now, height)
        different = [*meshes[2].differs(meshes[0]), *meshes[2].differs(meshes[1])]
        left, bottom, right, top = _round_all(different)
        self.box = left - RIM, bottom - RIM, right + RIM, top + RIM
        self._lies(meshes[0], 0, FALLS)
        self._lies(meshes[1], FALLS, FALLS + SHINES if whole else WRITTEN)
        self._lies(MeshGroup(bare, height), FALLS, FALLS + GIVES, gives=True)
        if whole:
            self._shine(sky, over)
        self._fold(scaffolds)
        self._fall()
        self._rise_dust()
        lines = [it for it in lines if it.paint is not corners]
        if lines or words:
            self._write(lines, words, whole)

    def over(self, now: float) -> bool:
        return now - self.begins >= max(part.ends for part in self._parts)

    def put(self, now: float) -> None:
        """As it is by now."""
        t = now - self.begins
        for part in self._parts:
            if part.begins <= t < part.ends:
                part.put(t - part.begins)
                if not part.slot.children:
                    part.slot.add(part.group)
            elif part.slot.children:
                part.slot.clear()

    def _add(self, begins: float, ends: float, group: InstructionGroup, put: Callable[[float], None]) -> None:
        slot = InstructionGroup()
        self.group.add(slot)
        self._parts.append(_Part(begins, ends, slot, group, put))

    def _clean(self) -> Pen:
        return Pen(self._pen.measure, self._pen.bright, self._pen.grown > 1, self._pen.plain)

    # ---- what lies there -------------------------------------------------------------------------------

    def _lies(self, mesh: MeshGroup, begins: float, ends: float, gives: bool = False) -> None:
        """A look of the element, where looks differ; it gives way a little at first."""
        group, shift = InstructionGroup(), Translate(0, 0)
        for step in (_cut(self.box), PushMatrix(), shift, mesh.group, PopMatrix(), ScissorPop()):
            group.add(step)

        def put(t: float) -> None:
            by = GIVEN * sin(pi * t / GIVES) if gives and t < GIVES else 0.0
            right, down = self._down()
            shift.xy = right * by, -down * by

        self._add(begins, ends, group, put)

    def _down(self) -> tuple[float, float]:
        """A step to the foot of the wonder."""
        a = radians(self._at.angle)
        return -sin(a), cos(a)

    def _fall(self) -> None:
        """The stage on its way down, and its shadow on what it will stand on."""
        stage, shade = self._clean(), self._clean()
        for it in self._stages:
            it.again(stage, self._at.x, self._at.y)
        wide, k = (self._right - self._left) * 0.8, self._at.scale
        shade.glow(-wide * k / 2, -5 * k, wide * k, 10 * k, 5 * k, 12 * k, "black", 1.0, under=5 * k)
        falling, shadow = (MeshGroup(pen, self._height, movable=True) for pen in (stage, shade))
        group = InstructionGroup()
        for mesh in (shadow, falling):
            group.add(mesh.group)
        foot = self._at.point((self._left + self._right) / 2, self._foot - 6)
        right, down = self._down()

        def put(t: float) -> None:
            way = (t / FALLS) ** 3
            high = HIGH * k * (1 - way)
            falling.move(self._at.x - right * high, self._at.y - down * high)
            falling.show(min(1.0, t / SEEN))
            shadow.move(*foot, self._at.angle, 1.2 - 0.2 * way)
            shadow.show(min(1.0, t / SEEN) * (0.15 + 0.35 * way))

        self._add(0, FALLS, group, put)

    def _fold(self, scaffolds: Collection[Stamped]) -> None:
        """Its scaffold folds down."""
        if not scaffolds:
            return
        pen, group = self._clean(), InstructionGroup()
        middle = (self._left + self._right) / 2
        for it in scaffolds:
            with pen.at(-middle * it.scale, -self._foot * it.scale):
                pen.stamp(0, 0, it.scale, it.paint, *it.what, rough=True)
        mesh = MeshGroup(pen, self._height, movable=True)
        group.add(mesh.group)

        def put(t: float) -> None:
            k = in_out(t / FOLDS)
            mesh.move(*self._at.point(middle, self._foot), self._at.angle, 1, tall=1 - k)
            mesh.show(1 - 0.5 * k)

        self._add(FALLS, FALLS + FOLDS, group, put)

    def _rise_dust(self) -> None:
        """Puffs along its foot."""
        group, puffs, k = InstructionGroup(), list[MeshGroup](), self._at.scale
        for i in range(PUFFS):
            pen = self._clean()
            pen.glow(-2 * k, -2 * k, 4 * k, 4 * k, 2 * k, (12 + i * 29 % 11) * 2.2 * k, SAND, 1.0, under=2 * k)
            puffs.append(MeshGroup(pen, self._height, movable=True))
            group.add(puffs[-1].group)
        middle, wide = (self._left + self._right) / 2, self._right - self._left

        def put(t: float) -> None:
            far = t / DUST
            for i, puff in enumerate(puffs):
                x = middle + wide * (i / (PUFFS - 1) - 0.5) * (1 + far * 0.25)
                puff.move(*self._at.point(x, self._foot - 4 - (i * 37 % 11) * far * 1.6), 0, 0.7 + far)
                puff.show((0.95 - 0.5 * far) * min(1.0, 2 * (1 - far)))

        self._add(FALLS, FALLS + DUST, group, put)

    # ---- what it brings, and a whole wonder ------------------------------------------------------------

    def _write(self, lines: list[Stamped], words: list[TextRun], whole: bool) -> None:
        """What it brings is engraved, as one reads; on a whole wonder it is stamped."""
        pen = self._clean()
        for it in lines:
            it.again(pen, 0, 0)
        pen.layers[-1].words += words
        ends = FALLS + SHINES if whole else WRITTEN
        left, bottom, right, top = MeshGroup(pen, self._height).bounds
        if whole:
            seal = max(right - left, top - bottom) < SEAL * (self._right - self._left) * self._at.scale
            at = (left + right) / 2, self._height - (bottom + top) / 2
            self._stamp(lines, words, at, LARGER if seal else 0.0, ends)
            return
        pen = self._clean()
        for it in lines:
            it.again(pen, 0, 0)
        pen.layers[-1].words += words
        cut, group = _cut((left, bottom, right, top)), InstructionGroup()
        for step in (cut, MeshGroup(pen, self._height).group, ScissorPop()):
            group.add(step)
        quarter = round(self._at.angle / 90) % 4

        def put(t: float) -> None:
            part = in_out(min(t / ENGRAVED, 1.0))
            w, h = right - left, top - bottom
            if quarter % 2:
                low = top - h * part if quarter == 1 else bottom
                cut.pos, cut.size = (round(left), round(low)), (round(w), round(h * part))
            else:
                near = left if quarter == 0 else right - w * part
                cut.pos, cut.size = (round(near), round(bottom)), (round(w * part), round(h))

        self._add(FALLS + ENGRAVES, ends, group, put)

    def _stamp(
        self, lines: list[Stamped], words: list[TextRun], at: tuple[float, float], larger: float, ends: float
    ) -> None:
        pen, group = self._clean(), InstructionGroup()
        for it in lines:
            it.again(pen, *at)
        pen.layers[-1].words += [word.moved(-at[0], -at[1]) for word in words]
        mesh = MeshGroup(pen, self._height, movable=True)
        group.add(mesh.group)

        def put(t: float) -> None:
            part = min(t / STAMPED, 1.0)
            mesh.move(*at, 0, 1 + larger * (1 - part) ** 2)
            mesh.show(0.3 + 0.7 * part)

        self._add(FALLS + ENGRAVES, ends, group, put)

    def _shine(self, sky: Stamped | None, over: NotingPen) -> None:
        """Rays behind it, over its sky, which turn and fade."""
        if sky is None:
            return
        _, w, h, *_ = sky.what
        assert isinstance(w, float | int)
        assert isinstance(h, float | int)
        corners = [sky.point(x, y) for x, y in ((0, 0), (w, h))]
        (left, top), (right, low) = map(min, zip(*corners, strict=True)), map(max, zip(*corners, strict=True))
        box = left, self._height - low, right, self._height - top
        x, y = self._at.point(WIDE / 2, DEPTH * 0.4)
        far = hypot(right - left, low - top)
        pen, group = self._clean(), InstructionGroup()
        lighting.rays(pen, 0, 0, lambda angle: (far * cos(angle), far * sin(angle)), SAND, 1.0)
        rays = MeshGroup(pen, self._height, movable=True)
        for step in (_cut(box), rays.group, MeshGroup(over, self._height).group, ScissorPop()):
            group.add(step)

        def put(t: float) -> None:
            rays.move(x, y, TURN * t / SHINES)
            rays.show(RAY * min(1.0, 8 * t / SHINES) * (1 - t / SHINES))

        self._add(FALLS, FALLS + SHINES, group, put)


def _round_all(boxes: Collection[Bounds]) -> Bounds:
    left, bottom, right, top = zip(*boxes, strict=True)
    return min(left), min(bottom), max(right), max(top)


def _cut(box: Bounds) -> ScissorPush:
    left, bottom, right, top = map(round, box)
    return ScissorPush(x=left, y=bottom, width=right - left, height=top - bottom)
