"""A browser that dies fails the test in which it dies, and none after it."""

import pytest

from tests.app.browser.conftest import chromium, lasting


@pytest.mark.rotated
async def test_crashed_browser_is_replaced():
    async with lasting(chromium) as live:
        first = await live()
        assert await live() is first
        await first.close()
        again = await live()
        assert again is not first
        await (await again.new_page()).goto("data:text/html,there")
