"""A test that waits for what never comes ends, and says what its pages showed."""

import asyncio

import pytest
from playwright.async_api import Error

from tests.app.browser.conftest import cut_off
from tests.app.browser.phones import Phone


async def test_timed_out_test_reports_the_page_content(browser):
    phone = await Phone.take(browser)
    await phone.page.goto("data:text/html,<p>Still here")
    said: list[str] = []
    waits = asyncio.create_task(phone.page.evaluate("new Promise(() => {})"))
    await cut_off(browser, 0, said)
    with pytest.raises(Error, match="closed"):
        await waits
    assert "Still here" in said[1]
    assert not browser.contexts
