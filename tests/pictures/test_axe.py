"""Every page of a phone is accessible in any language, light and size of words; drawn games and score sheets fit it."""

import pytest
from axe_playwright_python.async_playwright import Axe

from tests.app.browser.phones import SMALL_FOLDS, SMALL_TARGETS
from tests.pictures.pages import pictures, shown

WIDTHS = (320, 360, 430)  # pixels
FIT = ("duel ", "7 wonders ", "taught ", "sheet")  # as the states begin whose pages fit narrow phones
LETTERS = ("200%", "")  # sizes of words, beside what the phone wants
PLAYS = "() => document.documentElement.dataset.shows === 'mine'"  # the tab on which fingers are quick


async def list_misfits(phone):
    """List what sticks out to the right, has no name or is too small to tap, by width and size of words."""
    for width in WIDTHS:
        await phone.page.set_viewport_size({"width": width, "height": 640})
        for letters in LETTERS:
            await phone.page.evaluate("size => { document.documentElement.style.fontSize = size }", letters)
            if found := await phone.wider_than_the_screen() + await phone.unlabelled():
                yield width, letters, found
        small = await phone.page.evaluate(SMALL_TARGETS)
        if small and await phone.page.evaluate(PLAYS):
            yield width, "", small


@pytest.mark.rotated
@pytest.mark.sampled(160)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
async def test_page_is_accessible_and_fits_narrow_phones(painter, picture, tmp_path):
    async with shown(painter, picture, tmp_path) as phone:
        found = (await Axe().run(phone.page)).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
        assert await phone.page.evaluate(SMALL_FOLDS) == []
        assert not picture.state.startswith(FIT) or [each async for each in list_misfits(phone)] == []
