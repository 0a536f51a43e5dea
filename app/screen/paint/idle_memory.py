"""Release GPU and heap memory once the screen has been idle for two seconds, or between changes if it never is."""

import gc
from collections.abc import Callable
from functools import cache
from typing import Final

from kivy.clock import Clock
from kivy.graphics import Callback, Color, Fbo, InstructionGroup, Mesh
from kivy.graphics.opengl import GL_RENDERER, glFinish, glFlush, glGetString

from app.screen.paint.pen import place_stamp
from hardware.machine.memory_tuning import trim_heap

RELEASE_SECONDS: Final = 2.0  # without a change
BUSY_SECONDS: Final = 20.0  # of changes without a pause, after which memory is released at the next still moment
RETRY_SECONDS: Final = 0.5  # between two checks whether something is still flying
MAX_RETRIES: Final = 20  # after which memory is released anyway
IDLE_SECONDS: Final = 10.0  # without a change, after which caches of a finished game are cleared
GPU_RELEASE_DELAY_SECONDS: Final = 0.5  # in which Kivy deletes textures of collected objects
MESA_SLOTS: Final = 4  # unfinished pictures of Mesa's software renderer that are overwritten; 3 were ever seen
SLOW_PX: Final = 512
LAYERS: Final = 128  # of the slow drawing, which takes 50 ms: later pictures wait that long


class IdleRelease:
    """Timers that release memory once the screen has been idle, or after many changes without a pause.

    `is_still` returns True while nothing is flying: a collection would make an animation stutter.
    """

    def __init__(self, is_still: Callable[[], bool]) -> None:
        self._is_still = is_still
        self._retries = 0  # checks in which something was flying
        self.on_release: Callable[[], None] = lambda: None  # called after memory was released
        self.on_long_idle: Callable[[], None] = lambda: None  # called after `IDLE_SECONDS` without a change
        self._after_change = Clock.create_trigger(lambda _: self._release(), RELEASE_SECONDS)
        self._after_long_idle = Clock.create_trigger(lambda _: self.on_long_idle(), IDLE_SECONDS)
        self._while_busy = Clock.create_trigger(lambda _: self._release_or_retry(), BUSY_SECONDS)
        self._retry = Clock.create_trigger(lambda _: self._release_or_retry(), RETRY_SECONDS)

    def restart(self) -> None:
        """Restart the timers: the picture has changed. That of a busy screen goes on."""
        for timer in (self._after_change, self._after_long_idle):
            timer.cancel()
            timer()
        self._while_busy()

    def cancel(self) -> None:
        """Cancel all timers: the screen is no longer shown."""
        for timer in (self._after_change, self._after_long_idle, self._while_busy, self._retry):
            timer.cancel()

    def _release_or_retry(self) -> None:
        """Release memory after many changes without a pause, unless something is flying; else retry soon."""
        self._retries += 1
        if self._is_still() or self._retries > MAX_RETRIES:
            self._release()
        else:
            self._retry()

    def _release(self) -> None:
        self._retries = 0
        self._while_busy.cancel()
        self._retry.cancel()
        release_unused()
        self.on_release()
        if not self._is_still():
            self._retry()


def release_unused() -> None:
    """Collect dropped Kivy instructions, then return freed heap to the system.

    Kivy's groups and their instructions refer to each other, so that painted instructions wait for the cycle collector:
    70 MB after a few turns for seven. Placed stamps are dropped too (8 MB); their triangles stay cached.
    """
    place_stamp.cache_clear()
    gc.collect()
    Clock.schedule_once(lambda _: _give_memory_back(), GPU_RELEASE_DELAY_SECONDS)


def _give_memory_back() -> None:
    """Return freed heap to the system, and first the triangles of a software renderer's last pictures."""
    if _is_software():
        _overwrite_mesa_slots()
    trim_heap()


def _overwrite_mesa_slots() -> None:
    """Overwrite the triangles that Mesa's software renderer keeps of its last pictures with small ones.

    They take distinct slots only while the first, which is slow, is unfinished.
    """
    corners = (0, 0, 0, 0, 2 * SLOW_PX, 0, 0, 0, 0, 2 * SLOW_PX, 0, 0)  # no rectangle, of which Mesa is quick
    slow, sheet = Mesh(vertices=corners, indices=(0, 1, 2) * LAYERS, mode="triangles"), Fbo(size=(SLOW_PX, SLOW_PX))
    for part in (Color(1, 1, 1, 0.5), slow):
        sheet.add(part)
    for _ in range(MESA_SLOTS):
        sheet.ask_update()
        sheet.draw()
        glFlush()
        slow.indices = (0, 1, 2)
    sheet.clear()  # what refers to each other would wait for the collector


def wait_for_mesa(drawn: InstructionGroup) -> None:
    """Add a wait until a software renderer has drawn everything so far, so that what follows reuses its memory.

    Otherwise Mesa draws a large picture in several parts at once, and keeps up to 36 MB of triangles of each.
    """
    if _is_software():
        drawn.add(Callback(lambda _: glFinish()))


@cache
def _is_software() -> bool:
    return b"llvmpipe" in glGetString(GL_RENDERER)
