"""Pages of phones look as they are kept."""

import io
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Browser, Page

from tests.app.browser.conftest import chromium
from tests.pictures.kept import hold
from tests.pictures.pages import pictures, shown

FONTS = Path(find_spec("kivy").origin).parent / "data" / "fonts"  # the screen's; those of a machine would differ
SETTING = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>"""
SCREENFULS = 4  # of a long page that are in its picture


@pytest.fixture(scope="session")
async def painter(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    """A browser whose pictures are the same on every machine."""
    folder = tmp_path_factory.mktemp("fonts")
    setting = folder / "fonts.conf"
    setting.write_text(SETTING.format(fonts=FONTS, cache=folder))
    async with chromium("--font-render-hinting=none", env={"FONTCONFIG_FILE": str(setting)}) as browser:
        yield browser


async def taken(page: Page) -> Image.Image:
    """All of a page but what is very far down."""
    high, size = await page.evaluate("document.documentElement.scrollHeight"), page.viewport_size
    high = min(max(high, size["height"]), SCREENFULS * size["height"])
    await page.set_viewport_size({"width": size["width"], "height": high})
    png = await page.screenshot(animations="disabled", caret="hide", scale="css")
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.sampled(26)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
async def test_a_page_looks_as_it_is_kept(painter, picture, tmp_path, renew):
    async with shown(painter, picture, tmp_path) as phone:
        found = await taken(phone.page)
    hold(picture.name, found, renew)
