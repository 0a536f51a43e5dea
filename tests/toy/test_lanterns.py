"""A fifth game in the house: Lanterns, from its two folders and its data file, added by passing its pack in.

Nothing of the house names it. Two phones play it whole over HTTP and sockets; the screen hears it, and tells it in
words.
"""

import asyncio
import random
import re
from html import unescape
from pathlib import Path

import aiohttp
import msgspec
import pytest

import main
from app.games import phones, shelf
from app.games.screens import Screens
from app.protocol import messages
from app.protocol.client import read_message
from app.screen import hearing
from app.screen.compose import compose
from app.screen.controller import Controller
from engine.players import PLAYERS
from tests.app.phones.served import PATIENCE, SCREEN_KEY, Served, no_redirect, serving
from tests.toy.app.lanterns.pack import PACK

PACKS = {**shelf.GAMES, PACK.slug: PACK}
ACTION = re.compile(r'data-do="act;seat=(\d+);question=(\d+);action=([^"]*)"')


@pytest.fixture(scope="module")
def data():
    return {**main.data(), "lanterns": (Path(__file__).parent / "data" / "lanterns.toml").read_bytes()}


class Phone:
    """A page in a browser: what it shows on the tab that is open, and every byte that came."""

    def __init__(self, socket):
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
        """Question, and what can be said, as its buttons have it."""
        found = ACTION.findall(self.parts.get("ask", ""))
        return int(found[0][1]) if found else 0, [action for _, _, action in found]

    async def say(self, kind, **fields):
        self._ids += 1
        await self.socket.send_json({"type": kind, "id": f"{id(self)}-{self._ids}", **fields})


async def sat_down(client, seat, name):
    answer = await no_redirect(client, "/", seat=str(seat), name=name, lang="en")
    assert answer.status == 303
    phone = Phone(await client.ws_connect(f"{answer.headers['Location']}/live?page={seat:016x}"))
    await phone.socket.send_json({"type": "have", "tab": "mine", "parts": {}})
    return await phone.until(lambda phone: "lobby" in phone.parts)


async def heard(screen):
    """What the screen is told until the game is over."""
    snapshots = []
    while not snapshots or msgspec.json.decode(snapshots[-1].table)["phase"] != "over":
        message = read_message((await screen.receive(timeout=PATIENCE)).data)
        snapshots += [message] if isinstance(message, messages.Snapshot) else []
    return snapshots


async def test_a_fifth_game_is_played_whole_on_two_phones_while_the_screen_tells_it(tmp_path, data):
    games = shelf.shelf(data, PACKS)
    served = Served(tmp_path, data["architects"], shelf=games, games=phones.games(PACKS), headless=False)
    served.seats(2)
    rng = random.Random(5)
    async with serving(served), aiohttp.ClientSession(served.base) as client:
        screen = await client.ws_connect("/socket", headers={"Authorization": f"Bearer {SCREEN_KEY}"})
        listening = asyncio.create_task(heard(screen))
        pair = [await sat_down(client, 1, "Ada"), await sat_down(client, 2, "Ben")]
        await pair[0].say("set-game", game="lanterns")
        for phone in pair:
            await phone.until(lambda phone: re.search(r'"lanterns" selected>Lanterns<', phone.parts["lobby"]))
        await pair[1].say("start")
        for coins in range(5, 0, -1):
            for seat, phone in enumerate(pair, 1):
                await phone.until(lambda phone, coins=coins: len(phone.offers()[1]) == coins)
                asked, legal = phone.offers()
                await phone.say("act", seat=seat, question=asked, action=rng.choice(legal))
                await phone.until(lambda phone, asked=asked: phone.offers()[0] != asked)
                if seat == 1:
                    assert "You pay the" in phone.parts["thing-1"]
        for phone in pair:
            await phone.until(lambda phone: "ended" in phone.parts)
            assert " won" in phone.parts["verdict"]
        snapshots = await listening
    assert served.phase() == "over"
    assert ["You pay the" in phone.bytes for phone in pair] == [True, False], "Ben always chose last"
    views = [msgspec.json.decode(snapshot.game) for snapshot in snapshots if snapshot.game is not None]
    assert any(any(chair["paid"] for chair in view["seats"]) for view in views)
    assert {view["mine"] for view in views} == {None}
    assert "coin-chosen" not in str([line.event for snapshot in snapshots for line in snapshot.news])
    control = Controller(Screens(shelf.readers(data, PACKS), PACKS), lambda intent: None, lambda: served.now)
    hearing.hear(control, messages.Hello(1, "0", "table", "screen", None))
    lines = []
    for snapshot in snapshots:
        hearing.hear(control, snapshot)
        scene = control.scene
        assert compose(scene, 1280, 720)
        if scene.model.view is not None:
            lines += [line for section in scene.game.sections(scene) for line in section.lines]
    assert any(line.startswith("In the light: a ") for line in lines)
    assert "You pay" not in " ".join(lines)
    assert any(re.fullmatch(r"Ada: \d+( \(Lanterns \d+\))?", line) for line in lines)


def test_bots_play_it_and_its_record_is_played_again(data):
    from app.commands.records import played
    from engine import record

    games = shelf.shelf(data, PACKS)
    rng = random.Random(3)
    header = {"game": "lanterns", "seats": "3"}
    state, text = played(games["lanterns"], header, [PLAYERS["random"]] * 3, rng)
    *_, (_, again) = record.replay(record.read(text.encode(), games))
    assert again.view(None) == state.view(None)
    assert state.winners()
