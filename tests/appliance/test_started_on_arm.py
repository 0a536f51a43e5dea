"""A disk that was written with the image of arm64 starts by UEFI, and again when its plug was pulled."""

import pytest

from tests.appliance import image

pytestmark = pytest.mark.root


def test_arm_machine_starts_and_restarts_after_a_power_cut(image_of_arm64):
    image.starts_and_again(image_of_arm64, "arm")
