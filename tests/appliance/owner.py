"""An owner of a machine with an image, who sees what its screen draws and touches it. For tests.

The machine runs only what came with the image, and eyes (tests/whole/eyes) that report what is drawn.
"""

import base64
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.appliance.container import KEPT, ROOT, kept, until
from tests.appliance.image import Started
from tests.appliance.machine import PROJECT, SLOW, Touchscreen
from tests.appliance.places import VERSIONS

DRAWN: Final = "/run/wondertable-screen/drawn.json"
EYES: Final = f"[Service]\nEnvironment=DRAWN={DRAWN}\n"
TAP_INTERVAL_SECONDS: Final = (
    0.4  # seconds of the machine from one touch on a thing to the next: a sooner one is taken for a slip
)
DEBIANS: Final = {"pc": "amd64", "arm64": "arm64"}


class Owner:
    """One, at a started machine."""

    def __init__(self, machine: Started) -> None:
        self.machine, self.touches = machine, 0
        machine.project()
        machine.run(f"cp {PROJECT}/tests/whole/eyes/sitecustomize.py {VERSIONS}/current/site/")
        machine.write("/run/systemd/system/wondertable-screen.service.d/eyes.conf", EYES)
        machine.run("systemctl daemon-reload; systemctl restart wondertable-screen")
        machine.run(f"export PYTHONPATH={PROJECT / _evdev(machine.way.kind).relative_to(ROOT)}")
        self._finger = Touchscreen(machine)
        machine.until(f"[ -e {DRAWN} ]", SLOW)

    def drawn(self) -> dict[str, Any]:
        """Return what the screen shows now."""
        said = self.machine.run(f"base64 -w 0 {DRAWN}")
        found: dict[str, Any] = json.loads(base64.b64decode(said))
        return found

    def sees(self, true: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
        """Wait until something is drawn; all that is drawn then."""
        seen: list[dict[str, Any]] = [{"things": {}}]

        def look() -> bool:
            seen[:] = [self.drawn()]
            return true(seen[0])

        try:
            until(look, f"{what} is not drawn", SLOW)
        except AssertionError as error:
            raise AssertionError(f"{error}; to be touched: {', '.join(seen[0]['things'])}") from None
        return seen[0]

    def still(self, key: str) -> dict[str, Any]:
        """Wait until something can be touched, and what came before has come to its end; all that is drawn then."""
        before: list[dict[str, Any]] = [{}]

        def is_unchanged(seen: dict[str, Any]) -> bool:
            was, before[:] = before[0], [seen]
            return key in seen["things"] and seen == was

        return self.sees(is_unchanged, key)

    def tap(self, key: str) -> None:
        """Touch what is called so, once it is there, and wait for what comes of it."""
        before = self.still(key)
        self.touches += 1
        x, y, _ = before["things"][key]
        self.machine.run(f"sleep {TAP_INTERVAL_SECONDS}")
        self.machine.run(self._finger.touches((x + self.touches % 3, y + self.touches % 2)))
        self.sees(lambda seen: seen != before, f"what comes of {key}")

    def come_to(self, key: str, by: str) -> None:
        """Tap `by` until `key` is on the screen."""
        while key not in self.sees(lambda seen: {key, by} & seen["things"].keys() != set(), key)["things"]:
            self.tap(by)

    def reach(self, key: str) -> None:
        """Touch something that may lie on a later page."""
        self.come_to(key, "later")
        self.tap(key)

    def write(self, text: str) -> None:
        for sign in text:
            self.tap(f"key {sign}")
        self.tap("ok")


def _evdev(kind: str) -> Path:
    """Return the folder with Debian's evdev package for emulated touchscreens, for a machine of that kind."""
    machine = DEBIANS[kind]

    def make(fresh: Path) -> None:
        words = ["--variant=extract", f"--architectures={machine}", "--include=python3-evdev", "trixie", str(fresh)]
        subprocess.run(["mmdebstrap", "-q", '--aptopt=APT::Install-Recommends "false"', *words], check=True)

    package = kept(KEPT / f"evdev-{machine}", make) / "usr/lib/python3/dist-packages/evdev"
    to = ROOT / "build" / f"evdev-{machine}"
    to.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-r", package, to], check=True)
    return to
