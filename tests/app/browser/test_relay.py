"""The page of a friend far away through a club's relay: everything loads under the longer path, and stays there."""

import pytest

from app.club.game_store import ClubStore
from app.protocol.seat_messages import SetSeat
from tests.app.browser.conftest import Evening
from tests.app.club.relays import relaying
from tests.app.phones.served import serving

CHOICE_SCRIPT = """() => {
  const choice = document.createElement("select");
  choice.dataset.look = "words";
  choice.innerHTML = "<option>3</option>";
  document.body.append(choice);
  choice.dispatchEvent(new Event("change", { bubbles: true }));
}"""
RELOADED = "net::ERR_ABORTED"  # a picture that a reload cuts off
LIVE = "() => document.documentElement.dataset.link === 'live' && document.fonts.size > 0"


@pytest.mark.rotated
async def test_page_loads_through_a_relay_and_keeps_its_cookies_there(browser, tmp_path, facts):
    book = ClubStore(tmp_path / "club.db")
    async with serving(Evening(tmp_path, facts, headless=False)) as served, relaying(served, book) as at:
        served.seats(2)
        served.send(SetSeat, seat=1, by="touch", lang="en", name="Ada")
        where, wrong = at.invite(2), []
        context = await browser.new_context()
        page = await context.new_page()
        page.on("requestfailed", lambda request: request.failure != RELOADED and wrong.append(request.url))
        page.on("response", lambda answer: answer.status >= 400 and wrong.append(answer.url))
        page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
        await page.goto(at.base + where)
        await page.fill("input[name=name]", "Mia")
        await page.press("input[name=name]", "Enter")
        await page.wait_for_url(f"{at.base}{at.home}/seat/*")
        await page.wait_for_function(LIVE)
        served.start()
        await page.wait_for_selector("#ask image")
        async with page.expect_event("load"):
            await page.evaluate(CHOICE_SCRIPT)
        await page.wait_for_function(LIVE)
        [cookie] = await context.cookies()
        assert (cookie["name"], cookie["path"]) == ("words", f"{at.home}/")
        assert wrong == []
        await context.close()
    book.close()
