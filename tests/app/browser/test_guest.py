"""A guest who sits down sees who they are, their wonder and for whom they wait; all else is one touch away."""

import pytest

from app.games.duel import effect_text
from app.games.game_list import shelf
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import SetSeat
from app.text.translation import words
from engine.duel.game_facade import Duel
from tests.app.browser.conftest import Evening, living
from tests.app.browser.duel_pages import view
from tests.app.browser.phones import PHONE, SMALL, Phone
from tests.app.browser.reach import open_questions

PARTS_SCRIPT = """() => [...document.querySelectorAll("nav, #news, #undo *, main [data-mark], #strip [data-mark]")]
  .filter((one) => one.getClientRects().length && one.textContent.trim() && !one.matches("fieldset"))
  .map((one) => one.id || one.tagName)"""
YOU = {"glance", "sits"}
EN = words("en")


@pytest.fixture
async def table(tmp_path, facts, every_fact):
    async with living(Evening(tmp_path, facts, shelf=shelf(every_fact), seed="guest")) as served:
        yield served


async def guest_of(table, browser, seat, size=PHONE):
    phone = await Phone.take(browser, size, guest=True)
    await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
    return await phone.live()


@pytest.mark.full
async def test_guest_sees_name_wonder_and_the_awaited_player(table, browser):
    table.sit("Ada", "Ben", "Cleo", lang="en")
    for seat, wonder in enumerate(("giza", "rhodes", "ephesus"), start=1):
        table.send(SetSeat, seat=seat, wonder=wonder)
    owner, phone = await guest_of(table, browser, 1), await guest_of(table, browser, 2, SMALL)
    assert "NAV" in {*await owner.page.evaluate(PARTS_SCRIPT)}, "who sits at the first seat agrees on the game"
    assert {*await phone.page.evaluate(PARTS_SCRIPT)} == {"hero", "sits", "thing-1"}, "and what wonder they may have"
    table.send(SetGame, first=1)
    table.start()
    await phone.page.get_by_text("Waiting for Ada").wait_for()
    assert {*await phone.page.evaluate(PARTS_SCRIPT)} == YOU
    for told in ("Ben", "Rhodes"):
        assert await phone.page.locator("#head, #strip, #tab-mine").get_by_text(told).first.is_visible()
    assert not await phone.wider_than_the_screen()
    assert not await phone.unlabelled()
    while 2 not in open_questions(table):
        table.act(table.asked().legal[0])
    await phone.page.wait_for_selector("#ask button.go")
    seen = {*await phone.page.evaluate(PARTS_SCRIPT)}
    assert {"NAV", "ask"} <= seen
    assert "sits" not in seen
    while 2 in open_questions(table):
        table.act(table.asked().legal[0])
    await phone.page.wait_for_selector("#ask:empty", state="attached")
    assert "NAV" in await phone.page.evaluate(PARTS_SCRIPT), "who has been asked is no guest any more"
    assert not phone.faults
    assert not owner.faults


@pytest.mark.rotated
async def test_duel_guest_sees_the_own_wonders_and_their_effects(table, browser, every_fact):
    table.sit("Ada", "Ben", lang="en")
    table.send(SetGame, game="duel", first=1, variant=["first-game"])
    phone = await guest_of(table, browser, 2, SMALL)
    table.start()
    await phone.page.get_by_text("Waiting for Ada").wait_for()
    assert {*await phone.page.evaluate(PARTS_SCRIPT)} == YOU | {"purse"}
    wonders = phone.page.locator("#glance .dw")
    assert [await wonder.is_visible() for wonder in await wonders.all()] == [True] * 4
    facts = Duel(every_fact["duel"]).data(None, "")
    for slug in view(table)["seats"][1]["wonders"]:
        assert (
            await phone.page.locator("#sits").get_by_text(effect_text.wonder_says(EN, slug, facts)).first.is_visible()
        )
    assert not phone.faults


@pytest.mark.rotated
async def test_guest_opens_the_full_page_with_one_tap(table, browser):
    table.sit("Ada", "Ben", lang="en")
    table.send(SetGame, game="duel")
    phone = await guest_of(table, browser, 2)
    assert {*await phone.page.evaluate(PARTS_SCRIPT)} == {"hero", "sits"}
    await phone.page.click("[data-whole]")
    assert {"NAV", "lobby"} <= {*await phone.page.evaluate(PARTS_SCRIPT)}
    await phone.page.reload()
    await phone.live()
    assert "NAV" in await phone.page.evaluate(PARTS_SCRIPT)
    assert not phone.faults
