"""panel.toml: what it may say, and how its mistakes are named."""

from pathlib import Path

import pytest

from hardware.panel_config import InputPin, OutputPin, Pull, Wiring, parse_wiring
from hardware.panel_interface import HORN, Part, PartKind

ROOT = Path(__file__).resolve().parents[2]


def parse(text: str) -> Wiring:
    return parse_wiring(text.encode(), "panel.toml")


def test_shipped_panel_file_defines_no_panel():
    ours = parse_wiring((ROOT / "data" / "panel.toml").read_bytes(), "data/panel.toml")
    assert ours == Wiring()
    assert not ours


def test_plain_pin_number_gets_the_defaults():
    told = parse("[marker.2]\nbutton = 5\nlight = 6\n[horn]\nbutton = 7\nbuzzer = 8\nlight = 9\n[seat.7]\ncat = 10\n")
    assert told == Wiring(
        buttons={Part(PartKind.MARKER, 1): InputPin(5, Pull.UP, active_high=False), HORN: InputPin(7)},
        lights={
            Part(PartKind.MARKER, 1): OutputPin(6, active_high=True),
            HORN: OutputPin(9),
            Part(PartKind.CAT, 6): OutputPin(10),
        },
        buzzer=OutputPin(8),
    )
    assert len(told) == 6


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        pytest.param("{ pin = 2 }", InputPin(2), id="the usual"),
        pytest.param('{ pin = 27, pull = "up", active = "low" }', InputPin(27), id="the usual in words"),
        pytest.param('{ pin = 4, pull = "down" }', InputPin(4, Pull.DOWN, active_high=True), id="pulled down"),
        pytest.param(
            '{ pin = 4, pull = "none", active = "low" }', InputPin(4, Pull.NONE), id="a resistor of their own"
        ),
    ],
)
def test_button_table_sets_pull_and_polarity(said, meant):
    assert parse(f"[horn]\nbutton = {said}\n").buttons == {HORN: meant}


def test_active_low_light_is_parsed():
    told = parse('[seat.1]\nlight = { pin = 4, active = "low" }\n')
    assert told.lights == {Part(PartKind.SEAT, 0): OutputPin(4, active_high=False)}


def test_expander_light_is_parsed():
    told = parse('[expander]\naddress = 0x27\n[seat.1]\nlight = "GPA3"\ncat = { pin = "GPB0", active = "low" }\n')
    assert told == Wiring(
        lights={
            Part(PartKind.SEAT, 0): OutputPin(3, expander=True),
            Part(PartKind.CAT, 0): OutputPin(8, active_high=False, expander=True),
        },
        address=0x27,
    )


def test_expander_line_may_equal_a_board_pin():
    assert len(parse('[horn]\nbutton = 4\n[seat.1]\nlight = "GPA4"\n')) == 2


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[marker.1]\nbutton = 5\n[seat.3]\nlight = 5\n", "seat.3.light: pin 5 is taken by marker.1.button"),
        ("[horn]\nbutton = 5\nbuzzer = 5\n", "horn.buzzer: pin 5 is taken by horn.button"),
        ("[horn]\nbutton = 28\n", "horn.button.pin: 28 is not a pin: GPIO 2 to 27"),
        ("[horn]\nbutton = 1\n", "horn.button.pin: 1 is not a pin: GPIO 2 to 27"),
        ("[horn]\nlight = -3\n", "horn.light.pin: -3 is not a pin: GPIO 2 to 27"),
        ('[horn]\nlight = "GPIO5"\n', "horn.light.pin: 'GPIO5' is not a pin: GPIO 2 to 27"),
        ("[horn]\nlight = true\n", "horn.light.pin: True is not a pin: GPIO 2 to 27"),
        ("[horn]\nlight = 5.0\n", "horn.light.pin: 5.0 is not a pin: GPIO 2 to 27"),
        ('[horn]\nlight = { active = "low" }\n', "horn.light.pin: is missing"),
        ("[marker.7]\nlight = 5\n", "marker.7: there are at most 6"),
        ("[seat.8]\nlight = 5\n", "seat.8: there are at most 7"),
        ("[marker.0]\nlight = 5\n", "marker.0: must be a number from 1"),
        ("[marker.01]\nlight = 5\n", "marker.01: must be a number from 1"),
        ("[marker.two]\nlight = 5\n", "marker.two: must be a number from 1"),
        ("[[marker]]\nlight = 5\n", "marker: must be a table; number them: [marker.1]"),
        ("[marker]\n1 = 5\n", "marker.1: must be a table"),
        ("[seat.2]\n", "seat.2: is empty"),
        ("[seat.2]\nbutton = 5\n", "seat.2.button: there is no such field"),
        ("[marker.2]\ncat = 5\n", "marker.2.cat: there is no such field"),
        ("[marker.2]\nlamp = 5\n", "marker.2.lamp: there is no such field"),
        ("[siren]\nlight = 5\n", "siren: there is no such entry; there are marker, horn, seat and expander"),
        ("horn = 5\n", "horn: must be a table"),
        (
            '[horn]\nlight = { pin = 5, pull = "up" }\n',
            "horn.light.pull: there is no such field; there are pin, active",
        ),
        (
            '[horn]\nbutton = { pin = 5, pull = "left" }\n',
            "horn.button.pull: 'left' is not one of up, down, none",
        ),
        (
            '[horn]\nlight = { pin = 5, active = 1 }\n',
            "horn.light.active: 1 is not one of high, low",
        ),
        (
            '[horn]\nbutton = { pin = 5, pull = "none" }\n',
            'horn.button.active: without a pull, write "low" or "high"',
        ),
        (
            '[horn]\nbutton = { pin = 5, active = "high" }\n',
            'horn.button.active: a button with pull "up" is "low" when it is pressed',
        ),
        (
            '[horn]\nbutton = { pin = 2, pull = "down" }\n',
            'horn.button.pull: pin 2 is pulled up by the board, so only "up" is possible',
        ),
        ('[horn]\nbuzzer = "GPA0"\n', "horn.buzzer: a buzzer needs a GPIO pin"),
        ('[horn]\nbutton = "GPA0"\n', "horn.button: a button needs a GPIO pin"),
        (
            '[seat.1]\nlight = "GPA0"\ncat = { pin = "GPA0" }\n',
            "seat.1.cat: pin GPA0 is taken by seat.1.light",
        ),
        (
            '[seat.1]\nlight = "GPA0"\n[marker.1]\nlight = 2\n',
            "marker.1.light: pin 2 is taken by the expander, as its SDA",
        ),
        (
            "[horn]\nbutton = 3\n[expander]\naddress = 0x21\n",
            "horn.button: pin 3 is taken by the expander, as its SCL",
        ),
        ('[seat.1]\nlight = "GPA8"\n', "seat.1.light.pin: 'GPA8' is not a pin: GPIO 2 to 27"),
        ("[expander]\naddress = 0x28\n", "expander.address: 40 is not an address of the expander: 0x20 to 0x27"),
        ("[expander]\nbus = 1\n", "expander.bus: there is no such field; there is address"),
        ("[horn\n", "is not TOML: Expected ']' at the end of a table declaration (at line 1, column 6)"),
    ],
)  # fmt: skip
def test_mistake_is_reported_with_file_entry_and_field(text, fault):
    with pytest.raises(ValueError, match="panel") as unfit:
        parse(text)
    assert str(unfit.value) == f"panel.toml: {fault}"


def test_panel_file_that_is_not_utf8_is_refused():
    with pytest.raises(ValueError, match=r"^panel\.toml: is not UTF-8$"):
        parse_wiring(b"\xff\xfe", "panel.toml")
