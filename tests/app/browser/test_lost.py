"""Loss of the connection on a phone: a bar says so in every size of page and text, wherever the page is scrolled."""

import pytest

from app.text.translation import words
from tests.app.browser.phones import Phone

SIZES = ((320, 568), (390, 844), (667, 331), (768, 1024))
BAR_SCRIPT = """bar => {
  const { top, height } = bar.getBoundingClientRect();
  const free = (y) => bar.contains(document.elementFromPoint(innerWidth / 2, y));
  const seen = Array.from({ length: Math.floor(height / 4) }, (_, nth) => free(top + nth * 4 + 2));
  const words = bar.querySelector("span").getBoundingClientRect();
  return [top, seen.every(Boolean), height > words.height + 15, height > 40];
}"""

# A tap that does not arrive, ten minutes in which no timer runs, and a network that does not answer at once.
SLEEP_SCRIPT = """() => {
  WebSocket.prototype.send = () => {};
  document.querySelector('#start [data-do="start"]').click();
  const later = Date.now() + 600000;
  Date.now = () => later;
  window.sent = [];
  window.WebSocket = class {
    static CONNECTING = 0;
    static OPEN = 1;
    constructor() { this.readyState = 0; window.link = this; }
    close() {}
    send(message) { sent.push(JSON.parse(message).type); }
  };
  document.dispatchEvent(new Event("visibilitychange"));
  return [document.documentElement.dataset.link, document.getElementById("lost").hidden];
}"""
ANSWER_SCRIPT = "() => { link.readyState = 1; link.onopen(); return sent; }"


async def test_phone_that_slept_shows_that_it_is_old_and_forgets_taps_that_never_arrived(evening, browser):
    evening.sit("Ada", "Ben", lang="en")
    phone = await Phone.take(browser)
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[1]}")
    await phone.live()
    assert await phone.page.evaluate(SLEEP_SCRIPT) == ["lost", False]
    assert await phone.page.evaluate(ANSWER_SCRIPT) == ["have"]


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("large", ["", "3"], ids=["plain", "largest"])
async def test_lost_connection_notice_is_visible_at_every_scroll_position(evening, browser, large):
    evening.sit("Ada", "Ben", lang="de").start()
    phone = await Phone.take(browser)
    await phone.context.add_cookies([{"name": "words", "value": large, "url": evening.base}])
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[evening.asked().seat]}")
    await phone.live()
    await phone.context.set_offline(True)
    lost = phone.page.locator("#lost:not([hidden])")
    assert await lost.inner_text() == words("de")("No connection to the table. Trying again …")
    scrolls = set()
    for width, height in SIZES:
        await phone.page.set_viewport_size({"width": width, "height": height})
        for down in (0, 8, 10_000):  # to the end of the page
            await phone.page.evaluate("down => scrollTo(0, down)", down)
            assert await lost.evaluate(BAR_SCRIPT) == [0, True, True, True]
        assert await phone.wider_than_the_screen() == []
        scrolls.add(await phone.page.evaluate("document.documentElement.hasAttribute('data-low')"))
    assert scrolls == {False, True}, "where the head stays in place, and where it does not"
