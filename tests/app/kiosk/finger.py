"""Fingers made up: touches that go through the window as real ones do, and frames drawn one by one."""

import time

import stage  # noqa: F401  # sets the window up before Kivy is imported
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent


class Finger(MotionEvent):
    """Touches a point with y pointing down."""

    nth = 0

    def __init__(self, x, y):
        Finger.nth += 1
        super().__init__("finger", f"finger {Finger.nth}", (x, y), is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args):
        x, y = args
        self.sx, self.sy = x / Window.width, 1 - y / Window.height
        super().depack(args)

    def _at(self, kind):
        self.scale_for_screen(Window.width, Window.height)
        EventLoop.post_dispatch_input(kind, self)

    def down(self):
        self._at("begin")
        return self

    def move(self, x, y):
        self.move_to = (x, y)
        self.depack((x, y))
        self._at("update")
        return self

    def up(self):
        self._at("end")
        return self


def frames(n=1):
    for _ in range(n):
        EventLoop.idle()


def until(true, seconds=10.0):
    """Draw frames until something is so; a hang is a failure, not a wait."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to that"
        EventLoop.idle()


def tap(x, y):
    finger = Finger(x, y).down()
    finger.up()
    frames(1)
