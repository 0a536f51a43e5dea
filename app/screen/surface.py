"""The one widget of the screen: paints parts whose facts have changed, and hands touches to the spots they drew."""

from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.lang import Builder
from kivy.uix.widget import Widget

from app.screen import theme
from app.screen.draw import Pen, Spot
from app.screen.motion import STEP, Motion
from app.screen.part import Part
from app.screen.sheet import Sheet, paper
from app.screen.text import measure

AGAIN: Final = 0.3  # seconds in which a second touch on the same thing is not meant
HOLD: Final = 0.35  # seconds after which a touch is a hold, where both mean something
PALM: Final = 25.0  # mm; a wider contact is no finger

theme.load()
Builder.load_file(str(theme.KV / "surface.kv"))


class Surface(Widget):
    """`compose` gives the parts of the moment, from the lowest up. Everything runs on Kivy's thread."""

    def __init__(
        self, compose: Callable[[], list[Part]], clock: Callable[[], float] = monotonic, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._compose = compose
        self._clock = clock
        self.parts: list[Part] = []
        self.sheets: dict[str, Sheet] = {}
        self._slots: dict[str, InstructionGroup] = {}
        self._facts: dict[str, object] = {}
        self.painted = 0  # parts painted so far
        self.mm = 4.0  # pixels
        self.rate = 1.0
        self.ground, self.flights, self.press = InstructionGroup(), InstructionGroup(), InstructionGroup()
        self.paper = paper()
        for layer in (self.ground, self.press, self.flights):
            self.paper.add(layer)
        self.canvas.add(self.paper)
        self.motion = Motion(self.flights, lambda: self.height)
        self.refresh = Clock.create_trigger(lambda _: self.update(), -1)
        self._last: dict[str, float] = {}  # when a thing was last tapped, by its key
        self._fingers: list[_Finger] = []  # on something, as they came
        self.touched: Callable[[float, float], None] = lambda x, y: None  # where the tap is that follows
        self.pressed: Callable[[], None] = lambda: None  # something that can be touched
        self.bind(size=lambda *_: self.forget())
        self.refresh()

    # ---- painting --------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Paint everything anew."""
        self._facts.clear()
        self.refresh()

    def update(self) -> None:
        """Paint the parts whose facts have changed, take away those that are gone."""
        parts = self._compose()
        keys = [part.key for part in parts]
        before = {part.key: part for part in self.parts}
        turned_over = 0
        for part in parts:
            if part.key in self._facts and self._facts[part.key] == part.facts:
                continue
            pen = Pen(measure)
            part.paint(pen)
            sheet = Sheet(pen, self.height, fades=part.breathes)
            self._facts[part.key] = part.facts
            slot = self._slots.setdefault(part.key, InstructionGroup())
            self.motion.forget(slot)
            slot.clear()
            slot.add(sheet.group)
            self.sheets[part.key] = sheet
            self.painted += 1
            turned_over += self._move(before.get(part.key), part, slot, turned_over)
        if keys != [part.key for part in self.parts]:
            for key in self.sheets.keys() - set(keys):
                self.motion.forget(self._slots[key])
                del self.sheets[key], self._slots[key], self._facts[key]
            self.ground.clear()
            for key in keys:
                self.ground.add(self._slots[key])
        self.parts = parts
        for finger in [finger for finger in self._fingers if self._meant(finger) is None]:
            self._leave(finger)
        self.motion.breathe([self.sheets[part.key] for part in parts if part.breathes])

    def _move(self, before: Part | None, part: Part, slot: InstructionGroup, turned_over: int) -> bool:
        """Let a part that was there before turn, or be turned over, to what it is now; whether it is turned over.

        What is turned over in one change is so one after the other.
        """
        if before is None or part.pivot is None or before.pivot != part.pivot:
            return False
        if before.flips != part.flips:
            self.motion.flip(slot, part.pivot, part.angle, turned_over * STEP)
            return True
        if before.angle != part.angle:
            self.motion.turn(slot, part.pivot, (before.angle - part.angle + 180) % 360 - 180)
        return False

    # ---- touching --------------------------------------------------------------------------------------

    def spot_at(self, x: float, y: float) -> Spot | None:
        """What lies under a point (y down): in the topmost part the one of highest rank, then the nearest."""
        return self._under(x, y)[1]

    def _under(self, x: float, y: float) -> tuple[str, Spot | None]:
        """The part under a point, and what of it."""
        for part in reversed(self.parts):
            sheet = self.sheets.get(part.key)
            under = [spot for spot in sheet.spots if spot.holds(x, y)] if sheet else []
            if under:
                highest = max(spot.rank for spot in under)
                spot = min((spot for spot in under if spot.rank == highest), key=lambda spot: _distance(spot, x, y))
                return part.key, spot
        return "", None

    def _meant(self, finger: "_Finger") -> Spot | None:
        """What a finger went down on, as it is painted now; None once it is gone, covered, or does something else."""
        spot = self.spot_at(*finger.at)
        return spot if spot is not None and spot.is_same(finger.spot, held=finger.held is not None) else None

    def on_touch_down(self, touch: Any) -> bool:
        if touch.is_mouse_scrolling:
            return False
        shape = getattr(touch, "shape", None)
        if (
            shape is not None
            and max(getattr(shape, "width", 0) or 0, getattr(shape, "height", 0) or 0) > PALM * self.mm
        ):
            return True
        self.motion.finish()
        x, y = touch.x, self.height - touch.y
        part, spot = self._under(x, y)
        if spot is None or not (spot.tap or spot.hold) or self._is_double(spot):
            return True
        if spot.each and any(spot.is_same(other.spot) for other in self._fingers):
            return True  # one finger that two drivers report
        touch.grab(self)
        finger = touch.ud["finger"] = _Finger(spot, part, (x, y))
        self._fingers.append(finger)
        self._show_press(finger)
        self.pressed()
        if spot.hold and not spot.tap:
            self._hold(finger)
        elif spot.hold:
            finger.timer = Clock.schedule_once(lambda _: self._hold(finger), HOLD)
        return True

    def _is_double(self, spot: Spot) -> bool:
        """Whether a tap comes so soon after the last one on the same thing that it is not meant."""
        return not spot.each and self._clock() - self._last.get(spot.key, -1.0) < AGAIN

    def _hold(self, finger: "_Finger") -> None:
        spot = self._meant(finger)
        if finger in self._fingers and spot is not None and spot.hold:
            finger.held = spot.hold
            spot.hold(True)

    def on_touch_move(self, touch: Any) -> bool:
        finger: _Finger | None = touch.ud.get("finger")
        if touch.grab_current is not self or finger is None:
            return False
        if not finger.spot.holds(touch.x, self.height - touch.y):
            self._leave(finger)
        return True

    def _leave(self, finger: "_Finger") -> None:
        """The finger is off, or what it lay on is gone: no more is meant by it."""
        if finger not in self._fingers:
            return
        self._fingers.remove(finger)
        if finger.timer is not None:
            finger.timer.cancel()
        self.press.remove(finger.press)
        if finger.held is not None:
            finger.held(False)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        finger: _Finger = touch.ud["finger"]
        if finger.spot.each and finger in self._fingers:  # quick hands are on the next key before they leave the last
            before = self._fingers[: self._fingers.index(finger)]
            for other in [other for other in before if other.spot.each and other.part == finger.part]:
                self._lift(other, *other.at)
        self._lift(finger, touch.x, self.height - touch.y)
        return True

    def _lift(self, finger: "_Finger", x: float, y: float) -> None:
        """A tap, if the finger is still on what it went down on, and that still means what it meant."""
        if finger not in self._fingers:
            return
        held, spot = finger.held is not None, self._meant(finger)
        self._leave(finger)
        if held or spot is None or spot.tap is None or not spot.holds(x, y) or self._is_double(spot):
            return
        self._last[spot.key] = self._clock()
        self.touched(x, y)
        spot.tap()

    def _show_press(self, finger: "_Finger") -> None:
        spot = finger.spot
        if spot.press is not None:
            pen = Pen(measure)
            x, y, angle, scale = spot.origin
            with pen.at(x, y, angle, scale):
                spot.press(pen)
            finger.press.add(Sheet(pen, self.height).group)
        self.press.add(finger.press)


class _Finger:
    """A finger that is down on something: on what, in which part, where."""

    __slots__ = ("at", "held", "part", "press", "spot", "timer")

    def __init__(self, spot: Spot, part: str, at: tuple[float, float]) -> None:
        self.spot, self.part, self.at = spot, part, at
        self.press = InstructionGroup()  # how that looks now
        self.held: Callable[[bool], None] | None = None  # what is held down
        self.timer: Any = None  # Kivy ships no types


def _distance(spot: Spot, x: float, y: float) -> float:
    cx, cy = spot.centre
    return (cx - x) ** 2 + (cy - y) ** 2
