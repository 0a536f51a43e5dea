"""Tests of the stone background: lit by a lamp, or of one colour if its picture is missing or damaged, logged once."""

import pytest

from app.screen.paint import background
from app.screen.paint.static_layer import StaticLayer
from app.screen.paint.theme import ink
from tests.app.screen.finger import SIZE  # a window, to draw with


@pytest.fixture(autouse=True)
def clear_picture_cache():
    background._stone.cache_clear()
    yield
    background._stone.cache_clear()


def table_pixels(bright=False, plain=False):
    """Return the cached pixels of an empty table, row by row, as bytes of red, green, blue and opacity."""
    ground = StaticLayer(SIZE)
    ground.bright, ground.plain = bright, plain
    ground.redraw()
    ground._picture.draw()
    return ground._picture.texture.pixels


def brightness(pixels, x, y):
    """Return the mean brightness of a few pixels around a point, counted from the upper left corner of the screen."""
    width, height = SIZE
    at = [4 * ((height - 1 - (y + dy)) * width + x + dx) for dy in range(-8, 9, 4) for dx in range(-8, 9, 4)]
    return sum(sum(pixels[k : k + 3]) for k in at) / len(at)


@pytest.mark.parametrize("bright", [False, True], ids=("night", "bright"))
def test_the_table_is_bright_below_the_lamp_and_dark_in_the_corners(bright):
    pixels = table_pixels(bright)
    width, height = SIZE
    middle, corner, lower = (
        brightness(pixels, *at) for at in ((width // 2, height // 2), (9, 9), (width - 10, height - 10))
    )
    assert corner < middle * (0.95 if bright else 0.7)
    assert lower < middle * (0.95 if bright else 0.7)


def test_plain_table_has_one_colour():
    assert set(zip(*[iter(table_pixels(plain=True))] * 4, strict=True)) == {
        tuple(round(255 * part) for part in ink("table", False, True))
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize("holds", [None, b"no picture"], ids=("missing", "damaged"))
def test_unreadable_picture_leaves_one_colour_and_is_logged_once(tmp_path, monkeypatch, caplog, holds):
    file = tmp_path / "basalt.jpg"
    if holds:
        file.write_bytes(holds)
    monkeypatch.setitem(background.SLABS, False, file)
    table = tuple(round(255 * part) for part in ink("table"))
    assert [set(zip(*[iter(table_pixels())] * 4, strict=True)) for _ in range(2)] == [{table}] * 2
    said = [record.getMessage() for record in caplog.records if "basalt" in record.getMessage()]
    assert len([each for each in said if "the table has one colour" in each]) == 1
