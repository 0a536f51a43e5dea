"""Writes down when a Kivy window flips, without the program knowing: put this folder on PYTHONPATH.

Each flip adds a line to the file FLIPS names: the monotonic time, and 1 once a code has been drawn.
"""

import importlib.util
import os
import sys
import time

drawn = [False]


class Watcher:
    """Does something to one module as soon as it is loaded."""

    def __init__(self, name, act):
        self.name, self.act = name, act

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            self.act(module)

        spec.loader.exec_module = exec_module
        return spec


def _watch_flips(module):
    file = os.open(os.environ["FLIPS"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    flip = module.WindowSDL.flip

    def watched(self):
        flip(self)
        os.write(file, b"%.6f %d\n" % (time.monotonic(), drawn[0]))

    module.WindowSDL.flip = watched


def _watch_codes(module):
    code = module.Pen.code

    def watched(self, *where, **how):
        drawn[0] = True
        return code(self, *where, **how)

    module.Pen.code = watched


if "FLIPS" in os.environ:
    sys.meta_path.insert(0, Watcher("kivy.core.window.window_sdl2", _watch_flips))
    sys.meta_path.insert(0, Watcher("app.screen.paint.pen", _watch_codes))
