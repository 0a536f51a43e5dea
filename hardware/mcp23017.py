"""Driver of an MCP23017 on the board's I²C bus: sixteen more outputs, written by SMBus calls of the kernel.

The chip forgets its registers when it loses power, so every change writes all of them; a failed write is retried until
it succeeds.
"""

import ctypes
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

LINES: Final = tuple(f"GP{port}{number}" for port in "AB" for number in range(8))  # names in the data sheet
ADDRESSES: Final = range(0x20, 0x28)  # selected by the chip's pins A0 to A2
BUS: Final = Path("/dev/i2c-1")  # pins 3 and 5 of every Raspberry Pi's header
BUS_PINS: Final = {2: "SDA", 3: "SCL"}  # GPIO numbers of the same two
RETRY_SECONDS: Final = 1.0  # after a failed write
IODIR, OLAT = 0x00, 0x14  # registers of port A; those of port B follow
# from linux/i2c-dev.h and linux/i2c.h
I2C_SLAVE, I2C_SMBUS = 0x0703, 0x0720
SMBUS_WRITE, SMBUS_WORD_DATA = 0, 3


class _SmbusCall(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_uint8),
        ("register", ctypes.c_uint8),
        ("size", ctypes.c_uint32),
        ("value", ctypes.POINTER(ctypes.c_uint16)),
    )


class Expander:
    """The chip; used from one thread. Lines count from 0. Nothing is written before `work` is called."""

    def __init__(self, address: int, bus: Path = BUS, ioctl: Callable[..., object] = fcntl.ioctl) -> None:
        self.bus = bus
        self.error = ""  # the kernel's message, while the chip does not answer
        self.until: float | None = 0.0  # time of the next write; None: no write is pending
        self._address, self._ioctl = address, ioctl
        self._levels = 0

    def set(self, line: int, high: bool) -> None:
        """Set the level of one line. `work` writes it."""
        self._levels = self._levels | 1 << line if high else self._levels & ~(1 << line)
        if not self.error:
            self.until = 0.0

    def work(self, now: float) -> None:
        """Write the lines if a write is due."""
        if self.until is None or now < self.until:
            return
        try:
            self._tell()
        except OSError as error:
            self.error, self.until = error.strerror or str(error), now + RETRY_SECONDS
        else:
            self.error, self.until = "", None

    def _tell(self) -> None:
        file = os.open(self.bus, os.O_RDWR | os.O_CLOEXEC)
        try:
            self._ioctl(file, I2C_SLAVE, self._address)
            for register, value in ((OLAT, self._levels), (IODIR, 0)):  # levels before directions: no light flickers
                word = ctypes.c_uint16(value)
                self._ioctl(file, I2C_SMBUS, _SmbusCall(SMBUS_WRITE, register, SMBUS_WORD_DATA, ctypes.pointer(word)))
        finally:
            os.close(file)
