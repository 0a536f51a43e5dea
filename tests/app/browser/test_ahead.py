"""What a chosen use would come to, on a phone: it comes with the choice, changes with it, and goes with it."""

from tests.pictures import pages
from tests.pictures.kept import Picture

ROW = {"seats": 2, "size": "390x664", "lang": "en", "light": "night", "words": "plain"}
TOLD = "() => [...document.querySelectorAll('#ahead:not(.late) p')].map((one) => one.textContent)"
USE = "#ask .panel:visible label.use >> nth={}"


async def told(page, after):
    """What the ghost says once it says something else."""
    await page.wait_for_function(f"(was) => ({TOLD})().length && String(({TOLD})()) !== was", arg=",".join(after))
    return await page.evaluate(TOLD)


async def test_a_ghost_comes_with_a_use_changes_with_it_and_goes_with_the_card(browser, tmp_path):
    async with pages.shown(browser, Picture("phone", "duel a card chosen", ROW), tmp_path) as at:
        await at.page.locator(USE.format(1)).click()
        sold = await told(at.page, [])
        assert sold[0].startswith("Nora: +")
        await at.page.locator(USE.format(0)).click()
        assert await told(at.page, sold) != sold
        box = await at.page.locator("#ahead").bounding_box()
        dock = await at.page.locator(".dock:visible .go").bounding_box()
        assert box["width"] > 300
        assert dock["y"] > 500  # the main button stays where it was
        await at.page.locator("#ask .panel:visible .shut").click()
        await at.page.wait_for_selector("#ahead", state="detached")
