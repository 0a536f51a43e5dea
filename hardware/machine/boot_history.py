"""The boots of the machine: how long the last one took, recent ones, and whether the journal survives a reboot."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import RunCommand, read_text, run_command

ANALYZE_COMMAND: Final = ("systemd-analyze", "time")
LIST_BOOTS_COMMAND: Final = ("journalctl", "--list-boots", "--no-pager", "--quiet")
MAX_BOOTS: Final = 5  # the newest that are listed
# Folders with configuration of journald, lowest priority first.
JOURNALD_CONFIG_FOLDERS: Final = ("usr/lib", "usr/local/lib", "run", "etc")
UNIT_SECONDS: Final = {"h": 3600.0, "min": 60.0, "s": 1.0, "ms": 0.001}


@dataclass(frozen=True, slots=True)
class BootHistory:
    """The boots of the system (not of the table)."""

    seconds: float | None = None  # duration of the boot; None: unknown, or not finished
    parts: str = ""  # durations of firmware, loader, kernel and userspace, as systemd prints them
    up: int | None = None  # seconds since the boot
    is_persistent: bool | None = None  # True if the journal survives a reboot; None: unknown
    listed: tuple[str, ...] = ()  # the newest boots in the journal, newest last


def read_boot_history(root: Path = Path("/"), ask: RunCommand = run_command) -> BootHistory:
    """Return the boots that systemd reports."""
    said = re.search(r"Startup finished in (.+) = ([^\n]+)", ask(ANALYZE_COMMAND) or "")
    told = re.findall(r"^ *(-?\d+) [0-9a-f]{32} (.+)$", ask(LIST_BOOTS_COMMAND) or "", re.MULTILINE)
    up = re.match(r"\d+", read_text(root / "proc/uptime"))
    return BootHistory(
        seconds=_parse_duration(said[2]) if said else None,
        parts=said[1] if said else "",
        up=int(up[0]) if up else None,
        is_persistent=_is_journal_persistent(root),
        listed=tuple(f"{nth} {' '.join(when.split())}" for nth, when in told[-MAX_BOOTS:]),
    )


def _parse_duration(told: str) -> float | None:
    found = re.findall(r"([\d.]+)(h|min|ms|s)\b", told)
    return sum(float(number) * UNIT_SECONDS[unit] for number, unit in found) if found else None


def _is_journal_persistent(root: Path) -> bool | None:
    """Evaluate the configuration of journald: the last `Storage=` decides. None without systemd."""
    if not (root / "usr/lib/systemd").is_dir() and not (root / "etc/systemd").is_dir():
        return None
    files = [root / "etc/systemd/journald.conf"]
    drops = {
        path.name: path
        for at in JOURNALD_CONFIG_FOLDERS
        for path in (root / at / "systemd/journald.conf.d").glob("*.conf")
    }
    files += [drops[name] for name in sorted(drops)]
    said = [word for file in files for word in re.findall(r"^\s*Storage\s*=\s*(\w+)", read_text(file), re.MULTILINE)]
    storage = said[-1] if said else "auto"
    return storage == "persistent" or (storage == "auto" and (root / "var/log/journal").is_dir())
