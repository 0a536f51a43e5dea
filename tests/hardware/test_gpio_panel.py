"""Tests of the panel on pins: tunes, levels, its worker thread, and the reasons why it cannot be opened."""

import os
import sys
from itertools import pairwise
from threading import Event, current_thread

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from hardware import gpio_panel, panel_factory
from hardware.gpio_panel import BLINK_SECONDS, HORN_TUNE, MAX_QUEUED_HORNS, GpioPanel
from hardware.null_panel import NullPanel
from hardware.panel_config import InputPin, OutputPin, Wiring
from hardware.panel_interface import (
    HORN,
    ButtonHold,
    ButtonPress,
    ButtonRelease,
    OpenProblem,
    PanelEvent,
    PanelUnavailable,
    Part,
    PartKind,
)
from tests.hardware.rigs import CAT, LEFT, RIGHT, TURN, PinsRig

LENGTH = sum(seconds for _, seconds in HORN_TUNE)


@pytest.fixture
def rig():
    rig = PinsRig()
    yield rig
    rig.panel.close()


@pytest.fixture
def heard(rig) -> list[PanelEvent]:
    told: list[PanelEvent] = []
    rig.panel.listen(told.append)
    return told


def test_active_low_light_is_off_when_its_pin_is_high(rig, heard):
    assert rig.pin(9).state == 1
    rig.panel.light(RIGHT, True)
    rig.panel.work()
    assert rig.pin(9).state == 0


@pytest.mark.parametrize("before", [False, True], ids=["dark", "lit"])
def test_blink_inverts_the_light_once(rig, heard, before):
    rig.panel.light(TURN, before)
    rig.panel.blink(TURN)
    assert rig.lit(TURN) is not before
    rig.wait(BLINK_SECONDS - 0.01)
    assert rig.lit(TURN) is not before
    rig.wait(0.02)
    assert rig.lit(TURN) is before


def test_light_set_while_blinking_keeps_the_last_state(rig, heard):
    rig.panel.blink(CAT)
    rig.panel.light(CAT, True)
    rig.wait(1.0)
    assert rig.lit(CAT)


def test_horn_repeats_its_tune_and_then_stops(rig, heard):
    rig.panel.horn(2)
    tune = list(rig.tune(0.02, 2 * LENGTH + 0.5))
    notes = [note for before, note in pairwise([0, *tune]) if note != before]
    once = [hertz for hertz, _ in HORN_TUNE]
    assert notes == [*once, *once]
    assert tune[-1] == 0


def test_queued_horn_calls_are_limited(rig, heard):
    for _ in range(50):
        rig.panel.horn(6)
    tune = list(rig.tune(0.02, 20.0))
    assert sum(after == HORN_TUNE[0][0] != before for before, after in pairwise(tune)) <= MAX_QUEUED_HORNS + 1
    assert tune[-1] == 0


def test_late_work_keeps_the_order_in_which_buttons_were_pressed(rig, heard):
    rig.edge(HORN, True)
    rig.clock.now += 0.001
    rig.edge(LEFT, True)
    rig.clock.now += 0.020
    rig.edge(LEFT, False)
    rig.clock.now += 0.100
    rig.edge(RIGHT, True)
    rig.clock.now += 11.0
    rig.panel.work()
    assert heard == [
        ButtonPress(HORN),
        ButtonPress(LEFT),
        ButtonRelease(LEFT),
        ButtonPress(RIGHT),
        ButtonHold(HORN),
        ButtonHold(RIGHT),
    ]


def test_lost_edge_is_found_before_a_press_is_reported(rig, heard):
    rig.edge(LEFT, True)
    rig.pin(5)._state = True  # up again, and the driver has not said so
    rig.wait(1.0)
    assert heard == []


def test_press_reported_late_keeps_its_duration(rig, heard):
    """A busy machine is told of both its edges at once; the driver says when they were."""
    pin, now = rig.pin(5), rig.factory.ticks()
    for ago, level in ((0.100, 0), (0.020, 1)):
        pin.when_changed(now - ago, level)
    rig.wait(1.0)
    assert heard == [ButtonPress(LEFT), ButtonRelease(LEFT)]


def test_closed_panel_unregisters_its_callbacks():
    rig = PinsRig()
    contacts = [rig.pin(pin.pin) for pin in rig.wiring.buttons.values()]
    assert all(pin.when_changed for pin in contacts)
    rig.panel.close()
    assert not any(pin.when_changed for pin in contacts)


def test_close_turns_the_lights_off(rig, heard):
    rig.panel.light(RIGHT, True)
    rig.panel.work()
    before = len(rig.pin(9).states)
    rig.panel.close()
    assert rig.pin(9).states[before].state == 1, "this one is dark when its pin is high"


def test_presses_before_closing_are_dropped(rig, heard):
    rig.edge(LEFT, True)
    rig.clock.now += 1.0
    rig.edge(LEFT, False)
    rig.panel.close()
    rig.panel.work()
    assert heard == []


