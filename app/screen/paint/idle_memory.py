"""What the screen does once nothing has changed for a while: what it needs no more goes back to the machine.

Where there is no rest for long, as under the hands of a child, it does so between two changes.
"""

import gc
from typing import Final

from kivy.clock import Clock
from kivy.graphics import Color, Fbo, InstructionGroup, Rectangle
from kivy.graphics.opengl import GL_RENDERER, glFlush, glGetString

from app.screen.paint.pen import placed
from hardware.machine.memory import give_back

REST: Final = 2.0  # seconds without a change
BUSY: Final = 20.0  # seconds of changes without a rest,
SOON: Final = 0.5  # and then until it is asked again whether something flies,
LOOKS: Final = 20  # so often
GONE: Final = 0.5  # more of them, in which Kivy tells the graphics what is gone
PLACES: Final = 24  # for pictures that Mesa's software has not finished yet, twice as many as were ever seen
ROUNDS: Final = 3  # of them: on a busy machine one misses some
SLOW: Final = 512, 32  # pixels, and layers of them: 50 ms to draw, and pictures after it wait that long


def let_go() -> None:
    """What was painted before goes, and then what painting needed for a moment.

    Kivy's groups know what lies in them, and that knows its group: all that was painted waits for Python to look for
    such circles, 70 MB after a few turns for seven. Nobody waits for it now. Stamps go where
    they lie, 8 MB of them; what they are is kept.
    """
    placed.cache_clear()
    gc.collect()
    Clock.schedule_once(lambda _: _give_memory_back(ROUNDS), GONE)


def _give_memory_back(rounds: int) -> None:
    """Who paints without a graphics chip takes up to 100 MB for one picture, and glibc keeps most of it."""
    if rounds and b"llvmpipe" in glGetString(GL_RENDERER):
        _take_places()
        Clock.schedule_once(lambda _: _give_memory_back(rounds - 1), GONE)  # what took the places has gone, too
    else:
        give_back()


def _take_places() -> None:
    """Mesa's software keeps the triangles of a picture until another one takes its place: small ones, all at once.

    They take other places than one another only while the first is not finished, whoever else needs the processor.
    """
    side, layers = SLOW
    sheet, slow, shown = Fbo(size=(side, side)), InstructionGroup(), Rectangle(size=(1, 1))
    for _ in range(layers):
        slow.add(Rectangle(size=(side, side)))
    for part in (Color(1, 1, 1, 0.5), slow, shown):
        sheet.add(part)
    for nth in range(PLACES):
        shown.pos = (nth, 0)
        sheet.ask_update()
        sheet.draw()
        glFlush()
        slow.clear()
