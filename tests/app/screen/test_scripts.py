"""Names in any script: no letter is missing or cut, right to left is right, and none is a replacement box."""

import logging
import subprocess
import sys
from unicodedata import normalize

import pytest
from kivy.core.text import Label
from PIL import Image, ImageFont

from app.looks import glyph_coverage, shaped_text
from app.looks.glyph_coverage import PLACEHOLDER, coverage, drawable_or_placeholder, keep_drawable, needs_shaping
from app.looks.text_direction import directed_parts
from app.screen.paint.text_drawing import measure
from app.screen.paint.text_drawing import words as textures
from engine import memoize
from tests.app.foreign_names import NAMES
from tests.app.screen import scenes, stage
from tests.app.screen.painting import parts, words

FOREIGN = ("李娜", "مريم", "བསོད་ནམས", "สมชาย", "👑 Ana", "Ὀδυσσεύς", "Наталья")
SHOWN_NAMES = ("李娜", "مريم", "Seat 3", "สมชาย", "Bot 5", "Ὀδυσσεύς", "Наталья")  # a bot plays the fifth seat
LATIN = (
    "Zoë", "Łukasz", "Nguyễn", "Ştefan", "Þór", "Żaneta", "Ødegård", "Çağla", "Γιώργος", "Світлана", "Наталья",
    "Dvořák",
)  # fmt: skip
SIZES = (10, 14, 22, 44, 96)  # px, from a name that is cut instead of shrunk to a heading on a large screen
MARKS = "\u2603\u4e00\U0001f600\uffff"  # none of them is in Roboto, which draws a replacement box for them
MISSING = "\U0010ffff"


def pixels(letter: str, bold: bool) -> bytes:
    label = Label(font_name="Roboto", font_size=24, bold=bold)
    label.text = letter
    label.refresh()
    return label.texture.pixels if label.texture else b""


def ink(text: str, size: float = 44, bold: bool = False) -> Image.Image:
    return shaped_text.shaped_line(text, size, bold=bold)


@pytest.fixture
def fonts():
    """Caches of fonts, emptied before and after a test that changes fonts."""
    found = glyph_coverage.script_fonts, glyph_coverage.can_shape

    def clear():
        for each in found:
            each.cache_clear()
        memoize.clear_all()

    clear()
    yield
    clear()


@pytest.mark.parametrize("bold", [False, True])
def test_no_letter_of_a_latin_name_is_drawn_as_a_box(bold):
    boxes = {pixels(mark, bold) for mark in MARKS}
    assert len(boxes) == 1, "every letter that is missing looks the same"
    for name in LATIN:
        assert keep_drawable(name) == normalize("NFC", name)
        assert not needs_shaping(name), "Kivy draws it"
        assert [letter for letter in name if pixels(letter, bold) in boxes] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_has_all_its_letters_and_is_never_cut(name):
    said = drawable_or_placeholder(name)
    assert said == normalize("NFC", name)
    assert needs_shaping(said)
    for bold in (False, True):
        for size in SIZES:
            image = ink(said, size, bold)
            assert (*image.size,) == measure(name, size, bold)
            left, top, right, bottom = image.getbbox()
            assert left > 0, size
            assert top > 0, size
            assert right < image.width, size
            assert bottom < image.height, size
            assert bottom - top >= 0.4 * size or size < 14, "legible"
    for path, run in glyph_coverage.font_runs(said):
        font = ImageFont.truetype(path, 44)
        box = bytes(font.getmask(MISSING))
        for cluster in glyph_coverage.clusters(run):
            assert cluster == " " or (font.getbbox(cluster)[2] and bytes(font.getmask(cluster)) != box)


def test_a_sentence_is_measured_without_being_drawn(monkeypatch):
    drawn = []
    monkeypatch.setattr(shaped_text.ImageDraw, "Draw", drawn.append)
    width, _ = measure("محمد علي construit l’étape 3", 22, False)
    assert width > measure("محمد علي construit", 22, False)[0] > measure("محمد علي", 22, False)[0] > 0
    assert not drawn


def test_line_height_is_the_same_in_every_script():
    assert {ink(name, 22).height for name in NAMES} == {ink("Ada", 22).height}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("אדה כהן", [("rtl", "אדה כהן")]),
        ("אדה 👑", [("rtl", "אדה 👑")]),
        ("דָּוִד takes 3", [("rtl", "דָּוִד"), ("ltr", " takes 3")]),
        ("אדה, مريم and Ana: דוד 3", [
            ("rtl", "אדה"), ("ltr", ", "), ("rtl", "مريم"), ("ltr", " and Ana: "), ("rtl", "דוד"), ("ltr", " 3"),
        ]),
        ("李娜 3", [("ltr", "李娜 3")]),
    ],
)  # fmt: skip
def test_only_names_run_from_right_to_left(text, parts):
    assert directed_parts(text) == parts


