"""The page about hardware shows what the program does: picture, table and examples come from what it reads."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from docs import breadboard
from docs import wiring as drawing
from hardware.gpio_panel import GpioPanel
from hardware.panel_config import parse_wiring
from hardware.panel_interface import BUTTONS
from hardware.simulated_panel import LIGHTS

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def test_wiring_picture_is_up_to_date():
    assert drawing.PICTURE.read_text("utf-8") == drawing.picture(drawing.example()), "python -m docs.wiring"


def test_wiring_page_is_up_to_date():
    text = drawing.PAGE.read_text("utf-8")
    assert text == drawing.page(text), "python -m docs.wiring"


def test_breadboard_picture_is_up_to_date():
    assert breadboard.PICTURE.read_text("utf-8") == breadboard.picture(drawing.example()), "python -m docs.breadboard"


def test_every_part_of_the_example_has_a_place_on_the_breadboard():
    drawn = [text.text for text in ElementTree.fromstring(breadboard.picture(drawing.example())).iter(f"{SVG}text")]
    where = {what: number for number, _, _, what in drawing.places()}
    for gpio in drawing.parts(drawing.example()):
        assert drawn.count(f"GPIO {gpio} · pin {where[gpio]}") == 1
    assert [drawn.count(f"pin {pin}") for pin in drawing.GROUNDS.values()] == [1, 1]


@pytest.mark.parametrize("file", [drawing.EXAMPLE, drawing.SEVEN], ids=lambda file: file.name)
def test_pins_of_other_devices_on_the_board_stay_unused(file):
    """I²S on 18 to 21, I²C on 2 and 3, and the ground of the usual display on 6."""
    assert not {2, 3, 18, 19, 20, 21} & drawing.parts(drawing.example(file)).keys()
    assert 6 not in drawing.GROUNDS.values()


def test_panel_file_of_the_former_example_still_works():
    """The parts' pins are read only from the panel's file."""
    former = parse_wiring((ROOT / "tests" / "hardware" / "former-panel.toml").read_bytes(), "panel.toml")
    pins = {name: gpio for gpio, (_, name) in drawing.parts(former).items()}
    assert len(former) == 23
    assert (pins["horn, buzzer"], pins["seat 4, light"], pins["marker 6, button"]) == (18, 20, 19)
    GpioPanel(former, MockFactory(pin_class=MockPWMPin)).close()


def test_example_for_seven_has_every_light_and_button():
    seven = drawing.example(drawing.SEVEN)
    assert {*seven.lights} == {*LIGHTS}
    assert {*seven.buttons} == {*BUTTONS}
    assert len(seven) == 29 == 15 + 14


def test_every_part_of_the_example_is_drawn_once():
    drawn = [text.text for text in ElementTree.fromstring(drawing.picture(drawing.example())).iter(f"{SVG}text")]
    names = [name for _, name in drawing.parts(drawing.example()).values()]
    assert len(names) == len(set(names)) == len(drawing.example()) == 19
    assert [drawn.count(name) for name in names] == [1] * len(names)


def test_header_matches_a_raspberry_pi():
    header = MockFactory(revision="c03112").board_info.headers["J8"]
    for number, _, _, what in drawing.places():
        name = header.pins[number].name
        said = {"3V3": "3.3 V", "5V": "5 V", "GPIO0": "board", "GPIO1": "board"}.get(name, name)
        assert (f"GPIO{what}" if isinstance(what, int) else what) == said


def test_example_can_be_opened():
    GpioPanel(drawing.example(), MockFactory(pin_class=MockPWMPin)).close()


@pytest.mark.parametrize("text", re.findall(r"```toml\n(.*?)```", drawing.PAGE.read_text("utf-8"), re.DOTALL))
def test_examples_of_the_page_can_be_parsed(text):
    assert parse_wiring(text.encode(), "panel.toml")


def test_examples_in_comments_of_the_shipped_file_can_be_parsed():
    text = (ROOT / "data" / "panel.toml").read_text("utf-8")
    block = text.partition("#\n# [marker.1]")[2].partition("#\n# A plain number")[0]
    assert (
        len(parse_wiring(f"[marker.1]{block}".replace("\n# ", "\n").replace("\n#", "\n").encode(), "panel.toml")) == 7
    )


def test_ground_crosses_the_gap_of_split_rails():
    """Look at the rails alone: the last column before the gap and the first after it are joined by a wire on both."""
    drawn = breadboard.picture(drawing.example())
    before, after = (breadboard.LEFT + breadboard.PITCH * column for column in breadboard.GAP)
    for y in breadboard.MINUS:
        assert f"M{before} {y}q" in drawn
        assert f"M{after} {y}H" in drawn, "the rail begins again there"
