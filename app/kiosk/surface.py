"""The one widget of the screen: paints parts whose facts have changed, and hands touches to the spots they drew."""

from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.lang import Builder
from kivy.uix.widget import Widget

from app.kiosk import theme
from app.kiosk.draw import Pen, Spot
from app.kiosk.motion import STEP, Motion
from app.kiosk.part import Part
from app.kiosk.sheet import Sheet, paper
from app.kiosk.text import measure

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
        self._last: dict[str, float] = {}
        self.touched: Callable[[float, float], None] = lambda x, y: None
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
        for part in reversed(self.parts):
            sheet = self.sheets.get(part.key)
            under = [spot for spot in sheet.spots if spot.holds(x, y)] if sheet else []
            if under:
                highest = max(spot.rank for spot in under)
                return min((spot for spot in under if spot.rank == highest), key=lambda spot: _distance(spot, x, y))
        return None

    def _is_there(self, spot: Spot) -> bool:
        return any(spot is other for sheet in self.sheets.values() for other in sheet.spots)

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
        self.touched(x, y)
        spot = self.spot_at(x, y)
        if spot is None or not (spot.tap or spot.hold):
            return True
        now = self._clock()
        if now - self._last.get(spot.key, -1.0) < AGAIN:
            return True
        touch.grab(self)
        touch.ud["spot"] = spot
        self._show_press(spot)
        self.pressed()
        if spot.hold and not spot.tap:
            self._hold(touch, spot)
        elif spot.hold:
            touch.ud["timer"] = Clock.schedule_once(lambda _: self._hold(touch, spot), HOLD)
        return True

    def _hold(self, touch: Any, spot: Spot) -> None:
        if touch.ud.get("spot") is spot and spot.hold:
            touch.ud["held"] = True
            spot.hold(True)

    def on_touch_move(self, touch: Any) -> bool:
        spot = touch.ud.get("spot")
        if touch.grab_current is not self or spot is None:
            return False
        if not spot.holds(touch.x, self.height - touch.y):
            self._leave(touch, spot)
        return True

    def _leave(self, touch: Any, spot: Spot) -> None:
        """The finger slid off: nothing is meant."""
        touch.ud["spot"] = None
        if timer := touch.ud.pop("timer", None):
            timer.cancel()
        self.press.clear()
        if touch.ud.pop("held", False) and spot.hold:
            spot.hold(False)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        spot: Spot | None = touch.ud.get("spot")
        if spot is None:
            return True
        held = touch.ud.get("held", False)
        inside = spot.holds(touch.x, self.height - touch.y)
        self._leave(touch, spot)
        if held or not inside or spot.tap is None or not self._is_there(spot):
            return True
        if self._clock() - self._last.get(spot.key, -1.0) < AGAIN:
            return True  # two fingers, or one that two drivers report
        self._last[spot.key] = self._clock()
        spot.tap()
        return True

    def _show_press(self, spot: Spot) -> None:
        self.press.clear()
        if spot.press is None:
            return
        pen = Pen(measure)
        x, y, angle, scale = spot.origin
        with pen.at(x, y, angle, scale):
            spot.press(pen)
        self.press.add(Sheet(pen, self.height).group)


def _distance(spot: Spot, x: float, y: float) -> float:
    cx, cy = spot.centre
    return (cx - x) ** 2 + (cy - y) ** 2
