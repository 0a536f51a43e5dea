"""A score sheet in real browsers: a number tapped here stands there, typed ones too, at any size of words."""

from collections.abc import AsyncIterator

import pytest

from app.games.shelf import tally
from app.protocol import messages
from engine.architects.game import Architects
from engine.duel.game import Duel
from tests.app.browser.conftest import Evening
from tests.app.browser.phones import PHONE, SMALL, Phone
from tests.app.phones.served import serving

NAMES = ("Ada", "Maximiliane-Victoria", "Cleo", "Dora")


@pytest.fixture
async def table(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    """Four seats round a sheet of Architects; seats 3 and 4 without a phone."""
    shelf = {"architects": Architects(facts)}
    async with serving(Evening(tmp_path, facts, shelf=shelf, sheets=tally(every_fact))) as served:
        served.send(messages.SetGame, mode="tally", variant=("medals",))
        yield served.sit(*NAMES, lang="en").start()


async def phone_of(table, browser, seat, size):
    phone = await Phone.take(browser, size)
    await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
    return await phone.live()


def cell(table, seat, name):
    return table.table._match.state.values[seat - 1][name]


async def test_numbers_are_tapped_and_typed_and_everybody_sees_them(table, browser):
    ada = await phone_of(table, browser, 1, PHONE)
    ben = await phone_of(table, browser, 2, SMALL)
    await ada.page.click('#thing-1 [data-do="enter;action=1 add shields 1"]')
    await ada.page.wait_for_selector('#c-1-shields[value="1"]')
    await ada.page.fill("#c-1-wonder-all", "14")
    await ada.page.keyboard.press("Enter")
    await ada.page.wait_for_selector('#c-1-wonder-all[value="14"]')
    await ben.tab("table")
    await ben.page.wait_for_selector('#places #c-1-shields-all[value="1"], #places #c-1-shields[value="1"]')
    await ben.page.click('#markers [data-do="turn-marker;marker=2"]')
    await ben.page.wait_for_selector("#markers .war")
    await ben.tab("score")
    await ben.page.click("#d-enter-3 summary")
    await ben.page.fill("#c-3-blue-all", "9")
    await ben.page.keyboard.press("Tab")
    await ada.tab("score")
    await ada.page.wait_for_selector("#sheet-3 .total >> text=9")
    assert (cell(table, 1, "wonder"), cell(table, 3, "blue")) == (14, 9)
    await ada.tab("mine")
    await ada.page.fill("#c-1-stages-all", "7")
    await ada.page.keyboard.press("Enter")
    await ada.page.wait_for_selector("#say.no >> text=Stages built: a number from 0 to 5.")
    await ada.page.click("#undo button")
    await ada.tab("score")
    await ada.page.wait_for_selector("#sheet-3 .total >> text=0")
    await ada.page.click('[data-do="enter;action=end"]')
    await ben.tab("mine")
    await ben.page.wait_for_selector("#verdict >> text=Ada wins with 14 points.")
    await ada.page.wait_for_selector("#sheet-1 .won, #sheet-1.won")
    assert await ada.page.locator('#main [data-tab="mine"]').count() == 0  # nothing is left to change there
    assert (ada.faults, ben.faults) == ([], [])


@pytest.mark.parametrize(("size", "letters"), [(PHONE, "100%"), (SMALL, "100%"), (PHONE, "200%")])
async def test_every_tab_fits_and_can_be_read_out(table, browser, size, letters):
    for line in ("1 set wonder 22", "2 set military 12", "2 set shields 3", "cat 1", "marker 1 battle"):
        table.send(messages.Enter, action=line)
    phone = await phone_of(table, browser, 1, size)
    await phone.page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
    for tab in ("mine", "table", "score", "more"):
        await phone.tab(tab)
        await phone.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert await phone.wider_than_the_screen() == [], tab
        assert await phone.unlabelled() == [], tab


async def test_a_seat_of_duel_wins_at_once_by_a_tap(tmp_path, facts, every_fact, browser):
    shelf = {"duel": Duel(every_fact["duel"])}
    async with serving(Evening(tmp_path, facts, shelf=shelf, sheets=tally(every_fact))) as table:
        table.send(messages.SetGame, mode="tally")
        table.sit("Ada", "Ben", lang="en").start()
        table.send(messages.Enter, action="1 set blue 9")
        ada = await phone_of(table, browser, 1, PHONE)
        ben = await phone_of(table, browser, 2, SMALL)
        await ben.page.click('#thing-2 [data-do="enter;action=supremacy 2 science"]')
        await ada.tab("score")
        await ada.page.wait_for_selector("#result >> text=Ben wins by scientific supremacy!")
        await ben.page.click('#thing-2 [data-do="enter;action=supremacy 0"]')
        await ada.page.wait_for_selector("#result >> text=Ada: ahead with 9.")
        await ada.page.click("#d-enter-2 summary")
        await ada.page.click('#sheet-2 [data-do="enter;action=supremacy 2 military"]')
        for phone in (ada, ben):
            assert await phone.wider_than_the_screen() == []
            assert await phone.unlabelled() == []
        await ada.page.click('[data-do="enter;action=end"]')
        await ben.page.wait_for_selector("#verdict >> text=Ben wins by military supremacy!")
        assert (ada.faults, ben.faults) == ([], [])
