"""The animation layer: flights, flips, turns and breathing halos above the table, drawn frame by frame.

The final state is painted first, and a tap skips to it. While nothing moves no frame is drawn.
"""

from collections.abc import Callable, Hashable, Sequence
from math import cos, pi, sin
from time import monotonic
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Rotate, Scale, Translate
from kivy.graphics.scissor_instructions import ScissorPop, ScissorPush

from app.screen.animation.easing import (
    SHADOW_OFFSET,
    drop_weight,
    duration,
    ease_in_out,
    pose_at,
    reduce_motion,
    shadow_of,
)
from app.screen.animation.stage_animation import RecordingPen, StageAnimation, UploadSlot, new_stages
from app.screen.paint.dirty_regions import bounding_box
from app.screen.paint.element import AnyElement, ElementDrawings
from app.screen.paint.mesh_group import MeshGroup
from app.screen.paint.pen import Pen, Result
from app.screen.paint.text_drawing import measure
from app.screen.paint.theme import number
from app.screen.state.flight import (
    Flight,
    FlyingShape,
    Moving,
    Pose,
    Rise,
    appear,
    land_on,
    lift_from,
    scale_painter,
    slide_under,
)
from app.screen.state.ring_layout import Zone
from app.screen.widgets.change_marks import corners

BREATHS: Final = 3
BREATH: Final = 2.4  # seconds
SHADOW_PX: Final = 14.0  # offset of the shadow of a card on edge
DARKEST: Final = 0.5  # opacity of that shadow
SLIM: Final = 0.3  # least width of that shadow, in its full width
ROUND: Final = 0.1  # of its width: with less difference in height it is a disc
SOFT: Final = 0.12  # blur of a thing's shadow, in its shorter sides


def _paint_shadow(p: Pen, w: float, h: float, r: float) -> None:
    """Paint the shadow of a thing of this size, centred on the pen."""
    p.rect(-w / 2, -h / 2, w, h, r, "black")
    p.glow(-w / 2, -h / 2, w, h, r, min(w, h) * SOFT, "black", 1.0)


class BracketsFound(Exception):
    """The early end of a painting, with centre and height in pixels of what the first brackets enclose."""


class BracketPen(Pen):
    """A pen that only measures words, until it comes to brackets."""

    def stamp(
        self, x: float, y: float, scale: float, paint: Callable[..., None], *what: Any, rough: bool = False
    ) -> None:
        if paint is corners:
            w, h, _ = what
            raise BracketsFound(*self.place(x + w / 2, y + h / 2), min(w, h) * self.scale)

    def cached(self, paint: Callable[..., Result], *what: Hashable) -> Result:
        return paint(self, *what)

    def rect(self, *args: Any, **options: Any) -> None:
        """Draw nothing."""

    oval = poly = path = glow = hit_area = thing = rect


class FlightAnimation:
    """A flight with its shadow, if any."""

    def __init__(
        self, flight: Flight, mesh: MeshGroup, shadow: MeshGroup | None, begins: float, cut: ScissorPush | None = None
    ) -> None:
        self.flight, self.begins = flight, begins
        self._mesh, self._shadow = mesh, shadow
        group = InstructionGroup()
        meshes = [each.group for each in (shadow, mesh) if each is not None]
        for step in meshes if cut is None else (cut, *meshes, ScissorPop()):
            group.add(step)
        self._slot = UploadSlot(group)
        self.group = self._slot.slot
        self.update(begins - flight.after)

    def is_over(self, now: float) -> bool:
        """Check whether it has arrived and its stay is over."""
        return now >= self.begins + duration(self.flight) + self.flight.stays

    def update(self, now: float) -> None:
        """Move it to its pose at `now`; before it begins, hide it."""
        self._slot.show(now >= self.begins)
        if now < self.begins:
            return
        pose = pose_at(self.flight, now - self.begins)
        self._mesh.move(pose.at.x, pose.at.y, pose.at.angle, pose.at.scale, pose.wide)
        self._mesh.show(pose.at.shown)
        if self._shadow is not None and self.flight.body is not None:
            x, y, larger, dark = shadow_of(self.flight.body, pose)
            self._shadow.move(pose.at.x + x, pose.at.y + y, pose.at.angle, pose.at.scale * larger, pose.wide)
            self._shadow.show(dark)


