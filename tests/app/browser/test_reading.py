"""A guest who reads the rules learns on that page that the own turn has come, and returns with one touch."""

import pytest
from playwright.async_api import expect

from app.protocol.game_lifecycle_messages import Rematch, SetGame, Start
from app.protocol.play_messages import SkipOpening
from app.shown.history import review
from tests.app import histories
from tests.app.browser.phones import PHONE, SMALL_TARGETS, SMALLEST, Phone


@pytest.mark.rotated
async def test_reader_of_the_rules_sees_the_turn_and_returns_with_one_touch(evening, browser):
    evening.sit("Ada", "Ben", lang="de").start()
    waits = 3 - evening.asked().seat
    phone = await Phone.take(browser, PHONE)
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[waits]}?how")
    notice = phone.page.locator("#turn")
    await expect(phone.page.locator("#turn b")).to_have_text("")
    title = await phone.page.title()
    await phone.page.evaluate("scrollTo(0, 400)")
    top = await phone.page.evaluate("scrollY")
    while evening.asked().seat != waits:
        evening.act(evening.asked().legal[0])
    await expect(notice).to_be_visible()
    await expect(notice).to_have_text("Dein Zug · Zurück zum Tisch")
    assert await phone.page.title() != title
    assert await phone.page.evaluate("scrollY") == top, "reading goes on where it was"
    assert await phone.wider_than_the_screen() + await phone.page.evaluate(SMALL_TARGETS) == []
    await notice.click()
    await phone.live()
    await phone.asked(evening.asked().number)
    assert phone.faults == []


async def test_notice_disappears_once_the_turn_was_taken_elsewhere(evening, browser):
    evening.sit("Ada", "Ben").start()
    asked = evening.asked().seat
    phone = await Phone.take(browser, PHONE)
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[asked]}?history")
    await expect(phone.page.locator("#turn")).to_be_visible()
    while evening.asked().seat == asked:
        evening.act(evening.asked().legal[0])
    await expect(phone.page.locator("#turn")).to_be_hidden()


async def test_reader_learns_that_a_game_begins(evening, browser):
    """A game begins from the lobby and by a rematch while somebody else is asked; at 320 px its words stay together."""
    evening.sit("Ada", "Ben", lang="de").send(SetGame, first=2)
    phone = await Phone.take(browser, SMALLEST)
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[1]}?how")
    notice = phone.page.locator("#turn")
    for begin in (Start, Rematch):
        await expect(notice).to_be_hidden()
        evening.send(begin)
        evening.send(SkipOpening)
        while evening.asked().seat == 1:
            evening.act(evening.asked().legal[0])
        await expect(notice).to_have_text("Das Spiel beginnt · Zurück zum Tisch")
        boxes = "one => one.firstElementChild.getBoundingClientRect().width / one.getBoundingClientRect().width"
        assert await notice.evaluate(boxes) > 0.5
        while evening.phase() == "game":
            evening.act(evening.asked().legal[0])
    assert phone.faults == []


async def test_page_of_a_review_stays_while_the_table_is_silent(evening, browser, monkeypatch):
    """A browser would put its own error in the place of the page, and never come back."""
    monkeypatch.setattr(review, "REFRESH_SECONDS", 0.1)
    evening.sit("Ada", "Ben", lang="en").start()
    while evening.phase() == "game":
        evening.act(evening.asked().legal[0])
    [game] = evening.table.finished.list_games()
    evening.table.reviews._queued.append(game.game)  # as if somebody thought here
    phone, silent = await Phone.take(browser, PHONE), True

    async def answer(route):
        await (route.abort() if silent and route.request.method == "HEAD" else route.continue_())

    await phone.page.route("**/seat/**", answer)
    async with phone.page.expect_event("requestfailed"):
        await phone.page.goto(f"{evening.base}/seat/{evening.keys[1]}?review={game.mark}")
    histories.judge(evening.table, game, 1)
    await expect(phone.page.locator("[data-renews]")).to_contain_text("The table is reviewing this game.")
    silent = False
    await expect(phone.page.get_by_role("heading", name="Accuracy")).to_be_visible()
