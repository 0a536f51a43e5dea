"""Fingers on our screen under Xorg, also for who may not read the touchscreen; then at each of four rotations."""

import pytest

from tests.appliance.fingers import Bed, fingers, hold, turned
from tests.appliance.machine import PICTURES, Touchscreen, brightness
from tests.hardware.turned import near

pytestmark = pytest.mark.root
UNDER_XORG = "DISPLAY=:0"


@pytest.fixture
def xorg(emulated) -> Bed:
    """Our screen on a desktop that does nothing else."""
    bed = Bed(emulated)
    bed.machine.run("Xorg :0 vt7 -ac -noreset >/tmp/xorg 2>&1 &")
    bed.machine.until("test -S /tmp/.X11-unix/X0")
    bed.machine.run("DISPLAY=:0 matchbox-window-manager -use_titlebar no >/dev/null 2>&1 &")
    return bed


def test_fingers_under_xorg(xorg):
    Touchscreen(xorg.machine)
    with xorg.screen("plays", "kiosk", UNDER_XORG):
        xorg.says("ready")
        assert brightness(xorg.machine.picture(PICTURES / "desktop.png")) > 0.001
        hold(fingers(xorg), 7)
    with xorg.screen("others", "kiosk", f"{UNDER_XORG} LIBGL_ALWAYS_SOFTWARE=1"):  # who may not read the touchscreen
        xorg.says("ready")
        felt = xorg.touch((700, 200))
        assert near(felt, ((700, 200),)), felt
        xorg.says("has to be in the group input")
    with xorg.screen("plays", "window", UNDER_XORG):  # which fills the screen here
        xorg.says("ready")
        felt = xorg.touch((300, 200))
        assert near(felt, ((300, 200),)), felt


def test_fingers_under_xorg_at_each_rotation(xorg):
    Touchscreen(xorg.machine)
    with xorg.screen("plays", "kiosk", UNDER_XORG, table=True):
        xorg.says("ready")
        hold(turned(xorg), 40)
