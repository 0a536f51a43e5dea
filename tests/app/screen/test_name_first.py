"""Tests that the start shows the program's name first, before it imports anything else."""

import os
import subprocess
import sys
from pathlib import Path

from kivy.core import text as kivy_text
from kivy.core.window import Window
from kivy.graphics import Rectangle, Rotate

from app.screen.process.start import show_name

ROOT = Path(__file__).parents[3]
LATE_IMPORTS = {  # imported once the name is shown
    "app.games.screen_registry",
    "app.protocol.table_client",
    "app.screen.paint.pen",
    "app.screen.state.scene",
    "app.screen.surface",
    "app.screen.process.window",
    "msgspec",
}


def test_program_name_faces_every_edge_for_two_frames_then_is_removed(monkeypatch):
    said, seen = [], []

    class Label(kivy_text.Label):
        def __init__(self, text, **how):
            said.append(text)
            super().__init__(text, **how)

    def draw():
        shapes = Window.canvas.children
        seen.append(([each.texture for each in shapes if isinstance(each, Rectangle)], angles(shapes)))

    def angles(shapes):
        return [each.angle for each in shapes if isinstance(each, Rotate)]

    monkeypatch.setattr(kivy_text, "Label", Label)
    monkeypatch.setattr(Window, "on_draw", draw)
    Window.canvas.clear()
    show_name()
    assert said == ["Wondertable"]
    assert len(seen) == 2, "without a desktop the first frame never reaches the panel"
    for textures, turned in seen:
        assert len(textures) == 4
        assert all(texture.width > 80 for texture in textures)
        assert turned == [0, 90, 180, 270]
    assert not Window.canvas.children


def test_no_other_module_is_imported_before_the_name_is_shown(tmp_path):
    """The window itself is not opened here."""
    code = (
        "import sys, main; from app.screen.process import start\n"
        "start.open_window = lambda: True\n"
        "from kivy import kivy_data_dir\n"
        f"start.show_name = lambda: (print(*sorted({LATE_IMPORTS!r} & set(sys.modules)), rules()), sys.exit(7))\n"
        "def rules():\n"
        "    import kivy; from kivy.lang import Builder; from kivy.resources import resource_find\n"
        "    assert kivy.kivy_data_dir == kivy_data_dir and resource_find('data/glsl/default.fs')\n"
        "    return len(Builder.rules)\n"
        f"sys.exit(main.main(['screen', '--data-dir', {str(tmp_path)!r}]))"
    )
    environment = os.environ | {"SDL_VIDEODRIVER": "x11"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (7, ["0"]), done.stderr
