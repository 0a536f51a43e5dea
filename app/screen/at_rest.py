"""What the screen does once nothing has changed for a while."""

import gc
from ctypes import CDLL
from typing import Any, Final

from kivy.clock import Clock

REST: Final = 2.0  # seconds without a change
GONE: Final = 0.5  # more of them, in which Kivy tells the graphics what is gone


def let_go() -> None:
    """What was painted before goes, and then back to the machine what painting needed for a moment.

    Kivy's groups know what lies in them, and that knows its group: all that was painted waits for Python to look for
    such circles, 70 MB after a few turns for seven. Nobody waits for it now.
    """
    gc.collect()
    Clock.schedule_once(_give_memory_back, GONE)


def _give_memory_back(_: Any) -> None:  # Kivy ships no types
    """Who paints without a graphics chip takes up to 100 MB for one picture, and glibc keeps most of it.

    Other C libraries are not asked.
    """
    trim = getattr(CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
