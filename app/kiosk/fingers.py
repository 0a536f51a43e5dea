"""Every finger on a full screen, read from the touchscreens themselves by Kivy's mtdev.

SDL tells Kivy of one finger at a time, as of a mouse, and without a desktop of none. What mtdev reads is a place on the
whole panel, so this is for a full screen alone; a window has SDL's one finger.
"""

import os
from pathlib import Path
from typing import Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.input.providers.mtdev import MTDMotionEventProvider

from app.touchscreens import touchscreens

LOOK: Final = 2.0  # seconds between two looks for a touchscreen that comes late, or comes back


class Fingers:
    """Reads every touchscreen there is, and those that are plugged in later. On Kivy's thread, once it draws."""

    def __init__(self) -> None:
        self._readers: dict[Path, Any] = {}  # Kivy ships no types

    def start(self) -> None:
        Clock.schedule_once(self.look, 0)
        Clock.schedule_interval(self.look, LOOK)

    def look(self, _: float = 0.0) -> None:
        """Read from those that are not read yet."""
        for each in touchscreens():
            if not each.many or not os.access(each.device, os.R_OK):
                continue
            reader = self._readers.get(each.device)
            if reader is None:
                reader = self._readers[each.device] = MTDMotionEventProvider(each.name, str(each.device))
                EventLoop.add_input_provider(reader)
                reader.start()
            elif not reader.thread.is_alive():  # it came back, and could not be opened at once
                reader.start()
