"""The screen as it is, which also says every touch that reaches its window: `down 12 34`, `up 12 34` (pixels, y down).

`touched.py DATA_DIR kiosk|window`: tests/appliance starts it in a machine, test_turned.py on a display of its own. On
standard input `seen 7` asks what is drawn (`seen 7 {…}`: see `Look`), `later 60` lets so many seconds pass, which else
stand still.
"""

import json
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from app.games.game_list import readers
from app.games.screen_registry import Screens
from app.screen.process import start
from main import read_game_data

PATIENCE = 20.0  # seconds for the driver of a touchscreen to come; it may be that none does


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")  # in one go: two threads say something
    sys.stdout.flush()


def listen() -> None:
    while (window := getattr(sys.modules.get("kivy.core.window"), "Window", None)) is None:
        time.sleep(0.05)
    window.bind(on_touch_down=lambda _, touch: say("down", round(touch.x), round(window.height - 1 - touch.y)))
    window.bind(on_touch_up=lambda _, touch: say("up", round(touch.x), round(window.height - 1 - touch.y)))
    window.bind(on_flip=lambda _: shown.set())
    shown.wait()
    say("shown", *window.size)
    threading.Thread(target=obey, daemon=True).start()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not any(each.name.startswith("MTD") for each in threading.enumerate()):
        time.sleep(0.1)
    say("ready")


def obey() -> None:
    """Obey the commands on standard input, on Kivy's thread."""
    from app.screen.process import window as screen

    screen.monotonic = clock  # that of the controller is told below
    for line in sys.stdin:
        word, number = line.split()
        screen.run_on_kivy_thread(Look(int(number)) if word == "seen" else Later(float(number)))


class Look:
    """Says what is drawn, once what has changed is painted: how far the picture is turned clockwise, its size, the
    elements, all words, and of each thing that can be touched its middle.
    """

    def __init__(self, number: int) -> None:
        self.number = number

    def __call__(self) -> None:
        from kivy.app import App
        from kivy.clock import Clock
        from kivy.core.window import Window

        surface = App.get_running_app().surface
        if surface.refresh.is_triggered:
            Clock.schedule_once(lambda _: self(), 0)
            return
        drawn = surface.meshes.values()
        seen = {
            "rotation": -Window.rotation % 360,
            "size": Window.size,
            "parts": list(surface.meshes),
            "words": " ".join(word.text for mesh in drawn for layer in mesh.pen.layers for word in layer.words),
            "things": {area.key: [round(at) for at in area.centre] for mesh in drawn for area in mesh.hit_areas},
        }
        say("seen", self.number, json.dumps(seen))


class Later:
    """Lets time pass."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __call__(self) -> None:
        from kivy.app import App

        global ahead
        ahead += self.seconds
        screen = App.get_running_app()
        screen.surface._clock = clock
        screen._repaint()


def clock() -> float:
    """Return the time that the tests have set: an emulated machine takes seconds for one touch."""
    return ahead


ahead = time.monotonic()  # seconds
start.monotonic = clock
shown = threading.Event()
threading.Thread(target=listen, daemon=True).start()
kiosk = sys.argv[2] == "kiosk"
games = Screens(readers(read_game_data()))
sys.exit(start.main(Path(sys.argv[1]), lambda: games, kiosk=kiosk, size=None if kiosk else (800, 480)))
