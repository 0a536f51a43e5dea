"""A disk that was written with the image of a PC starts by UEFI, and again when its plug was pulled."""

import pytest

from tests.appliance import image

pytestmark = pytest.mark.root


def test_uefi_pc_starts_and_restarts_after_a_power_cut(image_of_a_pc):
    image.starts_and_again(image_of_a_pc, "uefi")
