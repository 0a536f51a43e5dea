"""Recent events on phones: announced at the top of the page, marked at their place, the last round one tap away."""

import pytest
from playwright.async_api import expect

from app.text.translation import complete, words
from tests.app.browser.phones import SMALL, Phone


@pytest.fixture
async def phone(evening, browser):
    """Ada's, while Ben has the turn."""
    evening.sit("Ada", "Ben", lang="en").start()
    if evening.asked().seat == 1:
        end_turn(evening)
    phone = await Phone.take(browser, SMALL)
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[1]}")
    await phone.live()
    await phone.tab("table")
    yield phone
    assert phone.faults == []


def end_turn(evening):
    """Play for the seat to act until its turn is over."""
    seat = evening.asked().seat
    while evening.asked().seat == seat:
        legal = evening.asked().legal
        evening.act(next((text for text in legal if text.startswith("take ")), legal[0]))


@pytest.mark.rotated
async def test_changes_are_marked_until_the_next_event(evening, phone):
    marked = phone.page.locator("#tab-table [data-fresh]")
    await expect(marked).to_have_count(0)
    end_turn(evening)
    await expect(phone.page.locator("#news p").first).to_contain_text("Ben takes")
    await expect(marked).not_to_have_count(0)
    before = await marked.evaluate_all("all => all.map((one) => one.outerHTML)")
    end_turn(evening)
    await expect(phone.page.locator("#news p").first).to_contain_text("Ada takes")
    await expect(marked).not_to_have_count(0)
    assert await marked.evaluate_all("all => all.map((one) => one.outerHTML)") != before
    assert await phone.wider_than_the_screen() == []


@pytest.mark.rotated
async def test_last_round_opens_with_one_tap(evening, phone):
    for _ in range(6):
        end_turn(evening)
    await phone.page.locator("#since summary").tap()
    fold = phone.page.locator("#d-since")
    await expect(fold).to_have_attribute("open", "")
    await expect(fold.get_by_role("heading", name="Turn ").first).to_be_visible()


# How far the news reach under the button beside them, in pixels: with a word for it, and whether more can be unfolded.
OVERLAP_SCRIPT = """([word, more]) => {
  document.getElementById("since").innerHTML = more ? "<details><summary></summary></details>" : "";
  document.getElementById("why").innerHTML = `<details><summary>${word}</summary></details>`;
  const news = document.getElementById("news"), button = document.querySelector("#why summary"), s = getComputedStyle;
  dispatchEvent(new Event("resize"));
  const ends = news.getBoundingClientRect().right - parseFloat(s(news).paddingRight);
  return ends - button.getBoundingClientRect().left - parseFloat(s(button).paddingLeft); }"""


@pytest.mark.rotated
async def test_news_do_not_reach_under_the_explain_button(evening, phone):
    end_turn(evening)
    await phone.page.locator("#news p").first.wait_for()
    longest = "Erklär mir das"  # of a language that is not here yet
    asked = [
        (word, more) for word in (*(words(lang)("Why?") for lang in complete()), longest) for more in (False, True)
    ]
    assert [each for each in asked if await phone.page.evaluate(OVERLAP_SCRIPT, [*each]) > 0] == []
