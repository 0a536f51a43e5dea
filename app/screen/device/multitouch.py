"""Every finger on a full screen, read from the touchscreens themselves: by Kivy's mtdev where they tell fingers apart.

SDL tells Kivy of one finger at a time, as of a mouse, and without a desktop of none. What is read is a place on the
whole panel, so this is for a full screen alone; a window has SDL's one finger.
"""

import os
from pathlib import Path
from typing import Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock

from app.screen.device.single_touch import OneFinger
from hardware.machine.input_devices import Touchscreen, on_desktop, touchscreens

try:
    from kivy.input.providers.mtdev import MTDMotionEventProvider
except OSError:  # libmtdev is not here: doctor says so, and one finger at a time has to do
    MTDMotionEventProvider = None

LOOK: Final = 2.0  # seconds between two looks for a touchscreen that comes late, or comes back


class Fingers:
    """Reads every touchscreen there is, and those that are plugged in later. On Kivy's thread, once it draws."""

    def __init__(self) -> None:
        self._readers: dict[Path, tuple[int, Any]] = {}  # with the number of the file; any: Kivy ships no types
        self._retired: list[Any] = []

    def start(self) -> None:
        """Kivy's clock does not hold whom it calls: keep this."""
        Clock.schedule_once(self.look, 0)
        Clock.schedule_interval(self.look, LOOK)

    def look(self, _: float = 0.0) -> None:
        """Read from those that are not read yet."""
        for reader in self._retired:
            reader.queue.clear()  # Kivy's thread opens the file again by itself, and mistakes one finger for another
        for each in touchscreens():
            if not os.access(each.device, os.R_OK) or (each.pen and on_desktop()):
                continue
            try:
                file = each.device.stat().st_ino
            except OSError:  # just gone
                continue
            before, reader = self._readers.get(each.device, (0, None))
            if reader is not None:
                if before == file and _reads(reader):
                    continue
                EventLoop.remove_input_provider(reader)
                del self._readers[each.device]
                if isinstance(reader, OneFinger):
                    reader.stop()
                else:
                    self._retired.append(reader)
            reader = _reader(each)
            try:
                reader.start()
            except OSError:  # gone again, or not ready yet
                continue
            self._readers[each.device] = file, reader
            EventLoop.add_input_provider(reader)


def _reader(of: Touchscreen) -> Any:
    kind = MTDMotionEventProvider if of.many and MTDMotionEventProvider is not None else OneFinger
    return kind(of.name, str(of.device))


def _reads(reader: Any) -> bool:
    return bool((reader if isinstance(reader, OneFinger) else reader.thread).is_alive())


def feel() -> Fingers | None:
    """Begin, where prepare() has found that every finger can be read."""
    if os.environ.get("SDL_TOUCH_MOUSE_EVENTS") != "0":
        return None
    fingers = Fingers()
    fingers.start()
    return fingers