class RiseAnimation:
    """A wipe from the old version of an element, drawn on top, to the new one."""

    def __init__(
        self, element: AnyElement, was: MeshGroup, now: MeshGroup, edge: int, begins: float, lasts: float,
        fades: bool = False,
    ) -> None:  # fmt: skip
        self.element = element
        self.left, self.bottom, right, top = bounding_box(now.differing_boxes(was) or [now.bounds])
        self.wide, self.high = right - self.left, top - self.bottom
        self.edge, self.begins, self.lasts = edge, begins, lasts
        self._mesh, self._fades = was, fades
        self.cut = ScissorPush()
        self.group = InstructionGroup()
        for step in (self.cut, was.group, ScissorPop()):
            self.group.add(step)

    @property
    def centre(self) -> tuple[float, float]:
        """Centre of the changed part; y up."""
        return self.left + self.wide / 2, self.bottom + self.high / 2

    def is_over(self, now: float) -> bool:
        """Check whether the wipe is complete."""
        return now >= self.begins + self.lasts

    def update(self, now: float) -> None:
        """Move the clip rectangle to where the transition is at `now` (seconds)."""
        t = (now - self.begins) / self.lasts
        if self._fades:
            self._mesh.show(1 - t)
            t = 0.0
        x, y, w, h = self.left, self.bottom, self.wide, self.high
        if self.edge % 2:
            x, w = x + (w * t if self.edge == 1 else 0.0), w * (1 - t)
        else:
            y, h = y + (h * t if self.edge == 0 else 0.0), h * (1 - t)
        self.cut.pos, self.cut.size = (round(x), round(y)), (round(w), round(h))


class TurningPart:
    """A part of the table that rotates or flips round a point, by a matrix round its slot."""

    def __init__(
        self, slot: InstructionGroup, pivot: tuple[float, float], height: float, begins: float, lasts: float
    ) -> None:
        self.slot = slot
        self._pivot, self._face = pivot, slot.children[0]
        self._was: MeshGroup | None = None  # keeps its instructions alive
        self._sides: tuple[UploadSlot, ...] = ()  # shown in the first half, in the second
        self._shadow: MeshGroup | None = None
        self._lies = False  # the axis is horizontal
        x, y = pivot[0], height - pivot[1]
        self.begins, self.lasts = begins, lasts
        self.axis, self.rotate, self.back = (Rotate(0, 0, 0, 1) for _ in range(3))
        self.scale = Scale(1, 1, 1)
        steps = (PushMatrix(), Translate(x, y), self.axis, self.scale, self.back, self.rotate, Translate(-x, -y))
        for i, step in enumerate(steps):
            slot.insert(i, step)
        self._pop = PopMatrix()
        slot.add(self._pop)
        self.delta = 0.0
        self.flips = False

    def turn_over(self, angle: float, was: MeshGroup, shadow: MeshGroup | None) -> None:
        """Flip it along its own edge, which is at this angle."""
        self.flips, self.axis.angle, self.back.angle = True, -angle, angle
        self._was, self._shadow, self._lies = was, shadow, angle % 180 == 90
        self.slot.remove(self._face)
        self._sides = UploadSlot(was.group), UploadSlot(self._face)
        for side in self._sides:
            self.slot.insert(self.slot.indexof(self._pop), side.slot)
        if shadow is not None:
            self.slot.insert(0, shadow.group)

    def update(self, t: float) -> None:
        """Set the matrix to a time from 0 to 1."""
        if self.flips:
            wide = abs(cos(pi * t))
            self.scale.xyz = (max(0.02, wide), 1, 1)
            for side, shown in zip(self._sides, (t < 0.5, t >= 0.5), strict=True):
                side.show(shown)
            if self._shadow is not None:
                up = sin(pi * t)
                (x, y), (right, down) = self._pivot, SHADOW_OFFSET
                sides = (1.0, max(SLIM, wide)) if self._lies else (max(SLIM, wide), 1.0)
                self._shadow.move(x + right * SHADOW_PX * up, y + down * SHADOW_PX * up, 0, 1 + 0.12 * up, *sides)
                self._shadow.show(DARKEST * up)
        else:
            self.rotate.angle = -self.delta * (1 - ease_in_out(t))

    def end(self) -> None:
        for side in self._sides:
            side.slot.clear()
        self.slot.clear()
        self.slot.add(self._face)


