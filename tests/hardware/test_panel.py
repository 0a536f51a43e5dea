"""Every panel keeps the port's promises; the simulated one shows what real parts would."""

import inspect
from collections.abc import Callable

import pytest

from hardware.absent import Absent
from hardware.panel import Panel
from hardware.simulated import Simulated

PANELS: list[Callable[[], Panel]] = [Absent, Simulated]


@pytest.mark.parametrize("make", PANELS)
def test_a_seat_without_hardware_is_skipped(make):
    panel: Panel = make()
    for seat in (-1, 0, 6, 7, 99):
        panel.lamp(seat, 1.0)
    panel.markers(2, 3)
    panel.horn(2)
    panel.on_press(lambda seat: None)
    panel.close()
    panel.close()


@pytest.mark.parametrize("make", PANELS)
def test_a_panel_has_the_port_and_its_signatures(make):
    promised = {name: inspect.signature(f) for name, f in vars(Panel).items() if not name.startswith("_")}
    assert promised.keys() == {"lamp", "markers", "horn", "on_press", "close"}
    for name, signature in promised.items():
        assert inspect.signature(getattr(type(make()), name)) == signature


def test_the_simulated_panel_remembers():
    panel = Simulated(seats=3)
    panel.lamp(1, 0.5)
    panel.lamp(2, 7.0)
    panel.lamp(3, 1.0)
    panel.markers(1, 3)
    panel.horn(2)
    panel.horn(1)
    assert (panel.lamps, panel.battle, panel.horns) == ([0.0, 0.5, 1.0], (1, 3), 3)


def test_a_press_is_passed_on_until_the_panel_is_closed():
    panel, pressed = Simulated(seats=2), []
    panel.on_press(pressed.append)
    panel.press(1)
    panel.press(2)
    panel.close()
    panel.press(0)
    assert pressed == [1]
    assert panel.lamps == [0.0, 0.0]
