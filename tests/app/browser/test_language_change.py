"""Changes of a language while somebody uses the page: in place, and nothing half written is lost."""

import pytest
from playwright.async_api import expect

from app.protocol.access_messages import SetPin
from app.protocol.seat_messages import SetSeat
from tests.app.browser.equal_pages import Pair
from tests.app.browser.phones import Phone
from tests.app.browser.reload_games import check_equal
from tests.app.phones.served import LANGS

NAV = {"en": "More", "de": "Mehr", "nl": "Meer", "fr": "Plus"}
# What a reload would lose, with a variable of this document.
PAGE_STATE = """() => { const at = document.activeElement;
  return [window.sameDocument, at.name, at.value, at.selectionStart, document.getElementById("d-me").open,
    scrollY, [...document.querySelectorAll("#ask input:checked")].map((one) => one.value)]; }"""

pytestmark = pytest.mark.usefixtures("two_pages_of_a_seat")


async def speak(table, phone, lang):
    """Set the language of seat 1 at the table, and wait until the whole page has it."""
    table.send(SetSeat, seat=1, lang=lang)
    await expect(phone.page.locator("nav [data-tab=more]")).to_have_text(NAV[lang])
    await expect(phone.page.locator("html")).to_have_attribute("lang", lang)


async def open_seat(table, browser, **more):
    phone = await Phone.take(browser, **more)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    await phone.page.evaluate("window.sameDocument = true")
    return phone


async def start_name(phone, name="Adalber"):
    """Open the form for the own name and write half of another there."""
    await phone.tab("more")
    await phone.unfold("#d-me [name=name]")
    await phone.page.fill("#d-me [name=name]", name)


@pytest.mark.parametrize("phase", ["lobby", "game"])
async def test_half_written_name_survives_every_language(evening, browser, phase):
    evening.sit("Ada", "Ben", lang="en")
    if phase == "game":
        evening.start()
    phone = await open_seat(evening, browser)
    await start_name(phone)
    await phone.page.evaluate("scrollBy({ top: 40, behavior: 'instant' })")
    before = await phone.page.evaluate(PAGE_STATE)
    for lang in (*LANGS[1:], "en"):
        await speak(evening, phone, lang)
        assert await phone.page.evaluate(PAGE_STATE) == before
    await phone.page.keyboard.type("t")
    await phone.page.click("#d-me .go, #d-me [type=submit]")
    await expect(phone.page.locator("#head")).to_contain_text("Adalbert")
    assert phone.faults == []


@pytest.mark.rotated
async def test_open_pin_dialog_survives_another_language(evening, browser):
    evening.sit("Ada", "Ben", lang="en")
    evening.send(SetPin, pin="2468")
    phone = await open_seat(evening, browser)
    await phone.tab("owner")
    await phone.page.click("[data-pin]")
    await phone.page.keyboard.type("24")
    evening.send(SetSeat, seat=1, lang="fr")
    await phone.page.wait_for_selector("#head [data-lang=fr]", state="attached")
    await phone.page.keyboard.type("68")
    assert await phone.page.input_value("#pin:not([hidden]) [name=pin]") == "2468"
    await phone.page.keyboard.press("Enter")
    await phone.page.wait_for_selector("#pin", state="hidden")
    await phone.page.wait_for_selector("html[lang=fr]")
    assert await phone.page.evaluate("window.sameDocument")
    assert phone.faults == []


@pytest.mark.rotated
@pytest.mark.parametrize("tab", ["mine", "more"])
async def test_page_equals_its_reload_in_another_language(evening, browser, tab):
    evening.sit("Ada", "Ben", lang="en").start()
    pair = await Pair.take(browser, f"{evening.base}/seat/{evening.keys[1]}", (390, 664), tab)
    await pair.live.page.evaluate("window.sameDocument = true")
    for lang in ("fr", "en"):
        await speak(evening, pair.live, lang)
        assert not await pair.live.page.locator("#unread").is_visible()
        await check_equal([pair], lang)
    assert await pair.live.page.evaluate("window.sameDocument")


@pytest.mark.rotated
async def test_appearance_keeps_what_is_half_written(evening, browser):
    evening.sit("Ada", "Ben", lang="en")
    phone = await open_seat(evening, browser)
    await start_name(phone)
    await phone.unfold("[data-look=words]")
    await phone.page.evaluate("scrollTo({ top: 90, behavior: 'instant' })")
    await phone.page.select_option("[data-look=words]", "2")
    await phone.page.wait_for_selector("html[data-words='2'][data-link=live] #d-look[open]")
    await expect(phone.page.locator("#d-me [name=name]")).to_have_value("Adalber")
    assert await phone.page.evaluate("scrollY") == 90
