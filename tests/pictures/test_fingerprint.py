"""A fingerprint recognises a moved label, a missing sign or word, and a changed colour; no shift by a hair."""

from collections.abc import Callable
from functools import partial

import pytest
from PIL import Image, ImageDraw

from app.looks import icons
from app.screen.animation import animation_layer
from app.screen.paint.pen import Pen
from tests.app.screen import scenes, sevens, shown
from tests.pictures.fingerprint import Drawing, Fingerprint, compare, is_alike
from tests.pictures.screens import HALF

SHIFT = 6.0  # pixels of the screen, by which a label lies elsewhere
SMALL = "a table", (800, 480)
HAIR = 0.25  # pixels of the screen, by which other letters may lie elsewhere
ROOMS: dict[str, Callable] = {
    "a table": lambda: scenes.play(4),
    "settings": lambda: scenes.settings(4, "de"),
    "7 wonders": lambda: sevens.room(sevens.asking("play", 5, 600)),
}
PLACES = pytest.mark.parametrize(
    ("room", "size"),
    [
        SMALL,
        pytest.param("7 wonders", (1280, 720), marks=pytest.mark.full),
        pytest.param("settings", (1920, 1080), marks=pytest.mark.full),
    ],
)


GREEN, RED, GOLD = (60, 120, 70), (150, 60, 60), (220, 180, 90)
SIGN, CHIP = (52, 20, 62, 30), (91, 75, 103, 87)  # left, top, right, bottom


def drawn(*more, colour=GREEN, words=("Take one of three", "3", "3"), size=(201, 103)):
    """Draw a sign and a chip by hand, and `more` boxes over them."""
    image = Image.new("RGB", size, (40, 30, 24))
    draw = ImageDraw.Draw(image)
    for box, fill in ((SIGN, GOLD), (CHIP, colour), *more):
        draw.rectangle(box, fill=fill)
    return Drawing(image, words)


STORED_FINGERPRINT = Fingerprint.parse(str(Fingerprint.of(drawn())))  # as a file has it


def picture(room, size):
    return shown.draw_still(ROOMS[room](), size).reduce(HALF)


class Elsewhere(Pen):
    """Lays one label elsewhere, the one of that number; none: all lie a hair from where they did."""

    which, by, count = 0, SHIFT, 0

    def text(self, *args, **finish):
        before = sum(len(layer.words) for layer in self.layers)
        wide = super().text(*args, **finish)
        if sum(len(layer.words) for layer in self.layers) > before:
            word = self.layers[-1].words[-1]
            (ax, ay), (bx, by) = word.corners[:2]
            far = self.by / (word.width or 1) if self.which in (None, Elsewhere.count) else 0.0
            word.corners = tuple((x + (bx - ax) * far, y + (by - ay) * far) for x, y in word.corners)
            Elsewhere.count += 1
        return wide


def picture_without_sign(monkeypatch, room, size, nth):
    """Draw the picture without its nth sign; return it with the number of signs."""
    drawn = []

    def paint(sign, p, f):
        drawn.append(sign)
        if len(drawn) != nth + 1:
            sign(p, f)

    with monkeypatch.context() as patch:
        for name, sign in [*icons.SIGNS.items()]:
            patch.setitem(icons.SIGNS, name, partial(paint, sign))
        return picture(room, size), len(drawn)


def picture_with_shift(monkeypatch, room, size, which, by=SHIFT):
    """Draw the picture with one label shifted."""
    with monkeypatch.context() as patch:
        for name, value in (("which", which), ("by", by)):
            patch.setattr(Elsewhere, name, value)
        patch.setattr(animation_layer, "Pen", Elsewhere)
        Elsewhere.count = 0
        return picture(room, size)


@pytest.mark.full
@PLACES
def test_shifted_label_is_detected(monkeypatch, room, size, request):
    picture_with_shift(monkeypatch, room, size, -1)  # what is made once is there from now on
    before = picture(room, size)
    step = Elsewhere.count // (24 if request.config.getoption("--full") else 4) or 1
    shifted = {nth: picture_with_shift(monkeypatch, room, size, nth) for nth in range(0, Elsewhere.count, step)}
    assert [nth for nth, found in shifted.items() if is_alike(before, found) and before != found] == []


@pytest.mark.full
@PLACES
def test_hairline_shift_of_letters_is_ignored(monkeypatch, room, size):
    assert is_alike(picture(room, size), picture_with_shift(monkeypatch, room, size, None, HAIR))


@pytest.mark.full
def test_missing_sign_is_detected(monkeypatch):
    before, signs = picture_without_sign(monkeypatch, *SMALL, -1)
    missing = {nth: picture_without_sign(monkeypatch, *SMALL, nth)[0] for nth in range(0, signs, signs // 4)}
    seen = {nth: found for nth, found in missing.items() if before != found}  # not those that something covers
    assert len(seen) > len(missing) / 2
    assert [nth for nth, found in seen.items() if is_alike(before, found)] == []


@pytest.mark.rotated
def test_redrawing_gives_the_same_picture():
    assert picture(*SMALL) == picture(*SMALL)


# ---- the line, and what is said of a difference ----------------------------------------------------------------


def test_order_of_drawn_words_makes_no_difference():
    assert not compare(STORED_FINGERPRINT, drawn(words=("3", "Take one of three", "3")))


def test_changed_colour_is_located():
    found = compare(STORED_FINGERPRINT, drawn(colour=RED))
    [(where, (blocks, left, right, top, low))] = found.regions().items()
    assert (where, blocks) == ("bottom centre", found.blocks.sum())
    assert CHIP[0] - 10 < left <= CHIP[0] < CHIP[2] < right + 5 < CHIP[2] + 15
    assert CHIP[1] - 10 < top <= CHIP[1] < CHIP[3] < low + 5 < CHIP[3] + 15
    assert f"{blocks} at the bottom centre (x {left}–{right}, y {top}–{low} px)" in str(found)


def test_colours_of_equal_brightness_differ():
    assert compare(STORED_FINGERPRINT, drawn(colour=(120, 88, 70))).blocks.any()


def test_covered_sign_is_located():
    found = compare(STORED_FINGERPRINT, drawn((SIGN, (40, 30, 24))))
    assert "at the top left" in str(found)
    assert found.gone == found.new == ()


def test_missing_and_new_words_are_named():
    found = compare(STORED_FINGERPRINT, drawn(words=("Take one of four", "3")))
    assert (found.gone, found.new) == (("3", "Take one of three"), ("Take one of four",))
    assert "words that are gone: '3', 'Take one of three'; new words: 'Take one of four'" in str(found)


def test_different_size_is_a_difference():
    found = compare(STORED_FINGERPRINT, drawn(size=(201, 130)))
    assert found
    assert not found.blocks.any()
    assert str(found) == "its size is 201×130 and was 201×103"
