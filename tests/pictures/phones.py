"""Draw pages of phones, the same on every machine."""

import io
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Browser, Page

from tests.app.browser.conftest import chromium
from tests.pictures.fingerprint import Drawing

SPEC: Final = find_spec("kivy")
assert SPEC is not None
assert SPEC.origin is not None
FONTS: Final = Path(SPEC.origin).parent / "data" / "fonts"  # the screen's; those of a machine would differ
SETTING: Final = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>"""
BLOCK_PX: Final = 5  # of fingerprints
SCREENFULS: Final = 4  # of a long page that are drawn
WORDS: Final = """() => {  // a copy of a card has no text of its own in the page: what it copies takes its place;
    document.getElementById("ear")?.remove();  // spoken only, some time after it was said
    for (const copy of document.querySelectorAll('use[href^="#f-"]')) {
        copy.replaceWith(document.querySelector(copy.getAttribute("href")).cloneNode(true));
    }
    return document.body.innerText.split("\\n").map((line) => line.trim()).filter(Boolean);
}"""
DRAW_AGAIN: Final = """async () => {  // a fixed element is drawn once, where it was before the page was made so high
    const drawn = () => new Promise(then => requestAnimationFrame(() => requestAnimationFrame(then)));
    await drawn();  // observers of positions have run, now that the page is so high
    document.body.hidden = true;
    await drawn();
    document.body.hidden = false;
    await drawn();
}"""


@asynccontextmanager
async def painter() -> AsyncIterator[Browser]:
    """Start a browser that knows no fonts of this machine."""
    with tempfile.TemporaryDirectory(prefix="wondertable-fonts-") as folder:
        setting = Path(folder) / "fonts.conf"
        setting.write_text(SETTING.format(fonts=FONTS, cache=folder))
        flags, env = ("--font-render-hinting=none",), {"FONTCONFIG_FILE": str(setting)}
        async with chromium(*flags, env={**os.environ, **env}) as browser:
            yield browser


def most(page: Page) -> int:
    """Return the pixels of height that are drawn of a page."""
    assert page.viewport_size is not None
    return SCREENFULS * page.viewport_size["height"]


async def grow(page: Page, most: int) -> None:
    """Make the viewport as high as the page, up to `most` pixels."""
    high, size = await page.evaluate("document.documentElement.scrollHeight"), page.viewport_size
    assert size is not None
    await page.set_viewport_size({"width": size["width"], "height": min(max(high, size["height"]), most)})
    await page.evaluate(DRAW_AGAIN)


async def drawn(page: Page) -> Drawing:
    """Draw a page as far as it is in sight."""
    png = await page.screenshot(animations="disabled", caret="hide", scale="css")
    return Drawing(Image.open(io.BytesIO(png)).convert("RGB"), await page.evaluate(WORDS), BLOCK_PX)
