"""The screen as it is, which also says every touch that reaches its window: `down 12 34`, `up 12 34` (pixels, y down).

`touched.py DATA_DIR kiosk|window`, in a virtual machine: on_a_touchscreen.py starts it there.
"""

import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from app.games.screens import Screens
from app.games.shelf import readers
from app.screen.start import main
from main import data

PATIENCE = 20.0  # seconds for the driver of a touchscreen to come; it may be that none does


def say(*words: object) -> None:
    print(*words, flush=True)


def listen() -> None:
    while (window := getattr(sys.modules.get("kivy.core.window"), "Window", None)) is None:
        time.sleep(0.05)
    window.bind(on_touch_down=lambda _, touch: say("down", round(touch.x), round(window.height - 1 - touch.y)))
    window.bind(on_touch_up=lambda _, touch: say("up", round(touch.x), round(window.height - 1 - touch.y)))
    window.bind(on_flip=lambda _: shown.set())
    shown.wait()
    say("shown", *window.size)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not any(each.name.startswith("MTD") for each in threading.enumerate()):
        time.sleep(0.1)
    say("ready")


shown = threading.Event()
threading.Thread(target=listen, daemon=True).start()
kiosk = sys.argv[2] == "kiosk"
games = Screens(readers(data()))
sys.exit(main(Path(sys.argv[1]), games, kiosk=kiosk, size=None if kiosk else (800, 480)))
