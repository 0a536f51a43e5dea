"""The making of an image that was ended goes on, and what comes of it has the partitions that its recipe names.

Of arm64 this takes so long that the part after this one starts a machine from it.
"""

import subprocess

import pytest

from tests.appliance import image

pytestmark = pytest.mark.root


def test_resumed_arm64_image_has_its_partitions(image_of_arm64):
    said = subprocess.run(["partx", "-g", "-o", "NAME", image_of_arm64], capture_output=True, text=True, check=True)
    named = [name for _, part in image.partitions("arm64") for name in part["Partition.Label"]]
    assert said.stdout.split() == named
