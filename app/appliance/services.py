"""The systemd services of an installed table."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

from app.appliance.atomic_files import write
from app.text.terminal_output import CannotStart
from app.text.time_zone import MACHINE, zone_in_use

TABLE: Final = "wondertable.service"
SCREEN: Final = "wondertable-screen.service"
FALLBACK: Final = "wondertable-fallback@*"
SETTLE: Final = "wondertable-settle.service"
WATCH: Final = "wondertable-watch.service"
JOURNAL_LINES: Final = 2000  # of a report
UNITS: Final = Path("/etc/systemd/system")
# Created with the screen's first picture by hardware/appliance/screen.
SHOWN_FILE: Final = Path("/run/wondertable-screen/shown")
CARDS: Final = Path("/sys/class/drm")  # graphics cards and their connectors
RULES: Final = {  # permissions of the table's user, and the start of its screen; polkit and udev reload them
    "50-wondertable.rules": Path("/etc/polkit-1/rules.d"),
    "51-wondertable-wifi.rules": Path("/etc/polkit-1/rules.d"),
    "52-wondertable-upkeep.rules": Path("/etc/polkit-1/rules.d"),
    "70-wondertable.rules": Path("/etc/udev/rules.d"),
}


class Services(Protocol):
    """Control of the table's and the screen's services. CannotStart if the system refuses."""

    def start(self) -> None:
        """Start both, the screen only with a graphics card that has connectors. Resets earlier failures."""

    def stop(self) -> None:
        """Stop both and wait until they have ended."""

    def start_settle_service(self) -> None:
        """Start the service that completes a change (`settle`) if this process is killed."""

    def start_watch_service(self) -> None:
        """Start watching a new version."""

    def is_blank(self) -> bool:
        """Return True if a display is connected but the screen has drawn nothing yet."""

    def power_off(self) -> None:
        """Switch the machine off."""

    def read_state(self, unit: str) -> str:
        """Return active, activating, failed or inactive; `restarted` if the unit has died since its start."""

    def install_units(self, program: Path) -> None:
        """Install the unit files and rules of this version of the program."""

    def read_journal(self) -> str:
        """Return the recent journal of both, newest last, with times in the table's zone."""


class Systemd:
    """The services of this machine; needs root."""

    def __init__(
        self, units: Path = UNITS, cards: Path = CARDS, rules: Mapping[str, Path] = RULES, shown: Path = SHOWN_FILE
    ) -> None:
        self._units, self._cards, self._rules, self._shown = units, cards, rules, shown

    def start(self) -> None:
        units = [TABLE, *([SCREEN] if any(self._cards.glob("card*-*")) else [])]
        # Also for stopped units: systemd limits starts per minute. It fails if there is nothing to reset.
        _systemctl("reset-failed", "--all", "wondertable*", check=False)
        _systemctl("start", "--no-block", *units)

    def stop(self) -> None:
        _systemctl("stop", SCREEN, TABLE, FALLBACK)

    def start_settle_service(self) -> None:
        _systemctl("start", SETTLE)

    def start_watch_service(self) -> None:
        _systemctl("restart", "--no-block", WATCH, check=False)  # an older version may not have it

    def is_blank(self) -> bool:
        return not self._shown.exists() and any(map(_is_connected, self._cards.glob("card*-*/status")))

    def power_off(self) -> None:
        _systemctl("poweroff")

    def read_state(self, unit: str) -> str:
        said = _systemctl("show", unit, "--property=ActiveState,NRestarts")
        shown = dict(line.split("=", 1) for line in said.splitlines())
        state = shown.get("ActiveState", "inactive")
        return "restarted" if state != "failed" and shown.get("NRestarts", "0") != "0" else state

    def install_units(self, program: Path) -> None:
        units = sorted((program / "hardware/appliance").glob("*.service"))
        here = {at.name: at.read_bytes() for at in self._units.glob("wondertable*.service")}
        changed = [unit for unit in units if here.get(unit.name) != unit.read_bytes()]
        for unit in changed:
            write(self._units / unit.name, unit.read_text())
        if changed:
            _systemctl("daemon-reload")
        for unit in changed:
            if unit.name not in here and "[Install]" in unit.read_text():
                _systemctl("enable", "--quiet", unit.name)
        for name, folder in self._rules.items():
            rule, there = program / "hardware/appliance" / name, folder / name
            if rule.exists() and not (there.exists() and there.read_bytes() == rule.read_bytes()):
                folder.mkdir(parents=True, exist_ok=True)
                write(there, rule.read_text())

    def read_journal(self) -> str:
        units = [word for unit in (TABLE, SCREEN, SETTLE, WATCH) for word in ("--unit", unit)]
        words = ["journalctl", "--no-pager", "--no-hostname", "--output=short-iso", f"--lines={JOURNAL_LINES}", *units]
        zone = zone_in_use()
        env = os.environ if zone == MACHINE else {**os.environ, "TZ": zone}
        try:
            return subprocess.run(words, env=env, capture_output=True, text=True, errors="replace", check=False).stdout
        except FileNotFoundError:
            return ""


def _is_connected(status: Path) -> bool:
    """Return True if a display is connected to a connector, except to a virtual one (Writeback)."""
    try:
        return "-Writeback-" not in status.parent.name and status.read_text().strip() == "connected"
    except OSError:
        return False


def _systemctl(*words: str, check: bool = True) -> str:
    try:
        said = subprocess.run(["systemctl", *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise CannotStart("there is no systemd on this machine.") from None
    if check and said.returncode:
        raise CannotStart(f"systemctl {words[0]}: {said.stderr.strip() or said.returncode}.")
    return said.stdout
