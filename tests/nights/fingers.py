"""The screen of a running table in a window, touched at random: the child process of `tests.nights.memory`.

`python -m tests.nights.fingers FOLDER SECONDS SEED`: five fingers touch places or controls, stay, slip and leave, in
real time. They rest after five minutes and at the end; then what they opened is closed, so that the same picture is
shown. Each line of output asks the parent to measure.
"""

import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from app.games.game_list import readers
from app.games.screen_registry import Screens
from app.screen.process.start import connect, prepare
from app.screen.state.ui_state import UiState
from engine.memoize import IDLE_SECONDS
from main import read_game_data
from tests.nights.memory import IDLE_CPU_SHARE, PATIENT, REST_SECONDS

FOLDER, SECONDS, SEED = Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
prepare(Path(tempfile.mkdtemp(prefix="wondertable-kivy-")), kiosk=False, size=(1280, 720))

from kivy.base import EventLoop  # noqa: E402  # only now
from kivy.core.window import Window  # noqa: E402  # only now

from app.screen.process.window import Screen  # noqa: E402  # only now
from benchmarks.k_finger import Fingers, Touch  # noqa: E402  # only now

FINGERS: Final = 5
AIMED: Final = 0.7  # of all touches: on something
PAUSES_SECONDS: Final = (0.02, 0.05, 0.1, 0.1, 0.2, 0.4)  # seconds until something else is done
REPORT_SECONDS: Final = 30.0  # seconds between two lines
EARLY: Final = 300.0  # seconds until they rest for the first time


class Child(Fingers):
    """A provider of endless random touches, polled by Kivy."""

    def __init__(self, screen: Screen) -> None:
        super().__init__()
        self.screen, self.rng = screen, Random(SEED)
        self.down: list[Touch] = []
        self.at, self.touches = 0.0, 0
        self.going = True

    def place(self) -> tuple[float, float]:
        rng, meshes = self.rng, self.screen.surface.meshes
        areas = [area for mesh in meshes.values() for area in mesh.hit_areas if area.tap or area.hold]
        if areas and rng.random() < AIMED:
            x, y = rng.choice(areas).centre
            return x + rng.uniform(-5, 5), y + rng.uniform(-5, 5)
        return rng.uniform(0, Window.width - 1), rng.uniform(0, Window.height - 1)

    def update(self, dispatch_fn) -> None:  # type: ignore[no-untyped-def]  # Kivy ships no types
        now, rng = time.monotonic(), self.rng
        if not self.going:
            while self.down:
                dispatch_fn("end", self.down.pop())
            return
        if now < self.at:
            return
        self.at = now + rng.choice(PAUSES_SECONDS)
        if len(self.down) == FINGERS or (self.down and rng.random() < 0.5):
            touch = self.down.pop(rng.randrange(len(self.down)))
            if rng.random() < 0.1:
                x, y = self.place()
                touch.move((x, y))
                dispatch_fn("update", touch)
            dispatch_fn("end", touch)
        else:
            self.touches += 1
            touch = Touch(self.touches, *self.place())
            self.down.append(touch)
            dispatch_fn("begin", touch)

    def rests(self) -> None:
        """Wait until the screen has emptied its caches and uses hardly any processor time."""
        self.wait(IDLE_SECONDS)
        for _ in range(PATIENT):
            used = time.process_time()
            self.wait(REST_SECONDS)
            if time.process_time() - used <= IDLE_CPU_SHARE * REST_SECONDS:
                return


def main() -> None:
    control, connection, mailbox = connect(FOLDER, Screens(readers(read_game_data())), None)
    screen = Screen(control, connection, mailbox, kiosk=False)
    screen._run_prepare()
    child = Child(screen)
    child.going = False
    connection.start()
    child.rests()
    print("0 s, 0 touches", flush=True)
    for seconds in (EARLY, SECONDS - EARLY):
        child.going, began = True, time.monotonic()
        while (now := time.monotonic() - began) < seconds:
            child.wait(min(REPORT_SECONDS, seconds - now))
            print(f"{time.monotonic() - began:.0f} s, {child.touches} touches", flush=True)
        child.going = False
        child.rests()
        control, table = screen.control, screen.control.model.table
        print(f"before {control.ui.panel or 'nothing'} of a {table.phase if table else 'table'}", flush=True)
        control.ui = UiState(game=control.ui.game)
        control.repaint()
        child.rests()
        print(f"at rest, {child.touches} touches", flush=True)
    EventLoop.close()


if __name__ == "__main__":
    main()
