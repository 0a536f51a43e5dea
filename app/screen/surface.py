"""The only widget of the screen: repaints elements whose views changed, and dispatches touches to their hit areas."""

from collections.abc import Callable, Mapping, Set
from math import hypot
from time import monotonic
from typing import Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from app.screen.animation.animation_layer import Motion
from app.screen.control.controller import Controller
from app.screen.input.cardboard_entry import open_reports_instead_of_tap
from app.screen.input.explain_mode import explain_instead_of_tap
from app.screen.paint.dirty_regions import Bounds, contains, meet, merge
from app.screen.paint.element import AnyElement, Elements
from app.screen.paint.hit_area import HitArea
from app.screen.paint.mesh_group import MeshGroup, mesh_canvas
from app.screen.paint.preparation import Preparation
from app.screen.paint.static_layer import StaticItem, StaticLayer, clip_slot, dismantle
from app.screen.paint.text_drawing import words
from app.screen.state.flight import FLIGHT_GAP_SECONDS
from engine.memoize import clear_all

DEBOUNCE_SECONDS: Final = 0.3  # in which a second tap on the same thing is ignored
HOLD_SECONDS: Final = 0.35  # after which a touch is a hold, where it could be both
REPEAT_SECONDS: Final = 0.14  # between the first `SLOW_REPEATS` repeated taps of a held finger
FAST_REPEAT_SECONDS: Final = 0.05  # between the repeated taps that follow
SLOW_REPEATS: Final = 10
MANY_PAINTED: Final = 100  # elements, after which clearing the caches is worth painting everything again
SPARE_TEXTURES: Final = 1  # textures with words (4 MB each) beyond what is needed
HOLD_BEGINS: Final = True  # the argument of a hold callback
HOLD_ENDS: Final = False
PALM_MM: Final = 25.0  # a wider contact is ignored


