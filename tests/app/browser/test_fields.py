"""Fields as people fill them in: keys 60 ms apart while the table goes on, and what holds is what is shown."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from app.games.game_list import tally
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import Rename, SetSeats
from engine.architects.game_facade import Architects
from engine.game import Seat
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.browser.conftest import Evening
from tests.app.browser.phones import Phone, until
from tests.app.phones.served import serving

KEY = 60  # milliseconds from one key to the next
RESTORE_SCRIPT = """document.addEventListener("readystatechange", () => {
  const field = document.getElementById("c-1-blue-all");
  if (field && document.readyState === "interactive") field.value = "7";
})"""


@pytest.fixture
async def table(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    """Three people round a sheet of 7 Wonders, which has a cell below zero."""
    shelf = {
        "architects": Architects(facts),
        "seven-wonders": SevenWonders(every_fact["seven_wonders"], every_fact["leaders"]),
    }
    async with serving(Evening(tmp_path, facts, shelf=shelf, sheets=tally(every_fact))) as served:
        served.send(SetGame, game="seven-wonders", mode="tally")
        yield served.sit("Ada", "Ben", "Cleo", lang="en").start()


@pytest.fixture
async def phone(table, browser) -> Phone:
    phone = await Phone.take(browser)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    return await phone.live()


def cell(table, name, seat=1):
    return table.table.committed.match.state.values[seat - 1][name]


async def type_number(phone, name, keys, sign_first=True):
    """Tap a field and type, as on a number pad: digits and nothing else; the sign has a button of its own."""
    field, sign = phone.page.locator(f"#c-1-{name}-all"), phone.page.locator(f"[data-sign=c-1-{name}-all]")
    await field.tap()
    if keys.startswith("-") and sign_first:
        await sign.tap()
    await phone.page.keyboard.type(keys.lstrip("-"), delay=KEY)
    if keys.startswith("-") and not sign_first:
        await sign.tap()
    await phone.page.keyboard.press("Enter")
    return field


async def expect_value(field, number):
    """Wait until the page was sent this number, and check that its field shows it."""
    await expect(field).to_have_attribute("value", str(number))
    await expect(field).to_have_value(str(number))


async def check_number_arrives(table, phone, number):
    name = "military" if number < 100 else "coins"
    field = await type_number(phone, name, str(number), sign_first=cell(table, name) >= 0)
    least, most = table.table.committed.match.state.sheet.usual[name]
    if not least <= number <= most:  # it is rare, and asked
        await phone.page.click(".keypad .btn.go")
    await until(lambda: cell(table, name) == number, f"{number} arrived, not {cell(table, name)}")
    await expect_value(field, number)


@pytest.mark.full
async def test_numbers_arrive_as_they_are_typed(table, phone):
    for number in (20, -24, -9, 8, 0, -1, 11, 99, 100, 199):
        await check_number_arrives(table, phone, number)
    assert phone.faults == []


@pytest.mark.full
async def test_every_number_arrives_as_it_is_typed(table, phone):
    for number in range(-24, 200):
        await check_number_arrives(table, phone, number)
        table.send(Enter, action=f"2 add blue {1 if number % 2 else -1}")  # the table goes on
    assert phone.faults == []


@pytest.mark.rotated
async def test_number_may_have_leading_zeros(table, phone):
    field = await type_number(phone, "coins", "020")
    await until(lambda: cell(table, "coins") == 20, "20 coins")
    await expect_value(field, 20)
    await type_number(phone, "coins", "00")
    await until(lambda: cell(table, "coins") == 0, "none")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("keys", ["200", "2000", "1.5", "x"])
async def test_valid_value_is_restored_after_a_refusal(table, phone, keys):
    field = await type_number(phone, "coins", "7")
    await until(lambda: cell(table, "coins") == 7, "7 coins")
    await type_number(phone, "coins", keys)
    await phone.page.wait_for_selector("#say.no >> text=Coins: a number from 0 to 199.")
    await expect(field).to_have_value("7")
    assert cell(table, "coins") == 7


@pytest.mark.rotated
async def test_emptied_field_shows_the_stored_value_again(table, phone):
    field = await type_number(phone, "coins", "7")
    await until(lambda: cell(table, "coins") == 7, "7 coins")
    await field.tap()
    await phone.page.keyboard.press("Delete")
    await phone.page.keyboard.press("Tab")
    await expect(field).to_have_value("7")
    assert cell(table, "coins") == 7


@pytest.mark.rotated
async def test_sign_button_negates_the_number(table, phone):
    field = await type_number(phone, "military", "6")
    await until(lambda: cell(table, "military") == 6, "6 points")
    await expect_value(field, 6)
    sign = phone.page.locator("[data-sign=c-1-military-all]")
    await sign.tap()
    await phone.page.keyboard.press("Enter")
    await until(lambda: cell(table, "military") == -6, "turned")
    await expect_value(field, -6)
    await sign.tap()
    await phone.page.keyboard.press("Enter")
    await until(lambda: cell(table, "military") == 6, "turned back")


@pytest.mark.rotated
async def test_page_is_updated_while_somebody_types(table, phone):
    """The old page kept all of a part back while one of its fields was in use, for ever."""
    page = phone.page
    await page.locator("#c-1-blue-all").tap()
    await page.keyboard.type("1", delay=KEY)
    table.send(Enter, action="1 set coins 126", sure=True)
    await page.wait_for_selector('#c-1-coins-all[value="126"]')
    assert await page.input_value("#c-1-coins-all") == "126"
    await page.wait_for_selector("#thing-2 h2 >> text=42")
    await page.keyboard.type("4", delay=KEY)
    table.send(Enter, action="1 set blue 3")  # somebody else enters another number in the very field
    await page.wait_for_selector('#c-1-blue-all[value="3"]')
    assert await page.input_value("#c-1-blue-all") == "14"
    await page.keyboard.press("Enter")
    await until(lambda: cell(table, "blue") == 14, "what was typed last holds")
    await page.wait_for_selector("#thing-2 h2 >> text=56")


@pytest.mark.rotated
async def test_focused_but_untouched_field_changes_nothing(table, phone):
    page = phone.page
    await page.locator("#c-1-blue-all").tap()
    table.send(Enter, action="1 set blue 9")
    await page.wait_for_selector('#c-1-blue-all[value="9"]')
    await page.keyboard.press("Tab")
    await expect(page.locator("#c-1-blue-all")).to_have_value("9")
    await type_number(phone, "coins", "5")
    await until(lambda: cell(table, "coins") == 5, "5 coins")
    assert cell(table, "blue") == 9


@pytest.mark.rotated
async def test_every_tap_on_plus_counts_before_the_answer_arrives(table, phone):
    plus = phone.page.locator('[data-do="enter;action=1 add blue 1"]')
    await plus.evaluate("one => { for (let n = 0; n < 5; n++) one.click(); }")
    await until(lambda: cell(table, "blue") == 5, f"five taps, not {cell(table, 'blue')}")


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["Otto", "Anna"])
async def test_names_arrive_as_they_are_typed(tmp_path, facts, browser, name):
    async with serving(Evening(tmp_path, facts)) as table:
        table.seats(3)
        phone = await Phone.take(browser)
        page = phone.page
        await page.goto(f"{table.base}/join/{table.table.joining.ticket(Seat(0))}")
        await page.locator("input[name=name]").tap()
        await page.keyboard.type(name, delay=KEY)
        await page.click("button.go")
        await phone.live()
        assert table.table_view()["seats"][0]["name"] == name
        await phone.tab("more")
        await page.click("#d-me > summary")
        await page.fill("#own input[name=name]", "")
        await page.locator("#own input[name=name]").tap()
        await page.keyboard.type(name[:2], delay=KEY)
        # the same part of the page is sent again
        table.send(Rename, Actor("seat", Seat(0)), name="Somebody", lang="en")
        await page.wait_for_selector("#own input[value=Somebody]")
        await page.keyboard.type(name[2:], delay=KEY)
        await page.keyboard.press("Tab")
        await page.keyboard.press("Tab")
        table.send(SetSeats, count=4)
        await page.click("#own button[type=submit]")
        await until(lambda: table.table_view()["seats"][0]["name"] == name, f"{name} is saved")
        assert phone.faults == []


async def test_value_that_the_browser_restores_on_a_reload_stays(table, browser):
    phone = await Phone.take(browser)
    await phone.context.add_init_script(RESTORE_SCRIPT)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    await expect(phone.page.locator("#c-1-blue-all")).to_have_value("7")
