"""The one widget of the screen: paints elements that look different, and hands touches to the areas they drew."""

from collections.abc import Callable
from math import hypot
from time import monotonic
from typing import Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from app.screen.animation.motion import Motion
from app.screen.control.controller import Controller
from app.screen.input.cardboard_entry import on_touch_in_doubt
from app.screen.input.explain_mode import answer
from app.screen.paint.dirty_regions import Bounds, intersection, meet, merge
from app.screen.paint.element import Element, Elements
from app.screen.paint.mesh_group import MeshGroup, mesh_canvas
from app.screen.paint.pen import HitArea
from app.screen.paint.static_layer import StaticItem, StaticLayer, clipped
from app.screen.paint.text import words
from app.screen.state.flight import STEP
from engine.memoize import clear_all

AGAIN: Final = 0.3  # seconds in which a second touch on the same thing is not meant
HOLD: Final = 0.35  # seconds after which a touch is a hold, where both mean something
REPEATS: Final = 0.14  # seconds from one tap of a finger that stays to the next,
QUICK: Final = 0.05  # and after so many of them:
MANY: Final = 10
SCATTERED: Final = 2  # textures with words, 4 MB each, more than all that is shown needs
PALM: Final = 25.0  # mm; a wider contact is no finger


class Surface(Widget):
    """`compose` gives the elements of the moment, from the lowest up. Everything runs on Kivy's thread."""

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
        self._shown: dict[str, Element[Any]] = {}
        self._earlier: dict[str, tuple[Element[Any], MeshGroup]] = {}  # what turns: before it did
        self._laid: object = None  # what lies still, and what is drawn in each frame
        self._anew = False  # all of it is to be painted once more
        self.painted = 0  # elements painted so far
        self.mm = 4.0  # pixels
        self.rate = 1.0
        self.ground = StaticLayer(self.size, lambda: self.motion.still)
        self.moving, self.press, self.flights = InstructionGroup(), InstructionGroup(), InstructionGroup()
        self.paper = mesh_canvas()
        for layer in (self.moving, self.press, self.flights):
            self.paper.add(layer)
        self.canvas.add(self.ground.canvas)
        self.canvas.add(self.paper)
        self.motion = Motion(self.flights, lambda: self.height)
        self.motion.rested = self._lay
        self.ground.rested = self._gather
        self.ground.left_alone = self._forget_drawings
        self._forgotten = 0  # how much was painted when drawings were forgotten last
        self._needed, self._gathered = 0, False  # textures with words that are full; whether all was just set anew
        self.refresh = Clock.create_trigger(lambda _: self.update(), -1)
        self._last: dict[str, float] = {}  # when a thing was last tapped, by its key
        self._fingers: list[_Finger] = []  # on something, as they came
        self._drags: dict[str, _Drag] = {}  # by element, the finger that moves what is in its window
        self.touched: Callable[[float, float], None] = lambda x, y: None  # where the tap is that follows
        self.pressed: Callable[[], None] = lambda: None  # something that can be touched
        self.bind(size=lambda *_: self._resized())
        self.refresh()

    # ---- painting --------------------------------------------------------------------------------------

    def light(self, bright: bool, large: bool, plain: bool = False) -> None:
        """Show the colours for the night, or those for a bright room; words as large as usual, or larger.

        `plain`: paint plain figures.
        """
        if (bright, large, plain) != (self.motion.bright, self.motion.large, self.motion.plain):
            self.ground.bright = self.motion.bright = bright
            self.ground.plain = self.motion.plain = plain
            self.motion.large = large
            self.ground.lay_anew()
            self.forget()

    def forget(self) -> None:
        """Paint everything anew."""
        self._anew = True
        self.refresh()

    def _resized(self) -> None:
        self.ground.resize(self.size)
        self.forget()

    def update(self) -> None:
        """Paint the elements whose views have changed, take away those that are gone."""
        self._keep_places()
        anew, self._anew = self._anew, False
        if anew:
            self._earlier.clear()
        elements = self._compose()
        keys = [element.key for element in elements]
        before = {element.key: element for element in self.elements}
        turned_over = 0
        for element in elements:
            if not anew and element.key in self._shown and self._shown[element.key].looks_like(element):
                continue
            was, mesh = self.meshes.get(element.key), self._mesh(element)
            if was is not None and was.window is None and not anew:
                self._keep(self._shown[element.key], element, was)
            self._shown[element.key] = element
            slot = self._slots.setdefault(element.key, InstructionGroup())
            self.motion.forget(slot)
            slot.clear()
            slot.add(mesh.group)
            self.meshes[element.key] = mesh
            turned_over += self._move(before.get(element.key), element, was, turned_over)
        for key in self.meshes.keys() - set(keys):
            self.motion.forget(self._slots[key])
            del self.meshes[key], self._slots[key], self._shown[key]
            self._earlier.pop(key, None)
        self.elements = elements
        self._drags = {key: drag for key, drag in self._drags.items() if key in self.meshes and self.meshes[key].window}
        for finger in [finger for finger in self._fingers if self._meant(finger) is None]:
            self._leave(finger)
        self.motion.drop_rising(elements)
        self.motion.breathe([self.meshes[element.key] for element in elements if element.breathes])
        self._lay()

    def _mesh(self, element: Element[Any]) -> MeshGroup:
        """An element, painted; one that turns back to how it lay before, as cards do from turn to turn, is still so."""
        before, mesh = self._earlier.get(element.key, (None, None))
        if before and mesh and before.looks_like(element) and before.breathes == element.breathes:
            return mesh
        pen = self.motion.pen()
        element.draw(pen, self._control)
        self.painted += 1
        return MeshGroup(pen, self.height, fades=element.breathes)

    def _keep(self, shown: Element[Any], element: Element[Any], was: MeshGroup) -> None:
        """What turns may turn back; what changes while it lies has nothing to turn back to."""
        if shown.angle != element.angle:
            self._earlier[element.key] = shown, was
        else:
            self._earlier.pop(element.key, None)

    def _lay(self) -> None:
        """Keep what lies still as a picture. Drawn in each frame: what moves, what may breathe, what lies over that.

        Of what lies still over it only that much: the rest stays in the picture.
        """
        lying, moving = list[StaticItem](), list[tuple[InstructionGroup, Bounds | None]]()
        covered: list[Bounds] = []
        for element in self.elements:
            slot, mesh = self._slots[element.key], self.meshes[element.key]
            if self.motion.comes_round(slot):
                covered.append(self._swept(mesh, element.pivot))
            elif self._moves(element, slot):
                covered.append(mesh.bounds)
            else:
                over = [intersection(mesh.bounds, place) for place in covered if meet(mesh.bounds, place)]
                holes = tuple(merge(over, self.width, self.height)) if over else ()
                lying.append(StaticItem(slot, mesh, holes))
                covered += holes
                moving += ((slot, hole) for hole in holes)
                continue
            moving.append((slot, None))
        laid, self._laid = self._laid, (lying, moving)
        if laid == self._laid:
            return  # or a frame would be drawn that shows nothing new
        self.moving.clear()  # first: an instruction tells one parent that it has changed
        self.ground.lay(lying)
        for slot, hole in moving:
            self.moving.add(slot if hole is None else clipped(hole, slot))

    def _moves(self, element: Element[Any], slot: InstructionGroup) -> bool:
        """Whether something of it moves in its place, or may."""
        return self.motion.turns(slot) or element.breathes or element.key in self._drags

    def _swept(self, mesh: MeshGroup, pivot: tuple[float, float] | None) -> Bounds:
        """All that something may come over that turns round its pivot."""
        assert pivot is not None
        x, y = pivot[0], self.height - pivot[1]
        left, bottom, right, top = mesh.bounds
        far = hypot(max(x - left, right - x), max(y - bottom, top - y))
        return x - far, y - far, x + far, y + far

    def _move(
        self, before: Element[Any] | None, element: Element[Any], was: MeshGroup | None, turned_over: int
    ) -> bool:
        """Let an element that was there before turn, or be turned over, to what it is now; whether it is turned over.

        What is turned over in one change is so one after the other, unless together.
        """
        if before is None or was is None or element.pivot is None or before.pivot != element.pivot:
            return False
        slot, now = self._slots[element.key], self.meshes[element.key]
        if before.flips != element.flips:
            after = 0.0 if element.together else turned_over * STEP
            self.motion.flip(slot, element.pivot, element.angle, was, now, after)
            return True
        if before.angle != element.angle:
            self.motion.turn(slot, element.pivot, (before.angle - element.angle + 180) % 360 - 180)
        return False

    def _gather(self) -> None:
        """Words that lie on many textures are set anew, on as few as they need.

        Each element holds those of the time when it was painted: after minutes of touches 43 MB, where 12 do.
        """
        older = words().older
        if self._gathered:
            self._needed, self._gathered = older, False
        elif older > self._needed + SCATTERED:
            self._gathered = True
            self.forget()

    def _forget_drawings(self) -> None:
        """What was worked out for the drawings of a game, 13 MB, and its words go once nobody plays on.

        All of it lies between what stays: after hundreds of games as much again could not be given back.
        """
        table = self._control.model.table
        if table is not None and table.phase != "game" and self.painted != self._forgotten:
            clear_all()
            words().turn_the_page()
            self._anew = True
            self.update()
            self._forgotten = self.painted

    # ---- touching --------------------------------------------------------------------------------------

    def hit_area_at(self, x: float, y: float) -> HitArea | None:
        """What lies under a point (y down): in the topmost element the one of highest rank, then the nearest."""
        return self._under(x, y)[1]

    def _under(self, x: float, y: float) -> tuple[str, HitArea | None]:
        """The element under a point, and what of it."""
        for element in reversed(self.elements):
            mesh = self.meshes.get(element.key)
            under = [area for area in mesh.hit_areas if area.holds(x, y)] if mesh else []
            if under:
                highest = max(area.rank for area in under)
                area = min((area for area in under if area.rank == highest), key=lambda area: _distance(area, x, y))
                return element.key, area
        return "", None

    def _meant(self, finger: "_Finger") -> HitArea | None:
        """What a finger went down on, as it is painted now; None once it is gone, covered, or does something else.

        One that stays and taps again and again means one more of what there is by now, so that may do another thing.
        """
        area = self.hit_area_at(*finger.at)
        stays = finger.held is not None or finger.repeated > 0
        return area if area is not None and area.is_same(finger.area, held=stays) else None

    def on_touch_down(self, touch: Any) -> bool:
        if self._control.touched():
            return True
        if touch.is_mouse_scrolling:
            return False
        shape = getattr(touch, "shape", None)
        if (
            shape is not None
            and max(getattr(shape, "width", 0) or 0, getattr(shape, "height", 0) or 0) > PALM * self.mm
        ):
            return True
        self.motion.finish()
        self._settle()
        x, y = touch.x, self.height - touch.y
        element, area = self._under(x, y)
        self._control.came_down(element, len(EventLoop.touches))
        window = self.meshes[element].window if element else None
        if window is not None and window.holds(x, y) and (window.before or window.after):
            touch.ud["drag"] = _Drag(element, (x, y))
            touch.grab(self)
        if area is None or not (area.tap or area.hold) or self._is_double(area):
            return True
        if area.each and any(area.is_same(other.area) for other in self._fingers):
            return True  # one finger that two drivers report
        if "drag" not in touch.ud:
            touch.grab(self)
        finger = touch.ud["finger"] = _Finger(area, element, (x, y))
        self._fingers.append(finger)
        self._show_press(finger)
        self._control.lies_on(area.key)
        self.pressed()
        if self._control.opened.asking:
            return True  # nothing is done, and nothing shown, but what it is
        if area.hold and not area.tap:
            self._hold(finger)
        elif area.hold:
            finger.timer = Clock.schedule_once(lambda _: self._hold(finger), HOLD)
        elif area.repeats:
            finger.timer = Clock.schedule_once(lambda _: self._repeat(finger), HOLD)
        return True

    def _is_double(self, area: HitArea) -> bool:
        """Whether a tap comes so soon after the last one on the same thing that it is not meant."""
        return not area.each and self._clock() - self._last.get(area.key, -1.0) < AGAIN

    def _settle(self) -> None:
        """Paint what has changed: no touch is carried out on what is not there any more."""
        self._keep_places()
        if self.refresh.is_triggered:
            self.refresh.cancel()
            self.update()

    def _hold(self, finger: "_Finger") -> None:
        self._settle()
        area = self._meant(finger)
        if finger in self._fingers and area is not None and area.hold:
            finger.held = area.hold
            area.hold(True)

    def _repeat(self, finger: "_Finger") -> None:
        """A finger stays on a minus or a plus: one more, until it is off or there is no more."""
        self._settle()
        area = self._meant(finger)
        if finger not in self._fingers or area is None or area.tap is None:
            return
        finger.repeated += 1
        area.tap()
        lasts = QUICK if finger.repeated > MANY else REPEATS
        finger.timer = Clock.schedule_once(lambda _: self._repeat(finger), lasts)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        finger: _Finger | None = touch.ud.get("finger")
        drag: _Drag | None = touch.ud.get("drag")
        if drag is not None and (finger is None or finger.held is None):
            self._drag(drag, finger, (touch.x, self.height - touch.y))
        if finger is not None and not finger.area.holds(touch.x, self.height - touch.y):
            self._leave(finger)
        return True

    def _drag(self, drag: "_Drag", finger: "_Finger | None", to: tuple[float, float]) -> None:
        """Let what is in a window follow the finger, once it has gone so far that no tap is meant."""
        mesh, (x, y) = self.meshes.get(drag.element), drag.at
        if mesh is None or mesh.window is None:
            return
        right, down = mesh.window.down
        by = (to[0] - x) * right + (to[1] - y) * down
        if abs(by) > mesh.window.slack and drag.element not in self._drags:
            self._drags[drag.element] = drag
            if finger is not None:
                self._leave(finger)
            self._lay()
        if self._drags.get(drag.element) is not drag:
            return
        drag.at = to
        mesh.slide(-by)
        if abs(mesh.slid) > mesh.window.ready:
            self._keep_places()

    def _keep_places(self) -> None:
        """Let the controller know how far fingers have moved what: then more of it is painted, where it lies now."""
        for key in self._drags:
            mesh = self.meshes[key]
            if mesh.window is not None and mesh.slid:
                mesh.window.moved(mesh.slid)

    def _leave(self, finger: "_Finger") -> None:
        """The finger is off, or what it lay on is gone: no more is meant by it."""
        if finger not in self._fingers:
            return
        self._fingers.remove(finger)
        if finger.timer is not None:
            finger.timer.cancel()
        self.press.remove(finger.press)
        self._control.lies_on("")
        if finger.held is not None:
            finger.held(False)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        drag: _Drag | None = touch.ud.get("drag")
        if drag is not None and self._drags.get(drag.element) is drag:
            self._keep_places()
            self._drags.pop(drag.element, None)  # unless what it moved has gone meanwhile
            self._lay()
            return True
        finger: _Finger | None = touch.ud.get("finger")
        if finger is None:
            return True
        if finger.area.each and finger in self._fingers:  # quick hands are on the next key before they leave the last
            before = self._fingers[: self._fingers.index(finger)]
            for other in [other for other in before if other.area.each and other.element == finger.element]:
                self._lift(other, *other.at)
        self._lift(finger, touch.x, self.height - touch.y)
        return True

    def _lift(self, finger: "_Finger", x: float, y: float) -> None:
        """A tap, if the finger is still on what it went down on, and that still means what it meant."""
        self._settle()
        if finger not in self._fingers:
            return
        held, area = finger.held is not None or finger.repeated > 0, self._meant(finger)
        self._leave(finger)
        if held or area is None or not area.holds(x, y) or self._is_double(area):
            return
        self._last[area.key] = self._clock()
        self.touched(x, y)
        if answer(self._control, area.key, int(self.width), int(self.height)):
            return
        if not on_touch_in_doubt(self._control, area.key) and area.tap is not None:
            area.tap()

    def _show_press(self, finger: "_Finger") -> None:
        area = finger.area
        if area.press is not None:
            pen = self.motion.pen()
            x, y, angle, scale = area.origin
            pen.layers[0].window = area.window
            with pen.at(x, y, angle, scale):
                area.press(pen)
            finger.press.add(MeshGroup(pen, self.height).group)
        self.press.add(finger.press)


class _Finger:
    """A finger that is down on something: on what, in which element, where."""

    __slots__ = ("area", "at", "element", "held", "press", "repeated", "timer")

    def __init__(self, area: HitArea, element: str, at: tuple[float, float]) -> None:
        self.area, self.element, self.at = area, element, at
        self.press = InstructionGroup()  # how that looks now
        self.held: Callable[[bool], None] | None = None  # what is held down
        self.timer: Any = None  # Kivy ships no types
        self.repeated = 0  # taps of it while it stays


class _Drag:
    """A finger that is down in the window of an element: where it was last, or went down."""

    __slots__ = ("at", "element")

    def __init__(self, element: str, at: tuple[float, float]) -> None:
        self.element, self.at = element, at


def _distance(area: HitArea, x: float, y: float) -> float:
    cx, cy = area.centre
    return (cx - x) ** 2 + (cy - y) ** 2
