"""Reports about words on a picture: the ones that are hard to read and the ones that are partly covered."""

import pytest
from PIL import Image, ImageDraw

from app.screen.paint.pen import Pen
from tests.app.screen import stage
from tests.app.screen.reading import Read
from tests.pictures.legible import MARKS, Word, cut, faint, free

GROUND, BOX = (20, 20, 20), (30, 20, 60, 40)


def word(ink, text="word", size=20.0, letters=30 * 20):
    left, top, right, low = BOX
    corners = ((left, top), (right, top), (right, low), (left, low))
    return Word(text, corners, (*(part / 255 for part in ink), 1.0), size, letters)


def report(drawn, *lies, over=(), by=faint):
    """Report on a word with some boxes under it and others (`over`) above it; its letters are one box."""
    left, top, right, low = BOX
    bare = Image.new("RGB", (100, 60), GROUND)
    for box, colour in lies:
        ImageDraw.Draw(bare).rectangle(box, fill=colour)
    marked = bare.copy()
    ImageDraw.Draw(marked).rectangle((left, top, right - 1, low - 1), fill=MARKS[0])
    for box, colour in over:
        for picture in (bare, marked):
            ImageDraw.Draw(picture).rectangle(box, fill=colour)
    return [getattr(each, "text", each) for each in by([drawn], bare, marked)]


def visible_letters(words, *pictures):
    """Return the number of visible letter pixels of each word."""
    return [free(each, *pictures).letters for each in words]


LIGHT, DARK = (240, 240, 240), (0, 0, 0)


@pytest.mark.parametrize(
    ("ink", "lies", "hard"),
    [
        (LIGHT, (), False),
        (DARK, (), True),
        (GROUND, (), True),  # nothing is seen of it at all
        (LIGHT, [((30, 20, 32, 40), LIGHT)], False),  # less than a tenth of it
        (LIGHT, [((30, 20, 36, 40), LIGHT)], True),
        (LIGHT, [((20, 10, 70, 19), LIGHT), ((20, 40, 70, 50), LIGHT)], True),  # round it
        (LIGHT, [((20, 10, 70, 16), LIGHT), ((20, 43, 70, 50), LIGHT)], False),  # not so near
    ],
)
def test_contrast_uses_the_worst_tenth_of_the_background(ink, lies, hard):
    assert report(word(ink), *lies) == (["word"] if hard else [])


def test_covered_word_is_reported_as_cut():
    over = [((30, 20, 40, 40), LIGHT)]
    assert report(word(GROUND), over=over) == []
    assert report(word(LIGHT), over=over, by=cut) == ["word"]
    assert report(word(LIGHT), by=cut) == []
    assert report(word(LIGHT), over=[((20, 10, 70, 50), LIGHT)], by=cut) == []  # nothing of it is seen: it is not there


@pytest.mark.parametrize(
    ("how", "hard"),
    [({}, True), ({"size": 40.0}, True), ({"text": "12"}, False), ({"text": "12", "size": 40.0}, False)],
    ids=["words", "large words", "a figure", "a large figure"],
)
def test_only_numbers_and_signs_may_have_less_contrast(how, hard):
    assert report(word((110, 110, 110), **how)) == ([how.get("text", "word")] if hard else [])


@pytest.mark.parametrize(("text", "size", "hard"), [("6", 7.0, False), ("6", 8.0, True), ("six", 7.0, True)])
def test_only_tiny_numbers_ignore_the_background_around_them(text, size, hard):
    round_it = ((28, 18, 62, 19), (28, 40, 62, 42), (28, 18, 29, 42), (60, 18, 62, 42))
    assert report(word(LIGHT, text, size), *((box, LIGHT) for box in round_it)) == ([text] if hard else [])


def test_visible_letters_are_counted():
    assert report(word(LIGHT), by=visible_letters) == [30 * 20]
    gone = [((20, 10, 70, 50), LIGHT)]
    assert report(word(LIGHT), over=gone, by=visible_letters) == [0]


@pytest.mark.full
def test_exactly_the_visible_words_of_a_screen_are_found(monkeypatch):
    set_, hidden = Pen.text, []

    def text(pen, *how, **finish):
        """Draw text with one word almost transparent."""
        wide = set_(pen, *how, **finish)
        for run in pen.layers[-1].words[-1:] if not hidden else ():
            run.colour = (*run.colour[:3], 0.05)
            hidden.append(run.text)
        return wide

    def found():
        read = Read(stage.Room().hear(stage.table(4), stage.view(4, active=1), ()), (1280, 720))
        read.still()
        return [each.text for each in faint(read.words(), *read.bare_and_marked())]

    assert found() == []
    monkeypatch.setattr(Pen, "text", text)
    assert found() == hidden
