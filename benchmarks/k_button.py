"""A bare Kivy window with a button, and one with a moving rectangle: the references of rows k1 and k4."""

import json
import random
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from app.screen.process.start import prepare

prepare(Path(tempfile.mkdtemp(prefix="wondertable-kivy-")), kiosk=False, size=(1280, 720))

from kivy.app import App  # noqa: E402  # only now
from kivy.clock import Clock  # noqa: E402  # only now
from kivy.core.window import Window  # noqa: E402  # only now
from kivy.graphics import Rectangle  # noqa: E402  # only now
from kivy.uix.button import Button  # noqa: E402  # only now

from benchmarks.k_finger import Fingers  # noqa: E402  # only now


class Bare(App):
    """A button that counts its presses."""

    def build(self) -> Button:
        self.pressed = 0
        self.button = Button(text="0", font_size=60)
        self.button.bind(on_release=self._count)
        return self.button

    def _count(self, *_: object) -> None:
        self.pressed += 1
        self.button.text = str(self.pressed)

    def _is_past(self, number: int) -> bool:
        return self.pressed > number

    def presses(self, much: float) -> list[float]:
        """Press that many times. Return the seconds until the next number is shown."""
        times = []
        for _ in range(int(much)):
            now = self.pressed
            times.append(fingers.tap(640, 360, partial(self._is_past, now)))
            fingers.wait(rng.uniform(0.1, 0.3))
        return times

    def move(self, much: float) -> tuple[int, float]:
        """Return the frames while a rectangle moves for that many seconds, and the seconds."""
        with Window.canvas.after:
            shown = Rectangle(size=(100, 124))

        def step(_: float) -> None:
            shown.pos = (time.monotonic() * 300 % 1180, 300)

        moving: Any = Clock.schedule_interval(step, 0)
        began, frames = time.monotonic(), fingers.flips
        fingers.wait(much)
        found = fingers.flips - frames, time.monotonic() - began
        moving.cancel()
        Window.canvas.after.remove(shown)
        return found


if __name__ == "__main__":
    rng = random.Random(2)
    bare = Bare()
    bare._run_prepare()
    fingers = Fingers()
    for line in sys.stdin:
        what, much = line.split()
        print(json.dumps(getattr(bare, what)(float(much))), flush=True)
