"""The PIN on a phone: asked for where something is refused without it, and then that is said again."""

import re

import pytest

from app.protocol.access_messages import ForgetPin, SetPin
from tests.app.browser.phones import PHONE, Phone, until

MUTE = '[data-do^="set-table;mute"]'  # a switch whose label says what it does, too


async def open_settings(evening, browser, seat=1):
    phone = await Phone.take(browser, PHONE)
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[seat]}")
    await phone.live()
    await phone.tab("owner")
    return phone


@pytest.mark.full
async def test_refused_intent_is_applied_after_the_pin(evening, browser):
    evening.sit("Nora", "Idris", "Mei", lang="en")
    evening.send(SetPin, pin="0246")
    phone = await open_settings(evening, browser)
    page = phone.page
    await page.click(MUTE)
    await page.wait_for_selector("#pin:not([hidden])")
    assert "needs the table’s PIN" in await page.inner_text("#pin-why")
    assert await page.evaluate("document.activeElement.name") == "pin"
    await page.keyboard.type("1111")
    await page.keyboard.press("Enter")
    await page.get_by_text("This is not the table’s PIN.").wait_for()
    assert not evening.table.settings.mute
    await page.fill("#pin input", "0246")
    await page.click("#pin .go")
    await until(lambda: evening.table.settings.mute, "it is said again")
    assert not await page.is_visible("#pin")
    assert await page.locator("#pin input").input_value() == ""
    assert not phone.faults


@pytest.mark.full
async def test_phone_with_the_pin_can_lock_the_table_and_remove_people(evening, browser):
    evening.sit("Nora", "Idris", "Mei", lang="en")
    evening.send(SetPin, pin="0246")
    evening.send(ForgetPin)
    phone = await open_settings(evening, browser)
    page = phone.page
    assert await page.locator("#d-away-2").count() == 0
    await page.click("[data-pin]")
    await page.fill("#pin input", "0246")
    await page.keyboard.press("Enter")
    await page.click("#d-away-2 summary")
    await page.click("#d-away-2 button")
    await until(lambda: evening.table.joining.seat_of_key(evening.keys[2]) is None, "Idris has no seat any more")
    await page.get_by_text("Locked for others").click()
    await until(lambda: evening.table.locked, "it is locked")
    newcomer = await Phone.take(browser, PHONE)
    await newcomer.page.goto(f"{evening.base}/")
    assert await newcomer.page.inner_text("h1") == "The table is locked"
    await page.get_by_text("Ask for the PIN again").click()
    await page.locator("[data-pin]").wait_for()
    assert not phone.faults


@pytest.mark.full
async def test_cancelled_intent_is_not_applied_after_the_pin(evening, browser):
    evening.sit("Nora", "Idris", lang="en")
    evening.send(SetPin, pin="0246")
    phone = await open_settings(evening, browser)
    page = phone.page
    await page.click(MUTE)
    await page.click("#pin-away")
    assert not await page.is_checked(MUTE)
    await page.click("[data-pin]")
    await page.fill("#pin input", "0246")
    await page.keyboard.press("Enter")
    await page.get_by_text("Ask for the PIN again").wait_for()
    assert not evening.table.settings.mute
    assert not phone.faults


@pytest.mark.rotated
async def test_action_is_confirmed_by_number_if_no_pin_is_set(evening, browser):
    """An irreversible action asks for a number; the field announces to a screen reader what has to be typed."""
    evening.sit("Nora", "Idris", lang="en")
    phone = await open_settings(evening, browser)
    page = phone.page
    await page.get_by_text("Locked for others").click()
    await page.wait_for_selector("#pin:not([hidden])")
    assert await page.inner_text("#pin-h") == "Do you really want this?"
    assert await page.get_attribute("#pin input", "aria-describedby") == "pin-why"
    number = re.search(r"type (\d{4})", await page.inner_text("#pin-why"))[1]
    await page.fill("#pin input", "1" if number[0] != "1" else "2")
    await page.keyboard.press("Enter")
    await page.get_by_text("That number is wrong.").wait_for()
    assert not evening.table.locked
    await page.fill("#pin input", number)
    await page.keyboard.press("Enter")
    await until(lambda: evening.table.locked, "it is locked")
    assert not await page.is_visible("#pin")
    assert not phone.faults
