"""Something on its way over the screen, as a value: what is painted, from where to where, and when."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.screen.draw import Pen

STEP: Final = 0.12  # seconds between two things of one kind


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere on the screen, in pixels, y down: degrees clockwise, a scale, and how much of it shows."""

    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0
    shown: float = 1.0


@dataclass(frozen=True, slots=True)
class Flight:
    """What is painted round (0, 0) moves from `start` to `end`; all times are seconds."""

    paint: Callable[[Pen], None]
    start: Place
    end: Place
    lasts: float
    after: float = 0.0  # it begins so much later
