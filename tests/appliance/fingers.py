"""Fingers on a touchscreen of an emulated machine, counted where the window of our screen felt them.

The screen runs as a user who is no more than a member of groups.
"""

import base64
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from PIL import Image

from tests.appliance.machine import BOOT, PROJECT, SLOW, Machine, Touchscreen
from tests.hardware.turned import Check, Place, RotationChecks, corners, felt_at, near

ON_THE_CARD = "SDL_VIDEODRIVER=kmsdrm"
UNDER_XORG = "DISPLAY=:0"
PAIRS = (((5, 6), (1018, 595)), ((1017, 7), (6, 594)))


class Bed:
    """A machine that runs the table's screen, with its touchscreen."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.size = machine, machine.size
        machine.run("systemctl is-system-running --wait; udevadm settle", seconds=BOOT)  # a card that comes starts it
        machine.run("systemctl stop wondertable-screen wondertable; systemctl mask --runtime getty@tty1")
        machine.run("useradd -m -G video,render,input plays; useradd -m others")
        machine.project()
        self._asked = 0

    def desktop(self) -> None:
        """Start Xorg, which shows only the table's screen."""
        self.machine.run("Xorg :0 vt7 -ac -noreset >/tmp/xorg 2>&1 &")
        self.machine.until("test -S /tmp/.X11-unix/X0")
        self.machine.run(f"{UNDER_XORG} matchbox-window-manager -use_titlebar no >/dev/null 2>&1 &")

    @contextmanager
    def screen(self, user: str, how: str, environment: str, *, table: bool = False) -> Iterator[None]:
        """Run the screen from its first picture on, with a fresh table or without any."""
        run = "PYTHONPATH=/opt/wondertable/current/site PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1"
        run = f"runuser -u {user} -- env {run} HOME=/home/{user} {environment} python3"
        folder = f"/home/{user}/data"
        self.machine.run(f"rm -rf /tmp/said /tmp/asked {folder}; : >/tmp/said; mkfifo /tmp/asked")
        if table:
            command = f"{run} {PROJECT}/main.py table --port 8080 --data-dir {folder}"
            self.machine.run(f"{command} >/tmp/table 2>&1 & echo $! >/tmp/table.pid")
            self.machine.until(f"test -e {folder}/run.json", SLOW)
        script = f"{PROJECT}/tests/hardware/touched.py {folder} {how}"
        self.machine.run(f"{run} {script} <>/tmp/asked >/tmp/said 2>&1 & echo $! >/tmp/screen")
        try:
            self.says("shown")
            yield
        finally:
            self.machine.tries("kill $(pgrep -f hardware/touched.py); sleep 2")
            if table:
                self.machine.tries(f"kill $(pgrep -f {PROJECT}/main.py); sleep 2")

    def says(self, word: str) -> None:
        """Wait until the screen has printed a word."""
        told = f"grep -q '{word}' /tmp/said"
        self.machine.until(f"{{ {told} || ! kill -0 $(cat /tmp/screen); }}", SLOW)
        assert self.machine.tries(told)[0] == 0, self.machine.run("tail -n 20 /tmp/said")

    def touch(self, *fingers: Place, held: Place | None = None, kind: str = "fingers") -> list[Place]:
        """Touch with these fingers while another is `held`; return the places where the window received touches."""
        return self._felt(Touchscreen.touches(*fingers, held=held, kind=kind))

    def click(self, by: int = 9) -> list[Place]:
        before = self.machine.run("wc -l </tmp/said")
        self.machine.click(by)
        return self._felt("true", before)

    def _felt(self, act: str, before: str = "$(wc -l </tmp/said)") -> list[Place]:
        """Run a command and return the touches down, a while after all are up, in case one is reported twice."""
        since = "tail -n +$((n + 1)) /tmp/said"
        down, up = (f"$({since} | grep -c '^{word} ')" for word in ("down", "up"))
        meanwhile = "kill -0 $(cat /tmp/screen) || break; sleep 0.3"
        until = f"until test {down} -gt 0 -a {down} = {up}; do {meanwhile}; done"
        said = self.machine.run(f"n={before}; {act}; {until}; sleep 1; {since}")
        return [(int(x), int(y)) for x, y in re.findall(r"^down (-?\d+) (-?\d+)$", said, re.MULTILINE)]

    def pixel(self, place: Place) -> tuple[int, int, int]:
        with Image.open(self.machine.picture(self.machine.home / "pixel.png")) as picture:
            red, green, blue = picture.convert("RGB").getpixel(place)
        return red, green, blue

    def look(self) -> dict[str, Any]:
        self._asked += 1
        mine = f"grep '^seen {self._asked} .*}}$' /tmp/said"
        meanwhile = "kill -0 $(cat /tmp/screen) || break; sleep 0.3"
        until = f"until {mine} >/dev/null; do {meanwhile}; done"
        said = self.machine.run(f"echo seen {self._asked} >/tmp/asked; {until}; {mine} | base64 -w 0")
        told = re.search(r"[\w+/]{40,}=*", said)  # lines of a terminal may be cut
        assert told is not None, f"this is not what is drawn: {said}"
        seen: dict[str, Any] = json.loads(base64.b64decode(told[0]).split(b" ", 2)[2])
        return seen

    def later(self, seconds: int) -> None:
        self.machine.run(f"echo later {seconds} >/tmp/asked")


def fingers(bed: Bed) -> Iterator[Check]:
    """Check every corner, two corners at once, and a mouse."""
    for corner in corners(bed.size):
        felt = bed.touch(corner)
        yield f"a finger at {corner}", near(felt, (corner,)), felt
    for pair in PAIRS:
        felt = bed.touch(*pair)
        yield f"two fingers at {pair}", near(felt, pair), felt
    felt = bed.click()
    yield "a click of the mouse", len(felt) == 1, felt


def turned(bed: Bed, rotation: int) -> Iterator[Check]:
    """Check fingers on the rotated picture of a fresh table, and that a touch on the dark screen only wakes it."""

    def check_fingers(rotation: int) -> Iterator[Check]:
        for pair in PAIRS:
            meant = tuple(felt_at(rotation, bed.size, place) for place in pair)
            felt = bed.touch(*pair)
            yield f"turned by {rotation}°: two fingers at {meant}", near(felt, meant), felt
            felt = bed.touch(pair[1], held=pair[0])
            yield f"turned by {rotation}°: a finger while another holds", near(felt, meant), felt
        meant = felt_at(rotation, bed.size, (0, 0))
        felt = bed.click(-4000)
        yield f"turned by {rotation}°: a click of the mouse at {meant}", near(felt, (meant,)), felt

    both = RotationChecks(bed)
    yield from both.first_run((rotation,), check_fingers)
    yield from both.wakes()


def hold(checks: Iterator[Check], least: int) -> None:
    """Print every check when it is done, and assert that all hold and that there are at least `least`."""
    seen = []
    for what, true, instead in checks:
        print("ok   " if true else "WRONG", what, "" if true else instead, flush=True)
        seen.append((what, true, instead))
    assert [(what, instead) for what, true, instead in seen if not true] == []
    assert len(seen) >= least
