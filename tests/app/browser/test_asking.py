"""Help mode of phones: after a touch on “?” each element explains itself and does nothing; another opens the rules."""

import pytest

from tests.app.browser.phones import PHONE, Phone


@pytest.mark.rotated
async def test_explain_mode_describes_a_card_without_choosing_it(evening, browser):
    evening.sit("Nora", "Idris", lang="en").start()
    asked = evening.asked()
    phone = await Phone.take(browser, PHONE)
    page = phone.page
    await page.goto(f"{evening.base}/seat/{evening.keys[asked.seat]}")
    await phone.live()
    await phone.asked(asked.number)
    tile = page.locator("label.tile").first
    await page.click("#explain")
    await tile.click()
    name = await tile.locator("b.n").inner_text()
    assert (await page.inner_text("#said")).lower().startswith(name.strip().lower())
    assert await page.locator("label.tile input:checked").count() == 0
    await tile.click()
    assert await page.locator("label.tile input:checked").count() == 1, "the next touch chooses it"
    await page.click("#explain")
    await page.click("#explain")
    await page.wait_for_url("**?how")
    assert await page.locator("section.how").count() == 2
    assert not phone.faults
