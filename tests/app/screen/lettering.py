"""A pen for words and touch areas that leaves out the shapes, which take most of the time of a picture."""

from app.screen.composition import compose
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from tests.app.screen import stage  # noqa: F401  # before Kivy


class Lettering(Pen):
    """A pen that records words and touch areas, and draws no shape."""

    def _skip(self, *shape, **finish):
        pass

    oval = disc = poly = path = arc = stamp = _skip

    def __init__(self, *settings, **look):
        super().__init__(*settings, **look)
        self.plates = []  # corners of filled rectangles

    def rect(self, x, y, w, h, r=0, fill=None, line=None, width=2, opacity=1, **finish):
        if fill and self.window is None and self._ink(fill, opacity)[3] > 0.5:
            self.plates.append(tuple(self.place(a, b) for a, b in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))))


def visible_words(layer):
    """List the words of a layer; of scrolled ones only those that are wholly visible."""
    return [
        word for word in layer.words if layer.window is None or all(layer.window.holds(x, y) for x, y in word.corners)
    ]


def lettered(room, size):
    """List each element's key and the pen that has drawn its words, touch areas and plates in this room."""
    found, table = [], room.control.model.table
    large = table is not None and table.settings.large
    for part in compose(room.control.scene, *size):
        pen = Lettering(measure, large=large)
        part.draw(pen, room.control)
        found.append((part.key, pen))
    return found


def element_parts(key, pen):
    """Return an element's key, words and touch areas."""
    return key, [word for layer in pen.layers for word in visible_words(layer)], pen.hit_areas


def painted(room, size):
    """List each element's key, words and touch areas in this room."""
    return [element_parts(key, pen) for key, pen in lettered(room, size)]


def leafed(room, size):
    """Yield the same for each page of the open list."""
    while True:
        found = painted(room, size)
        yield found
        later = [area for _, _, areas in found for area in areas if area.key == "later"]
        if not later:
            return
        later[0].tap()
