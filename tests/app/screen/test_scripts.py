"""Names in scripts that the screen's font lacks: never a replacement box, always an emblem with what can be drawn."""

import subprocess
import sys

import pytest
from kivy.core.text import Label

from app.screen.paint.glyph_coverage import FONTS, PLACEHOLDER, coverage, drawable_or_placeholder, keep_drawable
from app.screen.paint.text_drawing import words as textures
from tests.app.screen import scenes, stage
from tests.app.screen.painting import parts, words

FOREIGN = ("李娜", "مريم", "अनिता", "สมชาย", "👑 Ana", "Ὀδυσσεύς", "Наталья")
SHOWN = ("Seat 1", "Seat 2", "Seat 3", "Seat 4", "Bot 5", "δυσσεύς", "Наталья")  # a bot plays the fifth seat
NAMES = (
    *FOREIGN, "王小明", "김민준", "さくら", "דָּוִד", "ნინო", "Արամ", "ተስፋዬ", "தமிழ்", "ពិសី", "Zoë", "Łukasz", "Nguyễn",
    "Ştefan", "Þór", "Żaneta", "Ødegård", "Çağla", "Γιώργος", "Світлана", "e\u0301mile", "I\u0307pek", "A\u200dB",
    "\ufe0fMia", "🐱", "Ben 🎲", "𝓐𝓭𝓪", "Ａｄａ", "ﬁona", "Dvořák", "Ħal", "Ɓa", "Ǎn", "Kahanamokuʻa",
)  # fmt: skip
MARKS = "\u2603\u4e00\U0001f600\uffff"  # none of them is in Roboto: what is drawn for them is the box


def pixels(letter: str, bold: bool) -> bytes:
    label = Label(font_name="Roboto", font_size=24, bold=bold)
    label.text = letter
    label.refresh()
    return label.texture.pixels if label.texture else b""


@pytest.mark.parametrize("bold", [False, True])
def test_no_letter_of_forty_names_is_drawn_as_a_box(bold):
    boxes = {pixels(mark, bold) for mark in MARKS}
    assert len(boxes) == 1, "every letter that is missing looks the same"
    for name in NAMES:
        assert [
            letter for letter in drawable_or_placeholder(name) if letter != " " and pixels(letter, bold) in boxes
        ] == [], name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ada", "Ada"),
        ("Zoë", "Zoë"),
        ("Наталья", "Наталья"),
        ("e\u0301mile", "émile"),
        ("👑 Ana", "Ana"),
        ("Ben 🎲 Li李", "Ben Li"),
        ("李娜", ""),
        ("\u0301", ""),
        ("", ""),
    ],
)
def test_a_name_keeps_its_drawable_letters(name, said):
    assert keep_drawable(name) == said
    assert drawable_or_placeholder(name) == (said or (PLACEHOLDER if name else ""))


def test_a_font_without_a_table_of_its_letters_is_said():
    with pytest.raises(ValueError, match="no table"):
        coverage(bytes(12))
    assert len(FONTS) == 2


@pytest.mark.parametrize("scene", scenes.ALL, ids=lambda scene: scene.__name__)
@pytest.mark.sampled(3)
def test_every_state_shows_such_people_by_what_can_be_drawn(scene, monkeypatch):
    monkeypatch.setattr(stage, "NAMES", FOREIGN)
    said = [word.text for _, pen in parts(scene(7, "en")).values() for word in words(pen)]
    boxed = [
        text
        for text in said
        if textures().find_or_draw((drawable_or_placeholder(text), 20, False)) is None
        and drawable_or_placeholder(text).strip()
    ]
    assert boxed == []
    shown = " ".join(map(drawable_or_placeholder, said))
    assert not any(name in shown for name in FOREIGN[:4])


def test_a_seat_whose_name_cannot_be_drawn_bears_its_number_and_emblem(monkeypatch):
    monkeypatch.setattr(stage, "NAMES", FOREIGN)
    room = scenes.play(7, "en")
    model = room.control.model
    assert model.people(model.words()) == SHOWN
    assert all(info.emblem for info in model.table.seats)


def test_kivy_is_imported_only_after_the_start_has_prepared_it():
    """Kivy reads the command line when it is imported, and ends the process at an option that it does not know."""
    rooms = "process.start", "state.model", "paint.glyph_coverage"
    code = f"import app.commands.screen, app.screen.{', app.screen.'.join(rooms)}, sys; sys.exit('kivy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code, "--size", "1280x720"]).returncode == 0
