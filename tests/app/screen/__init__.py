"""Screens without a table, and their tests: made by hand, drawn off screen; Kivy is told so first."""

import os
import tempfile

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_FILELOG", "1")
os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
if "KIVY_HOME" not in os.environ:  # run by itself, not by pytest
    os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="wondertable-kivy-")

SIZE = (1280, 720)  # of a window where none is said