@pytest.mark.parametrize(
    ("text", "side"), [("לוו", 1), ("ווו ל", 0), ("👑 ווו", 1), ("لنن", 1), ("ووول", 0), ("Ana ווו", 0)]
)
def test_the_first_letter_of_a_hebrew_or_arabic_name_is_its_rightmost(text, side):
    image = ink(text)
    _, top, _, _ = image.getbbox()
    left, _, right, _ = image.crop((0, 0, image.width, top + 4)).getbbox()  # the highest letter: lamed, crown, A
    assert ((left + right) / 2 > image.width / 2) == bool(side)


def test_arabic_letters_join_and_an_emoji_sequence_is_one_glyph():
    joined = ink("محمد")
    joined = joined.crop(joined.getbbox())
    assert all(joined.crop((x, 0, x + 1, joined.height)).getbbox() for x in range(joined.width)), "no gap"
    assert ink("👨‍👩‍👧").width == ink("👑").width


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Ada", "Ada"),
        ("Zoë", "Zoë"),
        ("e\u0301mile", "émile"),
        ("❤\ufe0f Mia", "❤ Mia"),
        ("𝓐𝓭𝓪", "Ada"),
        ("Ben བ", "Ben"),
        ("བསོད་ནམས", ""),
        ("\u0301", ""),
        ("", ""),
    ],
)
def test_a_name_keeps_its_drawable_letters(name, said):
    assert keep_drawable(name) == said
    assert drawable_or_placeholder(name) == (said or (PLACEHOLDER if name else ""))


def test_script_without_a_font_is_logged_once_without_names(fonts, caplog):
    glyph_coverage._report_script.cache_clear()
    names = ("བསོད་ནམས", "པདྨ", "ᠪᠠᠲᠤ", "ꀉꑌ")
    with caplog.at_level(logging.WARNING):
        assert [keep_drawable(name) for name in names] == [""] * 4
    said = [line.rpartition(" ")[2].rstrip(".") for line in caplog.messages]
    assert said == ["Tibetan", "Mongolian", "Yi"]
    assert not any(name in line for name in names for line in caplog.messages)


def test_names_without_fribidi_keep_roboto_letters_and_log_one_line(fonts, monkeypatch, caplog):
    monkeypatch.setattr(glyph_coverage, "can_shape", lambda: False)
    with caplog.at_level(logging.WARNING):
        assert [keep_drawable(name) for name in ("李娜", "👑 Ana", "Ὀδυσσεύς")] == ["", "Ana", "δυσσεύς"]
    [line] = caplog.messages
    assert "FriBiDi is missing" in line


def test_text_is_not_shaped_without_pillow(fonts, monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert not glyph_coverage.can_shape()


def test_damaged_font_is_logged_and_other_fonts_are_used(fonts, monkeypatch, tmp_path, caplog):
    (tmp_path / "chinese.ttf").write_bytes(b"\0" * 4 + b"\xff" * 40)
    (tmp_path / "thai.ttf").write_bytes((glyph_coverage.SCRIPTS / "thai.ttf").read_bytes())
    monkeypatch.setattr(glyph_coverage, "SCRIPTS", tmp_path)
    assert [keep_drawable(name) for name in ("李娜", "สมชาย")] == ["", "สมชาย"]
    assert "names may lack letters: chinese.ttf" in caplog.messages[0]


def test_fonts_take_at_most_six_megabytes():
    assert sum(path.stat().st_size for path in glyph_coverage.SCRIPTS.iterdir()) <= 6_000_000


def test_font_without_a_character_map_raises_value_error():
    with pytest.raises(ValueError, match="no table"):
        coverage(bytes(12))


@pytest.mark.rotated
@pytest.mark.parametrize("scene", scenes.SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.sampled(3)
def test_every_state_shows_a_placeholder_for_undrawable_names(scene, monkeypatch):
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
    assert FOREIGN[2] not in shown


def test_seat_with_an_undrawable_name_shows_its_number_and_emblem(monkeypatch):
    monkeypatch.setattr(stage, "NAMES", FOREIGN)
    room = scenes.play(7, "en")
    model = room.control.model
    assert model.people(model.words()) == SHOWN_NAMES
    assert all(info.emblem for info in model.table.seats)


def test_kivy_is_imported_only_after_the_start_has_prepared_it():
    """Kivy reads the command line when it is imported, and ends the process at an option that it does not know."""
    rooms = "process.start", "state.model"
    code = f"import app.commands.screen, app.screen.{', app.screen.'.join(rooms)}, sys; sys.exit('kivy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code, "--size", "1280x720"]).returncode == 0
