"""Words are read on whatever lies under them, at night and in a bright room: at least 4.5:1, large ones 3:1.

Measured on what is drawn: under the middle of each word lie the triangles of its element and of all below it, and the
stone, lit as it is there. What is
dimmed, since nobody is asked there now or it cannot be chosen, has at least 2.5:1.
"""

from collections import defaultdict
from functools import cache

import pytest
from PIL import Image

from app.looks.theme import colours
from app.looks.tiles import SLABS
from app.screen.compose import compose
from app.screen.draw import Pen
from app.screen.slab import light
from app.screen.text import measure
from app.screen.theme import ink
from tests.app.screen import (
    duel_states,
    sevens,
    stage,  # noqa: F401  # before Kivy
)
from tests.app.screen.contrasts import contrast, holds, luminance
from tests.app.screen.layout_faults import MAIN

SIZE = 1280, 720
CELL = 16  # pixels; in each cell the words are known whose middle lies there
LARGE, LARGE_BOLD = 24.0, 18.66  # pixels, as WCAG 2 has it
DIMMED = 2.5


class Reading(Pen):
    """Notes which words are dimmed."""

    def __init__(self, bright, plain):
        super().__init__(measure, bright, plain=plain)
        self.dim = set()

    def text(self, *args, **finish):
        wide = super().text(*args, **finish)
        if self._part < 1 and self.layers[-1].words:
            self.dim.add(id(self.layers[-1].words[-1]))
        return wide


@cache
def stone(bright):
    """The least favourable tenth of the stone: the lightest at night, the darkest by day."""
    with Image.open(SLABS[bright]) as picture:
        pixels = picture.convert("RGB").tobytes()
    tones = sorted(zip(pixels[0::3], pixels[1::3], pixels[2::3], strict=True), key=sum)
    return [part / 255 for part in tones[len(tones) // 10 if bright else len(tones) * 9 // 10]]


def lies_on(x, y, bright, plain):
    """The colour of the table at a point."""
    if plain:
        return ink("table", bright, plain)[:3]
    lit = light(x / SIZE[0], y / SIZE[1], bright)
    return tuple(min(1.0, part * times) for part, times in zip(stone(bright), lit, strict=True))


def over(colour, ground):
    r, g, b, a = colour
    return tuple(part * a + below * (1 - a) for part, below in zip((r, g, b), ground, strict=True))


def faint(room, bright, plain=False):
    """Words that are hard to read in this room, with their contrast."""
    pens = []
    for part in compose(room.control.scene, *SIZE):
        pen = Reading(bright, plain)
        part.draw(pen, room.control)
        pens.append(pen)
    layers, dim = [layer for pen in pens for layer in pen.layers], set().union(*(pen.dim for pen in pens))
    words, grounds = [], []  # each word, and what lies under it so far
    cells = defaultdict(list)
    for nth, layer in enumerate(layers):
        for word in layer.words:
            x, y = (sum(part) / 4 for part in zip(*word.corners, strict=True))
            cells[int(x) // CELL, int(y) // CELL].append((len(words), nth, x, y))
            words.append(word)
            grounds.append(lies_on(x, y, bright, plain))
    for nth, layer in enumerate(layers):
        v = layer.vertices
        for i in range(0, len(layer.indices), 3):
            corners = [(v[8 * k], v[8 * k + 1]) for k in layer.indices[i : i + 3]]
            xs, ys = zip(*corners, strict=True)
            for column in range(int(min(xs)) // CELL, int(max(xs)) // CELL + 1):
                for row in range(int(min(ys)) // CELL, int(max(ys)) // CELL + 1):
                    for which, of, x, y in cells.get((column, row), ()):
                        if nth <= of and holds(corners, x, y):
                            k = 8 * layer.indices[i]
                            grounds[which] = over(v[k + 4 : k + 8], grounds[which])
    found = {}
    for word, ground in zip(words, grounds, strict=True):
        large = word.size >= (LARGE_BOLD if word.bold else LARGE)
        seen = contrast(over(word.colour, ground), ground)
        if seen < (DIMMED if id(word) in dim else 3 if large else 4.5):
            found[word.text] = round(seen, 2)
    return found


@cache
def pictures():
    """A room for each, by its name."""
    found = {scene.__name__: lambda scene=scene: scene(5) for scene in MAIN}
    found |= {f"duel {name}": reach for name, (reach, _) in duel_states.STATES.items()}
    found |= {f"seven {asked}": lambda asked=asked: sevens.room(sevens.asking(asked, 5)) for asked in ("draft", "play")}
    return found


@pytest.mark.sampled(16)
@pytest.mark.parametrize("plain", [False, True], ids=("drawn", "plain"))
@pytest.mark.parametrize("bright", [False, True], ids=("night", "bright"))
@pytest.mark.parametrize("picture", pictures())
def test_all_words_can_be_read(picture, bright, plain):
    assert faint(pictures()[picture](), bright, plain) == {}


def test_each_colour_has_a_second_value():
    night, bright = colours(), colours(bright=True)
    assert night.keys() == bright.keys()
    assert {name for name in night if night[name] == bright[name]} == {"white", "black", "tag", "tag_text"}, (
        "under a code, in the dark, and on drawings"
    )
    assert luminance(ink("table")) < 0.02
    assert luminance(ink("table", True)) > 0.8


def test_a_word_on_its_own_colour_is_found():
    class Part:
        key = "part"

        def draw(self, pen, control):
            pen.rect(0, 0, 200, 100, fill="candle")
            pen.text(100, 50, "lost", 20, "candle")
            pen.text(100, 80, "read", 20, "ink")

    class Room:
        class control:
            scene = None

    compose_, globals()["compose"] = compose, lambda scene, w, h: [Part()]
    try:
        assert faint(Room(), bright=False) == {"lost": 1.0}
    finally:
        globals()["compose"] = compose_
