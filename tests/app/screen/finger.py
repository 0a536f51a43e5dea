"""A window off screen, and simulated fingers: touches go through the window, frames are drawn on request."""

import os
import time
from contextlib import contextmanager
from pathlib import Path

from app.screen.process.start import prepare
from tests.app.screen import SIZE

prepare(Path(os.environ["KIVY_HOME"]), kiosk=False, size=SIZE)

from kivy.config import Config  # noqa: E402  # only now

Config.set("graphics", "maxfps", "480")  # before there is a clock: no test waits for the next frame

from kivy.app import App  # noqa: E402  # only now
from kivy.base import EventLoop  # noqa: E402  # only now
from kivy.core.window import Window  # noqa: E402  # only now
from kivy.graphics.opengl import (  # noqa: E402  # only now
    GL_SCISSOR_TEST,
    glDisable,
    glEnable,
    glScissor,
)
from kivy.input.motionevent import MotionEvent  # noqa: E402  # only now

from app.screen.composition import compose  # noqa: E402  # only now
from app.screen.surface import Surface  # noqa: E402  # only now


class Finger(MotionEvent):
    """A simulated finger at a point; y points down."""

    nth = 0

    def __init__(self, x, y):
        Finger.nth += 1
        super().__init__("finger", f"finger {Finger.nth}", (x, y), is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args):
        x, y = args
        self.sx, self.sy = x / Window.width, 1 - y / Window.height
        super().depack(args)

    def _say(self, kind):
        self.scale_for_screen(Window.width, Window.height)
        EventLoop.post_dispatch_input(kind, self)
        return self

    def down(self):
        return self._say("begin")

    def move(self, x, y):
        super().move((x, y))
        return self._say("update")

    def up(self):
        return self._say("end")


_on_draw = Window.on_draw


def _unseen():
    """Draw nothing: without a graphics card a frame takes longer than the test."""


Window.on_draw = _unseen


def _corner():
    """Draw only one pixel of the frame."""
    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 1, 1)
    _on_draw()
    glDisable(GL_SCISSOR_TEST)


@contextmanager
def filled(draw=_on_draw):
    """Fill the window with each frame, for tests that look at pixels."""
    before, Window.on_draw = Window.on_draw, draw
    Window.canvas.ask_update()
    yield
    Window.on_draw = before


def drawn():
    """Draw each frame, for tests that count frames or check that frames can be drawn."""
    return filled(_corner)


PATIENCE = 120.0  # seconds until something that has to come counts as missing; only so that nothing hangs for ever


def frames(n=1):
    for _ in range(n):
        EventLoop.idle()


def until(true, seconds=PATIENCE):
    """Draw frames until something is so; a hang is a failure, not a wait."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to that"
        EventLoop.idle()


def picture(path):
    """Save the window as a PNG; return its path."""
    wanted = Path(path)
    with filled():
        frames(2)
        made = Path(Window.screenshot(name=str(wanted)))
    made.rename(wanted)
    return wanted


class Shown(App):
    """An application that consists of one surface. A single class, because Kivy keeps every class forever."""

    def __init__(self, surface):
        super().__init__()
        self._surface = surface

    def build(self):
        return self._surface


class Stage:
    """A room's controller, shown in the window."""

    def __init__(self, room):
        Window.children[:] = []
        Window.canvas.clear()
        EventLoop.touches.clear()  # fingers that another test left where they were: two are counted as two here
        self.room, self.control = room, room.control
        self.surface = Surface(
            lambda: compose(self.control.scene, *SIZE), self.control, clock=lambda: self.now, size=SIZE
        )
        self.now = 100.0
        self.control.repaint = self.surface.refresh
        self.surface.before_tap = self.control.record_tap
        self.app = Shown(self.surface)
        self.app._run_prepare()
        frames(3)
        self.surface.motion.finish()
        frames(2)

    def hit_areas(self):
        return {area.key: area for sheet in self.surface.meshes.values() for area in sheet.hit_areas}

    def touch(self, key):
        area = self.hit_areas()[key]
        return Finger(*area.centre)

    def tap(self, key):
        self.now += 1
        finger = self.touch(key).down()
        finger.up()
        frames(2)

    def close(self):
        self.app.stop()
        frames(1)
        self.surface.preparation.restart([])
        # Or the first test that draws for seconds looks for what many left behind.
        self.surface.static_layer.idle.cancel()
