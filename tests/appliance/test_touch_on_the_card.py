"""Fingers on our screen where it draws on the card itself (KMS)."""

import pytest

from tests.appliance.fingers import ON_THE_CARD, Bed, fingers, hold
from tests.appliance.machine import PICTURES, Touchscreen, brightness
from tests.hardware.turned import near

pytestmark = pytest.mark.root


def test_touchscreen_plugged_in_late_or_again_works_without_xorg(emulated):
    bed = Bed(emulated)
    with bed.screen("plays", "kiosk", ON_THE_CARD):
        seen = bed.machine.picture(PICTURES / "console.png")
        assert brightness(seen) > 0.001, "the first picture comes by itself"
        touchscreen = Touchscreen(bed.machine)  # after the screen has begun
        bed.says("ready")
        hold(fingers(bed), 7)
        touchscreen.unplug()
        touchscreen.plug()
        bed.machine.run("sleep 6")  # it is looked for every two seconds
        both = (512, 300), (200, 100)
        felt = bed.touch(*both)
        assert near(felt, both), felt


def test_pen_and_single_touch_devices_work_beside_a_touchscreen(emulated):
    bed = Bed(emulated)
    Touchscreen(bed.machine)
    pen = Touchscreen(bed.machine, "pen")
    with bed.screen("plays", "kiosk", ON_THE_CARD):
        bed.says("ready")
        both = (512, 300), (200, 100)
        assert near(felt := bed.touch(*both), both), felt
        assert near(felt := bed.touch((700, 400), kind="pen"), ((700, 400),)), felt
        assert near(felt := bed.touch((600, 500)), ((600, 500),)), felt
        pen.unplug()
        Touchscreen(bed.machine, "one")
        bed.machine.run("sleep 6")  # it is looked for every two seconds
        assert near(felt := bed.touch((300, 200), kind="one"), ((300, 200),)), felt
        assert near(felt := bed.touch((400, 100)), ((400, 100),)), felt
