"""Single-touch input: a touchscreen without multitouch, or a pen, read from the kernel when Kivy polls."""

import fcntl
import os
import struct
from collections.abc import Callable
from typing import Final

from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider

# Of linux/input.h.
EVENT: Final = struct.Struct("@llHHi")  # seconds, microseconds, kind, code, value
KEY, ABSOLUTE, SYNC = 1, 3, 0  # kinds
TOUCH, X, Y, REPORT, DROPPED = 0x14A, 0, 1, 0, 3  # codes
AXIS: Final = 0x80184540  # EVIOCGABS: reads one axis
AXIS_IS: Final = struct.Struct("6i")  # value, minimum, maximum; the rest is unused
MAX_EVENTS: Final = 64  # in one read

Dispatch = Callable[[str, MotionEvent], None]


class FingerTouch(MotionEvent):
    """A touch from down to up; `args` is its position as parts of the panel, from the lower left."""

    def __init__(self, device: str, number: int, args: tuple[float, float]) -> None:
        super().__init__(device, number, args, is_touch=True, type_id="touch")

    def depack(self, args: tuple[float, float]) -> None:
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class SingleTouchProvider(MotionEventProvider):
    """Kivy's input provider for such a device. A hovering pen is no touch."""

    def __init__(self, device: str, path: str) -> None:
        super().__init__(device, path)
        self._path = path
        self._file: int | None = None
        self._places: dict[int, float] = {}  # by axis, as a part of the panel
        self._spans: dict[int, tuple[int, int]] = {}
        self._down = False
        self._touch: FingerTouch | None = None
        self._number = 0

    def start(self) -> None:
        """Open the device; OSError if that fails."""
        self._file = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            for axis in (X, Y):
                value, least, most = AXIS_IS.unpack(fcntl.ioctl(self._file, AXIS + axis, bytes(AXIS_IS.size)))[:3]
                self._spans[axis] = least, max(1, most - least)
                self._store_position(axis, value)
        except OSError:
            self.stop()
            raise

    def stop(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def is_alive(self) -> bool:
        """Check whether the device is still read: it may have been unplugged."""
        return self._file is not None

    def update(self, dispatch_fn: Dispatch) -> None:
        """Dispatch all touches since the last call."""
        while self._file is not None:
            try:
                data = os.read(self._file, EVENT.size * MAX_EVENTS)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:  # unplugged
                self._end_touch(dispatch_fn)
                self.stop()
            for _, _, kind, code, value in EVENT.iter_unpack(data):
                self._handle_event(dispatch_fn, kind, code, value)

    def _handle_event(self, dispatch: Dispatch, kind: int, code: int, value: int) -> None:
        if kind == ABSOLUTE and code in self._spans:
            self._store_position(code, value)
        elif (kind, code) == (KEY, TOUCH):
            self._down = bool(value)
        elif (kind, code) == (SYNC, REPORT):
            self._dispatch_touch(dispatch)
        elif (kind, code) == (SYNC, DROPPED):  # events were lost, so the state is unknown
            self._down = False
            self._end_touch(dispatch)

    def _store_position(self, axis: int, value: int) -> None:
        least, span = self._spans[axis]
        part = (value - least) / span
        self._places[axis] = 1 - part if axis == Y else part

    def _dispatch_touch(self, dispatch: Dispatch) -> None:
        at = self._places[X], self._places[Y]
        if not self._down:
            self._end_touch(dispatch)
        elif self._touch is None:
            self._number += 1
            self._touch = FingerTouch(self.device, self._number, at)
            dispatch("begin", self._touch)
        else:
            self._touch.move(at)
            dispatch("update", self._touch)

    def _end_touch(self, dispatch: Dispatch) -> None:
        if self._touch is not None:
            self._touch.update_time_end()
            dispatch("end", self._touch)
            self._touch = None
