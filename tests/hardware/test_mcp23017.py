"""Lights on an MCP23017: told whole at each change, told again when nobody heard it, and never a reason to stop."""

import os
from pathlib import Path

import pytest

from hardware import gpio_panel, panel_factory
from hardware.mcp23017 import LINES, RETRY_SECONDS, Expander
from hardware.panel_config import OutputPin, Wiring
from hardware.panel_interface import ButtonPress, ExpanderFailure, OpenProblem, PanelUnavailable
from tests.hardware.rigs import CAT, EXPANDED, HORN, TURN, Chip, ExpandedRig, PinsRig


@pytest.fixture
def rig():
    rig = ExpandedRig()
    yield rig
    rig.panel.close()


@pytest.fixture
def heard(rig):
    told = []
    rig.panel.listen(told.append)
    return told


def test_lines_are_named_as_on_the_chip():
    assert (LINES[0], LINES[7], LINES[8], LINES[15]) == ("GPA0", "GPA7", "GPB0", "GPB7")


def test_active_low_light_is_off_from_the_start(rig):
    """The levels are told before the lines are driven."""
    assert rig.chip.is_high(15)
    assert not rig.lit(CAT)


def test_several_lights_are_written_at_once(rig, heard):
    before = rig.chip.writes
    rig.panel.light(TURN, True)
    rig.panel.light(CAT, True)
    rig.panel.work()
    assert rig.chip.writes == before + 2, "levels, and directions"
    rig.wait(10.0)
    assert rig.chip.writes == before + 2


def test_expander_line_3_is_not_board_pin_3(rig, heard):
    rig.panel.light(HORN, True)
    assert (rig.lit(HORN), rig.lit(TURN)) == (True, False)


def test_unplugged_expander_is_reported_once_and_restored_when_back(rig, heard):
    rig.panel.light(TURN, True)
    assert rig.lit(TURN)
    rig.chip.wires = False
    rig.panel.light(CAT, True)
    rig.wait(3 * RETRY_SECONDS)
    assert heard == [ExpanderFailure("Remote I/O error")]
    rig.edge(HORN, True)
    rig.wait(0.1)
    assert heard[1:] == [ButtonPress(HORN)], "all else works"
    rig.chip.on()
    rig.chip.wires = True
    rig.wait(RETRY_SECONDS)
    assert (rig.chip.is_high(3), rig.lit(CAT)) == (True, True)
    rig.chip.wires = False
    rig.panel.light(CAT, False)
    rig.wait(0.1)
    assert heard[2:] == [ExpanderFailure("Remote I/O error")], "said again, as it had been back"


@pytest.mark.parametrize(
    ("chip", "mode", "why"),
    [
        pytest.param(Chip(0x21), 0o600, OpenProblem.NO_EXPANDER, id="another address"),
        pytest.param(Chip(), None, OpenProblem.NO_EXPANDER, id="no bus"),
    ],
)
def test_panel_cannot_be_opened_without_an_expander(tmp_path, chip, mode, why):
    bus = tmp_path / "i2c-1"
    if mode is not None:
        bus.touch(mode)
    with pytest.raises(PanelUnavailable) as no:
        PinsRig(EXPANDED, Expander(0x20, bus, chip.ioctl))
    assert (no.value.why, no.value.message) == (why, str(bus))


def test_denied_i2c_bus_is_reported(tmp_path, monkeypatch):
    bus = tmp_path / "i2c-1"
    bus.touch()

    def deny_access(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    chip = Chip()
    chip.ioctl = deny_access
    monkeypatch.setattr(os, "access", lambda path, how: Path(path) != bus)
    with pytest.raises(PanelUnavailable) as no:
        PinsRig(EXPANDED, Expander(0x20, bus, chip.ioctl))
    assert no.value.why is OpenProblem.DENIED


def test_expander_lights_need_no_board_pins(monkeypatch):
    def refuse_pins() -> object:
        raise PanelUnavailable(OpenProblem.NO_PINS)

    chip = Chip()
    monkeypatch.setattr(gpio_panel, "open_lgpio", refuse_pins)
    monkeypatch.setattr(panel_factory, "Expander", lambda address: Expander(address, Path(os.devnull), chip.ioctl))
    panel = panel_factory.open_panel(Wiring(lights={TURN: OutputPin(3, expander=True)}))
    assert panel.parts().lights == (TURN,)
    panel.close()
    with pytest.raises(PanelUnavailable):
        panel_factory.open_panel(EXPANDED)
