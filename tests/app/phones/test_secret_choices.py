"""Choices of 7 Wonders on the wire: until the last seat has chosen, what one chose is in no byte that others get.

Two tables are brought to the same moment of a game. At each the same seat chooses another thing, at one it also changed
its mind before. All that the table sends to everybody else, in both forms, must be the same byte by byte, and as many
frames of it: a choice does not show by its length, by what is missing, or by a number that was skipped.
"""

import re

import aiohttp
import pytest

from app.protocol.client_rights import SCREEN, Actor
from app.protocol.play_messages import Undo
from app.protocol.seat_messages import SetSeat
from engine.game import Seat
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.phones.choosers import CHOOSER, choose, questions, reach, view
from tests.app.phones.frames import receive_frames_until
from tests.app.phones.served import PATIENCE, SCREEN_KEY, Guest, Served, serving


@pytest.fixture(scope="module")
def shelf(every_fact):
    return {"seven-wonders": SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])}


async def record_frames(folder, facts, shelf, keys, actions):
    """Run one table while a seat makes these choices, each taken back for the next.

    Return the frames of each client from the last choice on, the pages that everybody can read then, and the reveal.
    """
    served = Served(folder, facts, shelf=shelf, headless=False, seed="choices")
    served.keys = keys
    for action in actions[:-1]:
        choose(served, CHOOSER, action)
        [mine] = served.table.snapshot(Actor("seat", Seat(CHOOSER - 1)), served.table.log_end).own
        served.send(Undo, Actor("seat", Seat(CHOOSER - 1)), row=mine.row)
    others = [seat for seat in keys if seat != CHOOSER]
    ways = {f"seat {seat}": f"/socket/{keys[seat]}" for seat in others[:2]} | {"onlooker": "/socket"}
    pages = {tab: f"/watch/live?page={at:016x}" for at, tab in enumerate(("table", "score", "more"))}
    tabs = dict(zip(pages, pages, strict=True))
    for seat, tab in zip(others[2:], ("mine", "more"), strict=True):
        pages[f"page {seat}"], tabs[f"page {seat}"] = f"/seat/{keys[seat]}/live?page={seat:016x}", tab
    async with serving(served), aiohttp.ClientSession(served.base) as client:
        key = {"Authorization": f"Bearer {SCREEN_KEY}"}
        sockets = {"screen": await client.ws_connect("/socket", headers=key)}
        sockets |= {name: await client.ws_connect(path) for name, path in ways.items()}
        for name, path in pages.items():
            sockets[name] = await client.ws_connect(path)
            await sockets[name].send_json({"type": "have", "tab": tabs[name], "parts": {}})
            await sockets[name].receive(timeout=PATIENCE)
        before = served.table.rev
        for name, socket in sockets.items():  # everybody is here and up to date
            if name in pages:
                await socket.send_json({"type": "have", "tab": tabs[name], "parts": {}})
            await receive_frames_until(socket, before)
        choose(served, CHOOSER, actions[-1])
        sent = {name: await receive_frames_until(socket, served.table.rev) for name, socket in sockets.items()}
        for path in (*(f"/seat/{keys[seat]}" for seat in others), "/watch", "/", "/here"):  # who comes back later
            sent[path] = [re.sub(r"127\.0\.0\.1:\d+", "", await (await client.get(path)).text())]
        mine = await (await client.get(f"/seat/{keys[CHOOSER]}")).text()
        for seat in others[1:]:
            choose(served, seat, questions(served, seat)[0].legal[0])
        revealed = view(served)
    return sent, mine, revealed


def differing_choices(legal):
    """Return two choices that differ as much as possible: to build and to sell, or two leaders."""
    return legal[0], next((text for text in reversed(legal) if text.split()[1] != legal[0].split()[1]), legal[-1])


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("asked", "age"),
    [
        pytest.param("draft", 0, id="draft"),
        pytest.param("recruit", 2, id="recruit"),
        pytest.param("play", 1, id="play"),
    ],
)
async def test_secret_choice_changes_no_byte_sent_to_others(tmp_path, facts, shelf, asked, age):
    keys, legal = reach(tmp_path, facts, shelf, asked, age)
    one, other = differing_choices(legal)
    first, mine, after = await record_frames(tmp_path / "first", facts, shelf, keys, [one])
    second, mine_too, after_too = await record_frames(tmp_path / "second", facts, shelf, keys, [other])
    assert mine != mine_too, "the same choice: this shows nothing"
    if asked == "play":
        assert after != after_too
    for name in first:
        assert first[name] == second[name], name
    assert len(first) == 1 + 3 + 5 + 7


async def test_replaced_choice_changes_no_byte_sent_to_others(tmp_path, facts, shelf):
    keys, legal = reach(tmp_path, facts, shelf, "play", 2)
    one, other = differing_choices(legal)
    first, mine, _ = await record_frames(tmp_path / "first", facts, shelf, keys, [one, other])
    second, mine_too, _ = await record_frames(tmp_path / "second", facts, shelf, keys, [other, one])
    assert mine != mine_too
    for name in first:
        assert first[name] == second[name], name


async def test_secret_view_of_a_touch_seat_is_sent_only_to_the_screen(tmp_path, facts, shelf, caplog):
    caplog.set_level(0)
    served = Served(tmp_path, facts, shelf=shelf, headless=False, seed="look")
    served.sit("Ada", "Ben", "Cleo")
    served.send(SetSeat, seat=3, by="touch")
    del served.keys[3]
    served.start()
    logged = len(caplog.text)
    async with serving(served), aiohttp.ClientSession(served.base) as client:
        key = {"Authorization": f"Bearer {SCREEN_KEY}"}
        screen = Guest(await client.ws_connect("/socket", headers=key))
        ways = [f"/socket/{seat_key}" for seat_key in served.keys.values()] + ["/socket"]
        others = [Guest(await client.ws_connect(way)) for way in ways]
        for guest in (screen, *others):
            await guest.say(type="ping", id="here")
            await guest.receive("pong")
        here = (served.table.rev, served.table.log_end)
        await screen.say(type="look", id="held", seat=3)
        secret = await screen.receive("secret")
        for guest in others:
            heard_so_far = len(guest.frames)
            await guest.say(type="ping", id="after")
            await guest.receive("pong")
            assert len(guest.frames) == heard_so_far + 1
        assert secret["view"]["mine"]["hand"]
        assert secret["view"] == view(served, Actor("seat", Seat(2)))
        assert "mine" not in view(served, SCREEN)
        assert (served.table.rev, served.table.log_end) == here
        assert not [card for card in secret["view"]["mine"]["hand"] if card in caplog.text[logged:]]
