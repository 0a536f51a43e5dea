"""A disk that was written with the image of arm64 starts by UEFI, and again when its plug was pulled."""

import pytest

from tests.appliance import image

pytestmark = pytest.mark.root


def test_it_starts_with_its_first_page_and_again_after_its_plug_was_pulled(image_of_arm64):
    image.starts_and_again(image_of_arm64, "arm")
