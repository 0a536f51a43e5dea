"""The history in a real browser: from the lobby to a game, looking back through it, a file, a name forgotten."""

import pytest

from tests.app import histories
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import SMALL, STICKS_OUT, UNLABELLED, Phone


@pytest.fixture
async def table(tmp_path, facts):
    """A table with a few finished games."""
    histories.evenings_in(tmp_path, facts)
    async with living(Evening(tmp_path, facts)) as served:
        yield served


@pytest.mark.full
async def test_history_leads_through_a_game_and_back_to_the_seat(table, browser):
    phone = await Phone.take(browser, SMALL, accept_downloads=True)
    await phone.join(f"{table.base}/join/{table.table.joining.ticket(0)}", "Zoe")
    page, seat = phone.page, phone.page.url

    async def sound():
        await page.wait_for_load_state()
        assert await page.evaluate(STICKS_OUT) == []
        assert await page.evaluate(UNLABELLED) == []

    await page.click("#start a:has-text('History')")
    await page.wait_for_selector("h1:has-text('History')")
    await sound()
    await page.click("a.line:visible:has-text('Gudrun')")
    await page.wait_for_selector("a:text-is('Look back')")
    await sound()
    await page.click("a:text-is('Look back')")
    await page.wait_for_selector("h1:has-text('Turn 1 of')")
    await sound()
    steps = ("Next turn", 2), ("Next turn", 3), ("Previous turn", 2), ("Next action", 3), ("Previous action", 2)
    for step, turn in (*steps, ("First", 1)):
        await page.click(f".steps a:text-is('{step}')")
        await page.wait_for_selector(f"h1:has-text('Turn {turn} of')")
    await page.click(".steps a:text-is('Last')")
    await page.wait_for_selector("text=wins with")
    await sound()
    await page.click("text=Points of this game")
    async with page.expect_download() as coming:
        await page.click("text=Record as text")
    assert (await coming.value).suggested_filename.endswith(".txt")
    await page.click("a:text-is('Farid')")
    await page.wait_for_selector("summary:has-text('Remove from history')")
    await sound()
    await page.click("summary:has-text('Remove from history')")
    number = await page.locator("label:visible:has(input[name=pin])").inner_text()
    await page.fill("input[name=pin]:visible", "".join(filter(str.isdigit, number)))
    await page.click("text=Yes, remove Farid")
    await page.wait_for_selector("h1:has-text('History')")
    await page.wait_for_load_state()
    assert await page.locator("text=Farid").count() == 0
    await page.click("text=Back to the table")
    await phone.live()
    assert page.url.rstrip("?") == seat
    assert phone.faults == []
