"""What the machine tells of its supply and its heat.

A Raspberry Pi's firmware has a bit for each trouble, four of now and the same four, from bit 16 on, of any time since
the start: drivers/firmware/raspberrypi.c shows them in one file. Its driver of hwmon has an alarm of its own.
"""

import re
from dataclasses import dataclass
from enum import IntFlag
from pathlib import Path
from typing import Final

from hardware.machine.files import number, read

FIRMWARE: Final = ("sys/devices/platform/soc*/*firmware/get_throttled", "sys/devices/platform/*firmware/get_throttled")
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


def power(root: Path = Path("/")) -> Power:
    """As it is now."""
    told = [bits for pattern in FIRMWARE for path in root.glob(pattern) if (bits := number(path, 16)) is not None]
    alarms = [
        alarm
        for path in (root / "sys/class/hwmon").glob("hwmon*/in0_lcrit_alarm")
        if read(path.with_name("name")) == SUPPLY and (alarm := number(path)) is not None
    ]
    now, earlier = Trouble.NONE, Trouble.NONE
    for bits in told:
        now, earlier = now | (ALL & bits), earlier | (ALL & bits >> EARLIER)
    if any(alarms):
        now |= Trouble.VOLTAGE
    return Power(bool(told or alarms), now, earlier | now, _degrees(root))


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