class Motion:
    """The animations on a layer above the table. `less_motion`: only fades; `bright`, `large`, `plain`: as of `Pen`."""

    def __init__(
        self, layer: InstructionGroup, height: Callable[[], float], clock: Callable[[], float] = monotonic
    ) -> None:
        self._layer = layer
        self._height = height
        self._clock = clock
        self._flights: list[FlightAnimation] = []
        self._turns: list[TurningPart] = []
        self._rising: list[RiseAnimation | StageAnimation] = []
        self._breathing: Sequence[MeshGroup] = ()
        self._breath_began: float | None = None
        self._event: Any = None  # Kivy ships no types
        self.on_rotation_end: Callable[[], None] = lambda: None  # called when a rotation has ended
        self.play_later: Callable[[str, float], None] = lambda name, after: None  # plays a sound after some seconds
        self.drawings = ElementDrawings()  # of the elements that are shown
        self._bracketed: dict[str, tuple[AnyElement, tuple[float, float, float] | None]] = {}  # by element
        self.less_motion = False
        self.bright = False
        self.large = False
        self.plain = False

    @property
    def is_still(self) -> bool:
        return self._event is None

    def pen(self) -> Pen:
        """Return a pen with the current appearance."""
        pen = Pen(measure, self.bright, self.large, self.plain)
        pen.drawings = self.drawings
        return pen

    @property
    def turning(self) -> dict[int, bool]:
        """The parts that turn, by id of their slot: True if one flips at its place, False if it rotates."""
        return {id(turn.slot): turn.flips for turn in self._turns}

    def show(self, moving: Moving, control: Any) -> None:  # Any: the controller, as elements are given it
        """Start an animation."""
        if isinstance(moving, Rise):
            self.rise(moving, control)
        else:
            self.fly(self._fit_to_brackets(moving, control))

    def _fit_to_brackets(self, flight: Flight, control: Any) -> Flight:
        """Return the flight from and to the brackets of the elements that it leaves and lands on."""
        if (place := self._bracketed_place(flight.leaves, control)) is not None:
            flight = lift_from(flight, *place)
        if (place := self._bracketed_place(flight.lands, control)) is not None:
            flight = slide_under(flight, *place[:2]) if flight.under else land_on(flight, *place)
        return flight

    def _bracketed_place(self, element: AnyElement | None, control: Any) -> tuple[float, float, float] | None:
        """Return centre and height in pixels of what an element has brackets round, or None."""
        if element is None:
            return None
        if self._bracketed.get(element.key, (None,))[0] is not element:
            self._bracketed[element.key] = element, None
            try:
                element.draw(BracketPen(*self.pen().look), control)
            except BracketsFound as found:
                self._bracketed[element.key] = element, found.args
        return self._bracketed[element.key][1]

    def rise(self, rise: Rise, control: Any) -> None:
        """Animate the change of an element that is painted already, with its effect shown over it."""
        was, now = (RecordingPen(self.pen()) for _ in range(2))
        rise.was.draw(was, control)
        rise.now.draw(now, control)
        drawn = bool(new_stages(was, now))
        if drawn and not self.less_motion:
            begins = self._clock() + rise.after
            self._begin_rising(StageAnimation(rise.now, control, was, now, rise.whole, self._height(), begins))
            return
        meshes = MeshGroup(was, self._height(), fades=True), MeshGroup(now, self._height())
        # No delay with less motion.
        rises, after = (number("fade"), 0.0) if self.less_motion else (rise.rises, rise.after)
        rising = RiseAnimation(rise.now, *meshes, rise.edge, self._clock() + after, rises, self.less_motion)
        self._begin_rising(rising)
        if drawn or rise.shows is None:
            return
        x, y = rising.centre
        at = Pose(x, self._height() - y, rise.edge * 90.0)
        self.fly(appear(scale_painter(rise.shows, rise.u), at, number("point"), rise.lasts - rise.rises, after + rises))

    def _begin_rising(self, animation: RiseAnimation | StageAnimation) -> None:
        animation.update(animation.begins)
        self._rising.append(animation)
        self._layer.add(animation.group)
        self._start_stepping()

    def drop_rising(self, elements: Sequence[AnyElement]) -> None:
        """Drop animations of elements that are gone because another page has replaced them."""
        there = {(each.key, each.paint) for each in elements}
        for rising in [each for each in self._rising if (each.element.key, each.element.paint) not in there]:
            self._layer.remove(rising.group)
            self._rising.remove(rising)

    def fly(self, flight: Flight) -> None:
        """Start a flight."""
        if flight.sound:
            self.play_later(flight.sound, flight.after)
        if self.less_motion:
            flight = reduce_motion(flight, number("fade"))
        elif self.plain:
            flight = drop_weight(flight)
        pen = self.pen()
        flight.paint(pen)
        mesh = MeshGroup(pen, self._height(), movable=True)
        cut = None if flight.under is None else self._outside(flight.under)
        flying = FlightAnimation(flight, mesh, self._shadow(flight.body), self._clock() + flight.after, cut)
        self._flights.append(flying)
        self._layer.add(flying.group)
        self._start_stepping()

    def _outside(self, zone: Zone) -> ScissorPush:
        """Return a clip rectangle for the table before a zone."""
        r, high, far = zone.rect, self._height(), 2**14
        left, low, w, h = (
            (-far, high - r.y, 2 * far, far),
            (r.x + r.w, -far, far, 2 * far),
            (-far, -far, 2 * far, far + high - r.y - r.h),
            (-far, -far, far + r.x, 2 * far),
        )[zone.edge]
        return ScissorPush(x=round(left), y=round(low), width=round(w), height=round(h))

    def _shadow(self, body: FlyingShape | None) -> MeshGroup | None:
        """Return the shadow of a thing over the table."""
        if body is None or self.plain:
            return None
        pen = self.pen()
        pen.cached(_paint_shadow, body.w, body.h, body.r)
        return MeshGroup(pen, self._height(), movable=True)

    def turn(self, slot: InstructionGroup, pivot: tuple[float, float], delta: float) -> None:
        """Rotate a part to its place from `delta` degrees (clockwise) before it."""
        if not self.less_motion:
            turn = self._begin(slot, pivot, number("turn"))
            turn.delta = delta
            turn.update(0)

    def flip(
        self, slot: InstructionGroup, pivot: tuple[float, float], angle: float, was: MeshGroup, now: MeshGroup,
        after: float = 0.0,
    ) -> None:  # fmt: skip
        """Flip a card from one look to the other along its own edge. Only the first of several makes a sound."""
        if not after:
            self.play_later("turn", number("flip"))
        if not self.less_motion:
            turn = self._begin(slot, pivot, number("flip"), after)
            turn.turn_over(angle, was, None if angle % 90 else self._flip_shadow(now, pivot))
            turn.update(0)

    def _flip_shadow(self, mesh: MeshGroup, pivot: tuple[float, float]) -> MeshGroup | None:
        (left, bottom, right, top), (x, y) = mesh.bounds, (pivot[0], self._height() - pivot[1])
        w, h = 1.8 * min(x - left, right - x), 1.8 * min(y - bottom, top - y)
        if min(w, h) <= 0:
            return None
        return self._shadow(FlyingShape.disc(w / 2) if abs(w - h) < ROUND * w else FlyingShape.card(w, h))

    def _begin(
        self, slot: InstructionGroup, pivot: tuple[float, float], lasts: float, after: float = 0.0
    ) -> TurningPart:
        turn = TurningPart(slot, pivot, self._height(), self._clock() + after, lasts)
        self._turns.append(turn)
        self._start_stepping()
        return turn

    def end_in_slot(self, slot: InstructionGroup) -> None:
        """End the animations of a slot that is repainted."""
        for turn in [turn for turn in self._turns if turn.slot is slot]:
            turn.end()
            self._turns.remove(turn)

    def breathe(self, meshes: Sequence[MeshGroup]) -> None:
        """Start three breaths of new halos."""
        if [id(mesh) for mesh in meshes] == [id(mesh) for mesh in self._breathing]:
            return
        self._breathing = list(meshes)
        self._breath_began = self._clock() if meshes and not self.less_motion else None
        if self._breath_began is not None:
            self._start_stepping()

    def finish(self) -> None:
        """End all animations at once."""
        for flight in self._flights:
            self._layer.remove(flight.group)
        self._flights = []
        for rising in self._rising:
            self._layer.remove(rising.group)
        self._rising = []
        for turn in self._turns:
            turn.end()
        self._turns = []
        self._stop_breath()
        self.on_rotation_end()

    def _stop_breath(self) -> None:
        self._breath_began = None
        for mesh in self._breathing:
            mesh.show(1.0)

    def _start_stepping(self) -> None:
        if self._event is None:
            self._event = Clock.schedule_interval(self._step, 0)

    def _step(self, _: float) -> None:
        now = self._clock()
        for flight in list(self._flights):
            if flight.is_over(now):
                self._flights.remove(flight)
                self._layer.remove(flight.group)
            else:
                flight.update(now)
        for rising in list(self._rising):
            if rising.is_over(now):
                self._rising.remove(rising)
                self._layer.remove(rising.group)
            else:
                rising.update(max(now, rising.begins))
        turning = len(self._turns)
        for turn in list(self._turns):
            t = (now - turn.begins) / turn.lasts
            if t >= 1:
                turn.end()
                self._turns.remove(turn)
            else:
                turn.update(max(t, 0.0))
        if self._breath_began is not None:
            age = now - self._breath_began
            if age >= BREATHS * BREATH:
                self._stop_breath()
            else:
                for mesh in self._breathing:
                    mesh.show(0.86 + 0.14 * abs(cos(pi * age / BREATH)))
        if turning != len(self._turns):
            self.on_rotation_end()
        moving = self._flights or self._rising or self._turns or self._breath_began is not None
        if not moving and self._event is not None:
            self._event.cancel()
            self._event = None
