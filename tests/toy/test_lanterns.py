"""A fifth game in the house: Lanterns, from its two folders and its data file, added by passing its pack in.

Nothing of the house names it. Two phones play it whole over HTTP and sockets, tell it from cardboard and look back.
"""

import asyncio
import random
import re
from contextlib import asynccontextmanager
from html import unescape

import aiohttp
import msgspec
import pytest

from app.games import game_list, phone_registry
from app.phones.template_rendering import Pages
from app.protocol.client_rights import ONLOOKER
from app.protocol.table_client import read_message
from app.protocol.table_messages import Snapshot
from engine.players import PLAYERS
from tests.app.phones.position_pages import filled, form
from tests.app.phones.served import PATIENCE, SCREEN_KEY, Served, no_redirect, serving
from tests.toy import table
from tests.toy.table import PACKS

ACTION = re.compile(r'data-do="act;seat=(\d+);question=(\d+);action=([^"]*)"')


@pytest.fixture(scope="module")
def data():
    return table.data()


class Phone:
    """A page in a browser: what it shows on the tab that is open, and every byte that came."""

    def __init__(self, path, socket):
        self.path = path
        self.socket = socket
        self.parts = {}
        self.bytes = ""
        self._ids = 0

    async def until(self, fits):
        """Take what comes until the page shows this."""
        while not fits(self):
            frame = await self.socket.receive(timeout=PATIENCE)
            assert frame.type is aiohttp.WSMsgType.TEXT
            self.bytes += frame.data
            message = msgspec.json.decode(frame.data)
            assert message["type"] != "refused", message
            if message["type"] == "parts":
                self.parts |= {name: unescape(html) for name, (_, html) in message["parts"].items()}
                for name in message["gone"]:
                    del self.parts[name]
        return self

    def offers(self):
        """Return the number of the question and the actions on its buttons."""
        found = ACTION.findall(self.parts.get("ask", ""))
        return int(found[0][1]) if found else 0, [action for _, _, action in found]

    async def say(self, kind, **fields):
        self._ids += 1
        await self.socket.send_json({"type": kind, "id": f"{id(self)}-{self._ids}", **fields})


async def take_seat(client, seat, name):
    answer = await no_redirect(client, "/", seat=str(seat), name=name, lang="en")
    assert answer.status == 303
    path = answer.headers["Location"]
    phone = Phone(path, await client.ws_connect(f"{path}/live?page={seat:016x}"))
    await phone.socket.send_json({"type": "have", "tab": "mine", "parts": {}})
    return await phone.until(lambda phone: "lobby" in phone.parts)


async def receive_until_over(screen):
    """Return the snapshots that the screen receives until the game is over."""
    snapshots = []
    while not snapshots or msgspec.json.decode(snapshots[-1].table)["phase"] != "over":
        message = read_message((await screen.receive(timeout=PATIENCE)).data)
        snapshots += [message] if isinstance(message, Snapshot) else []
    return snapshots


@asynccontextmanager
async def two_phones(tmp_path, data, mode="play", begun=True):
    """Serve a game of Lanterns with phones for Ada and Ben; it has begun, or is about to."""
    games = phone_registry.games(PACKS)
    made, modes = game_list.shelf(data, PACKS), game_list.modes(PACKS)
    served = Served(tmp_path, data["architects"], shelf=made, games=games, headless=False, modes=modes)
    served.seats(2)
    async with serving(served), aiohttp.ClientSession(served.base) as client:
        pair = [await take_seat(client, 1, "Ada"), await take_seat(client, 2, "Ben")]
        await pair[0].say("set-game", game="lanterns")
        for phone in pair:
            await phone.until(
                lambda phone: re.search(
                    r'aria-pressed="true"[^>]*>(?:(?!</button>).)*Lanterns<', phone.parts["lobby"], re.DOTALL
                )
            )
        if mode != "play":
            await pair[0].say("set-game", game="lanterns", mode=mode)
        if begun:
            await pair[1].say("start")
        yield served, client, pair


