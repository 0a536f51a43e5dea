"""A table to work at: its screen starts anew when a file is saved, and shows what can be touched.

`python -m tests.workbench [OPTION …]`, with the options of `wondertable run`; its games lie in build/workbench unless
--data-dir says otherwise. The table itself goes on as it began: its games, and phones, stay while screens come and go.
"""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import main as program
from app.host.screen_process import ScreenProcess

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "build" / "workbench"
WATCHED_FOLDERS: Final = ("app", "data", "engine", "hardware", "kv", "tests")
LOOK: Final = 0.5  # seconds between two looks at the files
EDGES: Final = {"tap": (0.2, 1.0, 0.5, 0.9), "hold": (0.4, 0.7, 1.0, 0.9), "ground": (1.0, 1.0, 1.0, 0.25)}


def table(words: Sequence[str]) -> int:
    """Run the table with a screen of ours; the exit code."""
    ScreenProcess.program = (sys.executable, "-m", "tests.workbench", "screen")
    own = [] if "--data-dir" in words else ["--data-dir", str(FOLDER)]
    size = [] if {"--size", "--kiosk", "--headless"} & {*words} else ["--size", "1280x720"]
    return program.main(["run", *own, *size, *words])


# ---- a screen that starts anew -------------------------------------------------------------------------------


def times(root: Path = ROOT) -> dict[Path, int]:
    """Return the modification time of each file that a screen may read."""
    found = {}
    for folder in WATCHED_FOLDERS:
        for path in (root / folder).rglob("*"):
            if path.suffix in (".py", ".toml", ".kv", ".po", ".wav", ".ttf") and path.is_file():
                found[path] = path.stat().st_mtime_ns
    return found


def saved(before: dict[Path, int], root: Path = ROOT) -> list[Path]:
    """List files that were saved, created or deleted since; none while one of them does not compile."""
    now = times(root)
    found = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
    for path in found:
        if path in now and path.suffix == ".py":
            try:
                compile(path.read_bytes(), path, "exec")
            except SyntaxError as wrong:
                print(f"workbench: {wrong}", file=sys.stderr)
                before[path] = now[path]  # it is said once
                return []
    return found


def start_anew() -> None:
    """Restart this process; the table only sees the screen reconnect."""
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def wait_for_a_file(before: dict[Path, int], then: Callable[[], None] = start_anew) -> None:
    while not (found := saved(before)):
        time.sleep(LOOK)
    print(f"workbench: {found[0].relative_to(ROOT)} was saved; the screen starts anew", file=sys.stderr)
    then()


def screen(words: Sequence[str]) -> int:
    """Run the screen of a table until people close it; if it fails, wait until a file is saved."""
    before = times()
    threading.Thread(target=wait_for_a_file, args=(before,), daemon=True).start()
    if "--page" not in words:  # a page of words, when nothing else could be shown
        show_what_can_be_touched()
    try:
        return program.main(["screen", *words])
    except Exception:
        traceback.print_exc()
        threading.Event().wait()
        return 1


def show_what_can_be_touched() -> None:
    """Make every surface draw the edges of its touchable areas."""
    from app.screen.process import start

    opened = start.open_window

    def with_edges() -> bool:
        if not opened():
            return False
        from app.screen.process import window
        from app.screen.surface import Surface

        window.Surface = edged(Surface)
        return True

    start.open_window = with_edges


def edged(surface: type) -> type:
    """Return a surface class that draws the edges of areas to tap, areas to hold, and areas that do nothing."""
    from kivy.graphics import Color, InstructionGroup, Line

    class Edged(surface):
        def __init__(self, *args, **more):
            self.edges = InstructionGroup()
            super().__init__(*args, **more)
            self.canvas.after.add(self.edges)

        def update(self):
            super().update()
            self.edges.clear()
            for element in self.elements:
                for area in self.meshes[element.key].hit_areas:
                    self.edges.add(Color(*EDGES["tap" if area.tap else "hold" if area.hold else "ground"]))
                    points = [at for x, y in area.corners for at in (x, self.height - y)]
                    self.edges.add(Line(points=points, close=True, width=1))

    return Edged


if __name__ == "__main__":
    first, *others = sys.argv[1:] or [""]
    sys.exit(screen(others) if first == "screen" else table(sys.argv[1:]))
