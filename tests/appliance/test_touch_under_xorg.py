"""Fingers on our screen under Xorg, also for who may not read the touchscreen."""

import pytest

from tests.appliance.fingers import UNDER_XORG, Bed, fingers, hold
from tests.appliance.machine import PICTURES, Touchscreen, brightness
from tests.hardware.turned import near

pytestmark = pytest.mark.root


def test_touchscreen_works_under_xorg(emulated):
    xorg = Bed(emulated)
    xorg.desktop()
    Touchscreen(xorg.machine)
    with xorg.screen("plays", "kiosk", UNDER_XORG):
        xorg.says("ready")
        assert brightness(xorg.machine.picture(PICTURES / "desktop.png")) > 0.001
        hold(fingers(xorg), 7)
    with xorg.screen("others", "kiosk", f"{UNDER_XORG} LIBGL_ALWAYS_SOFTWARE=1"):  # who may not read the touchscreen
        xorg.says("ready")
        felt = xorg.touch((700, 200))
        assert near(felt, ((700, 200),)), felt
        xorg.says("Add this user to the group input")
    with xorg.screen("plays", "window", UNDER_XORG):  # which fills the screen here
        xorg.says("ready")
        felt = xorg.touch((300, 200))
        assert near(felt, ((300, 200),)), felt