async def test_two_phones_play_a_whole_game_of_lanterns(tmp_path, data):
    rng = random.Random(7)
    async with two_phones(tmp_path, data) as (served, client, pair):
        ada = pair[0]
        screen = await client.ws_connect("/socket", headers={"Authorization": f"Bearer {SCREEN_KEY}"})
        listening = asyncio.create_task(receive_until_over(screen))
        for turn in range(12):
            phone, seat = pair[turn % 2], turn % 2 + 1
            await phone.until(lambda phone: phone.offers()[1])
            asked, legal = phone.offers()
            assert len(legal) == len(set(legal)), "each once"
            assert "<svg" in phone.parts["ask"]
            assert f'<h2 class="h grow">{("Ada", "Ben")[turn % 2]}</h2>' in phone.parts["thing-2"]
            choice = "take" if turn == 0 else rng.choice([text for text in legal if text != "take"])
            await phone.say("act", seat=seat, question=asked, action=choice)
            await phone.until(lambda phone, asked=asked: phone.offers()[0] != asked)
            if turn == 0:
                await phone.until(lambda phone: "Your hand" in phone.parts.get("thing-1", ""))
        for phone in pair:
            await phone.until(lambda phone: "ended" in phone.parts)
            assert "Won: " in phone.parts["verdict"]
            assert "Every colour" in phone.parts["verdict"]
        async with client.get(f"{ada.path}?how") as answer:
            assert "It brings 3 coins." in await answer.text()
        snapshots = await listening
        assert served.phase() == "over"
        assert ["Your hand" in phone.bytes for phone in pair] == [True, False]
        views = [msgspec.json.decode(snapshot.game) for snapshot in snapshots if snapshot.game is not None]
        assert any(view["seats"][0]["hand"] for view in views)
        assert {tuple(view["mine"]) for view in views} == {()}
        assert "card-seen" not in str([line.event for snapshot in snapshots for line in snapshot.news])
        [finished] = served.table.finished.list_games()
        async with client.get(f"/watch?game={finished.mark}&line=9") as answer:
            back = await answer.text()
        assert "The street" in back
        assert "Your hand" not in back


async def test_phone_reports_and_corrects_a_cardboard_game_of_lanterns(tmp_path, data):
    """Seats report which lantern came, and correct a reported turn a moment later."""
    async with two_phones(tmp_path, data, "track") as (served, _, (ada, ben)):

        async def tell(phone, seat, text):
            await phone.until(lambda phone: f"question={phone.offers()[0]};action={text}" in phone.parts.get("ask", ""))
            asked = phone.offers()[0]
            await phone.say("act", seat=seat, question=asked, action=text)
            await phone.until(lambda phone: phone.offers()[0] != asked)

        for text in ("come paper-moon", "come paper-fish", "come brass-owl"):
            await tell(ben, 0, text)
        await tell(ada, 1, "buy paper-moon")
        await tell(ben, 0, "come glass-star")
        await tell(ada, 2, "take")
        view = msgspec.json.decode(bytes(served.table.snapshot(ONLOOKER, 0).game))
        assert [(chair["lanterns"], chair["hand"]) for chair in view["seats"]] == [(["paper-moon"], 0), ([], 1)]
        assert "Which card came? · 1 of 3" in ben.bytes
        row = next(line.row for line in served.table.snapshot(ONLOOKER, 0).news if b"lantern-lit" in bytes(line.event))
        await ada.say("correct", row=row, how="ask")
        await ada.until(
            lambda phone: f"correct;row={row};how=replace;text=buy paper-fish" in phone.parts.get("repair", "")
        )
        await ada.say("correct", row=row, how="replace", text="buy paper-fish")
        await ada.until(lambda phone: not phone.parts["repair"])
        view = msgspec.json.decode(bytes(served.table.snapshot(ONLOOKER, 0).game))
        assert view["seats"][0]["lanterns"] == ["paper-fish"]


async def test_phone_enters_a_position_of_lanterns(tmp_path, data):
    async with two_phones(tmp_path, data, "track", begun=False) as (served, client, (ada, _)):
        await ada.until(lambda phone: served.table_view()["mode"] == "track")
        fields = filled(await form(client, ada.path)) | {"turn": "3", "coins-2": "9", "hand-1": "1"}
        fields |= {"lantern-street-brass-owl": "2", "lantern-street-paper-fish": "1", "lantern-1-glass-sail": "1"}
        wrong = await no_redirect(client, f"{ada.path}?position", **fields | {"lantern-2-glass-sail": "3"})
        assert wrong.status == 422
        assert "There are too many of: glass sail" in await wrong.text()
        done = await no_redirect(client, f"{ada.path}?position", **fields)
        assert done.status == 303
        view = msgspec.json.decode(bytes(served.table.snapshot(ONLOOKER, 0).game))
        assert (view["turn"], view["to_act"]) == (3, [1])
        assert view["street"] == ["paper-fish", "brass-owl", "brass-owl"]
        assert [(chair["coins"], chair["hand"]) for chair in view["seats"]] == [(3, 1), (9, 0)]


def test_bots_play_lanterns_and_the_record_replays(data):
    from app.commands.records import play_game
    from engine import record

    games = game_list.shelf(data, PACKS)
    rng = random.Random(3)
    header = {"game": "lanterns", "seats": "3"}
    state, text = play_game(games["lanterns"], header, [PLAYERS["random"]] * 3, rng)
    *_, (_, again) = record.replay(record.parse_record(text.encode(), games))
    assert again.view(None) == state.view(None)
    assert state.winners()


def test_table_without_lanterns_loads_none_of_its_templates(data):
    """Parts are known by their classes, and a game that was once looked at has left some."""
    assert phone_registry.games(PACKS)["lanterns"].phone.name == "shown"
    shown = [
        phone
        for game in phone_registry.games().values()
        for phone in (game.phone, *game.phone.beside, game.sheet.phone)
    ]
    Pages({phone.name: phone.templates for phone in shown}).read_all()
