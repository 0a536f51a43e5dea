"""Sharing in a real browser: the picture becomes a PNG, a clip comes as it is; a link needs no table."""

import random
import sys

import pytest
from msgspec.structs import replace

from app.games.game_list import shelf
from app.phones import finished_game_sharing
from app.protocol import result_link
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.storage.database import Store
from docs import result
from engine.game import roles_of
from tests.app import histories
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import CUT, SMALL, SMALLEST, STICKS_OUT, UNLABELLED, Phone
from tests.app.clips import EAGER

SPILT = """() => [...document.querySelectorAll(".lines li, .top, h1")]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent)"""  # wider than its place
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
async def table(tmp_path, facts):
    """A table with a few finished games."""
    histories.evenings_in(tmp_path, facts)
    async with living(Evening(tmp_path, facts)) as served:
        yield served


@pytest.mark.rotated
async def test_picture_is_downloaded_as_png_if_sharing_is_unavailable(table, browser):
    phone = await Phone.take(browser, SMALL, accept_downloads=True)
    page = phone.page
    await page.goto(f"{table.base}/watch?share={table.table.finished.list_games()[-1].mark}")
    await page.wait_for_selector("#picture[src^='blob:']")
    assert await page.evaluate("document.getElementById('picture').naturalWidth") == 1080
    assert not await page.locator("#send").is_visible()  # http is no place for that
    assert await page.evaluate(STICKS_OUT) == []
    assert await page.evaluate(UNLABELLED) == []
    async with page.expect_download() as coming:
        await page.click("#keep")
    download = await coming.value
    assert download.suggested_filename.endswith(".png")
    assert (await download.path()).read_bytes().startswith(PNG)
    assert phone.faults == []


@pytest.mark.rotated
async def test_clip_is_downloaded_unchanged(table, browser, monkeypatch):
    monkeypatch.setattr(finished_game_sharing, "CLIP_PROGRAM", (sys.executable, "-c", EAGER))
    phone = await Phone.take(browser, SMALLEST, accept_downloads=True)
    page = phone.page
    await page.goto(f"{table.base}/watch?share={table.table.finished.list_games()[-1].mark}")
    await page.wait_for_selector("#film[src^='blob:']")
    assert await page.evaluate("document.getElementById('film').naturalWidth") == 640
    assert "is ready" in await page.inner_text("#says")
    assert await page.evaluate(STICKS_OUT) == []
    assert await page.evaluate(UNLABELLED) == []
    async with page.expect_download() as coming:
        await page.click("#keep-film")
    download = await coming.value
    assert download.suggested_filename.endswith(".webp")
    assert (await download.path()).read_bytes().startswith(b"RIFF")
    assert phone.faults == []


async def open_result_page(browser, tmp_path, told, **more):
    """Open the page of results with this fragment, and check that it has no faults."""
    file = tmp_path / "index.html"
    file.write_text(result.page(), encoding="utf-8")
    phone = await Phone.take(browser, SMALL, **more)
    await phone.page.goto(f"{file.as_uri()}#{told}")
    assert phone.faults == []
    return phone.page


@pytest.mark.rotated
async def test_result_link_works_without_a_table(table, browser, tmp_path):
    game = table.table.finished.list_games()[0]
    names = (*game.result.seats[:-1], "<b>Zoë.&s=</b>")
    badges = EMBLEMS[: len(names)], COLOURS[: len(names)]
    game = replace(game, result=replace(game.result, seats=names, emblems=badges[0], colours=badges[1]))
    told = result_link.encode_result(game)
    page = await open_result_page(browser, tmp_path, told, color_scheme="light")
    said = await page.inner_text("main")
    assert all(str(score["total"]) in said for score in game.result.scores)
    assert all(name in said for name in names if name)
    assert await page.locator(".seat").count() == len(names)
    assert await page.evaluate(STICKS_OUT) == []
    assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(245, 240, 230)"
    for lang, word in (("de", "Blaue Karten"), ("nl", "Blauwe kaarten"), ("fr", "Cartes bleues")):
        await page.select_option("#lang", lang)
        assert word in await page.inner_text("main")
    page = await open_result_page(browser, tmp_path, result_link.encode_result(replace(game, kind="constructor")))
    assert (await page.title()).endswith(" · Constructor"), "a game that nobody knows, named as JavaScript's own words"


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("kind", "seats"),
    [("duel", 2), *(pytest.param(*game, marks=pytest.mark.full) for game in (("architects", 7), ("seven-wonders", 7)))],
)
async def test_result_page_fits_every_phone_in_every_language(browser, tmp_path, every_fact, kind, seats):
    """Words are whole, and nothing lies over its neighbour; where there is little room, signs are explained once."""
    rules = shelf(every_fact)[kind]
    roles = roles_of(rules)
    boards = {roles.board(role): role for role in roles.random_pool(())}
    header = {"game": kind, "seats": ", ".join([*boards.values()][:seats]) or str(seats)}
    names = ("Maximiliana Augustin", "Bartholomäus Hinz", "Mei", "Tomás", "Aiko", "Ben", "Zoë")[:seats]
    store = Store(tmp_path / "table.db")
    histories.add(store, rules, 1, header, names, random.Random(1))
    [game] = store.history()
    store.close()
    page = await open_result_page(browser, tmp_path, result_link.encode_result(game))
    found = {}
    for width in (320, 390, 1280):
        await page.set_viewport_size(SMALLEST | {"width": width})
        assert await page.is_visible(".legend") == (width < 480)
        for lang in ("en", "de", "nl", "fr"):
            await page.select_option("#lang", lang)
            if lost := [*await page.evaluate(CUT), *await page.evaluate(STICKS_OUT), *await page.evaluate(SPILT)]:
                found[lang, width] = lost
    assert found == {}


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        pytest.param(lambda told: told[:-20], "incomplete", id="cut"),
        pytest.param(lambda told: told.replace("s=Ada", "s=Eve", 1), "incomplete", id="changed"),
        pytest.param(lambda told: told.replace("v=1", "v=2", 1), "newer Wondertable", id="newer"),
        pytest.param(lambda told: "", "no result in this address", id="empty"),
        pytest.param(lambda told: "%E0%A4%A", "incomplete", id="nonsense"),
    ],
)
async def test_damaged_result_link_is_reported(table, browser, tmp_path, spoil, said):
    page = await open_result_page(
        browser, tmp_path, spoil(result_link.encode_result(table.table.finished.list_games()[-1]))
    )
    assert said in await page.inner_text("main")
    assert await page.locator(".seat").count() == 0
