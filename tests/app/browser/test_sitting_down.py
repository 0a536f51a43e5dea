"""Sitting down on the narrowest phone: an emblem is chosen, or not; a latecomer takes over from a bot; the page follows
the table; one phone holds several seats."""

import asyncio

import pytest

from app.protocol.access_messages import LockTable
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.protocol.seat_messages import JoinRequest, Leave, SetSeat, SetSeats
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import SMALL, UNLABELLED, Phone, path_of
from tests.app.phones.served import BOTS

TOO_SMALL = """() => [...document.querySelectorAll(".badges label, summary, .btn")]
  .filter((e) => e.getClientRects().length)
  .map((e) => e.getBoundingClientRect())
  .filter((box) => box.width < 47.5 || box.height < 47.5).length"""


@pytest.fixture
async def table(tmp_path, facts):
    async with living(Evening(tmp_path, facts)) as served:
        yield served


async def check_layout(phone):
    assert await phone.page.evaluate(UNLABELLED) == []
    assert await phone.page.evaluate(TOO_SMALL) == 0
    assert await phone.wider_than_the_screen() == []
    assert phone.faults == []


@pytest.mark.full
async def test_emblem_is_optional_and_chosen_in_two_taps(table, browser):
    phone = await Phone.take(browser, SMALL)
    await phone.page.goto(table.base)
    assert not await phone.page.is_visible(".badges")
    await phone.page.click("main summary")
    await check_layout(phone)
    await phone.page.click("label:has([value=anchor])")
    await phone.page.click("label:has([value=petrol])")
    await phone.page.fill("input[name=name]", "Ada")
    await phone.page.click("button.go")
    await phone.live()
    assert await phone.page.locator("#head .badge [fill='var(--petrol)']").count() == 1
    other = await Phone.take(browser, SMALL)
    await other.join(table.base, "Ben")
    seats = table.table_view()["seats"]
    assert [(seat["emblem"], seat["colour"]) for seat in seats[:2]] == [("anchor", "petrol"), (EMBLEMS[0], COLOURS[0])]
    await other.tab("more")
    await other.page.click("#d-me > summary")
    await other.page.click("#d-badge summary")
    assert await other.page.is_disabled("#d-badge [value=anchor]")
    await other.page.click("#d-badge label:has([value=key])")
    await other.page.click("#own form .btn[type=submit]")
    await other.page.wait_for_selector("#head .badge use[href='#i-emblem-key']")
    await check_layout(other)


@pytest.mark.full
async def test_latecomer_takes_over_from_a_bot(table, browser):
    table.send(SetSeats, count=2)
    first = await (await Phone.take(browser, SMALL)).join(table.base, "Ada")
    table.send(SetSeat, seat=2, by="bot")
    table.start()
    late = await Phone.take(browser, SMALL)
    await late.page.goto(table.base)
    await check_layout(late)
    await late.page.get_by_text(BOTS[0].name, exact=True).last.wait_for()
    await late.page.fill("input[name=name]", "Eve")
    await late.page.click("button.go")
    await late.live()
    for phone in (first, late):
        await phone.page.locator("#news", has_text=f"Eve takes over from {BOTS[0].name}.").wait_for()
        await check_layout(phone)
    assert [seat["by"] for seat in table.table_view()["seats"]] == ["phone", "phone"]


