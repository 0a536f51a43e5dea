"""What the screen does once nothing has changed for a while: what it needs no more goes back to the machine.

Where there is no rest for long, as under the hands of a child, it does so between two changes.
"""

import gc
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Fbo, Rectangle
from kivy.graphics.opengl import GL_RENDERER, glFlush, glGetString

from app.screen.draw import placed
from hardware.machine.memory import give_back

REST: Final = 2.0  # seconds without a change
BUSY: Final = 20.0  # seconds of changes without a rest,
SOON: Final = 0.5  # and then until it is asked again whether something flies,
LOOKS: Final = 20  # so often
GONE: Final = 0.5  # more of them, in which Kivy tells the graphics what is gone
PLACES: Final = 12  # for pictures that Mesa's software has not finished yet, a few more than were ever seen
SLOW: Final = 1024  # pixels; what takes so long to draw that pictures after it wait for it


def let_go() -> None:
    """What was painted before goes, and then what painting needed for a moment.

    Kivy's groups know what lies in them, and that knows its group: all that was painted waits for Python to look for
    such circles, 70 MB after a few turns for seven. Nobody waits for it now. Stamps go where
    they lie, 8 MB of them; what they are is kept.
    """
    placed.cache_clear()
    gc.collect()
    Clock.schedule_once(_give_memory_back, GONE)


def _give_memory_back(_: Any) -> None:  # Kivy ships no types
    """Who paints without a graphics chip takes up to 100 MB for one picture, and glibc keeps most of it."""
    if b"llvmpipe" in glGetString(GL_RENDERER):
        _take_places()
    give_back()


def _take_places() -> None:
    """Mesa's software keeps the triangles of a picture until another one takes its place: small ones, all at once."""
    sheet, shown = Fbo(size=(SLOW, SLOW)), Rectangle(size=(SLOW, SLOW))
    sheet.add(Color(1, 1, 1, 1))
    sheet.add(shown)
    for nth in range(PLACES):
        sheet.ask_update()
        sheet.draw()
        glFlush()
        shown.pos, shown.size = (nth, 0), (1, 1)
