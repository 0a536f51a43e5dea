"""Release GPU and heap memory once the screen has been idle for two seconds, or between changes if it never is."""

import gc
from typing import Final

from kivy.clock import Clock
from kivy.graphics import Color, Fbo, InstructionGroup, Rectangle
from kivy.graphics.opengl import GL_RENDERER, glFlush, glGetString

from app.screen.paint.pen import place_stamp
from hardware.machine.memory_tuning import trim_heap

RELEASE_SECONDS: Final = 2.0  # without a change
BUSY_SECONDS: Final = 20.0  # of changes without a pause, after which memory is released at the next still moment
RETRY_SECONDS: Final = 0.5  # between two checks whether something is still flying
MAX_RETRIES: Final = 20  # after which memory is released anyway
GPU_RELEASE_DELAY_SECONDS: Final = 0.5  # in which Kivy deletes textures of collected objects
MESA_SLOTS: Final = 24  # unfinished pictures of Mesa's software renderer, twice as many as were ever seen
ROUNDS: Final = 3  # of filling the slots: on a busy machine one misses some
SLOW_DRAWING: Final = 512, 32  # px and layers: takes 50 ms to draw, and later pictures wait that long


def release_unused() -> None:
    """Collect dropped Kivy instructions, then return freed heap to the system.

    Kivy's groups and their instructions refer to each other, so that painted instructions wait for the cycle collector:
    70 MB after a few turns for seven. Placed stamps are dropped too (8 MB); their triangles stay cached.
    """
    place_stamp.cache_clear()
    gc.collect()
    Clock.schedule_once(lambda _: _give_memory_back(ROUNDS), GPU_RELEASE_DELAY_SECONDS)


def _give_memory_back(rounds: int) -> None:
    """Return freed heap to the system. A software renderer uses up to 100 MB for one picture, most kept by glibc."""
    if rounds and b"llvmpipe" in glGetString(GL_RENDERER):
        _overwrite_mesa_slots()
        Clock.schedule_once(lambda _: _give_memory_back(rounds - 1), GPU_RELEASE_DELAY_SECONDS)
    else:
        trim_heap()


def _overwrite_mesa_slots() -> None:
    """Overwrite the triangles that Mesa's software renderer keeps of earlier pictures with small ones.

    They take distinct slots only while the first is unfinished, however busy the processor is; hence one slow drawing.
    """
    side, layers = SLOW_DRAWING
    sheet, slow, shown = Fbo(size=(side, side)), InstructionGroup(), Rectangle(size=(1, 1))
    for _ in range(layers):
        slow.add(Rectangle(size=(side, side)))
    for part in (Color(1, 1, 1, 0.5), slow, shown):
        sheet.add(part)
    for nth in range(MESA_SLOTS):
        shown.pos = (nth, 0)
        sheet.ask_update()
        sheet.draw()
        glFlush()
        slow.clear()
