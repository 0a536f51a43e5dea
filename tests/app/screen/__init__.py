"""Tests of the screen without a table: their rooms are made by hand and drawn off screen. Kivy is configured here."""

import os
import tempfile

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_FILELOG", "1")
os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
if "KIVY_HOME" not in os.environ:  # run by itself, not by pytest
    os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="wondertable-kivy-")

SIZE = (1280, 720)  # of a window where none is said
