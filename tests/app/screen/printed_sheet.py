"""A picture of everything printed in a game, in colour and below it in grey.

`PYTHONPATH=. python …/printed_sheet.py duels|sevens FILE.png`
"""

import os
import sys
from importlib import import_module
from pathlib import Path

from app.screen.process.start import prepare
from tests.app.screen import stage  # noqa: F401  # first: it sets the surroundings up

SIZES = {"duels": (2260, 2320), "sevens": (3800, 2720)}  # pixels, by the module that gives what is printed
SIZE = SIZES[sys.argv[1]]
prepare(Path(os.environ["KIVY_HOME"]), kiosk=False, size=SIZE)

from kivy.app import App  # noqa: E402  # only now
from kivy.base import EventLoop  # noqa: E402  # only now
from kivy.core.window import Window  # noqa: E402  # only now
from kivy.uix.widget import Widget  # noqa: E402  # only now

from app.screen.paint.mesh_group import MeshGroup, mesh_canvas  # noqa: E402  # only now
from app.screen.paint.pen import Pen  # noqa: E402  # only now
from app.screen.paint.text_drawing import measure  # noqa: E402  # only now


def sheet(top):
    """Paint every printed thing, row by row."""
    pen, x, y = Pen(measure), 40.0, top
    pen.rect(0, top - 30, SIZE[0], SIZE[1] / 2, 0, "table")
    for _, (w, h), paint in import_module(sys.argv[1]).printed():
        if x + w > SIZE[0] - 30:
            x, y = 40.0, y + h + 20
        with pen.at(x + w / 2, y + h / 2):
            paint(pen)
        x += w + 14
    return pen


def without_colour(pen):
    """Convert the drawing to grey of the same brightness."""
    for layer in pen.layers:
        at = layer.vertices
        for i in range(4, len(at), 8):
            at[i] = at[i + 1] = at[i + 2] = light(*at[i : i + 3])
        for word in layer.words:
            word.colour = (*[light(*word.colour[:3])] * 3, word.colour[3])
    return pen


def light(red, green, blue):
    return 0.3 * red + 0.59 * green + 0.11 * blue


def main(out):
    class Shown(App):
        def build(self):
            found = Widget(size=SIZE)
            lying = mesh_canvas()
            pens = sheet(30.0), without_colour(sheet(SIZE[1] / 2 + 30))
            self.meshes = [MeshGroup(pen, SIZE[1]) for pen in pens]
            for mesh in self.meshes:
                lying.add(mesh.group)
            found.canvas.add(lying)
            return found

    app = Shown()
    app._run_prepare()
    for _ in range(3):
        EventLoop.idle()
    Path(Window.screenshot(name=out)).rename(out)


if __name__ == "__main__":
    main(sys.argv[2])
