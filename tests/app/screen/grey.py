"""Pictures of small things, in colour and in grey."""

from kivy.graphics import ClearBuffers, ClearColor, Fbo
from PIL import Image

from app.screen.paint.mesh_group import MeshGroup, mesh_canvas
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from tests.app.screen import (
    finger,  # noqa: F401  # first: it opens the window
)

PIXEL_STEP = 5  # pixels that count, of each row and column
GREY_STEPS = 20  # steps of 255 between two greys that eyes can tell from one another
MIN_PIXELS = 4  # of the pixels that count


def painted(size, paint, bright=False, plain=False):
    """Return what `paint` draws as a picture of this size, with the pen at its upper left corner."""
    w, h = map(int, size)
    pen = Pen(measure, bright, plain=plain)
    paint(pen)
    seen, lying, mesh = Fbo(size=(w, h)), mesh_canvas(), MeshGroup(pen, h)
    lying.add(mesh.group)
    for step in (ClearColor(0, 0, 0, 1), ClearBuffers(), lying):
        seen.add(step)
    seen.draw()
    return Image.frombytes("RGBA", (w, h), seen.pixels).convert("RGB").transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def in_grey(size, paint, every=PIXEL_STEP):
    """Return the brightness (0 to 255) of every `every`-th pixel of each row and column of what `paint` draws."""
    w, h = map(int, size)

    def in_middle(pen):
        with pen.at(w / 2, h / 2):
            paint(pen)

    seen = painted((w, h), in_middle)
    dots = [seen.getpixel((x, y)) for y in range(0, h, every) for x in range(0, w, every)]
    return [(30 * red + 59 * green + 11 * blue) // 100 for red, green, blue in dots]
