"""Pictures without their colours."""

from kivy.graphics import ClearBuffers, ClearColor, Fbo

from app.screen.draw import Pen
from app.screen.mesh_group import MeshGroup, paper
from app.screen.text import measure
from tests.app.screen import (
    finger,  # noqa: F401  # first: it opens the window
)

EVERY = 5  # pixels that count, of each row and column
APART = 20  # steps of 255 between two greys that eyes can tell from one another
SEEN = 4  # of the pixels that count


def in_grey(size, paint, every=EVERY):
    """How light a thing is where it is drawn: some of its pixels, `every` so many of each row and column."""
    w, h = map(int, size)
    pen = Pen(measure)
    with pen.at(w / 2, h / 2):
        paint(pen)
    seen, lying = Fbo(size=(w, h)), paper()
    lying.add(MeshGroup(pen, h).group)
    for step in (ClearColor(0, 0, 0, 1), ClearBuffers(), lying):
        seen.add(step)
    seen.draw()
    at = seen.pixels
    dots = [4 * (y * w + x) for y in range(0, h, every) for x in range(0, w, every)]
    return [(30 * at[i] + 59 * at[i + 1] + 11 * at[i + 2]) // 100 for i in dots]
