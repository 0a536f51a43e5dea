"""Pages of phones look as they are kept."""

import io

import pytest
from PIL import Image
from playwright.async_api import Page

from tests.pictures.kept import hold
from tests.pictures.pages import pictures, shown
from tests.pictures.read import faint_words

SCREENFULS = 4  # of a long page that are in its picture
ANEW = """async () => {  // what stays in place is drawn once for good: where it lay before the page was made so high
    const drawn = () => new Promise(then => requestAnimationFrame(() => requestAnimationFrame(then)));
    await drawn();  // what looks where things lie, now that the page is so high, has looked
    document.body.hidden = true;
    await drawn();
    document.body.hidden = false;
    await drawn();
}"""


async def grow(page: Page, most: int) -> None:
    """Have all of a page in sight, but for what is below so many pixels."""
    high, size = await page.evaluate("document.documentElement.scrollHeight"), page.viewport_size
    await page.set_viewport_size({"width": size["width"], "height": min(max(high, size["height"]), most)})
    await page.evaluate(ANEW)


async def taken(page: Page) -> Image.Image:
    """All of a page but what is very far down."""
    png = await page.screenshot(animations="disabled", caret="hide", scale="css")
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.sampled(104)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
async def test_a_page_looks_as_it_is_kept(painter, picture, tmp_path, renew):
    async with shown(painter, picture, tmp_path) as phone:
        most = SCREENFULS * phone.page.viewport_size["height"]
        await grow(phone.page, most)
        found = await taken(phone.page)
        await grow(phone.page, most)  # a high page has more room than a low one takes, and may be higher
        hard_to_read = await faint_words(phone.page)
    hold(picture.name, found, renew)
    assert hard_to_read == []
