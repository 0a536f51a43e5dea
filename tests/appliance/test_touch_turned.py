"""Fingers on our screen with a fresh table, turned so far, on the card itself (KMS) and under Xorg.

Each takes minutes, so setup.sh lists them one by one.
"""

import pytest

from tests.appliance.fingers import ON_THE_CARD, UNDER_XORG, Bed, hold, turned
from tests.appliance.machine import Touchscreen
from tests.hardware.turned import ROTATIONS

pytestmark = [pytest.mark.root, pytest.mark.parametrize("rotation", ROTATIONS)]


def check_touch(bed, environment, rotation):
    Touchscreen(bed.machine)
    with bed.screen("plays", "kiosk", environment, table=True):
        bed.says("ready")
        hold(turned(bed, rotation), 17 + ROTATIONS.index(rotation))


def test_on_the_card(emulated, rotation):
    check_touch(Bed(emulated), ON_THE_CARD, rotation)


def test_under_xorg(emulated, rotation):
    bed = Bed(emulated)
    bed.desktop()
    check_touch(bed, UNDER_XORG, rotation)
