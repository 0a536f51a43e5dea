"""A fault of ours, for who asks what people do then: `wondertable screen` dies whenever it is shown for a bright room.

With the eyes of `eyes`. Python loads it by itself where PYTHONPATH names this folder.
"""

import os
import runpy
import sys
import threading
import time
from pathlib import Path


def die() -> None:
    """Abort the process as soon as the screen is bright."""
    while True:
        time.sleep(0.02)
        app = getattr(sys.modules.get("kivy.app"), "App", None)  # None while it is imported
        surface = getattr(app and app.get_running_app(), "surface", None)
        if surface is not None and surface.motion.bright:
            os.abort()


runpy.run_path(str(Path(__file__).parents[1] / "eyes" / "sitecustomize.py"))
if "screen" in sys.argv[1:2]:
    threading.Thread(target=die, daemon=True).start()