def test_pin_access_is_queued_for_the_worker(rig, heard):
    """Commands to the panel and edges of contacts are only queued; the worker carries them out."""
    rig.panel.light(LEFT, True)
    rig.panel.horn(1)
    rig.edge(RIGHT, True)
    rig.clock.now += 1.0
    assert rig.pin(8).state == 0
    assert heard == []
    assert not rig.sounds()
    rig.panel.work()
    assert rig.pin(8).state == 1
    assert heard == [ButtonPress(RIGHT)]
    assert rig.sounds()


def test_worker_thread_reports_a_press():
    """With the real clock and the real thread; the test waits for what comes, not for a time."""
    factory, came, told = MockFactory(pin_class=MockPWMPin), Event(), []

    def record_thread(heard: PanelEvent) -> None:
        told.append((heard, current_thread().name))
        came.set()

    panel = GpioPanel(Wiring(buttons={HORN: InputPin(5)}, lights={HORN: OutputPin(6)}), factory)
    panel.listen(record_thread)
    factory.pin(5).drive_low()
    assert came.wait(60)
    panel.close()
    assert told == [(ButtonPress(HORN), "panel")]


def test_panel_closed_before_listening_stays_closed():
    rig = PinsRig()
    rig.panel.close()
    rig.panel.listen(print)
    assert rig.begun == 0


# ---- opening -------------------------------------------------------------------------------------------


class Busy(MockPin):
    """A pin that another program holds."""

    def _set_function(self, value: str) -> None:
        if value == "output":
            raise RuntimeError("'GPIO busy'")
        super()._set_function(value)


class Broken(MockPin):
    def _set_pull(self, value: str) -> None:
        if value == "up":
            raise OSError("no such line")
        super()._set_pull(value)


@pytest.mark.parametrize(
    ("kind", "why", "said"),
    [
        pytest.param(Busy, OpenProblem.BUSY, "seat.1.cat: 'GPIO busy'", id="busy"),
        pytest.param(Broken, OpenProblem.FAILED, "marker.1.button: no such line", id="broken"),
        pytest.param(MockPin, OpenProblem.FAILED, "horn.buzzer: PinPWMUnsupported", id="cannot make tones"),
    ],
)
def test_unavailable_pin_is_named(kind, why, said):
    lights = {Part(PartKind.CAT, 0): OutputPin(5)}
    wiring = Wiring({LEFT: InputPin(6)}, lights, OutputPin(7)) if kind is not Broken else Wiring({LEFT: InputPin(6)})
    with pytest.raises(PanelUnavailable) as no:
        GpioPanel(wiring, MockFactory(pin_class=kind))
    assert (no.value.why, no.value.message) == (why, said)


@pytest.mark.parametrize(
    ("chips", "why"),
    [
        pytest.param([], (OpenProblem.NO_PINS, ""), id="no pins"),
        pytest.param([0o000], (OpenProblem.DENIED, "gpiochip0"), id="not ours"),
        pytest.param([0o600], (OpenProblem.FAILED, "odd"), id="something else"),
    ],
)
def test_missing_pin_access_is_diagnosed(tmp_path, monkeypatch, chips, why):
    for number, mode in enumerate(chips):
        (tmp_path / f"gpiochip{number}").touch()
        monkeypatch.setattr(os, "access", lambda path, how, mode=mode: bool(mode))
    found, said = gpio_panel._diagnose(RuntimeError("odd"), tmp_path)
    assert (found, said.removeprefix(f"{tmp_path}/")) == why


def test_missing_lgpio_is_reported(monkeypatch):
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    here = os.getcwd()
    with pytest.raises(PanelUnavailable) as no:
        panel_factory.open_panel(Wiring(lights={HORN: OutputPin(5)}))
    assert no.value.why is OpenProblem.NO_LIBRARY
    assert os.getcwd() == here


def test_importing_lgpio_leaves_no_file_in_the_working_folder(tmp_path, monkeypatch):
    """lgpio makes a pipe in the current folder when it is imported, or goes to LG_WD and stays there."""
    modules = tmp_path / "modules"
    modules.mkdir()
    (modules / "lgpio.py").write_text(
        "import os\nopen('.lgd-nfy0', 'w').close()\nos.chdir('/')\nSET_PULL_NONE = BOTH_EDGES = RISING_EDGE = 0\n"
        "FALLING_EDGE = 1\ndef gpiochip_open(chip):\n    raise Exception('can not open gpiochip')\n"
    )
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.syspath_prepend(str(modules))
    for name in ("lgpio", "gpiozero.pins.lgpio"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    try:
        with pytest.raises(PanelUnavailable) as no:
            gpio_panel.open_lgpio()
    finally:
        for name in ("lgpio", "gpiozero.pins.lgpio"):
            sys.modules.pop(name, None)
    assert no.value.why in (OpenProblem.NO_PINS, OpenProblem.FAILED, OpenProblem.DENIED)
    assert os.getcwd() == str(tmp_path / "here")
    assert os.listdir() == []


def test_empty_wiring_opens_a_null_panel():
    assert isinstance(panel_factory.open_panel(Wiring()), NullPanel)