class Surface(Widget):
    """The widget of the whole screen. `compose` returns the elements to show, from the lowest up. On Kivy's thread."""

    def __init__(
        self,
        compose: Callable[[], Elements],
        control: Controller,
        clock: Callable[[], float] = monotonic,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._compose = compose
        self._control = control
        self._clock = clock
        self.elements: Elements = []
        self.meshes: dict[str, MeshGroup] = {}
        self._slots: dict[str, InstructionGroup] = {}
        self._shown: dict[str, AnyElement] = {}
        self._before_rotation: dict[str, tuple[AnyElement, MeshGroup]] = {}  # of elements that have rotated
        self._layers: object = None  # the items of the static layer, and those drawn in each frame
        self._clipped: list[InstructionGroup] = []  # parts of items drawn in each frame
        self._repaints_all = False  # at the next update
        self.painted = 0  # elements painted so far
        self.mm = 4.0  # px in a millimetre
        self.static_layer = StaticLayer(self.size, lambda: self.motion.is_still)
        self.moving, self.press, self.flights = InstructionGroup(), InstructionGroup(), InstructionGroup()
        self.frame_canvas = mesh_canvas()  # drawn in each frame, above the static layer
        for layer in (self.moving, self.press, self.flights):
            self.frame_canvas.add(layer)
        self.canvas.add(self.static_layer.canvas)
        self.canvas.add(self.frame_canvas)
        self.motion = Motion(self.flights, lambda: self.height)
        self.motion.on_rotation_end = self._split_layers
        self.static_layer.idle.on_release = self._drop_unused
        self.static_layer.idle.on_long_idle = self._clear_caches
        self.preparation = Preparation(
            lambda: self.motion.is_still,
            lambda each: self.motion.drawings.prepare(each, self.motion.pen().look, control),
        )
        self._painted_at_clear = 0  # value of `painted` when caches were last cleared
        self._full_textures, self._words_repacked = 0, False  # needed for words; True: all were just set again
        self.refresh = Clock.create_trigger(lambda _: self.update(), -1)
        self._last_taps: dict[str, float] = {}  # their times, by key
        self._fingers: list[_Finger] = []  # on a hit area, in order
        self._drags: dict[str, _Drag] = {}  # by element, the finger that scrolls its window
        self.before_tap: Callable[[float, float], None] = lambda x, y: None  # called with the position before a tap
        self.on_press: Callable[[], None] = lambda: None  # called when a hit area is touched
        self.bind(size=lambda *_: self._resized())
        self.refresh()

    # ---- painting --------------------------------------------------------------------------------------

    def set_appearance(self, bright: bool, large: bool, plain: bool = False) -> None:
        """Switch the appearance: theme, size of words, plain figures."""
        if (bright, large, plain) != (self.motion.bright, self.motion.large, self.motion.plain):
            self.static_layer.bright = self.motion.bright = bright
            self.static_layer.plain = self.motion.plain = plain
            self.motion.large = large
            self.static_layer.redraw()
            self.repaint_all()

    def repaint_all(self) -> None:
        """Repaint everything."""
        self._repaints_all = True
        self.refresh()

    def _resized(self) -> None:
        self.static_layer.resize(self.size)
        self.repaint_all()

    def update(self) -> None:
        """Repaint elements whose views have changed, and remove those that are gone."""
        self._report_scrolls()
        all_of_them, self._repaints_all = self._repaints_all, False
        if all_of_them:
            self._before_rotation.clear()
            self.motion.drawings.show({})
        elements = self._compose()
        before = {element.key: element for element in self.elements}
        flips = 0
        for element in elements:
            shown = self._shown.get(element.key)
            if all_of_them or shown is None or not shown.is_painted_like(element):
                flips += self._repaint(element, before.get(element.key), flips, keep_rotated=not all_of_them)
        self._remove_all_but({element.key for element in elements})
        self.elements = elements
        self.motion.drawings.show(
            {element.key: (element, self.meshes[element.key].pen) for element in elements},
            {key: (element, mesh.pen) for key, (element, mesh) in self._before_rotation.items()},
        )
        self._drags = {key: drag for key, drag in self._drags.items() if key in self.meshes and self.meshes[key].window}
        for finger in [finger for finger in self._fingers if self._current_area(finger) is None]:
            self._end_touch(finger)
        self.motion.drop_rising(elements)
        self.motion.breathe([self.meshes[element.key] for element in elements if element.breathes])
        self._split_layers()
        self.preparation.restart(elements)

    def _repaint(self, element: AnyElement, before: AnyElement | None, flips: int, *, keep_rotated: bool) -> bool:
        """Paint an element into its slot, and animate how it differs from `before`. Return True if it flips.

        `flips`: how many have flipped in this update; `keep_rotated`: cache its old mesh if it only rotates.
        """
        was, mesh = self.meshes.get(element.key), self._mesh(element)
        if was is not None and was.window is None and keep_rotated:
            self._cache_rotated(self._shown[element.key], element, was)
        self._shown[element.key] = element
        slot = self._slots.setdefault(element.key, InstructionGroup())
        self.motion.end_in_slot(slot)
        slot.clear()
        slot.add(mesh.group)
        self.meshes[element.key] = mesh
        return self._move(before, element, was, flips)

    def _remove_all_but(self, keys: Set[str]) -> None:
        """Remove the elements that have none of these keys."""
        for key in self.meshes.keys() - keys:
            self.motion.end_in_slot(self._slots[key])
            self._slots.pop(key).clear()
            del self.meshes[key], self._shown[key]
            self._before_rotation.pop(key, None)

    def _mesh(self, element: AnyElement) -> MeshGroup:
        """Return an element's mesh, from the cache if it rotates back to how it was, as cards do from turn to turn."""
        before, mesh = self._before_rotation.get(element.key, (None, None))
        if before and mesh and before.is_painted_like(element) and before.breathes == element.breathes:
            return mesh
        pen = self.motion.drawings.draw(element, self.motion.pen().look, self._control)
        self.painted += 1
        return MeshGroup(pen, self.height, fades=element.breathes)

    def _cache_rotated(self, shown: AnyElement, element: AnyElement, was: MeshGroup) -> None:
        """Cache the mesh of an element that rotates; drop it if the element changes otherwise."""
        if shown.angle != element.angle:
            self._before_rotation[element.key] = shown, was
        else:
            self._before_rotation.pop(element.key, None)

    def _split_layers(self) -> None:
        """Split elements into the static layer and those drawn each frame: moving or breathing ones and what is above.

        Of a static element above a moving one only the part in its region is drawn in each frame.
        """
        static, moving = list[StaticItem](), list[tuple[InstructionGroup, Bounds | None]]()
        turning = self.motion.turning
        swept = {each.key: place for each in self.elements if (place := self._swept(each, turning)) is not None}
        covered = dict.fromkeys(merge(swept.values(), self.width, self.height), False)  # whether by an element so far
        for element in self.elements:
            slot, mesh, place = self._slots[element.key], self.meshes[element.key], swept.get(element.key)
            if place is not None:
                covered |= {hole: True for hole in covered if meet(place, hole)}
                moving.append((slot, None))
                continue
            holes = tuple(hole for hole, is_covered in covered.items() if is_covered and meet(mesh.bounds, hole))
            static.append(StaticItem(slot, mesh, holes))
            moving += (
                (slot if mesh.window or contains(hole, mesh.bounds) else mesh.part(hole), hole) for hole in holes
            )
        before, self._layers = self._layers, (static, moving)
        if before == self._layers:
            return  # no frame without a change
        self.moving.clear()  # first: an instruction notifies one parent only
        dismantle(self._clipped)
        self.static_layer.show_items(static)
        self._clipped = []
        for group, hole in moving:
            if hole is not None:
                group = clip_slot(hole, group)
                self._clipped.append(group)
            self.moving.add(group)

    def _swept(self, element: AnyElement, turning: Mapping[int, bool]) -> Bounds | None:
        """Return the area that an animated element may cover, also while it rotates round its pivot; else None."""
        mesh, pivot, flips = self.meshes[element.key], element.pivot, turning.get(id(self._slots[element.key]))
        if flips is not False:
            return mesh.bounds if flips or element.breathes or element.key in self._drags else None
        assert pivot is not None
        x, y = pivot[0], self.height - pivot[1]
        left, bottom, right, top = mesh.bounds
        far = hypot(max(x - left, right - x), max(y - bottom, top - y))
        return x - far, y - far, x + far, y + far

    def _move(self, before: AnyElement | None, element: AnyElement, was: MeshGroup | None, flips: int) -> bool:
        """Animate the change of an element's angle, or flip it. Return True if it flips.

        Several flips of one update (`flips`: so far) follow one another, unless `together`.
        """
        if before is None or was is None or element.pivot is None or before.pivot != element.pivot:
            return False
        slot, now = self._slots[element.key], self.meshes[element.key]
        if before.flips != element.flips:
            after = 0.0 if element.together else flips * FLIGHT_GAP_SECONDS
            self.motion.flip(slot, element.pivot, element.angle, was, now, after)
            return True
        if before.angle != element.angle:
            self.motion.turn(slot, element.pivot, (before.angle - element.angle + 180) % 360 - 180)
        return False

    def _drop_unused(self) -> None:
        """Drop compared pieces, and set all words again on as few textures as possible, once too many are kept alive.

        Each element keeps the texture of its painting: after minutes of touches 43 MB instead of 12.
        """
        for mesh in self.meshes.values():
            mesh.drop_pieces()
        older = words().older
        if self._words_repacked:
            self._full_textures, self._words_repacked = older, False
        elif older > self._full_textures + SPARE_TEXTURES:
            self._words_repacked = True
            self.repaint_all()

    def _clear_caches(self) -> None:
        """Clear caches of a finished game (13 MB and its words) once nobody plays on.

        They lie between objects that stay: after hundreds of games the heap would be too fragmented to shrink.
        """
        table = self._control.model.table
        if table is not None and table.phase != "game" and self.painted - self._painted_at_clear >= MANY_PAINTED:
            clear_all()
            words().begin_texture()
            self._repaints_all = True
            self.update()
            self._painted_at_clear = self.painted

    # ---- touching --------------------------------------------------------------------------------------

    def hit_area_at(self, x: float, y: float) -> HitArea | None:
        """Return the hit area at a point (y down): in the topmost element that of highest rank, then the nearest."""
        return self._find_area(x, y)[1]

    def _find_area(self, x: float, y: float) -> tuple[str, HitArea | None]:
        """Return the key of the element at a point and its hit area."""
        for element in reversed(self.elements):
            mesh = self.meshes.get(element.key)
            under = [area for area in mesh.hit_areas if area.holds(x, y)] if mesh else []
            if under:
                highest = max(area.rank for area in under)
                area = min((area for area in under if area.rank == highest), key=lambda area: _distance(area, x, y))
                return element.key, area
        return "", None

    def _current_area(self, finger: "_Finger") -> HitArea | None:
        """Return the current hit area under a finger; None if it is gone, covered, or does something else.

        For a held or repeating finger the tap's callback may differ. A repeating one stays on what its steps move.
        """
        area = self.hit_area_at(*finger.at)
        if finger.repeated and (area is None or area.key != finger.area.key) and finger.element in self.meshes:
            areas = self.meshes[finger.element].hit_areas
            moved = next((each for each in areas if each.key == finger.area.key), None)
            area = moved and self.hit_area_at(*moved.centre)
        stays = finger.held is not None or finger.repeated > 0
        return area if area is not None and area.is_same(finger.area, held=stays) else None

    def on_touch_down(self, touch: Any) -> bool:
        if self._control.on_any_touch():
            return True
        if touch.is_mouse_scrolling:
            return False
        if self._is_palm(touch):
            return True
        self.motion.finish()
        self.preparation.restart(self.elements)
        self._repaint_if_due()
        x, y = touch.x, self.height - touch.y
        element, area = self._find_area(x, y)
        self._control.on_finger_down(element, len(EventLoop.touches))
        window = self.meshes[element].window if element else None
        if window is not None and window.holds(x, y) and (window.before or window.after):
            touch.ud["drag"] = _Drag(element, (x, y))
            touch.grab(self)
        if area is None or not (area.tap or area.hold) or self._is_double(area):
            return True
        if area.each and any(area.is_same(other.area) for other in self._fingers):
            return True  # one finger reported by two drivers
        if "drag" not in touch.ud:
            touch.grab(self)
        finger = touch.ud["finger"] = _Finger(area, element, (x, y))
        self._fingers.append(finger)
        self._show_press(finger)
        self._control.record_area(area.key)
        self.on_press()
        if self._control.ui.asking:
            return True  # explain mode: no action
        if area.hold and not area.tap:
            self._hold(finger)
        elif area.hold:
            finger.timer = Clock.schedule_once(lambda _: self._hold(finger), HOLD_SECONDS)
        elif area.repeats:
            finger.timer = Clock.schedule_once(lambda _: self._repeat(finger), HOLD_SECONDS)
        return True

    def _is_palm(self, touch: Any) -> bool:
        shape = getattr(touch, "shape", None)
        widest = max(getattr(shape, "width", 0) or 0, getattr(shape, "height", 0) or 0)
        return bool(widest > PALM_MM * self.mm)

    def _is_double(self, area: HitArea) -> bool:
        """Check whether a tap is too soon after the last one on the same thing."""
        return not area.each and self._clock() - self._last_taps.get(area.key, -1.0) < DEBOUNCE_SECONDS

    def _repaint_if_due(self) -> None:
        """Repaint now if needed: no touch may act on something outdated."""
        self._report_scrolls()
        if self.refresh.is_triggered:
            self.refresh.cancel()
            self.update()

    def _hold(self, finger: "_Finger") -> None:
        self._repaint_if_due()
        area = self._current_area(finger)
        if finger in self._fingers and area is not None and area.hold:
            finger.held = area.hold
            area.hold(HOLD_BEGINS)

    def _repeat(self, finger: "_Finger") -> None:
        """Repeat the tap of a held finger, until it is lifted or the end is reached."""
        self._repaint_if_due()
        area = self._current_area(finger)
        if finger not in self._fingers or area is None or area.tap is None:
            return
        finger.repeated += 1
        area.tap()
        lasts = FAST_REPEAT_SECONDS if finger.repeated > SLOW_REPEATS else REPEAT_SECONDS
        finger.timer = Clock.schedule_once(lambda _: self._repeat(finger), lasts)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        finger: _Finger | None = touch.ud.get("finger")
        drag: _Drag | None = touch.ud.get("drag")
        if drag is not None and (finger is None or finger.held is None):
            self._drag(drag, finger, (touch.x, self.height - touch.y))
        if finger is not None and not finger.area.holds(touch.x, self.height - touch.y):
            self._end_touch(finger)
        return True

    def _drag(self, drag: "_Drag", finger: "_Finger | None", to: tuple[float, float]) -> None:
        """Scroll a window with a finger, once it has moved too far for a tap."""
        mesh, (x, y) = self.meshes.get(drag.element), drag.at
        if mesh is None or mesh.window is None:
            return
        right, down = mesh.window.down
        by = (to[0] - x) * right + (to[1] - y) * down
        if abs(by) > mesh.window.slack and drag.element not in self._drags:
            self._drags[drag.element] = drag
            if finger is not None:
                self._end_touch(finger)
            self._split_layers()
        if self._drags.get(drag.element) is not drag:
            return
        drag.at = to
        mesh.slide(-by)
        if abs(mesh.slid) > mesh.window.ready:
            self._report_scrolls()

    def _report_scrolls(self) -> None:
        """Report scrolled distances to the controller, so that the content is painted from there."""
        for key in self._drags:
            mesh = self.meshes[key]
            if mesh.window is not None and mesh.slid:
                mesh.window.moved(mesh.slid)

    def _end_touch(self, finger: "_Finger") -> None:
        if finger not in self._fingers:
            return
        self._fingers.remove(finger)
        if finger.timer is not None:
            finger.timer.cancel()
        self.press.remove(finger.press)
        self._control.record_area("")
        if finger.held is not None:
            finger.held(HOLD_ENDS)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        drag: _Drag | None = touch.ud.get("drag")
        if drag is not None and self._drags.get(drag.element) is drag:
            self._report_scrolls()
            self._drags.pop(drag.element, None)  # may be gone meanwhile
            self._split_layers()
            return True
        finger: _Finger | None = touch.ud.get("finger")
        if finger is None:
            return True
        if finger.area.each and finger in self._fingers:  # fast typists press the next key before releasing the last
            before = self._fingers[: self._fingers.index(finger)]
            for other in [other for other in before if other.area.each and other.element == finger.element]:
                self._lift(other, *other.at)
        self._lift(finger, touch.x, self.height - touch.y)
        return True

    def _lift(self, finger: "_Finger", x: float, y: float) -> None:
        """Tap, if the finger is still on the hit area that it touched, and that still does the same."""
        self._repaint_if_due()
        if finger not in self._fingers:
            return
        held, area = finger.held is not None or finger.repeated > 0, self._current_area(finger)
        self._end_touch(finger)
        if held or area is None or not area.holds(x, y) or self._is_double(area):
            return
        self._last_taps[area.key] = self._clock()
        self.before_tap(x, y)
        if explain_instead_of_tap(self._control, area.key, int(self.width), int(self.height)):
            return
        if not open_reports_instead_of_tap(self._control, area.key) and area.tap is not None:
            area.tap()

    def _show_press(self, finger: "_Finger") -> None:
        area = finger.area
        if area.press is not None:
            pen = self.motion.pen()
            x, y, angle, scale = area.origin
            pen.layers[0].window = area.window
            with pen.at(x, y, angle, scale):
                area.press(pen)
            finger.mesh = MeshGroup(pen, self.height)
            finger.press.add(finger.mesh.group)
        self.press.add(finger.press)


class _Finger:
    """A finger that is down: its hit area, element and position."""

    __slots__ = ("area", "at", "element", "held", "mesh", "press", "repeated", "timer")

    def __init__(self, area: HitArea, element: str, at: tuple[float, float]) -> None:
        self.area, self.element, self.at = area, element, at
        self.press = InstructionGroup()  # drawing of the pressed state
        self.mesh: MeshGroup | None = None  # in it
        self.held: Callable[[bool], None] | None = None  # callback of a hold
        self.timer: Any = None  # Kivy ships no types
        self.repeated = 0  # repeated taps


class _Drag:
    """A finger that is down in an element's window: its last position."""

    __slots__ = ("at", "element")

    def __init__(self, element: str, at: tuple[float, float]) -> None:
        self.element, self.at = element, at


def _distance(area: HitArea, x: float, y: float) -> float:
    cx, cy = area.centre
    return (cx - x) ** 2 + (cy - y) ** 2
