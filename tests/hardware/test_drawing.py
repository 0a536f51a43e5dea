"""The page about hardware shows what the program does: picture, table and examples come from what it reads."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from docs import wiring as drawing
from hardware.pins import Pins
from hardware.wiring import read

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_is_what_the_script_draws():
    assert drawing.PICTURE.read_text("utf-8") == drawing.picture(drawing.example()), "python -m docs.wiring"


def test_the_table_of_the_page_is_what_the_script_writes():
    text = drawing.PAGE.read_text("utf-8")
    assert text == drawing.page(text, drawing.example()), "python -m docs.wiring"


def test_every_part_of_the_example_is_drawn_once():
    drawn = [text.text for text in ElementTree.fromstring(drawing.picture(drawing.example())).iter(f"{SVG}text")]
    names = [name for _, name in drawing.parts(drawing.example()).values()]
    assert len(names) == len(set(names)) == len(drawing.example()) == 23
    assert [drawn.count(name) for name in names] == [1] * len(names)


def test_the_header_is_that_of_a_raspberry_pi():
    header = MockFactory(revision="c03112").board_info.headers["J8"]
    for number, _, _, what in drawing.places():
        name = header.pins[number].name
        said = {"3V3": "3.3 V", "5V": "5 V", "GPIO0": "board", "GPIO1": "board"}.get(name, name)
        assert (f"GPIO{what}" if isinstance(what, int) else what) == said


def test_the_example_can_be_opened():
    Pins(drawing.example(), MockFactory(pin_class=MockPWMPin)).close()


@pytest.mark.parametrize("text", re.findall(r"```toml\n(.*?)```", drawing.PAGE.read_text("utf-8"), re.DOTALL))
def test_what_the_page_shows_can_be_read(text):
    assert read(text.encode(), "panel.toml")


def test_what_ours_says_in_comments_can_be_read():
    text = (ROOT / "data" / "panel.toml").read_text("utf-8")
    block = text.partition("#\n# [marker.1]")[2].partition("#\n# A number alone")[0]
    assert len(read(f"[marker.1]{block}".replace("\n# ", "\n").replace("\n#", "\n").encode(), "panel.toml")) == 7
