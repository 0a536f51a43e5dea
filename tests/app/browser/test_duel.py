"""Pages of Duel on two phones: any card is shown large, and another turn shows the structure again."""

import random

import pytest

from app.protocol.client_rights import Actor
from engine.game import Seat
from tests.app.browser.duel_pages import table as table
from tests.app.browser.duel_taps import tap
from tests.app.browser.phones import PHONE, SMALL, Phone, until


async def open_phones(table, browser):
    """Open a phone for each of the two seats, and start the game."""
    table.sit("Nora", "Maximiliana", lang="en")
    phones = []
    for seat, size in ((1, PHONE), (2, SMALL)):
        phone = await Phone.take(browser, size)
        await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
        phones.append(await phone.live())
    table.start()
    return phones


@pytest.mark.rotated
async def test_a_tapped_card_is_shown_large_with_its_words_and_chains(table, browser):
    phone, _ = await open_phones(table, browser)
    rng = random.Random(3)
    for _ in range(9):
        table.act(rng.choice(table.asked().legal))
    await phone.tab("table")
    await phone.page.locator("#places .lies button").first.click()
    said = phone.page.locator("#say")
    assert await said.locator("svg.dc").count() == 1
    assert "·" in await said.inner_text()
    await phone.page.click("#hush")
    await phone.page.locator("#references summary >> text=Age III").click()
    await phone.page.locator("#references .all-cards b:text-is('Gardens')").click()
    assert "free with: Statue" in await said.inner_text()
    assert await said.locator("svg.dc:visible").count() == 1
    who = Actor("seat", Seat(0))
    assert table.table.snapshot(who, 0).rev == table.table.rev


@pytest.mark.full
@pytest.mark.parametrize("seat", [1, 2], ids=["on a phone", "on the smallest"])
async def test_a_tap_on_any_card_shows_it_large_with_its_words(table, browser, seat):
    phones = await open_phones(table, browser)
    phone, rng = phones[seat - 1], random.Random(3)
    for _ in range(40):
        table.act(rng.choice(table.asked().legal))
    while table.asked().seat != seat:
        table.act(rng.choice(table.asked().legal))
    await phone.asked(table.asked().number)
    await phone.tab("table")
    page, said = phone.page, phone.page.locator("#say")
    await page.evaluate("() => document.querySelectorAll('#tab-table details').forEach((fold) => { fold.open = true })")
    places = {
        "an open card": ".lies .free",
        "a covered card": ".lies button:not(.free)",
        "a wonder": ".wonders [data-say]",
        "a chain": ".bare[data-say^='c-']:has(.chip1)",
        "a card of a city": "details[id^='d-cards-1'] .heads [data-say]",
        "a card of the other one": "details[id^='d-cards-2'] .heads [data-say]",
        "a discarded card": "#d-discard [data-say]",
        "a token": ".bare[data-say^='t-']",
        "a card that was seen": ".all-cards .seen",
        "a card to come": ".all-cards li:not(.seen) .bare",
    }
    for what, where in places.items():
        await page.locator(f"#tab-table {where}").first.click()
        assert await said.locator(".shown:visible").count() == 1, what
        drawn = await said.locator(".shown").bounding_box()
        assert drawn["width"] > 70, what
        assert ":" in await said.inner_text(), what
        await page.click("#hush")
    assert phone.faults == []


@pytest.mark.rotated
async def test_extra_turn_shows_the_structure_again(table, browser):
    phones = await open_phones(table, browser)
    rng, another = random.Random(6), []
    while not another:
        asked = table.asked()
        another = [text for text in asked.legal if text.startswith("build sphinx with")]
        if not another:
            table.act(rng.choice([text for text in asked.legal if "discard" not in text] or asked.legal))
    phone = phones[asked.seat - 1]
    await phone.asked(asked.number)
    await tap(phone, another[0])
    await until(lambda: table.asked().number != asked.number, "answered")
    assert table.asked().seat == asked.seat
    await phone.asked(table.asked().number)
    await phone.page.locator("#ask .lies").wait_for()
