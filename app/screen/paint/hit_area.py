"""Hit areas: what can be touched, where, and what a touch does."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.screen.paint.pen_layers import ScrollWindow
from app.screen.paint.same_callback import is_same_callback


@dataclass(slots=True)
class HitArea:
    """An area to touch: its corners on the screen and the callbacks of a tap and a hold."""

    key: str
    corners: tuple[tuple[float, float], ...]
    tap: Callable[[], None] | None
    hold: Callable[[bool], None] | None = None  # called with True when held, False when released
    rank: int = 2  # of several at one point the highest wins: 2 action, 1 explanation, 0 background
    press: Callable[[Any], None] | None = None  # with a pen: draws how it looks under a finger
    origin: tuple[float, float, float, float] = (0, 0, 0, 1)  # x, y, angle, scale for `press`
    each: bool = False  # count every tap, however quick: a key, a step
    window: ScrollWindow | None = None  # clips its corners
    repeats: bool = False  # repeat the tap while held

    def is_same(self, other: "HitArea", held: bool = False) -> bool:
        """Check whether a touch does the same here and there. `held`: without the tap, as the finger stays down."""
        return (
            self.key == other.key
            and is_same_callback(self.hold, other.hold)
            and (held or is_same_callback(self.tap, other.tap))
        )

    def holds(self, x: float, y: float) -> bool:
        sign = 0
        for (ax, ay), (bx, by) in zip(self.corners, self.corners[1:] + self.corners[:1], strict=True):
            cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            side = (cross > 0) - (cross < 0)
            if side and sign and side != sign:
                return False
            sign = sign or side
        return True

    @property
    def centre(self) -> tuple[float, float]:
        n = len(self.corners)
        return sum(x for x, _ in self.corners) / n, sum(y for _, y in self.corners) / n
