"""The socket of a page beside the game: the seat stays present, and its page with the game stays open."""

import pytest

from app.phones.websockets import SILENCE_SECONDS
from app.protocol.client_rights import Actor
from app.protocol.seat_messages import Leave
from engine.game import Seat

PAGES = ("?how", "?history")


def reading(key):
    return f"/seat/{key}/reading"


async def test_reader_is_told_when_its_turn_begins_and_ends(served, call):
    served.sit("Ada", "Ben", lang="de").start()
    asked = served.asked()
    first = await call(reading(served.keys[asked.seat]))
    other = await call(reading(served.keys[3 - asked.seat]))
    assert (await first.receive("turn"))["text"] == "Dein Zug"
    assert (await other.receive("turn"))["text"] == ""
    while served.asked().seat == asked.seat:
        served.act(served.asked().legal[0])
    while (await other.receive("turn"))["text"] != "Dein Zug":
        pass
    while (await first.receive("turn"))["text"]:
        pass


async def test_reader_is_present_until_its_page_is_silent(served, call):
    key = served.sit("Ada", "Ben").keys[1]
    reader = await call(reading(key))
    for number in range(3):
        await reader.say(type="ping", id=f"{number}")
        await reader.receive("pong")
        served.pass_time(SILENCE_SECONDS - 0.5)
        assert served.table_view()["seats"][0]["present"]
    served.pass_time(1.0)
    assert not served.table_view()["seats"][0]["present"]


async def test_reader_replaces_no_page_with_the_game(served, call):
    key = served.sit("Ada", "Ben").keys[1]
    live = await call(f"/seat/{key}/live?page={'1' * 16}")
    await live.say(type="have", tab="mine", parts={})
    await live.receive("parts")
    await (await call(reading(key))).receive("turn")
    await live.say(type="ping", id="2")
    assert (await live.receive("pong"))["id"] == "2"


async def test_reader_of_a_seat_that_was_left_is_ended(served, call):
    key = served.sit("Ada", "Ben").keys[1]
    reader = await call(reading(key))
    await reader.receive("turn")
    served.send(Leave, Actor("seat", Seat(0)))
    assert (await reader.receive("end"))["why"] == "gone"


@pytest.mark.parametrize("query", PAGES)
async def test_pages_beside_the_game_have_the_notice(served, client, query):
    key = served.sit("Ada", "Ben", lang="fr").keys[1]
    page = await (await client.get(f"/seat/{key}{query}")).text()
    assert 'id="turn"' in page
    assert "reading.js" in page
