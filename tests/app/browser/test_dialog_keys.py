"""Dialogs over a page by keys alone: Tab stays in them, Escape puts them away, and the focus is where it was."""

import pytest

from app.games.game_list import tally
from app.protocol.access_messages import ForgetPin, GivePin, SetPin
from app.protocol.cardboard_messages import Enter
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.settings_messages import SetTable
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import PHONE, Phone, heard

FOCUSED = "(at) => document.querySelector(at) === document.activeElement"
WITHIN = """(at) => document.activeElement === document.body
    || document.querySelector(at).contains(document.activeElement)"""


@pytest.fixture
async def table(tmp_path, facts, every_fact):
    async with living(Evening(tmp_path, facts, sheets=tally(every_fact))) as served:
        yield served.sit("Ada", "Ben", lang="en")


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("tab", "opener", "dialog"),
    [("owner", '[data-do^="set-table;mute"]', "#pin"), ("mine", "[data-fill]", "#keypad")],
    ids=["pin", "keypad"],
)
async def test_dialog_traps_focus_and_returns_it_to_its_opener(table, browser, tab, opener, dialog):
    if tab == "mine":
        table.send(SetGame, mode="tally")
        table.start()
    table.send(SetPin, pin="0246")
    table.send(ForgetPin)
    phone = await Phone.take(browser, PHONE)
    page = phone.page
    await page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    await phone.tab(tab)
    await page.focus(opener)
    await page.keyboard.press("Space")
    await page.wait_for_selector(f"{dialog}:not([hidden])")
    table.send(GivePin, pin="0246")
    table.send(SetTable, volume=3)  # the page behind it changes meanwhile
    if tab == "mine":
        table.send(Enter, action="2 set blue 4")
    await heard(phone, table)
    for _ in range(40):
        await page.keyboard.press("Tab")
        assert await page.evaluate(WITHIN, dialog)
    await page.keyboard.press("Escape")
    await page.wait_for_selector(dialog, state="hidden")
    assert await page.evaluate(FOCUSED, opener)
    assert await page.locator("[inert]").count() == 0
    assert phone.faults == []


WATCHER = """window.CloseWatcher = class {
    constructor() { window.watcher = this; }
    destroy() { window.watcher = null; }
};
window.back = () => { const one = window.watcher; window.watcher = null; one.onclose(); }"""


@pytest.mark.rotated
async def test_back_gesture_closes_the_topmost_dialog_and_keeps_the_page(table, browser):
    table.send(SetGame, mode="tally")
    table.start()
    phone = await Phone.take(browser, PHONE)
    page = phone.page
    await page.add_init_script(WATCHER)
    await page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    await page.click("[data-fill]")
    await page.click('#keypad [data-pad="types"]')
    await page.evaluate("back()")
    await page.wait_for_selector("#keypad", state="detached")
    await phone.tab("score")
    await page.click('[data-do="enter;action=end"]')
    await page.wait_for_selector(".keypad[role=alertdialog]")
    await page.evaluate("back()")
    await page.wait_for_selector(".keypad[role=alertdialog]", state="detached")
    assert table.phase() == "game"
    assert await page.evaluate("window.watcher") is None, "without a dialog the gesture leaves the page"
    assert await page.locator("[inert]").count() == 0
    await page.click('[data-do="enter;action=end"]')
    await page.wait_for_selector(".keypad[role=alertdialog]")
    await page.click(".keypad[role=alertdialog] .btn >> nth=-1")
    await page.wait_for_selector("#verdict", state="attached")
    assert await page.evaluate("window.watcher") is None
    assert phone.faults == []


@pytest.mark.rotated
async def test_focus_moves_to_the_fold_that_a_button_opens(table, browser):
    phone = await Phone.take(browser, PHONE)
    page = phone.page
    await page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    await page.focus('[data-asks="d-chair-2"]')
    await page.keyboard.press("Enter")
    assert await page.evaluate(FOCUSED, "#d-chair-2 > summary")
