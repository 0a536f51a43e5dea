"""The animation of a wonder's stage being built: it falls, dust rises, its scaffold folds, its effect is engraved.

The final state is painted already. The old look covers it until the stage has landed; then new signs are left out until
their time, and brackets round the change come last. A complete wonder gets rays of light and a seal. Everything is made
from two looks of one element; nothing here knows a game. Times are seconds, lengths in a drawing its units.
"""

from collections.abc import Callable, Collection, Hashable
from math import cos, hypot, pi, radians, sin
from typing import Any, Final, NamedTuple, TypeVar

from kivy.graphics import Callback, InstructionGroup, PopMatrix, PushMatrix, Translate
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush

from app.looks.drawing_data import DEPTH, WIDE
from app.screen.animation.easing import ease_in_out
from app.screen.paint import lighting
from app.screen.paint.dirty_regions import Bounds, bounding_box, enclose_points
from app.screen.paint.element import AnyElement
from app.screen.paint.mesh_group import MeshGroup
from app.screen.paint.pen import Pen, paint_glow
from app.screen.paint.pen_layers import Layer, TextRun
from app.screen.paint.placed_things import PlacedStamp
from app.screen.widgets import illustrations
from app.screen.widgets.change_marks import corners

FALLS: Final = 0.26  # until it lands
HIGH: Final = 74.0  # units, height of the fall
FADE_IN: Final = 0.06  # until it is opaque
RECOIL: Final = 0.16  # after landing, in which its surroundings recoil
RECOIL_PX: Final = 2.0  # at most
FOLDS: Final = 0.24  # after landing, until its scaffold is flat
DUST: Final = 0.5  # after landing, until the dust has settled
ENGRAVING_DELAY: Final = 0.34  # after landing, until its signs begin to appear
ENGRAVING: Final = 0.3  # in which its signs appear
ENGRAVING_END: Final = FALLS + ENGRAVING_DELAY + ENGRAVING  # from the beginning
SEAL_FALL: Final = 0.16  # in which a seal comes down
SEAL_GROWTH: Final = 0.4  # part by which a seal is larger before it comes down
MAX_SEAL: Final = 1.0  # in widths of the stage; larger signs appear in place
SHINING: Final = 1.2  # after landing, of the rays
TURN: Final = 7.0  # degrees by which the rays turn
RAY: Final = 0.3  # opacity of the rays at first
PUFFS: Final = 9
RIM: Final = 4  # px by which lines and soft edges extend beyond a difference
SAND: Final = "#F4DDB0"
Result = TypeVar("Result")


class RecordingPen(Pen):
    """A pen that records its stamps, leaving out some, all below the stamp `over`, and the outermost shadow.

    Drawn twice, that shadow would be twice as dark.
    """

    def __init__(self, like: Pen, but: Collection[PlacedStamp] = (), over: PlacedStamp | None = None) -> None:
        super().__init__(like.measure, like.bright, like.grown > 1, like.plain)
        self._but, self._ground, self._begun, self._apart = but, over, False, False

    def stamp(
        self, x: float, y: float, scale: float, paint: Callable[..., None], *what: Hashable, rough: bool = False
    ) -> None:
        _, _, angle, grown = self.origin
        placed = PlacedStamp(paint, what, rough, *self.place(x, y), angle, scale * grown)
        if not self._leaves_out(placed):
            super().stamp(x, y, scale, paint, *what, rough=rough)
            return
        if placed == self._ground:
            self.layers = [Layer()]
        self.stamps.append(placed)

    def cached(self, paint: Callable[..., Result], *what: Hashable) -> Result:
        """Draw from the cache what has none of the stamps that are left out."""
        if self._apart:
            return paint(self, *what)
        fragment = self._fragment(paint, what)
        if not any(map(self._leaves_out, fragment.pen.stamps)):
            return self._replay(fragment)
        self._apart = True  # what it is made of is not cached again
        result = paint(self, *what)
        self._apart = False
        return result

    def _leaves_out(self, stamp: PlacedStamp) -> bool:
        """Check whether a stamp is left out. `_begun`: something was drawn, even if `over` has removed it since."""
        self._begun = self._begun or any(layer.count for layer in self.layers)
        return stamp in self._but or stamp == self._ground or (stamp.paint is paint_glow and not self._begun)

    @property
    def words(self) -> list[TextRun]:
        return [word for layer in self.layers for word in layer.words]

    def drop(self, words: Collection[TextRun]) -> None:
        """Remove these words."""
        for layer in self.layers:
            layer.words[:] = [word for word in layer.words if word not in words]