@pytest.mark.rotated
async def test_the_page_to_sit_down_follows_the_table(table, browser):
    """Seats come free and are taken, a bot's is offered, the table is locked and opened: without a reload."""
    table.sit("Ada", "Ben", lang="en")
    phone = await Phone.take(browser, SMALL)
    page = phone.page
    await page.goto(table.base)
    await page.locator("h1", has_text="All seats are taken.").wait_for()
    table.send(Leave, Actor("seat", Seat(1)))
    await page.wait_for_selector("[name=seat][value='2']", state="attached")
    table.send(LockTable, locked=True)
    await page.locator("h1", has_text="The table is locked").wait_for()
    table.send(LockTable, locked=False)
    await page.wait_for_selector("[name=seat][value='2']", state="attached")
    table.send(SetSeats, count=4)
    await page.click("label:has([name=seat][value='4'])")
    await page.locator("input[name=name]").press_sequentially("Wilhelmina")
    table.keys[2] = table.table.joining.join(None, Seat(1), JoinRequest("Cleo", "en"))
    await page.wait_for_selector("[name=seat][value='2']", state="detached")
    assert await page.input_value("input[name=name]") == "Wilhelmina"
    assert await page.evaluate("document.activeElement.name") == "name"
    assert await page.is_checked("[name=seat][value='4']")
    table.keys[4] = table.table.joining.join(None, Seat(3), JoinRequest("Dan", "en"))
    await page.wait_for_selector("[name=seat][value='4']", state="detached")
    assert await page.is_checked("[name=seat][value='3']"), "the seat that is left"
    await check_layout(phone)
    await page.click("button.go")
    await phone.live()
    assert table.table_view()["seats"][2]["name"] == "Wilhelmina"


@pytest.mark.rotated
async def test_a_seat_that_is_taken_meanwhile_is_not_offered_to_a_second_phone_with_its_code(table, browser):
    table.sit("Ada").send(SetSeats, count=3)
    phone = await Phone.take(browser, SMALL)
    await phone.page.goto(f"{table.base}/join/{table.table.joining.ticket(Seat(1))}")
    await phone.page.fill("input[name=name]", "Eve")
    table.table.joining.join(table.table.joining.ticket(Seat(1)), Seat(1), JoinRequest("Ben", "en"))
    await phone.page.wait_for_selector("[name=seat][value='3']", state="attached")
    table.send(SetGame, game="architects")
    await phone.page.click("button.go")
    await phone.live()
    assert table.table_view()["seats"][2]["name"] == "Eve"


@pytest.mark.rotated
async def test_a_phone_that_holds_two_seats_finds_both_again(table, browser):
    table.send(SetSeats, count=3)
    phone = await (await Phone.take(browser, SMALL)).join(table.base, "Ada")
    page, paths = phone.page, {"Ada": path_of(phone.page)}
    await page.goto(table.base)
    assert await page.locator("#back a").all_inner_texts() == ["Back to my seat"]
    await phone.join(table.base, "Ben")
    paths["Ben"] = path_of(page)
    await phone.tab("more")
    assert await page.locator("#back a").all_inner_texts() == ["Go to the seat of Ada"]
    await page.goto(table.base)
    assert await page.locator("#back a").all_inner_texts() == ["Go to the seat of Ada", "Go to the seat of Ben"]
    await check_layout(phone)
    for name in ("Ben", "Ada"):
        await page.goto(table.base)
        await page.get_by_text(f"Go to the seat of {name}").click()
        await phone.live()
        assert (path_of(page), await page.inner_text("#head h1")) == (paths[name], name)
    table.send(Leave, Actor("seat", Seat(0)))
    await page.wait_for_selector("#gone:not([hidden])")
    await page.goto(table.base)
    assert await page.locator("#back a").all_inner_texts() == ["Back to my seat"]
    assert await page.get_attribute("#back a", "href") == paths["Ben"]


@pytest.mark.rotated
async def test_a_page_whose_seat_goes_before_it_connects_forgets_that_seat(table, browser):
    phone = await (await Phone.take(browser, SMALL)).join(table.base, "Ada")
    page, left = phone.page, asyncio.Event()

    async def delay(route):
        await left.wait()
        await route.continue_()

    await page.route("**/phone*.js", delay)
    await page.reload(wait_until="commit")
    await page.wait_for_selector("#head h1", state="attached")
    table.send(Leave, Actor("seat", Seat(0)))
    left.set()
    await page.wait_for_selector("#gone:not([hidden])")
    await page.wait_for_function("() => localStorage.getItem('seat-' + document.body.dataset.table) === '{}'")
    await page.goto(table.base)
    assert not await page.locator("#back a").is_visible()
