"""Measurement of the running screen for `wondertable doctor --measure`: touches that it makes itself, messages, motion.

Each line of its file is a kind, processor seconds and seconds by the clock. `name` and `picture`: of the process, and
the monotonic clock, at the first flip and at the first one that shows the table. `touch` and `message`: of Kivy's
thread, from the cause to the end of the flip. `motion`: from flip to flip while something moves.
"""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import monotonic, process_time, thread_time
from typing import Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RENDERER, GL_VERSION, glGetString

from app.screen.device.single_touch import FingerTouch
from app.screen.process.window import Screen, run_on_kivy_thread

TOUCH_SECONDS: Final = 0.35  # between a finger put down, lifted, and the panel closed
UNSEEN_SECONDS: Final = 0.15  # after which a touch or a message has changed nothing on the screen
NO_CAUSE: Final = ("", 0.0, 0.0)
TOUCHED: Final = re.compile(r"(seat|stack|slot|wonder|token|back) \d")  # keys of hit areas that show a card or a place


class Measurement:
    """Touches cards and places of a game, one after the other, and writes the times of all frames."""

    def __init__(self, shown: Screen, file: Path, named: tuple[float, float]) -> None:
        """Start with the screen. `named`: processor and monotonic seconds of the process when it showed the name."""
        self._shown, self._file = shown, file.open("a", buffering=1)
        self._cause = self._moved = NO_CAUSE  # of the next frame; time of the last flip, if something moves
        self._is_awaited = True  # the first frame with a table
        print("name", *named, file=self._file)
        self._finger: FingerTouch | None = None
        self._touched = Counter[str]()  # touches by hit area, and by kind
        shown.bind(on_start=lambda _: self._start())

    def _start(self) -> None:
        self._flip, Window.flip = Window.flip, self._flip_and_write
        self._shown.mailbox.deliver_to(lambda call: run_on_kivy_thread(lambda: self._measure("message", call)))
        Clock.schedule_interval(lambda _: self.touch(), TOUCH_SECONDS)
        drawn = [glGetString(each).decode(errors="replace") for each in (GL_RENDERER, GL_VERSION)]
        print("drawn", Window.width, "x", Window.height, *drawn, file=self._file)

    def _measure(self, kind: str, call: Callable[[], object]) -> None:
        """Call something that may change the picture."""
        cause = self._cause = self._cause if self._cause[0] else (kind, thread_time(), monotonic())
        call()
        Clock.schedule_once(lambda _: self._forget(cause), UNSEEN_SECONDS)

    def _forget(self, cause: tuple[str, float, float]) -> None:
        if self._cause is cause:
            self._cause = NO_CAUSE

    def _flip_and_write(self) -> None:
        self._flip()
        now = thread_time(), monotonic()
        if self._is_awaited and self._shown.control.model.table is not None:
            self._is_awaited = False
            print("picture", process_time(), now[1], file=self._file)
        kind, *began = self._cause if self._cause[0] else self._moved
        if kind:
            print(kind, now[0] - began[0], now[1] - began[1], file=self._file)
        self._cause = NO_CAUSE
        self._moved = ("" if self._shown.surface.motion.is_still else "motion", *now)

    def touch(self) -> None:
        """Put a finger down on what was touched least, lift it, or close the panel that it opened."""
        control, surface = self._shown.control, self._shown.surface
        areas = [
            each for mesh in surface.meshes.values() for each in mesh.hit_areas if each.tap and TOUCHED.match(each.key)
        ]
        finger, self._finger = self._finger, None
        if finger is not None:
            self._measure("touch", lambda: EventLoop.post_dispatch_input("end", finger))
        elif control.ui.panel:
            control.open_panel("")
        elif areas and control.model.table is not None and control.model.table.phase == "game":
            area = min(areas, key=lambda area: (self._touched[area.key.split()[0]], self._touched[area.key]))
            self._touched.update((area.key, area.key.split()[0]))
            at = area.centre[0] / surface.width, 1 - area.centre[1] / surface.height
            self._finger = FingerTouch("measurement", self._touched.total(), at)
            self._measure("touch", lambda: EventLoop.post_dispatch_input("begin", self._finger))
