"""The deal of the day on a phone: one touch takes it, and its result can be shared as a line without spoilers."""

import pytest

from app.games.game_list import shelf
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import SetSeat
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import SMALL_TARGETS, Phone, until
from tests.app.table.bots import PLAYERS

PAINT = "(one) => getComputedStyle(one).backgroundColor"
SELECTED_TEXT_SCRIPT = "() => getSelection().toString()"


@pytest.fixture
async def duel(tmp_path, every_fact):
    made = Evening(tmp_path, every_fact, shelf={"duel": shelf(every_fact)["duel"]}, players=PLAYERS)
    async with living(made) as table:
        yield table


def play(table):
    """Play the game on the table to its end."""
    me = Actor("seat", Seat(0))
    while table.phase() == "game":
        for asked in table.table.snapshot(me, table.table.log_end).questions:
            table.send(Act, me, seat=1, question=asked.number, action=asked.legal[0])
            break
        else:
            table.now += 60
            table.table.tick(table.now)


@pytest.mark.rotated
@pytest.mark.parametrize(("size", "lang"), [((390, 664), "en"), ((320, 568), "de")], ids=str)
async def test_daily_deal_is_taken_by_a_tap_and_shared_as_a_line(duel, browser, size, lang):
    duel.sit("Ada", lang=lang)
    phone = await Phone.take(browser, {"width": size[0], "height": size[1]})
    await phone.page.goto(f"{duel.base}/seat/{duel.keys[1]}")
    await phone.live()
    await phone.page.click(".day")
    await until(lambda: duel.table_view()["daily"], "it is the next game")
    await phone.page.wait_for_selector(".day[aria-pressed=true]")
    await phone.page.click("#d-day summary")
    assert await phone.wider_than_the_screen() == []
    assert await phone.page.evaluate(SMALL_TARGETS.replace("#ask", "#lobby")) == []
    duel.start()
    play(duel)
    view = duel.table_view()
    [shown] = view["dailies"]
    told = f"{shown['points']}:{shown['best']}"
    await phone.page.wait_for_selector(f"#ended >> text={told}")
    await phone.page.goto(f"{phone.page.url.partition('#')[0]}?share={view['game_id']}")
    line = await phone.page.inner_text("#line")
    assert told in line
    assert "Ada" not in line
    await phone.page.click("[data-copies=line]")
    assert await phone.page.evaluate(SELECTED_TEXT_SCRIPT) == line
    assert await phone.wider_than_the_screen() == []
    assert phone.faults == []


@pytest.mark.rotated
async def test_daily_deal_is_switched_off_and_disabled_for_two_players(duel, browser):
    duel.sit("Ada", lang="en")
    phone = await Phone.take(browser, {"width": 390, "height": 664})
    await phone.page.goto(f"{duel.base}/seat/{duel.keys[1]}")
    await phone.live()
    duel.send(SetGame, daily=True)
    await phone.page.click(".day[aria-pressed=true]")
    await until(lambda: not duel.table_view()["daily"], "it is switched off")
    await phone.page.wait_for_selector(".day[aria-pressed=false]")
    alive = await phone.page.eval_on_selector(".day", PAINT)
    duel.send(SetSeat, seat=2, by="free")
    duel.send(SetSeat, seat=2, by="touch")
    await phone.page.wait_for_selector(".day:disabled")
    assert await phone.page.eval_on_selector(".day", PAINT) != alive, "one sees that a touch does nothing"
