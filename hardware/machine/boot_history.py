"""How the machine has started: how long that took, how often, and whether anything is left of it after the next."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import Ask, ask, read

TIME: Final = ("systemd-analyze", "time")
LIST: Final = ("journalctl", "--list-boots", "--no-pager", "--quiet")
LAST: Final = 5  # starts that are told
CONFIGURED: Final = ("usr/lib", "usr/local/lib", "run", "etc")  # where files for journald lie, the weakest first
UNITS: Final = {"h": 3600.0, "min": 60.0, "s": 1.0, "ms": 0.001}


@dataclass(frozen=True, slots=True)
class Starts:
    """Of the system, not of the table."""

    seconds: float | None = None  # until all was started; None: nobody tells, or it has not ended
    parts: str = ""  # of firmware, loader, kernel and the rest, as systemd tells it
    up: int | None = None  # seconds since
    is_kept: bool | None = None  # whether the journal outlives the next start; None: nobody tells
    listed: tuple[str, ...] = ()  # the last that the journal has, the newest last


def starts(root: Path = Path("/"), ask: Ask = ask) -> Starts:
    """As the system tells of them."""
    said = re.search(r"Startup finished in (.+) = ([^\n]+)", ask(TIME) or "")
    told = re.findall(r"^ *(-?\d+) [0-9a-f]{32} (.+)$", ask(LIST) or "", re.MULTILINE)
    up = re.match(r"\d+", read(root / "proc/uptime"))
    return Starts(
        _seconds(said[2]) if said else None,
        said[1] if said else "",
        int(up[0]) if up else None,
        _is_kept(root),
        tuple(f"{nth} {' '.join(when.split())}" for nth, when in told[-LAST:]),
    )


def _seconds(told: str) -> float | None:
    found = re.findall(r"([\d.]+)(h|min|ms|s)\b", told)
    return sum(float(number) * UNITS[unit] for number, unit in found) if found else None


def _is_kept(root: Path) -> bool | None:
    """Whether the journal is written to disk, as journald reads its configuration: the last word counts."""
    if not (root / "usr/lib/systemd").is_dir() and not (root / "etc/systemd").is_dir():
        return None
    files = [root / "etc/systemd/journald.conf"]
    drops = {path.name: path for at in CONFIGURED for path in (root / at / "systemd/journald.conf.d").glob("*.conf")}
    files += [drops[name] for name in sorted(drops)]
    said = [word for file in files for word in re.findall(r"^\s*Storage\s*=\s*(\w+)", read(file), re.MULTILINE)]
    storage = said[-1] if said else "auto"
    return storage == "persistent" or (storage == "auto" and (root / "var/log/journal").is_dir())
