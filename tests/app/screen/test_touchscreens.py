"""Tests of the list of touchscreens, and of whether every finger on them can be read."""

import os
from pathlib import Path

import pytest

from hardware.machine.input_devices import (
    Touchscreen,
    can_read_each_finger,
    has_duplicate_touches,
    list_touchscreens,
    list_unreadable,
)

MOUSE = """\
N: Name="USB Mouse"
H: Handlers=mouse0 event0
B: PROP=0
B: REL=903
"""
PANEL = """\
N: Name="raspberrypi-ts"
H: Handlers=mouse1 event1
B: PROP=2
B: ABS=260800000000003
"""
SINGLE = """\
N: Name="ADS7846"
H: Handlers=mouse2 event2
B: PROP=2
B: KEY=400 0 0 0 0 0
B: ABS=1000003
"""
STYLUS = """\
N: Name="ELAN9008:00 04F3:2D55 Stylus"
H: Handlers=mouse2 event2
B: PROP=2
B: KEY=1c03 0 0 0 0 0
B: ABS=1000d000003
"""
NO_TOUCH = """\
N: Name="ELAN9008:00 04F3:2D55 UNKNOWN"
H: Handlers=event2
B: PROP=2
B: ABS=1000003
"""
TOUCHPAD = """\
N: Name="A touchpad"
H: Handlers=mouse3 event3
B: PROP=5
B: ABS=260800000000003
"""
# Devices as udev tells them apart, by their bits: KEY 400 is BTN_TOUCH, 20 BTN_TOOL_FINGER, 1 BTN_TOOL_PEN, all in the
# word of 0x140; 70000 in the word of 0x100 are three buttons of a mouse.
KINDS = {
    "an old driver of one finger": ("PROP=0", "400 0 0 0 0 0", "1000003", True),
    "a serial panel without pressure": ("PROP=0", "400 0 0 0 0 0", "3", True),
    "an old driver of many fingers": ("PROP=0", "400 0 0 0 0 0", "260800000000003", True),
    "a new driver of many fingers that reports no key": ("PROP=2", "0", "260800000000003", True),
    "a panel with mouse buttons beside its touch": ("PROP=2", "400 70000 0 0 0 0", "3", True),
    "a touchpad": ("PROP=5", "e520 10000 0 0 0 0", "260800000000003", False),
    "an old touchpad": ("PROP=0", "420 30000 0 0 0 0", "1000003", False),
    "a graphics tablet": ("PROP=1", "1c03 0 0 0 0 0", "1000d000003", False),
    "an old graphics tablet": ("PROP=0", "1c03 0 0 0 0 0", "1000d000003", False),
    "the absolute mouse of a virtual machine": ("PROP=0", "70000 0 0 0 0", "3", False),
    "an absolute mouse that also reports touch": ("PROP=0", "400 70000 0 0 0 0", "3", False),
    "a joystick": ("PROP=0", "ffff00000000 0 0 0 0", "3", False),
    "an accelerometer": ("PROP=40", "0", "7", False),
    "a slider": ("PROP=0", "400 0 0 0 0 0", "1", False),
}


@pytest.fixture
def plugged(tmp_path):
    def plug(*devices: str) -> Path:
        (tmp_path / "proc/bus/input").mkdir(parents=True)
        (tmp_path / "proc/bus/input/devices").write_text("\n".join(devices))
        (tmp_path / "dev/input").mkdir(parents=True)
        for number in range(4):
            (tmp_path / f"dev/input/event{number}").touch()
        return tmp_path

    return plug


def allow_all(path: Path, how: int) -> bool:
    return True


def test_touchscreens_are_distinguished_from_mice_and_touchpads(plugged):
    root = plugged(MOUSE, PANEL, SINGLE, TOUCHPAD, NO_TOUCH)
    assert list_touchscreens(root) == [
        Touchscreen("raspberrypi-ts", root / "dev/input/event1"),
        Touchscreen("ADS7846", root / "dev/input/event2", many=False),
    ]


@pytest.mark.parametrize(("properties", "keys", "axes", "is_one"), KINDS.values(), ids=KINDS)
def test_a_touchscreen_is_recognised_as_udev_does(plugged, properties, keys, axes, is_one):
    device = f'N: Name="it"\nH: Handlers=mouse1 event1\nB: {properties}\nB: KEY={keys}\nB: ABS={axes}\n'
    assert bool(list_touchscreens(plugged(device))) is is_one


def test_a_pen_is_distinguished_from_a_finger(plugged):
    root = plugged(PANEL, STYLUS)
    assert list_touchscreens(root)[1:] == [
        Touchscreen("ELAN9008:00 04F3:2D55 Stylus", root / "dev/input/event2", many=False, pen=True)
    ]


def test_no_touchscreen_is_found_without_a_device_list(tmp_path):
    assert list_touchscreens(tmp_path) == []
    assert not can_read_each_finger(tmp_path, allow_all, lambda: True, desktop=True)


def test_unreadable_touchscreens_are_named(plugged):
    root = plugged(MOUSE, PANEL)
    assert list_unreadable(list_touchscreens(root), allow_all) == []
    assert list_unreadable(list_touchscreens(root), lambda path, how: path.name != "event1") == ["raspberrypi-ts"]


@pytest.mark.parametrize(
    ("devices", "denied", "library", "every"),
    [
        pytest.param((MOUSE, PANEL), "", True, True, id="a panel"),
        pytest.param((MOUSE, PANEL), "event1", True, False, id="not allowed"),
        pytest.param((MOUSE, PANEL), "", False, False, id="no library"),
        pytest.param((PANEL, SINGLE), "", True, False, id="one that knows a single finger"),
        pytest.param((PANEL, STYLUS), "", True, True, id="a pen beside it, which the desktop tells of"),
        pytest.param((PANEL, STYLUS), "event2", True, True, id="a pen that only the desktop may read"),
        pytest.param((MOUSE,), "", True, True, id="none yet, and it could be read"),
        pytest.param((MOUSE,), "event", True, False, id="none yet, and it could not be read"),
    ],
)
def test_desktop_reads_each_finger_only_if_every_touchscreen_is_readable(plugged, devices, denied, library, every):
    def may(path: Path, how: int) -> bool:
        return how == os.R_OK and not (denied and path.name.startswith(denied))

    root = plugged(*devices)
    assert can_read_each_finger(root, may, lambda: library, desktop=True) is every
    assert can_read_each_finger(root, may, lambda: library, desktop=False), "on the console nobody else tells of any"


def test_only_an_x_server_without_libxi_duplicates_touches():
    here, missing = (lambda name: name == "libXi.so.6"), (lambda name: False)
    assert has_duplicate_touches({"DISPLAY": ":0"}, missing)
    assert not has_duplicate_touches({"DISPLAY": ":0"}, here)
    assert not has_duplicate_touches({}, missing), "on the console there is none"
