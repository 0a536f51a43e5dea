"""? on a phone: touched first, anything says what it is and does nothing; once more, and how to play is a page."""

import pytest

from app.protocol import messages
from engine.duel.game import Duel
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import PHONE, Phone


async def test_a_card_says_what_it_is_and_is_not_chosen(evening, browser):
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


@pytest.fixture
async def duel(tmp_path, facts, every_fact):
    async with living(Evening(tmp_path, facts, shelf={"duel": Duel(every_fact["duel"])})) as served:
        yield served


async def test_a_comment_is_put_away_one_by_one_or_for_good(duel, browser):
    evening = duel
    evening.send(messages.SetGame, guided=True)
    evening.sit("Nora", "Idris", lang="en").start()
    asked = evening.asked()
    phone = await Phone.take(browser, {"width": 390, "height": 664})
    page = phone.page
    await page.goto(f"{evening.base}/seat/{evening.keys[asked.seat]}")
    await phone.live()
    said = page.locator("#comment p").first
    assert (await said.inner_text()).startswith("You draft 4 wonders")
    parts = "[...document.querySelectorAll('#tab-mine > fieldset > div')]"
    seen = await page.evaluate(f"{parts}.filter((it) => it.offsetHeight).map((it) => it.id)")
    assert seen[-1] == "comment", "what is chosen, and what one has, lies where it lies without it"
    await page.click("[data-heard=draft]")
    assert not await said.is_visible()
    await page.reload()
    await phone.live()
    assert not await said.is_visible(), "it stays away"
    assert not phone.faults
