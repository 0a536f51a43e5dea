"""Axe finds nothing on any page of a phone, in any language, light and size of words."""

import pytest
from axe_playwright_python.async_playwright import Axe

from tests.pictures.pages import pictures, shown


@pytest.mark.sampled(160)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
async def test_axe_finds_nothing(painter, picture, tmp_path):
    async with shown(painter, picture, tmp_path) as phone:
        found = (await Axe().run(phone.page)).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
