"""Multitouch on a full screen, read from the touchscreens themselves; by Kivy's mtdev where they tell fingers apart.

SDL reports one finger at a time, like a mouse, and none without a desktop. The positions read here are on the whole
panel, so this is only for a full screen; a window uses SDL's single finger.
"""

import os
from pathlib import Path
from typing import Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock

from app.screen.device.single_touch import SingleTouchProvider
from hardware.machine.input_devices import Touchscreen, has_desktop, list_touchscreens

try:
    from kivy.input.providers.mtdev import MTDMotionEventProvider
except OSError:  # libmtdev is missing (reported by doctor): single touch only
    MTDMotionEventProvider = None

SCAN_SECONDS: Final = 2.0  # between two scans for new touchscreens


class TouchscreenReaders:
    """Readers of all touchscreens, also those plugged in later. On Kivy's thread, once it draws."""

    def __init__(self) -> None:
        self._readers: dict[Path, tuple[int, Any]] = {}  # with the inode; Any: Kivy ships no types
        self._retired: list[Any] = []

    def start(self) -> None:
        """Start scanning. Keep a reference: Kivy's clock holds callbacks weakly."""
        Clock.schedule_once(self.scan, 0)
        Clock.schedule_interval(self.scan, SCAN_SECONDS)

    def scan(self, _: float = 0.0) -> None:
        """Scan for touchscreens and start reading new ones."""
        for reader in self._retired:
            reader.queue.clear()  # Kivy's thread reopens the file and confuses fingers
        for each in list_touchscreens():
            if not os.access(each.device, os.R_OK) or (each.pen and has_desktop()):
                continue
            try:
                file = each.device.stat().st_ino
            except OSError:  # unplugged
                continue
            before, reader = self._readers.get(each.device, (0, None))
            if reader is not None:
                if before == file and _is_reading(reader):
                    continue
                EventLoop.remove_input_provider(reader)
                del self._readers[each.device]
                if isinstance(reader, SingleTouchProvider):
                    reader.stop()
                else:
                    self._retired.append(reader)
            reader = _make_reader(each)
            try:
                reader.start()
            except OSError:  # unplugged again, or not ready
                continue
            self._readers[each.device] = file, reader
            EventLoop.add_input_provider(reader)


def _make_reader(of: Touchscreen) -> Any:
    kind = MTDMotionEventProvider if of.many and MTDMotionEventProvider is not None else SingleTouchProvider
    return kind(of.name, str(of.device))


def _is_reading(reader: Any) -> bool:
    return bool((reader if isinstance(reader, SingleTouchProvider) else reader.thread).is_alive())


def start_multitouch() -> TouchscreenReaders | None:
    """Start reading touchscreens, if prepare() found that all fingers can be read."""
    if os.environ.get("SDL_TOUCH_MOUSE_EVENTS") != "0":
        return None
    fingers = TouchscreenReaders()
    fingers.start()
    return fingers
