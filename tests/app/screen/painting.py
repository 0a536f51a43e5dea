"""Elements of a screen with the drawings of each."""

from app.screen.composition import compose
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from tests.app.screen import SIZE
from tests.app.screen.lettering import painted


def parts(room, size=SIZE, only=""):
    """Return the elements by key, each with its pen, in drawing order; `only`: one of them."""
    found = {}
    for element in compose(room.control.scene, *size):
        if only not in ("", element.key):
            continue
        pen = Pen(measure)
        element.draw(pen, room.control)
        found[element.key] = (element, pen)
    return found


def words(pen):
    return [word for layer in pen.layers for word in layer.words]


def areas(room, size=SIZE):
    """Return the touch areas by key."""
    return {area.key: area for _, _, found in painted(room, size) for area in found}


def taps(room, size=SIZE):
    """Map the key of each touch area to the function that a tap calls."""
    return {key: area.tap for key, area in areas(room, size).items() if area.tap}


def texts(room, size=SIZE):
    """List the runs of words on the screen, from the lowest element up."""
    return [word.text for _, words, _ in painted(room, size) for word in words]


def text_of(room, size=SIZE):
    """Return all words on the screen as one text."""
    return " ".join(texts(room, size))
