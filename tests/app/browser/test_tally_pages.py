"""A score sheet in real browsers: a number tapped here stands there, typed ones too, at any size of words."""

from collections.abc import AsyncIterator

import pytest

from app.games.game_list import tally
from app.protocol.cardboard_messages import Enter
from app.protocol.game_lifecycle_messages import SetGame
from engine.architects.game_facade import Architects
from engine.duel.game_facade import Duel
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.browser.conftest import Evening
from tests.app.browser.phones import PHONE, SMALL, Phone
from tests.app.phones.served import serving
from tests.sheet_values import digits, ended

NAMES = ("Ada", "Maximiliane-Victoria", "Cleo", "Dora")


@pytest.fixture
async def table(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    """Four seats round a sheet of Architects; seats 3 and 4 without a phone."""
    shelf = {"architects": Architects(facts)}
    async with serving(Evening(tmp_path, facts, shelf=shelf, sheets=tally(every_fact))) as served:
        served.send(SetGame, mode="tally", variant=("medals",))
        yield served.sit(*NAMES, lang="en").start()


async def phone_of(table, browser, seat, size):
    phone = await Phone.take(browser, size)
    await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
    return await phone.live()


def cell(table, seat, name):
    return table.table.committed.match.state.values[seat - 1][name]


@pytest.mark.full
async def test_entered_numbers_are_shown_on_every_phone(table, browser):
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
    await ben.page.wait_for_selector("#markers [aria-pressed=true]")
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
    await ada.undo()
    await ada.tab("score")
    await ada.page.wait_for_selector("#sheet-3 .total >> text=0")
    await ada.page.click('[data-do="enter;action=end"]')
    await ada.page.click(".keypad .btn >> text=Close unfinished")
    await ben.tab("mine")
    await ben.page.wait_for_selector("#verdict >> text=Ada wins with 14 points.")
    await ada.page.wait_for_selector("#sheet-1 .won, #sheet-1.won")
    assert await ada.page.locator('#main [data-tab="mine"]').count() == 0  # nothing is left to change there
    assert (ada.faults, ben.faults) == ([], [])


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("size", "letters"), [(PHONE, "100%"), (SMALL, "100%"), (PHONE, "200%")])
async def test_every_tab_fits_the_screen_and_is_labelled(table, browser, size, letters):
    for line in ("1 set wonder 22", "2 set military 12", "2 set shields 3", "cat 1", "marker 1 battle"):
        table.send(Enter, action=line, sure=True)
    phone = await phone_of(table, browser, 1, size)
    await phone.page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
    for tab in ("mine", "table", "score", "more"):
        await phone.tab(tab)
        await phone.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert await phone.wider_than_the_screen() == [], tab
        assert await phone.unlabelled() == [], tab


@pytest.mark.full
async def test_duel_supremacy_is_entered_by_a_tap(tmp_path, facts, every_fact, browser):
    shelf = {"duel": Duel(every_fact["duel"])}
    async with serving(Evening(tmp_path, facts, shelf=shelf, sheets=tally(every_fact))) as table:
        table.send(SetGame, mode="tally")
        table.sit("Ada", "Ben", lang="en").start()
        table.send(Enter, action="1 set blue 9")
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


async def fill_sheet(phone, values, seat):
    """Enter all numbers of the seats that are asked, and return the number of taps; no key waits for an answer."""
    taps = 0

    async def tap(what):
        nonlocal taps
        taps += 1
        await phone.page.click(f"#keypad {what}")

    await phone.page.click(f'[data-fill="{seat}"]')
    taps += 1
    for number in values:
        key = f'[data-do$=" {number}"]'
        if await phone.page.locator(f"#keypad .keys:not(.digits) {key}").count():
            await tap(f".keys {key}")
            continue
        await tap('[data-pad="types"]')
        for digit in str(number):
            await tap(f'[data-pad="key {digit}"]')
        await tap('.ways [data-pad="put"]')
        if await phone.page.locator("#keypad").count():
            await tap('[data-pad="types"]')
    return taps


@pytest.mark.rotated
async def test_keypad_fills_in_a_sheet_number_by_number(tmp_path, facts, every_fact, browser):
    """The touches a seat of 7 Wonders with Leaders, of a whole game; rare numbers and empty cells are asked once."""
    shelf = {"seven-wonders": SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])}
    async with serving(Evening(tmp_path, facts, shelf=shelf, sheets=tally(every_fact))) as table:
        table.send(SetGame, mode="tally", variant=("leaders",))
        table.sit("Ada", "Ben", "Cleo", lang="en").start()
        ada = await phone_of(table, browser, 1, PHONE)
        state = table.table.committed.match.state
        order = [cell.id for cell in state.cells if cell.id != "shields"]
        lines = [id for line in state.lines for id in getattr(line, "cells", (getattr(line, "cell", ""),))]
        order = [id for id in lines if id in order]
        values = ended("seven-wonders", 0)[0]
        taps = await fill_sheet(ada, [values.get(id, 0) for id in order], 1)
        await ada.page.wait_for_selector("#keypad", state="detached")
        # Written as a function: the page's own rules of security refuse text that is read anew at each look.
        await ada.page.wait_for_function("() => !document.querySelector('#thing-2 [data-fill]')")
        entered = table.table.committed.match.state
        assert {id: entered.values[0][id] for id in order} == {id: values.get(id, 0) for id in order}
        print(f"\nphone, seven-wonders: {taps} touches a seat, before {digits([values.get(id, 0) for id in order])}")
        assert taps <= 15
        await ada.tab("score")
        await ada.page.click('[data-fill="2"]')
        await ada.page.click('#keypad [data-pad="round"]')
        await ada.page.click('#keypad .keys [data-do$=" 3"]')
        await ada.page.wait_for_selector("#keypad h1 >> text=Cleo: Military")
        await ada.page.click('#keypad [data-pad="close"]')
        await ada.page.click("#d-enter-2 summary")
        await ada.page.fill("#c-2-blue-all", "40")
        await ada.page.keyboard.press("Enter")
        await ada.page.click(".keypad .btn.go >> text=Yes, it is right")
        await ada.page.wait_for_selector('#c-2-blue-all[value="40"]')
        await ada.page.click('[data-do="enter;action=end"]')
        await ada.page.wait_for_selector(".keypad h1 >> text=Not entered yet: military")
        await ada.page.click(".keypad .btn >> text=They are 0")
        await ada.page.wait_for_selector("#result >> text=wins with")
        assert ada.faults == []


@pytest.mark.full
async def test_quickly_typed_keypad_digits_arrive_in_order(tmp_path, facts, every_fact, browser):
    shelf = {"duel": Duel(every_fact["duel"])}
    async with serving(Evening(tmp_path, facts, shelf=shelf, sheets=tally(every_fact))) as table:
        table.send(SetGame, mode="tally")
        table.sit("Ada", "Ben", lang="en").start()
        ada = await phone_of(table, browser, 1, SMALL)
        await ada.page.click('[data-fill="1"]')
        await ada.page.click('#keypad [data-pad="types"]')
        assert await ada.wider_than_the_screen() == []
        for number in ("10", "11", "0"):
            for digit in number:
                await ada.page.click(f'#keypad [data-pad="key {digit}"]', delay=20)
            await ada.page.click('#keypad .ways [data-pad="put"]')
        await ada.page.wait_for_selector("#keypad h1 >> text=Ada: Yellow cards")
        await ada.page.wait_for_selector('#c-1-green-all[value="0"]')
        assert [cell(table, 1, each) for each in ("military", "blue", "green")] == [10, 11, 0]
