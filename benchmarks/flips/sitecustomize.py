"""Writes down when a Kivy window flips, without the program knowing: put this folder on PYTHONPATH.

Each flip adds a line to the file FLIPS names: the monotonic time, 1 once a code has been drawn, and the processor
seconds of the process. FLIPS.spawned gets those of a table when it starts its screen. With IMPORTS each process adds to
that file at its end the processor seconds it imported for.
"""

import atexit
import importlib.util
import os
import sys
import time
from collections.abc import Callable
from typing import Any

Act = Callable[[Any], None]
drawn = [False]


class Watcher:
    """Does something to one module as soon as it is loaded."""

    def __init__(self, name: str, act: Act) -> None:
        self.name, self.act = name, act

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name != self.name:
            return None
        sys.meta_path.remove(self)
        spec: Any = importlib.util.find_spec(name)
        load = spec.loader.exec_module

        def exec_module(module: Any) -> None:
            load(module)
            self.act(module)

        spec.loader.exec_module = exec_module
        return spec


def _watch_flips(module: Any) -> None:
    file = os.open(os.environ["FLIPS"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    flip = module.WindowSDL.flip

    def watched(self: object) -> None:
        flip(self)
        os.write(file, b"%.6f %d %.6f\n" % (time.monotonic(), drawn[0], time.process_time()))

    module.WindowSDL.flip = watched


def _watch_spawn(module: Any) -> None:
    start = module.ScreenProcess.start

    def watched(self: object, *words: Any, **how: Any) -> Any:
        with open(f"{os.environ['FLIPS']}.spawned", "w") as file:
            print(time.process_time(), file=file)
        return start(self, *words, **how)

    module.ScreenProcess.start = watched


def _watch_codes(module: Any) -> None:
    code = module.Pen.code

    def watched(self: object, *where: Any, **how: Any) -> Any:
        drawn[0] = True
        return code(self, *where, **how)

    module.Pen.code = watched


def _time_imports() -> None:
    bootstrap: Any = vars(importlib)["_bootstrap"]
    load, state = bootstrap._find_and_load, [0, 0.0]  # depth, seconds

    def timed(name: str, import_: object) -> Any:
        state[0] += 1
        began = time.thread_time()
        try:
            return load(name, import_)
        finally:
            state[0] -= 1
            if not state[0]:
                state[1] += time.thread_time() - began

    def write() -> None:
        with open(os.environ["IMPORTS"], "a") as file:
            print(state[1], file=file)

    bootstrap._find_and_load = timed
    atexit.register(write)


if "IMPORTS" in os.environ:
    _time_imports()
if "FLIPS" in os.environ:
    sys.meta_path.insert(0, Watcher("kivy.core.window.window_sdl2", _watch_flips))
    sys.meta_path.insert(0, Watcher("app.screen.paint.pen", _watch_codes))
    sys.meta_path.insert(0, Watcher("app.host.screen_process", _watch_spawn))
