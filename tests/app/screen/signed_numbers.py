"""Numbers on the screen with the signs beside them, and the person in whose element they are drawn."""

import re
from contextlib import contextmanager
from math import dist

from app.looks import icons, symbols
from app.screen.composition import compose
from app.screen.paint.text_drawing import measure
from tests.app.screen.lettering import Lettering

SIZE = (1280, 720)
NUMBER = re.compile(r"[−-]?\d+")
MARK = "\N{SECTION SIGN}"  # before the name of a sign that is written as a word
COIN = f"{MARK}money"
WIDE, LEVEL = 1.6, 0.45  # of a number's height: how far left its sign may lie, and how far above or below


class SignPen(Lettering):
    """A pen that writes the name of a sign where the sign is drawn."""

    def stamp(self, x, y, scale, paint, *what, rough=False):
        if paint is symbols.draw:
            self.write(what[0], x, y, 100 * scale)
        elif paint in (*icons.ICONS.values(), *icons.SIGNS.values()):
            with self.at(x, y, 0, scale):
                paint(self, *what)

    def write(self, name, x, y, size):
        self.text(x, y, MARK + name, size, "text")


@contextmanager
def written_signs():
    """Write icons and colour signs as words in the `with` block, in every element drawn with a `SignPen`."""
    tables = (icons.ICONS, icons.SIGNS)
    kept = [{**drawn} for drawn in tables]

    def writer(name, draw):
        return lambda p, *inks: p.write(name, 0, 0, 100) if isinstance(p, SignPen) else draw(p, *inks)

    try:
        for drawn in tables:
            drawn.update({name: writer(name, draw) for name, draw in drawn.items()})
        yield
    finally:
        for drawn, was in zip(tables, kept, strict=True):
            drawn.update(was)


def drawn(room, size=SIZE):
    """List each element's key, words and touched areas; signs are words that begin with MARK."""
    with written_signs():
        for part in compose(room.control.scene, *size):
            pen = SignPen(measure)
            part.draw(pen, room.control)
            yield part.key, [word for layer in pen.layers for word in layer.words], pen.hit_areas


def signed_numbers(words):
    """List (sign, number) of an element's words: a sign below a number, or next to it on the left."""
    signs = [word for word in words if word.text.startswith(MARK)]
    for word in words:
        if NUMBER.fullmatch(word.text):
            near = [(abs(at), sign.text) for sign in signs if (at := _along(word, sign)) is not None]
            if near:
                at, sign = min(near)
                if sign != COIN or at > word.size / 2:  # what stands on a coin is printed, what one has beside it
                    yield word, sign.removeprefix(MARK), number(word)


def number(word):
    return int(word.text.replace("−", "-"))


def _along(word, sign):
    """Return the distance of a sign from a number along the line of reading; None if it is too far."""
    (ax, ay), (bx, by), _, (dx, dy) = word.corners
    wide, high = dist((ax, ay), (bx, by)), dist((ax, ay), (dx, dy))
    (x, y), (mx, my) = middle(sign), middle(word)
    along = ((x - mx) * (bx - ax) + (y - my) * (by - ay)) / wide
    over = ((x - mx) * (dx - ax) + (y - my) * (dy - ay)) / high
    return along if -wide / 2 - WIDE * high < along < wide / 2 and abs(over) < LEVEL * high else None


def middle(word):
    return tuple(sum(at) / 4 for at in zip(*word.corners, strict=True))
