"""Colours and size of words, as a phone wants them: it keeps them, and each page comes with them."""

from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe

from app.looks.theme import colours
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from tests.app.browser.phones import SMALL, Phone

STYLE = Path(__file__).parents[3] / "app/web/static/phone.css"
GROUND = "getComputedStyle(document.body).backgroundColor"
WORDS = "parseFloat(getComputedStyle(document.body).fontSize)"


def css_colour(name, bright):
    """Return a colour of the theme in the notation of computed CSS."""
    code = colours(bright)[name]
    return f"rgb({', '.join(str(int(code[i : i + 2], 16)) for i in (1, 3, 5))})"


@pytest.mark.full
async def test_phone_keeps_its_own_colours_and_text_size(evening, browser):
    evening.sit("Ada", "Ben").start()
    phone, other = [await Phone.take(browser) for _ in range(2)]
    for one, seat in ((phone, 1), (other, 2)):
        await one.page.goto(f"{evening.base}/seat/{evening.keys[seat]}")
        await one.live()
    page = phone.page
    assert await page.evaluate(GROUND) == css_colour("table", bright=False)
    before = await page.evaluate(WORDS)
    await page.click("nav [data-tab=more]")
    for name, wish in (("light", "bright"), ("words", "3")):
        await page.click("#d-look > summary")
        async with page.expect_navigation():
            await page.select_option(f"[data-look={name}]", wish)
        await phone.live()
    for _ in range(2):
        assert await page.evaluate(WORDS) > before * 1.3
        assert await page.evaluate("document.querySelector('[data-look=light]').value") == "bright"
        assert await phone.wider_than_the_screen() == []
        await page.reload()
        assert await page.evaluate(GROUND) == css_colour("table", bright=True)
        await phone.live()
    assert await other.page.evaluate(GROUND) == css_colour("table", bright=False)
    for tab in ("mine", "table", "score", "more"):
        await page.click(f"nav [data-tab={tab}]")
        found = (await Axe().run(page)).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == [], tab
    await page.click("#d-look > summary")
    async with page.expect_navigation():
        await page.select_option("[data-look=light]", "")
    await page.wait_for_function(f"() => {GROUND} === '{css_colour('table', bright=False)}'")
    assert phone.faults == other.faults == []


STONE = "(each) => each.map((e) => [e.textContent.trim(), getComputedStyle(e).fontFamily.split(',')[0]])"
MOVED = """() => {
  const all = [...document.querySelectorAll("body *")].filter((e) => e.getClientRects().length);
  const lie = () => all.map((e) => e.getBoundingClientRect()).map(({ x, y, height }) => [x, y, height].map(Math.round));
  const carved = [...document.querySelectorAll(".stone")], before = lie().map(String);
  carved.forEach((e) => e.classList.remove("stone"));
  const without = lie().map(String);
  carved.forEach((e) => e.classList.add("stone"));
  const moved = all.filter((e, nth) => before[nth] !== without[nth] && !carved.includes(e));
  return moved.map((e) => e.outerHTML.slice(0, 90));
}"""


@pytest.mark.full
async def test_display_font_is_used_for_headings_without_layout_shift(evening, browser):
    evening.sit("Ada", "Ben").start()
    evening.send(SetSeat, seat=1, lang="de")
    phone = await Phone.take(browser, SMALL)
    await phone.context.add_cookies([{"name": "words", "value": "3", "url": evening.base}])
    async with phone.page.expect_response("**/cinzel-700.woff2") as font:
        await phone.page.goto(f"{evening.base}/seat/{evening.keys[1]}")
    assert "immutable" in (await font.value).headers["cache-control"]
    await phone.live()
    await phone.page.wait_for_selector(".stone", state="attached")
    carved = dict(await phone.page.locator(".stone").evaluate_all(STONE))
    assert set(carved.values()) == {"Stone"}
    assert {"Ada", "Ben"}.isdisjoint(carved)
    figures = "each => [...new Set(each.map((e) => getComputedStyle(e).fontVariantNumeric))]"
    assert await phone.page.locator("p, b, button, input, select").evaluate_all(figures) == ["tabular-nums"]
    for tab in ("mine", "table", "score", "more"):
        await phone.page.click(f"nav [data-tab={tab}]")
        assert await phone.page.evaluate(MOVED) == [], tab
    evening.send(SetTable, plain_figures=True)
    await phone.page.reload()
    await phone.page.wait_for_selector(".stone", state="attached")
    carved = dict(await phone.page.locator(".stone").evaluate_all(STONE))
    assert set(carved.values()) == {"Roboto"}
    assert phone.faults == []


async def test_number_beside_a_right_to_left_name_keeps_its_place(browser):
    page = await browser.new_page()
    await page.set_content(f"<style>{STYLE.read_text()}</style><p><i>1.</i> <b>דוד</b> <b>12</b> <b>מרים</b></p>")
    places = await page.evaluate(
        "[...document.querySelectorAll('p *')].map((node) => node.getBoundingClientRect().left)"
    )
    assert places == sorted(places)
    await page.close()
