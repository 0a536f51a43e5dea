"""The picture is turned by a mouse on a real display, and the mouse finds what is drawn, at each of four rotations."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.hardware.turned import PATIENCE, RotationChecks
from tests.running import RunningTable
from tests.sight import display, picture

SIZE = (1024, 600)
TOUCHED = Path(__file__).with_name("touched.py")


class Pointer:
    """A display of its own, on which the screen is shown, and its mouse."""

    size = SIZE

    def __init__(self, folder, environment):
        self._environment = environment
        self._said = []
        self._asked = 0
        self.process = subprocess.Popen(
            [sys.executable, TOUCHED, folder, "kiosk"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()
        self._wait_for_output(lambda said: any(line.startswith("shown") for line in said))

    def _listen(self):
        for line in self.process.stdout:
            self._said = [*self._said, line.strip()]

    def _wait_for_output(self, true, after=0):
        """Wait until it has said something; all it has said since."""
        end = time.monotonic() + PATIENCE
        while not true(said := self._said[after:]):
            assert time.monotonic() < end, f"it said no more than {said[-3:]}"
            assert self.process.poll() is None, "it has ended"
            time.sleep(0.005)
        return said

    def _ask(self, words):
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()

    def touch(self, *fingers):
        [(x, y)] = fingers
        before = len(self._said)
        xdotool = ["xdotool", "mousemove", str(x), str(y), "mousedown", "1", "mouseup", "1"]
        subprocess.run(xdotool, env=self._environment, check=True)
        said = self._wait_for_output(lambda said: any(line.startswith("up") for line in said), before)
        return [(int(x), int(y)) for kind, x, y in (line.split() for line in said if line.startswith("down"))]

    def pixel(self, place):
        x, y = place
        _, _, rows = picture(Path(self._environment["FRAMEBUFFER"]))
        blue, green, red = rows[y][4 * x : 4 * x + 3]
        return red, green, blue

    def look(self):
        self._asked += 1
        mine = f"seen {self._asked} "
        self._ask(f"seen {self._asked}")
        said = self._wait_for_output(lambda said: any(line.startswith(mine) for line in said))
        [seen] = [line.removeprefix(mine) for line in said if line.startswith(mine)]
        return json.loads(seen)

    def later(self, seconds):
        self._ask(f"later {seconds}")

    def close(self):
        self.process.terminate()
        self._listener.join()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


@pytest.fixture
async def pointer(tmp_path):
    table = RunningTable(tmp_path)
    await table.ready()
    with display(*SIZE) as environment:
        pointer = Pointer(tmp_path, environment)
        yield pointer
        pointer.close()
    table.end()


@pytest.mark.full
async def test_mouse_clicks_match_the_rotated_picture(pointer, tmp_path):
    turned = RotationChecks(pointer)
    for what, true, seen in turned.first_run():
        assert true, f"{what}: {seen}"
    assert json.loads((tmp_path / "settings" / "settings.json").read_text())["rotation"] == 270
    for what, true, seen in turned.wakes():
        assert true, f"{what}: {seen}"
