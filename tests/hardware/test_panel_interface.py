"""Every panel keeps the port's promises: the absent one, the simulated one, and the one on gpiozero's pins."""

import inspect

import pytest

from hardware.panel_interface import (
    HORN,
    ButtonHold,
    ButtonPress,
    ButtonRelease,
    Panel,
    PanelFailure,
    PanelParts,
    Part,
    PartKind,
)
from tests.hardware.rigs import BUTTONS, CAT, LEFT, LIGHTS, RIGHT, RIGS, TURN, PinsRig, SimulatedRig

MISSING_PARTS = (
    Part(PartKind.MARKER, 5),
    Part(PartKind.SEAT, 6),
    Part(PartKind.CAT, 0),
    Part(PartKind.SEAT, 99),
    Part(PartKind.MARKER, -1),
)


@pytest.fixture(params=RIGS, ids=lambda rig: rig.__name__)
def rig(request):
    rig = request.param()
    yield rig
    rig.panel.close()


@pytest.fixture
def heard(rig) -> list[object]:
    told: list[object] = []
    rig.panel.listen(told.append)
    return told


def test_every_panel_implements_the_interface_signatures(rig):
    promised = {name: inspect.signature(f) for name, f in vars(Panel).items() if not name.startswith("_")}
    assert promised.keys() == {"parts", "listen", "light", "blink", "horn", "close"}
    for name, signature in promised.items():
        assert inspect.signature(getattr(type(rig.panel), name)) == signature


def test_panel_lists_its_parts(rig):
    parts = rig.panel.parts()
    assert parts == (PanelParts(LIGHTS, BUTTONS, buzzer=True) if rig.has_parts else PanelParts())


def test_missing_parts_of_a_panel_are_ignored(rig, heard):
    for part in MISSING_PARTS:
        rig.panel.light(part, True)
        rig.panel.blink(part)
    rig.panel.horn(0)
    rig.wait(1.0)
    assert heard == []
    assert not any(rig.lit(part) for part in LIGHTS)
    assert not rig.sounds()


def test_setting_one_light_changes_no_other(rig, heard):
    for part in LIGHTS:
        rig.panel.light(part, True)
        assert [other for other in LIGHTS if rig.lit(other)] == ([part] if rig.has_parts else [])
        rig.panel.light(part, False)
        assert not rig.lit(part)


def test_blink_ends_soon_and_restores_the_light(rig, heard):
    rig.panel.light(TURN, True)
    rig.panel.blink(TURN)
    rig.panel.blink(CAT)
    rig.wait(1.0)
    assert rig.lit(TURN) is rig.has_parts
    assert not rig.lit(CAT)


def test_horn_sounds(rig, heard):
    rig.panel.horn(2)
    rig.wait(0.05)
    assert rig.sounds() is rig.has_parts


@pytest.mark.parametrize("part", BUTTONS, ids=str)
def test_press_is_reported_when_it_begins(rig, heard, part):
    rig.edge(part, True)
    rig.wait(0.02)
    assert heard == ([ButtonPress(part)] if rig.has_parts else [])
    rig.edge(part, False)
    rig.wait(1.0)
    assert heard == ([ButtonPress(part), ButtonRelease(part)] if rig.has_parts else [])


def test_presses_are_reported_in_order(rig, heard):
    for part in (RIGHT, LEFT, HORN, LEFT):
        rig.edge(part, True)
        rig.wait(0.01)
        rig.edge(part, False)
        rig.wait(0.05)
    told = [each for part in (RIGHT, LEFT, HORN, LEFT) for each in (ButtonPress(part), ButtonRelease(part))]
    assert heard == (told if rig.has_parts else [])


def test_long_press_is_reported_once_as_held(rig, heard):
    rig.edge(HORN, True)
    rig.wait(9.9)
    assert heard == ([ButtonPress(HORN)] if rig.has_parts else [])
    rig.wait(0.2)
    rig.wait(10.0)
    assert heard == ([ButtonPress(HORN), ButtonHold(HORN)] if rig.has_parts else [])


def test_closed_panel_is_dark_silent_and_ignores_presses(rig, heard):
    for part in LIGHTS:
        rig.panel.light(part, True)
    rig.panel.blink(CAT)
    rig.wait(0.01)
    rig.panel.close()
    rig.panel.light(LEFT, True)
    rig.panel.horn(1)
    rig.panel.close()
    assert not any(rig.lit(part) for part in LIGHTS)
    assert heard == []


@pytest.mark.parametrize("make", [SimulatedRig, PinsRig])
def test_panel_failure_is_reported_once(make):
    rig, heard = make(), []
    rig.panel.listen(heard.append)
    rig.fail()
    assert heard == [PanelFailure("a wire is loose")]
    rig.panel.close()
    rig.fail()
    assert heard == [PanelFailure("a wire is loose")]
