"""Sitting down on the narrowest phone: an emblem is chosen, or not; a latecomer takes over from a bot."""

import pytest

from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.protocol.seat_messages import SetSeat, SetSeats
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import SMALL, UNLABELLED, Phone
from tests.app.phones.served import BOTS

TOO_SMALL = """() => [...document.querySelectorAll(".badges label, summary, .btn")]
  .filter((e) => e.getClientRects().length)
  .map((e) => e.getBoundingClientRect())
  .filter((box) => box.width < 47.5 || box.height < 47.5).length"""


@pytest.fixture
async def table(tmp_path, facts):
    async with living(Evening(tmp_path, facts)) as served:
        yield served


async def sound(phone):
    assert await phone.page.evaluate(UNLABELLED) == []
    assert await phone.page.evaluate(TOO_SMALL) == 0
    assert await phone.wider_than_the_screen() == []
    assert phone.faults == []


@pytest.mark.full
async def test_an_emblem_is_two_taps_away_and_nobody_needs_one(table, browser):
    phone = await Phone.take(browser, SMALL)
    await phone.page.goto(table.base)
    assert not await phone.page.is_visible(".badges")
    await phone.page.click("main summary")
    await sound(phone)
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
    await sound(other)


@pytest.mark.full
async def test_a_latecomer_goes_on_for_a_bot(table, browser):
    table.send(SetSeats, count=2)
    first = await (await Phone.take(browser, SMALL)).join(table.base, "Ada")
    table.send(SetSeat, seat=2, by="bot")
    table.start()
    late = await Phone.take(browser, SMALL)
    await late.page.goto(table.base)
    await sound(late)
    await late.page.get_by_text(BOTS[0].name, exact=True).last.wait_for()
    await late.page.fill("input[name=name]", "Eve")
    await late.page.click("button.go")
    await late.live()
    for phone in (first, late):
        await phone.page.locator("#news", has_text=f"Eve takes over from {BOTS[0].name}.").wait_for()
        await sound(phone)
    assert [seat["by"] for seat in table.table_view()["seats"]] == ["phone", "phone"]
