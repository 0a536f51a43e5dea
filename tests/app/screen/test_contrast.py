"""Colours of the theme: each has a variant for a bright room. Contrast of words: tests/pictures/test_screens.py."""

import pytest

from app.looks.theme import colours
from app.screen.paint.pen import Pen
from app.screen.paint.theme import ink
from tests.app.screen.contrasts import contrast, luminance


def test_every_colour_has_a_bright_variant():
    night, bright = colours(), colours(bright=True)
    assert night.keys() == bright.keys()
    assert {name for name in night if night[name] == bright[name]} == {"white", "black", "tag", "tag_text"}, (
        "under a code, in the dark, and on drawings"
    )
    assert luminance(ink("table")) < 0.02
    assert luminance(ink("table", True)) > 0.8


@pytest.mark.parametrize("part", [0.9, 0.5, 0.1])
@pytest.mark.parametrize("bright", [False, True], ids=["night", "bright"])
def test_dimmed_words_stay_legible(bright, part):
    pen, plain = Pen(lambda text, size, bold: (size, size), bright), ink("text", bright)
    with pen.dimmed(part):
        pen.text(0, 0, "Giza", 20)
    [word] = pen.layers[0].words
    assert plain != word.colour
    assert contrast(word.colour, ink("table", bright)) >= 4.5
