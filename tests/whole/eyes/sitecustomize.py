"""The eyes of whoever plays in a real window: in `wondertable screen` this tells what is drawn there, and nothing more.

Python loads it by itself where PYTHONPATH names this folder. The file that DRAWN names then holds what a finger would
find, and eyes read: `rev` of what is shown, the `process` that shows it, `parts` (the elements drawn), all `words`,
and of each thing that can be touched its key, where it lies (pixels, y down) and its rank.
"""

import json
import os
import sys
import threading
import time
from pathlib import Path

POLL_SECONDS = 0.03  # seconds between two looks


def watch(told: Path) -> None:
    """Watch the window for as long as it exists."""
    while getattr(sys.modules.get("kivy.core.window"), "Window", None) is None:
        time.sleep(0.02)
    last = ""

    def look(*_: object) -> None:
        nonlocal last
        surface = getattr(sys.modules["kivy.app"].App.get_running_app(), "surface", None)
        if surface is None or surface.refresh.is_triggered:  # another picture is coming
            return
        found = {}
        layers = [layer for mesh in surface.meshes.values() for layer in mesh.pen.layers]
        words = [word.text for layer in layers for word in layer.words]
        for mesh in surface.meshes.values():
            for area in mesh.hit_areas:
                x, y = area.centre
                if surface.hit_area_at(x, y) is area:  # nothing lies on it
                    found[area.key] = (round(x), round(y), area.rank)
        seen = {"parts": list(surface.meshes), "words": words, "things": found}
        now = json.dumps({"rev": surface._control.model.rev, "process": os.getpid(), **seen})
        if now != last:
            last = now
            told.with_suffix(".new").write_text(now)
            told.with_suffix(".new").rename(told)

    sys.modules["kivy.clock"].Clock.schedule_interval(look, POLL_SECONDS)


if "screen" in sys.argv[1:2] and "DRAWN" in os.environ:
    threading.Thread(target=watch, args=(Path(os.environ["DRAWN"]),), daemon=True).start()
