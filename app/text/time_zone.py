"""The time zone for displayed days and times: the one in the table's settings, or the machine's.

A machine's zone is often just the default of its system image, so all code converts times with `local`.
"""

import re
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

MACHINE: Final = ""  # stands for the machine's own zone
AREAS: Final = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip
LISTED: Final = Path("/usr/share/zoneinfo/zone.tab")  # the zones of all countries, without older names
LONGEST: Final = 64  # letters of a zone's name
MONTH: Final = 30 * 86_400.0  # seconds

_zone: ZoneInfo | None = None


def use_zone(name: str) -> None:
    """Set the time zone for displayed days and times. An unknown zone falls back to the machine's."""
    global _zone
    _zone = _load_zone(name)


def zone_in_use() -> str:
    """Return the name of the zone that this process tells times in; MACHINE if it is the machine's."""
    return MACHINE if _zone is None else _zone.key


def local(at: float) -> datetime:
    """Return the local date and time at `at`, in seconds since 1970, with its zone."""
    return _to_zone(at, _zone)


def instant(at: datetime) -> float:
    """Return the seconds since 1970 of a date and time, which is local if it has no zone."""
    return (at if at.tzinfo or _zone is None else at.replace(tzinfo=_zone)).timestamp()


def is_zone(name: str) -> bool:
    """Return True if this machine knows the rules of a zone, such as `Europe/Amsterdam`."""
    return _load_zone(name) is not None


def has_different_time(name: str, now: float) -> bool:
    """Return True if clocks of a zone show another time than those here, now or at some time of a year."""
    zone = _load_zone(name)
    times = [now + month * MONTH for month in range(12)]
    return zone is not None and any(_to_zone(at, zone).utcoffset() != local(at).utcoffset() for at in times)


def city(name: str) -> str:
    """Return what people call a zone: `Los Angeles`."""
    return name.rpartition("/")[2].replace("_", " ")


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all zones that can be chosen, in order."""
    try:
        rows = [line.split("\t") for line in LISTED.read_text().splitlines() if not line.startswith("#")]
        found = {row[2] for row in rows if len(row) > 2}
    except OSError:
        found = {name for name in available_timezones() if name.partition("/")[0] in AREAS}
    return tuple(sorted(found))


def _to_zone(at: float, zone: ZoneInfo | None) -> datetime:
    return datetime.fromtimestamp(at, UTC).astimezone(zone)


@lru_cache(maxsize=64)  # phones name zones, and one may name many
def _load_zone(name: str) -> ZoneInfo | None:
    if len(name) > LONGEST or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}", name):
        return None
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # among them ZoneInfoNotFoundError
        return None