def new_stages(was: RecordingPen, now: RecordingPen) -> list[PlacedStamp]:
    """Return the stages of drawings that only the second look has."""
    return [stamp for stamp in now.stamps if stamp.paint is illustrations.built_stage and stamp not in was.stamps]


class UploadSlot:
    """A slot for what is shown later: drawn once without a pixel, so that its vertices are uploaded before."""

    def __init__(self, content: InstructionGroup) -> None:
        self.slot, self.content, self.is_shown = InstructionGroup(), content, False
        self._drawn = list[Any]()  # Kivy ships no types
        for step in (_push_scissor((0, 0, 0, 0)), content, ScissorPop(), Callback(self._drawn.append)):
            self.slot.add(step)

    def show(self, shown: bool) -> None:
        if shown != self.is_shown or (self._drawn and not shown):
            self.is_shown = shown
            self.slot.clear()
            if shown:
                self.slot.add(self.content)


class _Part(NamedTuple):
    """A phase of the animation: its time span, and a function that updates it by the seconds since its start."""

    begins: float
    ends: float
    slot: UploadSlot
    update: Callable[[float], None]


class StageAnimation:
    """The whole animation over an element, from its looks before and now, recorded by two fresh pens.

    Its parts hold nothing that holds them, so that its meshes (some MB) do not wait for the garbage collector.
    """

    def __init__(
        self, element: AnyElement, control: Any, was: RecordingPen, now: RecordingPen, whole: bool, height: float,
        begins: float,
    ) -> None:  # fmt: skip  # Any: each element has a view of its own, and hands the controller on
        self.element, self.begins, self.group = element, begins, InstructionGroup()
        self._height, self._pen, self._parts, self._meshes = height, now, list[_Part](), list[MeshGroup]()
        stages = new_stages(was, now)
        self._stages, self._at = stages, stages[0]
        boxes = [stage.box for stage in stages]
        self._left, self._right = min(box[0] for box in boxes), max(box[2] for box in boxes)
        self._foot = max(box[3] for box in boxes)
        lines = [stamp for stamp in now.stamps if not stamp.rough and stamp not in was.stamps]
        before = was.words
        words = self.written = [word for word in now.words if word not in before]
        scaffolds = [
            stamp for stamp in was.stamps if stamp.paint is illustrations.draw_scaffold and stamp.what == self._at.what
        ]
        name = self._at.what[0]
        sky = next(
            (stamp for stamp in now.stamps if stamp.paint is illustrations.sky_window and stamp.what[0] == name), None
        )
        bare, over = RecordingPen(now, lines), RecordingPen(now, lines, sky)
        for pen in (bare, over) if whole else (bare,):
            element.draw(pen, control)
            pen.drop(words)
        meshes = self._mesh(was), self._mesh(bare), self._mesh(now)
        different = [*meshes[2].differing_boxes(meshes[0]), *meshes[2].differing_boxes(meshes[1])]
        left, bottom, right, top = bounding_box(different)
        self.box = left - RIM, bottom - RIM, right + RIM, top + RIM
        self._add_look(meshes[0], 0, FALLS)
        self._add_look(meshes[1], FALLS, FALLS + SHINING if whole else ENGRAVING_END, recoils=True)
        if whole:
            self._add_rays(sky, over)
        self._add_folding(scaffolds)
        self._add_fall()
        self._add_dust()
        lines = [line for line in lines if line.paint is not corners]
        if lines or words:
            self._add_engraving(lines, words, whole)

    def is_over(self, now: float) -> bool:
        return now - self.begins >= max(part.ends for part in self._parts)

    def update(self, now: float) -> None:
        """Update all phases for `now`."""
        t = now - self.begins
        for part in self._parts:
            shown = part.begins <= t < part.ends
            if shown:
                part.update(t - part.begins)
            part.slot.show(shown)

    def _add(self, begins: float, ends: float, group: InstructionGroup, update: Callable[[float], None]) -> None:
        slot = UploadSlot(group)
        self.group.add(slot.slot)
        self._parts.append(_Part(begins, ends, slot, update))

    def _mesh(self, pen: Pen, movable: bool = False) -> MeshGroup:
        """Return a mesh that lives as long as the animation."""
        self._meshes.append(MeshGroup(pen, self._height, movable))
        return self._meshes[-1]

    def _new_pen(self) -> Pen:
        return Pen(self._pen.measure, self._pen.bright, self._pen.grown > 1, self._pen.plain)

    # ---- phases -------------------------------------------------------------------------------

    def _add_look(self, mesh: MeshGroup, begins: float, ends: float, recoils: bool = False) -> None:
        """Show a look of the element where looks differ; `recoils`: it recoils at first."""
        group, shift = InstructionGroup(), Translate(0, 0)
        left, bottom, right, top = self.box
        down_x, down_y = self._foot_vector()
        reach = left - RECOIL_PX, bottom - RECOIL_PX, right + RECOIL_PX, top + RECOIL_PX
        for step in (_push_scissor(self.box), PushMatrix(), shift, mesh.part(reach), PopMatrix(), ScissorPop()):
            group.add(step)

        def update(t: float) -> None:
            by = RECOIL_PX * sin(pi * t / RECOIL) if recoils and t < RECOIL else 0.0
            shift.xy = down_x * by, -down_y * by

        self._add(begins, ends, group, update)

    def _foot_vector(self) -> tuple[float, float]:
        a = radians(self._at.angle)
        return -sin(a), cos(a)

    def _add_fall(self) -> None:
        stage, shade, at = self._new_pen(), self._new_pen(), self._at
        for each in self._stages:
            _draw_stamp(stage, each, at.x, at.y)
        wide, k = (self._right - self._left) * 0.8, at.scale
        shade.glow(-wide * k / 2, -5 * k, wide * k, 10 * k, 5 * k, 12 * k, "black", 1.0, under=5 * k)
        falling, shadow = (self._mesh(pen, movable=True) for pen in (stage, shade))
        group = InstructionGroup()
        for mesh in (shadow, falling):
            group.add(mesh.group)
        foot = at.point((self._left + self._right) / 2, self._foot - 6)
        right, down = self._foot_vector()

        def update(t: float) -> None:
            way = (t / FALLS) ** 3
            high = HIGH * k * (1 - way)
            falling.move(at.x - right * high, at.y - down * high)
            falling.show(min(1.0, t / FADE_IN))
            shadow.move(*foot, at.angle, 1.2 - 0.2 * way)
            shadow.show(min(1.0, t / FADE_IN) * (0.15 + 0.35 * way))

        self._add(0, FALLS, group, update)

    def _add_folding(self, scaffolds: Collection[PlacedStamp]) -> None:
        if not scaffolds:
            return
        pen, group, at = self._new_pen(), InstructionGroup(), self._at
        foot = at.point(middle := (self._left + self._right) / 2, self._foot)
        for scaffold in scaffolds:
            with pen.at(-middle * scaffold.scale, -self._foot * scaffold.scale):
                pen.stamp(0, 0, scaffold.scale, scaffold.paint, *scaffold.what, rough=True)
        mesh = self._mesh(pen, movable=True)
        group.add(mesh.group)

        def update(t: float) -> None:
            k = ease_in_out(t / FOLDS)
            mesh.move(*foot, at.angle, 1, tall=1 - k)
            mesh.show(1 - 0.5 * k)

        self._add(FALLS, FALLS + FOLDS, group, update)

    def _add_dust(self) -> None:
        group, puffs, at, foot = InstructionGroup(), list[MeshGroup](), self._at, self._foot
        for i in range(PUFFS):
            pen = self._new_pen()
            pen.stamp(
                -2 * at.scale, -2 * at.scale, at.scale, paint_glow, 4, 4, 2, (12 + i * 29 % 11) * 2.2, SAND, 1.0, 2
            )
            puffs.append(self._mesh(pen, movable=True))
            group.add(puffs[-1].group)
        middle, wide = (self._left + self._right) / 2, self._right - self._left

        def update(t: float) -> None:
            far = t / DUST
            for i, puff in enumerate(puffs):
                x = middle + wide * (i / (PUFFS - 1) - 0.5) * (1 + far * 0.25)
                puff.move(*at.point(x, foot - 4 - (i * 37 % 11) * far * 1.6), 0, 0.7 + far)
                puff.show((0.95 - 0.5 * far) * min(1.0, 2 * (1 - far)))

        self._add(FALLS, FALLS + DUST, group, update)

    # ---- effects, and a complete wonder ------------------------------------------------------------

    def _add_engraving(self, lines: list[PlacedStamp], words: list[TextRun], whole: bool) -> None:
        """Add the engraving of its signs in reading direction; on a complete wonder, the seal."""
        pen = self._new_pen()
        for line in lines:
            _draw_stamp(pen, line, 0, 0)
        pen.layers[-1].words += words
        ends = FALLS + SHINING if whole else ENGRAVING_END
        left, bottom, right, top = self._mesh(pen).bounds
        if whole:
            seal = max(right - left, top - bottom) < MAX_SEAL * (self._right - self._left) * self._at.scale
            at = (left + right) / 2, self._height - (bottom + top) / 2
            self._add_seal(lines, words, at, SEAL_GROWTH if seal else 0.0, ends)
            return
        pen = self._new_pen()
        for line in lines:
            _draw_stamp(pen, line, 0, 0)
        pen.layers[-1].words += words
        cut, group = _push_scissor((left, bottom, right, top)), InstructionGroup()
        for step in (cut, self._mesh(pen).group, ScissorPop()):
            group.add(step)
        quarter = round(self._at.angle / 90) % 4

        def update(t: float) -> None:
            part = ease_in_out(min(t / ENGRAVING, 1.0))
            w, h = right - left, top - bottom
            if quarter % 2:
                low = top - h * part if quarter == 1 else bottom
                cut.pos, cut.size = (round(left), round(low)), (round(w), round(h * part))
            else:
                near = left if quarter == 0 else right - w * part
                cut.pos, cut.size = (round(near), round(bottom)), (round(w * part), round(h))

        self._add(FALLS + ENGRAVING_DELAY, ends, group, update)

    def _add_seal(
        self, lines: list[PlacedStamp], words: list[TextRun], at: tuple[float, float], larger: float, ends: float
    ) -> None:
        pen, group = self._new_pen(), InstructionGroup()
        for line in lines:
            _draw_stamp(pen, line, *at)
        pen.layers[-1].words += [word.move_by(-at[0], -at[1]) for word in words]
        mesh = self._mesh(pen, movable=True)
        group.add(mesh.group)

        def update(t: float) -> None:
            part = min(t / SEAL_FALL, 1.0)
            mesh.move(*at, 0, 1 + larger * (1 - part) ** 2)
            mesh.show(0.3 + 0.7 * part)

        self._add(FALLS + ENGRAVING_DELAY, ends, group, update)

    def _add_rays(self, sky: PlacedStamp | None, over: RecordingPen) -> None:
        """Add rays behind it, over its sky, that turn and fade."""
        if sky is None:
            return
        _, w, h, *_ = sky.what
        assert isinstance(w, float | int)
        assert isinstance(h, float | int)
        left, top, right, low = enclose_points(*zip(sky.point(0, 0), sky.point(w, h), strict=True))
        box = left, self._height - low, right, self._height - top
        x, y = self._at.point(WIDE / 2, DEPTH * 0.4)
        far = hypot(right - left, low - top)
        pen, group = self._new_pen(), InstructionGroup()
        lighting.rays(pen, 0, 0, lambda angle: (far * cos(angle), far * sin(angle)), SAND, 1.0)
        rays = self._mesh(pen, movable=True)
        for step in (_push_scissor(box), rays.group, self._mesh(over).part(box), ScissorPop()):
            group.add(step)

        def update(t: float) -> None:
            rays.move(x, y, TURN * t / SHINING)
            rays.show(RAY * min(1.0, 8 * t / SHINING) * (1 - t / SHINING))

        self._add(FALLS, FALLS + SHINING, group, update)


def _draw_stamp(p: Pen, stamp: PlacedStamp, x: float, y: float) -> None:
    """Draw a stamp on another pen, with a point of the screen as its (0, 0)."""
    with p.at(stamp.x - x, stamp.y - y, stamp.angle):
        p.stamp(0, 0, stamp.scale, stamp.paint, *stamp.what, rough=stamp.rough)


def _push_scissor(box: Bounds) -> ScissorPush:
    left, bottom, right, top = map(round, box)
    return ScissorPush(x=left, y=bottom, width=right - left, height=top - bottom)
