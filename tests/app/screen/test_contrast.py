"""Each colour has a value for a bright room. How far words stand out: tests/pictures/test_screens.py."""

from app.looks.theme import colours
from app.screen.theme import ink
from tests.app.screen.contrasts import luminance


def test_each_colour_has_a_second_value():
    night, bright = colours(), colours(bright=True)
    assert night.keys() == bright.keys()
    assert {name for name in night if night[name] == bright[name]} == {"white", "black", "tag", "tag_text"}, (
        "under a code, in the dark, and on drawings"
    )
    assert luminance(ink("table")) < 0.02
    assert luminance(ink("table", True)) > 0.8
