"""An MCP23017 on the board's I²C bus: sixteen more outputs, told by the kernel's SMBus calls.

Whoever loses power forgets all that it was told, so everything is told at each change; and what could not be told is
told again until somebody hears it.
"""

import ctypes
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

LINES: Final = tuple(f"GP{port}{number}" for port in "AB" for number in range(8))  # as the chip's data sheet has them
ADDRESSES: Final = range(0x20, 0x28)  # by its pins A0 to A2
BUS: Final = Path("/dev/i2c-1")  # on the pins 3 and 5 of every board
BUS_PINS: Final = {2: "SDA", 3: "SCL"}  # GPIO numbers of the same two
AGAIN: Final = 1.0  # seconds until it is tried again
DIRECTION, LEVEL = 0x00, 0x14  # registers of port A; those of B come right after
# Of linux/i2c-dev.h and linux/i2c.h
ADDRESS, CALL = 0x0703, 0x0720
WRITE, WORD = 0, 3


class _Call(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_uint8),
        ("register", ctypes.c_uint8),
        ("size", ctypes.c_uint32),
        ("value", ctypes.POINTER(ctypes.c_uint16)),
    )


class Expander:
    """The chip, on one thread. Lines count from 0; nothing is told before somebody lets it `work`."""

    def __init__(self, address: int, bus: Path = BUS, ioctl: Callable[..., object] = fcntl.ioctl) -> None:
        self.bus = bus
        self.trouble = ""  # the kernel's words, while the chip does not answer
        self.until: float | None = 0.0  # when it is to work; None: not by itself
        self._address, self._ioctl = address, ioctl
        self._levels = 0

    def set(self, line: int, high: bool) -> None:
        """Another level for one line."""
        self._levels = self._levels | 1 << line if high else self._levels & ~(1 << line)
        if not self.trouble:
            self.until = 0.0

    def work(self, now: float) -> None:
        """Tell what has changed, or could not be told."""
        if self.until is None or now < self.until:
            return
        try:
            self._tell()
        except OSError as error:
            self.trouble, self.until = error.strerror or str(error), now + AGAIN
        else:
            self.trouble, self.until = "", None

    def _tell(self) -> None:
        file = os.open(self.bus, os.O_RDWR | os.O_CLOEXEC)
        try:
            self._ioctl(file, ADDRESS, self._address)
            for register, value in ((LEVEL, self._levels), (DIRECTION, 0)):  # first the levels: nothing flickers
                word = ctypes.c_uint16(value)
                self._ioctl(file, CALL, _Call(WRITE, register, WORD, ctypes.pointer(word)))
        finally:
            os.close(file)
