"""What the machine tells of its supply and its heat.

A Raspberry Pi's firmware has a bit for each trouble, four of now and the same four, from bit 16 on, of any time since
the start; vcgencmd tells them. Its driver of hwmon asks for voltage alone every two seconds, and forgets. Kernels that
have no such driver tell the bits in a file; those that have it complain in their log when that is read.
"""

import re
from dataclasses import dataclass
from enum import IntFlag
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import Ask, ask, number, read

VCGENCMD: Final = ("vcgencmd", "get_throttled")
FILES: Final = ("sys/devices/platform/soc*/*firmware/get_throttled", "sys/devices/platform/*firmware/get_throttled")
SUPPLY: Final = "rpi_volt"  # the name of raspberrypi-hwmon
EARLIER: Final = 16  # bits further: since the start
PROCESSORS: Final = re.compile(r"cpu|soc|pkg", re.IGNORECASE)  # in the names of thermal zones
POSSIBLE: Final = range(1, 150)  # degrees; a zone without a sensor says anything


class Trouble(IntFlag):
    """What the firmware tells of."""

    NONE = 0
    VOLTAGE = 1
    CAPPED = 2  # the processor may not go as fast as it could
    SLOWED = 4
    HOT = 8


ALL: Final = Trouble.VOLTAGE | Trouble.CAPPED | Trouble.SLOWED | Trouble.HOT


@dataclass(frozen=True, slots=True)
class Power:
    """How it is with supply and heat."""

    is_told: bool = False  # whether the machine knows anything of its supply
    now: Trouble = Trouble.NONE
    earlier: Trouble = Trouble.NONE  # at any time since the start
    degrees: int | None = None  # Celsius, of the processor

    def __str__(self) -> str:
        known = f"supply: now {_said(self.now)}, since the start {_said(self.earlier)}" if self.is_told else ""
        heat = "" if self.degrees is None else f"{self.degrees} °C"
        return "; ".join(part for part in (known, heat) if part)


def _said(trouble: Trouble) -> str:
    return "+".join(each.name.lower() for each in ALL if each in trouble and each.name) or "none"


def firmware(ask: Ask = ask) -> int | None:
    """The bits, where vcgencmd tells them."""
    said = re.search(r"throttled=(0x[0-9a-fA-F]+)", ask(VCGENCMD) or "")
    return int(said[1], 16) if said else None


def power(root: Path = Path("/"), bits: int | None = None) -> Power:
    """As it is now; `bits`: of the firmware, as it told them."""
    alarms = [
        alarm
        for path in (root / "sys/class/hwmon").glob("hwmon*/in0_lcrit_alarm")
        if read(path.with_name("name")) == SUPPLY and (alarm := number(path)) is not None
    ]
    if bits is None and not alarms:
        files = (path for pattern in FILES for path in root.glob(pattern))
        bits = next((told for path in files if (told := number(path, 16)) is not None), None)
    now = ALL & (bits or 0) | (Trouble.VOLTAGE if any(alarms) else Trouble.NONE)
    earlier = ALL & (bits or 0) >> EARLIER
    return Power(bits is not None or bool(alarms), now, earlier | now, _degrees(root))


def _degrees(root: Path) -> int | None:
    """The hottest of the processor's sensors; of all, where none says that it is the processor's."""
    zones = [
        (read(path.with_name("type")), round(milli / 1000))
        for path in (root / "sys/class/thermal").glob("thermal_zone*/temp")
        if (milli := number(path)) is not None
    ]
    possible = [(kind, degrees) for kind, degrees in zones if degrees in POSSIBLE]
    of_processor = [degrees for kind, degrees in possible if PROCESSORS.search(kind)]
    return max(of_processor or [degrees for _, degrees in possible], default=None)
