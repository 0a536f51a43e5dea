"""Power supply and temperature of the machine.

A Raspberry Pi's firmware has a bit for each trouble: four for now and, from bit 16, the same four for any time since
boot. vcgencmd prints them. The kernel's hwmon driver polls only the voltage, every two seconds, and keeps no history.
Kernels without that driver offer the bits in a file; kernels with it log a warning whenever the file is read.
"""

import re
from dataclasses import dataclass
from enum import IntFlag
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import RunCommand, read_number, read_text, run_command

VCGENCMD_COMMAND: Final = ("vcgencmd", "get_throttled")
THROTTLED_FILES: Final = (
    "sys/devices/platform/soc*/*firmware/get_throttled",
    "sys/devices/platform/*firmware/get_throttled",
)
VOLTAGE_DRIVER: Final = "rpi_volt"  # of raspberrypi-hwmon
SINCE_BOOT_SHIFT: Final = 16  # bits
PROCESSOR_ZONES: Final = re.compile(r"cpu|soc|pkg", re.IGNORECASE)  # names of thermal zones
PLAUSIBLE_CELSIUS: Final = range(1, 150)  # a zone without a sensor reports nonsense


class PowerTrouble(IntFlag):
    """The troubles that the firmware reports."""

    NONE = 0
    VOLTAGE = 1
    CAPPED = 2  # the processor's frequency is capped
    SLOWED = 4
    HOT = 8


ALL_TROUBLES: Final = PowerTrouble.VOLTAGE | PowerTrouble.CAPPED | PowerTrouble.SLOWED | PowerTrouble.HOT


@dataclass(frozen=True, slots=True)
class PowerStatus:
    """The state of supply and temperature."""

    is_reported: bool = False  # True if the machine reports on its supply
    now: PowerTrouble = PowerTrouble.NONE
    since_boot: PowerTrouble = PowerTrouble.NONE  # at any time since boot
    degrees: int | None = None  # processor temperature in °C

    def __str__(self) -> str:
        known = (
            f"supply: now {_format_troubles(self.now)}, since the start {_format_troubles(self.since_boot)}"
            if self.is_reported
            else ""
        )
        heat = "" if self.degrees is None else f"{self.degrees} °C"
        return "; ".join(part for part in (known, heat) if part)


def _format_troubles(trouble: PowerTrouble) -> str:
    return "+".join(each.name.lower() for each in ALL_TROUBLES if each in trouble and each.name) or "none"


def read_firmware_bits(ask: RunCommand = run_command) -> int | None:
    """Return the firmware's bits from vcgencmd, or None without it."""
    said = re.search(r"throttled=(0x[0-9a-fA-F]+)", ask(VCGENCMD_COMMAND) or "")
    return int(said[1], 16) if said else None


def read_power(root: Path = Path("/"), bits: int | None = None) -> PowerStatus:
    """Return the current state. `bits`: the firmware's, if already known."""
    alarms = [
        alarm
        for path in (root / "sys/class/hwmon").glob("hwmon*/in0_lcrit_alarm")
        if read_text(path.with_name("name")) == VOLTAGE_DRIVER and (alarm := read_number(path)) is not None
    ]
    if bits is None and not alarms:
        files = (path for pattern in THROTTLED_FILES for path in root.glob(pattern))
        bits = next((told for path in files if (told := read_number(path, 16)) is not None), None)
    now = ALL_TROUBLES & (bits or 0) | (PowerTrouble.VOLTAGE if any(alarms) else PowerTrouble.NONE)
    earlier = ALL_TROUBLES & (bits or 0) >> SINCE_BOOT_SHIFT
    return PowerStatus(bits is not None or bool(alarms), now, earlier | now, _read_celsius(root))


def _read_celsius(root: Path) -> int | None:
    """Return the highest temperature of the processor's sensors, or of all sensors if none is known as one."""
    zones = [
        (read_text(path.with_name("type")), round(milli / 1000))
        for path in (root / "sys/class/thermal").glob("thermal_zone*/temp")
        if (milli := read_number(path)) is not None
    ]
    possible = [(kind, degrees) for kind, degrees in zones if degrees in PLAUSIBLE_CELSIUS]
    of_processor = [degrees for kind, degrees in possible if PROCESSOR_ZONES.search(kind)]
    return max(of_processor or [degrees for _, degrees in possible], default=None)
