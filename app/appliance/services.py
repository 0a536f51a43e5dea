"""The services of an installed table, as systemd runs them."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

from app.appliance.atomic_files import write
from app.text.local_time import MACHINE, zone_in_use
from app.text.terminal import CannotStart

TABLE: Final = "wondertable.service"
SCREEN: Final = "wondertable-screen.service"
FALLBACK: Final = "wondertable-fallback@*"
SETTLE: Final = "wondertable-settle.service"
WATCH: Final = "wondertable-watch.service"
LINES: Final = 2000  # of the journal
UNITS: Final = Path("/etc/systemd/system")
SHOWN: Final = Path("/run/wondertable-screen/shown")  # made with the screen's first picture: hardware/appliance/screen
CARDS: Final = Path("/sys/class/drm")  # and their sockets
RULES: Final = {  # what the table's user may do, and when its screen starts: read anew by those who ask for them
    "50-wondertable.rules": Path("/etc/polkit-1/rules.d"),
    "51-wondertable-wifi.rules": Path("/etc/polkit-1/rules.d"),
    "52-wondertable-upkeep.rules": Path("/etc/polkit-1/rules.d"),
    "70-wondertable.rules": Path("/etc/udev/rules.d"),
}


class Services(Protocol):
    """What is done with the table and its screen. CannotStart where the system does not do it."""

    def start(self) -> None:
        """Start both: the screen where there is a graphics card with sockets. What has failed before is forgotten."""

    def stop(self) -> None:
        """Stop both, and wait until they have ended."""

    def guard(self) -> None:
        """See to it that a change is ended (`settle`) even if this process is killed."""

    def watch(self) -> None:
        """Have a version that has come looked at for a while."""

    def blank(self) -> bool:
        """Whether a display is connected on which the screen has drawn nothing yet."""

    def power_off(self) -> None:
        """Have the machine switch itself off."""

    def state(self, unit: str) -> str:
        """In a word: active, activating, failed, inactive; `restarted` if it has died since it was started."""

    def units(self, program: Path) -> None:
        """Have the services run as this version of the program wants it."""

    def journal(self) -> str:
        """Return what both have said lately, the newest last, with times in the table's zone."""


class Systemd:
    """Those of this machine; as root."""

    def __init__(
        self, units: Path = UNITS, cards: Path = CARDS, rules: Mapping[str, Path] = RULES, shown: Path = SHOWN
    ) -> None:
        self._units, self._cards, self._rules, self._shown = units, cards, rules, shown

    def start(self) -> None:
        units = [TABLE, *([SCREEN] if any(self._cards.glob("card*-*")) else [])]
        # Also of what was stopped: systemd counts starts, and refuses too many in a minute. Nothing may be to forget.
        _systemctl("reset-failed", "--all", "wondertable*", check=False)
        _systemctl("start", "--no-block", *units)

    def stop(self) -> None:
        _systemctl("stop", SCREEN, TABLE, FALLBACK)

    def guard(self) -> None:
        _systemctl("start", SETTLE)

    def watch(self) -> None:
        _systemctl("restart", "--no-block", WATCH, check=False)  # a version may have none

    def blank(self) -> bool:
        return not self._shown.exists() and any(map(_connected, self._cards.glob("card*-*/status")))

    def power_off(self) -> None:
        _systemctl("poweroff")

    def state(self, unit: str) -> str:
        said = _systemctl("show", unit, "--property=ActiveState,NRestarts")
        shown = dict(line.split("=", 1) for line in said.splitlines())
        state = shown.get("ActiveState", "inactive")
        return "restarted" if state != "failed" and shown.get("NRestarts", "0") != "0" else state

    def units(self, program: Path) -> None:
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

    def journal(self) -> str:
        units = [word for unit in (TABLE, SCREEN, SETTLE, WATCH) for word in ("--unit", unit)]
        words = ["journalctl", "--no-pager", "--no-hostname", "--output=short-iso", f"--lines={LINES}", *units]
        zone = zone_in_use()
        env = os.environ if zone == MACHINE else {**os.environ, "TZ": zone}
        try:
            return subprocess.run(words, env=env, capture_output=True, text=True, errors="replace", check=False).stdout
        except FileNotFoundError:
            return ""


def _connected(status: Path) -> bool:
    """Whether a display is connected to a card's socket. (What is written back has none.)"""
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
