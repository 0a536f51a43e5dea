"""Signs in a picture and their places, told apart by their shapes."""

from typing import NamedTuple

from app.screen.composition import compose
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.widgets import faces, illustrations
from tests.app.screen import stage  # noqa: F401  # before Kivy
from tests.app.screen.layout_faults import inside
from tests.app.screen.lettering import visible_words


class Shape(NamedTuple):
    """A shape as it is drawn, with the position of its pen."""

    what: tuple
    x: float
    y: float
    size: float  # of a hundred of its pen's units, in pixels


class DrawnPart(NamedTuple):
    """A part of the table: its words, its shapes, and the grounds that cover what was drawn before it."""

    key: str
    words: list
    shapes: list
    grounds: list


class Shaping(Pen):
    """A pen that records words, touch areas and shapes without colours, and draws nothing."""

    def __init__(self, large=False):
        super().__init__(measure, large=large)
        self.shapes, self.grounds = [], []

    def _keep(self, *what):
        self.shapes.append(Shape(what, *self.place(0, 0), 100 * self.scale))

    def rect(self, x, y, w, h, r=0, fill=None, line=None, width=2, opacity=1, **finish):
        self._keep("rect", x, y, w, h, r)
        if fill and opacity == 1 and self.layers[-1].window is None:  # what is scrolled ends at its window
            self.grounds.append([self.place(a, b) for a, b in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))])

    def oval(self, x, y, rx, ry, *colours, **finish):
        self._keep("oval", x, y, rx, ry)

    def poly(self, *flat, **finish):
        self._keep("poly", *flat)

    def path(self, *flat, **finish):
        self._keep("path", *flat)

    def stamp(self, x, y, scale, paint, *what, rough=False):
        if paint.__module__ == illustrations.__name__:  # a drawing has no signs
            return
        with self.at(x, y, 0, scale):
            paint(self, *what)


def drawn(room, size):
    """List the drawn parts of the table in this room."""
    found, table = [], room.control.model.table
    for part in compose(room.control.scene, *size):
        pen = Shaping(large=table is not None and table.settings.large)
        part.draw(pen, room.control)
        words = [word for layer in pen.layers for word in visible_words(layer)]
        found.append(DrawnPart(part.key, words, pen.shapes, pen.grounds))
    return found


def shapes_of(name):
    """Return the shapes that draw a sign."""
    pen = Shaping()
    faces.figure(pen, name, 0, 0, 100)
    return [shape.what for shape in pen.shapes]


def signs(part, name):
    """List the places of a sign in a part: centre and size of each, in pixels."""
    wanted = shapes_of(name)
    whats = [shape.what for shape in part.shapes]
    starts = (n for n in range(len(whats) - len(wanted) + 1) if whats[n : n + len(wanted)] == wanted)
    return [(part.shapes[n].x, part.shapes[n].y, part.shapes[n].size) for n in starts]


def read_counts(part, name):
    """List the words beside a sign, in the order of their signs."""
    return [_find_word(part, *sign) for sign in signs(part, name)]


def _find_word(part, x, y, size):
    """Return the word nearest to a sign, if it is within 1.6 times the size of the sign."""

    def far(word):
        wx, wy = _middle(word)
        return (wx - x) ** 2 + (wy - y) ** 2

    word = min(part.words, key=far, default=None)
    return word.text if word is not None and far(word) < (1.6 * size) ** 2 else ""


def sight(parts, rect, of=""):
    """Return what is visible of these parts in a rectangle, as one part: nothing covered by a higher part.

    `of`: the prefix of the keys of the parts to return.
    """

    def is_inside(x, y):
        return rect.x <= x <= rect.x + rect.w and rect.y <= y <= rect.y + rect.h

    words, shapes, above = [], [], []
    for part in reversed(parts):

        def bare(x, y, above=tuple(above)):
            return is_inside(x, y) and not any(inside((x, y), ground) for ground in above)

        if part.key.startswith(of):
            words += [word for word in part.words if bare(*_middle(word))]
            shapes[:0] = [shape for shape in part.shapes if bare(shape.x, shape.y)]
        above += [ground for ground in part.grounds if any(is_inside(x, y) for x, y in (*ground, _centre(ground)))]
    return DrawnPart("", words, shapes, [])


def _middle(word):
    (ax, ay), _, (bx, by), _ = word.corners
    return (ax + bx) / 2, (ay + by) / 2


def _centre(corners):
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
