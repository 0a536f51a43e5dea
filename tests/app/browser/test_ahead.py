"""Previews of a chosen use on a phone: each is shown with its choice, changes with it, and disappears with it."""

from itertools import count

import pytest

from app.games.architects.action_previews import foreseen
from app.games.architects.phone.svg_faces import HIGH, SIDE
from app.protocol.game_lifecycle_messages import SetGame
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import Phone
from tests.pictures import pages
from tests.pictures.picture import Picture

ROW = {"seats": 2, "size": "390x664", "lang": "en", "light": "night", "words": "plain"}
PREVIEW_LINES_SCRIPT = "() => [...document.querySelectorAll('#ahead:not(.late) p')].map((one) => one.textContent)"
USE = "#ask .panel:visible label.use >> nth={}"


async def preview_lines(page, after):
    """Wait until the preview differs from `after`, and return its lines."""
    await page.wait_for_function(
        f"(was) => ({PREVIEW_LINES_SCRIPT})().length && String(({PREVIEW_LINES_SCRIPT})()) !== was", arg=",".join(after)
    )
    return await page.evaluate(PREVIEW_LINES_SCRIPT)


@pytest.mark.full
async def test_preview_appears_with_a_use_and_disappears_with_the_card(browser, tmp_path):
    async with pages.shown(browser, Picture("phone", "duel a card chosen", ROW), tmp_path) as at:
        await at.page.locator(USE.format(1)).click()
        sold = await preview_lines(at.page, [])
        assert sold[0].startswith("Nora: +")
        await at.page.locator(USE.format(0)).click()
        assert await preview_lines(at.page, sold) != sold
        box = await at.page.locator("#ahead").bounding_box()
        dock = await at.page.locator(".dock:visible .go").bounding_box()
        assert box["width"] > 300
        assert dock["y"] > 500  # the main button stays where it was
        await at.page.locator("#ask .panel:visible .shut").click()
        await at.page.wait_for_selector("#ahead", state="detached")


GHOSTS = """() => Object.fromEntries([...document.querySelectorAll("[data-ghost]")].map((one) =>
  [one.dataset.at, one.dataset.ghost]))"""


@pytest.mark.full
async def test_values_on_the_page_that_would_change_are_marked(browser, tmp_path):
    async with pages.shown(browser, Picture("phone", "duel a card chosen", ROW), tmp_path) as at:
        await at.page.locator(USE.format(1)).click()
        sold = await preview_lines(at.page, [])
        assert (await at.page.evaluate(GHOSTS))["mine"] in sold[0]
        await at.page.locator(USE.format(0)).click()
        built = await preview_lines(at.page, sold)
        assert (await at.page.evaluate(GHOSTS)).get("mine", "") in built[0]
        await at.page.locator("#ask .panel:visible .shut").click()
        await at.page.wait_for_selector("#ahead", state="detached")
        assert await at.page.evaluate(GHOSTS) == {}


@pytest.fixture
async def table(tmp_path, facts):
    async with living(Evening(tmp_path, facts, seed="ahead")) as served:
        yield served


def buildable_stages(state, text):
    """Return the stages that the first seat could pay for after taking this card."""
    return foreseen(state.view(Seat(0)), state.foreseen(Seat(0), state.parse(text), Seat(0)), 1).stages


@pytest.mark.full
async def test_buildable_stage_is_marked_in_the_wonder_drawing(table, browser):
    table.send(SetGame, game="architects")
    table.sit("Nora", "Otto", lang="en").start()
    for turns in count():
        assert turns < 200
        asked, state = table.asked(), table.table.committed.match.state
        sides = [text for text in asked.legal if text in ("take left", "take right")]
        wanted = next((text for text in sides if asked.seat == 1 and buildable_stages(state, text)), "")
        if wanted:
            break
        table.act(asked.legal[0])
    phone = await Phone.take(browser)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    await phone.page.locator(f"#ask input[value='{wanted}']").check()
    await phone.page.wait_for_selector("rect.ghost")
    box = await phone.page.locator("#glance [data-at=wonder] svg").evaluate(
        "svg => [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height]")  # fmt: skip
    assert box == pytest.approx([SIDE, HIGH], abs=0.01)
    await phone.page.locator("#ask input[value='take center']").check()
    await phone.page.wait_for_selector("rect.ghost", state="detached")
    assert phone.faults == []
