"""The first phone puts the table's time zone right, with one touch."""

import pytest

from app.shown.machine.clock import PANEL
from app.text.time_zone import use_zone
from tests.app.browser.phones import SMALL, Phone, until

LOS_ANGELES = "America/Los_Angeles"


@pytest.mark.rotated
async def test_phone_offers_its_time_zone_to_the_table(evening, browser):
    use_zone("UTC")
    try:
        phone = await Phone.take(browser, SMALL, timezone_id=LOS_ANGELES)
        await phone.join(evening.base, "Ada")
        await phone.page.get_by_text("Use this phone’s time zone: Los Angeles").click()
        await until(lambda: evening.table.settings.zone == LOS_ANGELES, "the zone is set")
        await phone.page.wait_for_selector("#clock button", state="detached")
        await phone.tab("owner")
        chosen = phone.page.locator(f"#{PANEL} select")
        assert await chosen.input_value() == LOS_ANGELES
        await chosen.select_option("Asia/Tokyo")
        await until(lambda: evening.table.settings.zone == "Asia/Tokyo", "it is changed")
        assert await phone.wider_than_the_screen() == []
        assert phone.faults == []
        other = await Phone.take(browser, SMALL, timezone_id="Europe/Berlin")
        await other.join(evening.base, "Ben")
        assert await other.page.locator("#clock button").count() == 0
    finally:
        use_zone("")
