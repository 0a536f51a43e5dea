"""A position of 7 Wonders entered on a phone by touches: first where to, then what lies there."""

import json

import pytest
from axe_playwright_python.async_playwright import Axe

from app.games import game_list as packs
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import SetSeat
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.duel_told import lay
from tests.app.browser.phones import PHONE, SMALL, Phone, until
from tests.seven_wonders_cities import GAME

BOARDS = ("roma-night", "abu-simbel-night", "babylon-day")


@pytest.fixture
async def table(tmp_path, facts, monkeypatch):
    monkeypatch.setattr(packs, "modes", lambda: {"seven-wonders": ("play", "track")})
    async with living(Evening(tmp_path, facts, shelf={"seven-wonders": GAME})) as served:
        yield served


async def increase(page, field, times=1):
    for _ in range(times):
        await page.click(f".count:has([name='{field}']) [data-step='1']")


@pytest.mark.rotated
@pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.full)])
async def test_game_starts_from_a_position_entered_by_touch(table, browser, thorough):
    table.seats(3)
    nora = await Phone.take(browser, SMALL)
    await nora.join(f"{table.base}/join/{table.table.joining.ticket(Seat(0))}", "Nora")
    page = nora.page
    for seat in (2, 3):
        table.send(SetSeat, seat=seat, by="touch")
    table.send(SetGame, mode="track", variant=("leaders", "experts"))
    for seat, board in enumerate(BOARDS, start=1):
        table.send(SetSeat, seat=seat, wonder=board)
    await page.click('#start a[href="?position"]')
    await page.locator("label:has([name=age][value='2'])").click()
    await page.select_option("[name=turn]", "3")
    for seat in (1, 2):
        await page.click(f"#d-seat-{seat} > summary")
    await increase(page, "token-1-1")
    await increase(page, "stages-2")
    await lay(nora, "1", 2, "altar", "loom", "altar")  # no, not that one
    await lay(nora, "1", 3, "altar")
    await lay(nora, "leaders", 1, "theano")
    await lay(nora, "leaders", 2, "nero", "nero")  # touched again, it is buried
    assert await nora.wider_than_the_screen() == []
    assert await nora.unlabelled() == []
    if thorough:
        await page.set_viewport_size(PHONE)
        assert (await Axe().run(page)).response["violations"] == []
    await page.fill("[name=left-1]", "2")  # of Roma's leaders
    await page.click("button.go")
    assert "as victory tokens from conflicts (1)." in await page.inner_text("[role=alert]")
    await page.click("#d-seat-2 > summary")
    await increase(page, "token-2--1")
    await page.click("button.go")
    await until(lambda: table.phase() == "game", "the game begins there")
    at = json.loads(bytes(table.table.snapshot(SCREEN, table.table.log_end).game))
    assert [seat["cards"] for seat in at["seats"]] == [[], ["loom"], ["altar"]]
    assert (at["age"], at["turn"], at["to_act"]) == (2, 3, [1, 2, 3])
    assert [(seat["leaders"], seat["buried"]) for seat in at["seats"]] == [(["theano"], []), ([], ["nero"]), ([], [])]
    assert [fault for fault in nora.faults if "422" not in fault] == []
