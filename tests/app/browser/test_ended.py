"""The end on phones: one's own place first, counted as on the screen for whom the game has just ended, undo aside."""

import random
from itertools import product

import pytest
from axe_playwright_python.async_playwright import Axe

from app.looks import end_stages
from app.looks.wonder_window import World
from app.phones.static_files import FOLDER
from app.phones.svg_wonders import world
from app.protocol.game_lifecycle_messages import SetGame
from app.web import static_files as web
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.browser.conftest import Evening
from tests.app.browser.phones import PHONE, SMALL, Phone
from tests.app.phones.served import serving

PLACES = """() => [...document.querySelectorAll("#verdict *")].map((one) => {
  const at = one.getBoundingClientRect();
  return [at.left + scrollX, at.top + scrollY, at.width, at.height].map(Math.round);
})"""
MISALIGNMENT_SCRIPT = """[...document.querySelectorAll("#verdict .sums > div")].map((row) => Math.abs(
  row.firstElementChild.getBoundingClientRect().top - row.lastElementChild.getBoundingClientRect().top))"""
FETCHED = """() => document.querySelector("link[href*=later]")?.sheet
    && performance.getEntriesByType("resource").some((one) => one.name.includes("help") && one.responseEnd)"""
IS_TRANSPARENT_SCRIPT = "(one) => getComputedStyle(one).opacity === '0'"
COUNTING_FINISHED = "html:not([data-counts])"


async def phone_of(served, browser, seat, size, **more):
    phone = await Phone.take(browser, size, **more)
    await phone.page.goto(f"{served.base}/seat/{served.keys[seat]}")
    await phone.live()
    await phone.page.wait_for_function(FETCHED)
    return phone


@pytest.mark.full
async def test_final_score_animation_plays_only_when_the_game_just_ended(evening, browser):
    evening.sit("Ada", "Ben", "Cleo", "Dora", lang="en").start()
    phones = [
        await phone_of(evening, browser, 1, PHONE),
        await phone_of(evening, browser, 2, SMALL),
        await phone_of(evening, browser, 3, PHONE, reduced_motion="reduce"),
    ]
    rng = random.Random(6)
    while evening.phase() == "game":
        evening.act(rng.choice(evening.asked().legal))
    for phone, moves in zip(phones, (True, True, False), strict=True):
        await phone.page.wait_for_selector("#verdict .places li:nth-child(4)", state="attached")
        assert await phone.page.evaluate("'counts' in document.documentElement.dataset")
        names = await phone.page.evaluate("document.getAnimations().map((one) => one.animationName)")
        assert ("appear" in names) is moves
    faults = []
    for phone in phones:
        before = await phone.page.evaluate(PLACES)
        await phone.page.click("#verdict")  # a touch shows all of it
        await phone.page.wait_for_selector(COUNTING_FINISHED)
        assert await phone.page.evaluate(PLACES) == before
        assert max(await phone.page.evaluate(MISALIGNMENT_SCRIPT)) < 3, "numbers stand beside their words"
        assert not await phone.wider_than_the_screen()
        assert not await phone.unlabelled()
        assert await phone.page.locator("#undo").inner_text() == ""
        faults += phone.faults
        for found in (await Axe().run(phone.page)).response["violations"]:
            faults.append((found["id"], [node["html"] for node in found["nodes"]]))
    assert not faults
    again = await phone_of(evening, browser, 1, PHONE)
    assert not await again.page.evaluate("'counts' in document.documentElement.dataset"), "loaded again: all of it"


@pytest.mark.rotated
async def test_undo_is_only_on_the_last_tab_after_the_end(evening, browser):
    evening.sit("Ada", "Ben", lang="en").start()
    rng = random.Random(6)
    while evening.phase() == "game":
        evening.act(rng.choice(evening.asked().legal))
    phone = await phone_of(evening, browser, 1, PHONE)
    assert await phone.page.locator("#tab-mine [data-do^=undo]").count() == 0
    await phone.tab("more")
    assert await phone.page.locator("#tab-more [data-do^=undo]").is_visible()


def test_end_animation_timing_matches_the_screen():
    css = (FOLDER / "later.css").read_text()
    assert f"--each: {end_stages.CATEGORY}s".replace("0.", ".") in css
    assert f"--start: {end_stages.MOMENT}s" in css


@pytest.fixture
async def seven(tmp_path, facts, every_fact):
    game = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    async with serving(Evening(tmp_path, facts, shelf={"seven-wonders": game}, seed="end")) as served:
        yield served


@pytest.mark.full
async def test_phone_hides_the_result_until_the_last_turn_was_shown(seven, browser):
    seven.send(SetGame, game="seven-wonders")
    seven.sit("Ada", "Ben", "Cleo", lang="en").start()
    phone = await phone_of(seven, browser, 1, SMALL)
    rng = random.Random(6)
    while seven.phase() == "game":
        seven.act(rng.choice(seven.asked().legal))
    await phone.page.wait_for_selector("#verdict .places li:nth-child(3)", state="attached")
    assert await phone.page.locator("#verdict .still").is_visible()
    assert await phone.page.locator("#verdict .c").evaluate(IS_TRANSPARENT_SCRIPT)
    await phone.page.click("#verdict .still")
    await phone.page.wait_for_selector(COUNTING_FINISHED)
    assert not await phone.page.locator("#verdict .c").evaluate(IS_TRANSPARENT_SCRIPT)
    assert not await phone.page.locator("#verdict .still").is_visible()
    assert not phone.faults


BROKEN = """() => [...document.querySelectorAll(".world small")].flatMap((one) => {  // words in two lines
    const text = one.firstChild, broken = [];
    for (const word of text.data.matchAll(/[^ ]+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(word[0]);
    }
    return broken;
})"""
SHEETS = [file.read_text() for file in (web.FOLDER / "phone.css", FOLDER / "later.css")]


@pytest.mark.rotated
@pytest.mark.parametrize("width", [320, 360, 390, 430])
async def test_wonder_names_of_winners_are_not_broken(browser, width):
    page = await browser.new_page(viewport={"width": width, "height": 700})
    names = ("The Great Lighthouse", "The Mausoleum", "Circus Maximus", "The Hanging Gardens") * 2
    for size, many in product((16, 20, 24), range(1, 9)):
        each = "".join(world(World.complete("great-lighthouse", name)) for name in names[:many])
        await page.set_content(
            f'<html lang="en" style="font-size: {size}px"><style>{"".join(SHEETS)}</style><body><main>'
            f'<div class="box gap verdict"><div class="worlds">{each}</div></div></main></body></html>'
        )
        assert await page.locator(".world small").count() == many
        assert await page.evaluate(BROKEN) == [], (size, many)
        if size == 16 and (width > 320 or many < 5):  # the result below is in sight, above the button
            assert await page.locator(".worlds").evaluate("(one) => one.offsetHeight") < 410, many
    await page.close()
