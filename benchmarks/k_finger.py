"""A finger for an open Kivy window, injected into the window's own loop at any moment between two frames."""

import random
import time
from collections.abc import Callable
from typing import Any, Final

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider

FRAME: Final = 0.025  # seconds, about
DOWN: Final = (0.06, 0.12)  # seconds that a finger lies on what it taps
PATIENCE: Final = 10.0  # seconds until an answer counts as missing


class Touch(MotionEvent):
    """A finger; y points down."""

    def __init__(self, nth: int, x: float, y: float) -> None:
        super().__init__("finger", f"finger {nth}", (x, y), is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: tuple[float, float]) -> None:
        x, y = args
        self.sx, self.sy = x / Window.width, 1 - y / Window.height
        super().depack(args)


class Fingers(MotionEventProvider):
    """A sequence of taps; `flips` counts the frames shown so far."""

    def __init__(self) -> None:
        super().__init__("finger", "")
        self._rng = random.Random(1)
        self._coming: list[tuple[float, str, Touch]] = []  # when, what
        self._nth = 0
        self.flips = 0
        shown = Window.flip

        def flip() -> None:
            shown()
            self.flips += 1

        Window.flip = flip
        EventLoop.ensure_window()
        EventLoop.add_input_provider(self)
        EventLoop.start()

    def start(self) -> None:
        """Start as an input provider of Kivy."""

    def stop(self) -> None:
        """Stop as an input provider of Kivy."""

    def update(self, dispatch_fn: Callable[[str, Any], None]) -> None:
        """Dispatch the touches that are due."""
        now = time.monotonic()
        while self._coming and self._coming[0][0] <= now:
            _, what, touch = self._coming.pop(0)
            dispatch_fn(what, touch)

    def tap(self, x: float, y: float, answered: Callable[[], bool]) -> float:
        """Tap a point. Return the seconds from the lifted finger to the first frame after which the condition holds."""
        self._nth += 1
        touch = Touch(self._nth, x, y)
        self._coming.append((time.monotonic() + self._rng.uniform(0, FRAME), "begin", touch))
        pass_time_until(lambda: not self._coming, PATIENCE)
        assert not answered(), "it was so before"
        up = time.monotonic() + self._rng.uniform(*DOWN)
        self._coming.append((up, "end", touch))
        flips = self.flips

        def has_answered() -> bool:
            return not self._coming and self.flips > flips and answered()

        while not has_answered():
            flips = self.flips
            EventLoop.idle()
            assert time.monotonic() < up + PATIENCE, "no answer"
        return time.monotonic() - up

    def wait(self, seconds: float) -> None:
        """Draw frames for that many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            EventLoop.idle()


def pass_time_until(true: Callable[[], bool], patience: float) -> float:
    """Draw frames until a condition holds. Return the seconds."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() < began + patience, "it never came to that"
        EventLoop.idle()
    return time.monotonic() - began
