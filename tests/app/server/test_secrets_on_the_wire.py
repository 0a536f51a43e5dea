"""What somebody alone has seen, searched for in every byte that others get: frames in both forms, and pages.

The name of a card stands everywhere, so it cannot be searched for. Instead two tables are brought to the same moment;
they differ in nothing but the cards that nobody has seen. Then one seat looks, at another card at each table, and all
that the table sends to everybody else must be the same, byte by byte.
"""

import json
import random
import re
import shutil
import sqlite3

import aiohttp
import pytest

from app import messages as m
from app.rights import Who
from engine.game import Seat
from tests.app.server.served import SCREEN_KEY, Served, serving

LOOKS = [
    pytest.param("peek", id="the cat's look at the middle card"),
    pytest.param("draw left", id="five cards Halicarnassus draws"),
]


def reach(folder, facts, action):
    """Play until somebody may look; a folder for each of two tables whose hidden cards differ. Who looks, and keys."""
    served = Served(folder / "first", facts, headless=False, seed="wire")
    served.sit("Ada", "Ben", "Cleo", lang="en")
    served.wish(m.SetSeat, seat=1, wonder="halicarnassus")
    served.start()
    rng = random.Random(2)
    while action not in served.asked().legal:
        served.act(rng.choice(served.asked().legal))
    looker = served.asked().seat
    served.store.close()
    shutil.copytree(folder / "first", folder / "second")
    with sqlite3.connect(folder / "second" / "table.db") as database:
        database.execute("UPDATE secrets SET secret = ?", (bytes(31) + b"7",))
    database.close()
    return looker, served.keys


async def heard(socket, rev):
    """Every frame up to the one that shows this revision."""
    frames = []
    while not frames or json.loads(frames[-1]).get("rev") != rev:
        frame = await socket.receive(timeout=10)
        assert frame.type is aiohttp.WSMsgType.TEXT
        frames.append(frame.data)
    return frames


async def looked(folder, facts, keys, looker, action):
    """One table while somebody looks: what each client is sent from then on, by who it is."""
    served = Served(folder, facts, headless=False, seed="wire")
    served.keys = keys
    one, other = (seat for seat in keys if seat != looker)
    ways = {"looker": f"/socket/{keys[looker]}", "phone": f"/socket/{keys[one]}", "onlooker": "/socket"}
    pages = {"mine": f"/seat/{keys[other]}/live?page={9:016x}"}
    pages |= {tab: f"/watch/live?page={at:016x}" for at, tab in enumerate(("table", "score", "more"))}
    async with serving(served), aiohttp.ClientSession(served.base) as client:
        key = {"Authorization": f"Bearer {SCREEN_KEY}"}
        sockets = {"screen": await client.ws_connect("/socket", headers=key)}
        sockets |= {name: await client.ws_connect(path) for name, path in ways.items()}
        for tab, path in pages.items():
            sockets[tab] = await client.ws_connect(path)
            await sockets[tab].send_json({"type": "have", "tab": tab, "parts": {}})
            await sockets[tab].receive(timeout=10)
        before = served.table.rev
        for name, socket in sockets.items():  # everybody is here and up to date
            if name in pages:
                await socket.send_json({"type": "have", "tab": name, "parts": {}})
            await heard(socket, before)
        asked = served.asked()
        served.wish(m.Act, Who("seat", Seat(looker - 1)), seat=looker, question=asked.number, action=action)
        assert served.table.rev > before
        sent = {name: await heard(socket, served.table.rev) for name, socket in sockets.items()}
        for path in (f"/seat/{keys[one]}", f"/seat/{keys[other]}", "/watch", "/", "/here"):  # who comes back later
            sent[path] = [re.sub(r"127\.0\.0\.1:\d+", "", await (await client.get(path)).text())]
    return sent


@pytest.mark.parametrize("action", LOOKS)
async def test_nobody_else_is_sent_a_byte_of_what_one_seat_sees(tmp_path, facts, action):
    looker, keys = reach(tmp_path, facts, action)
    first = await looked(tmp_path / "first", facts, keys, looker, action)
    second = await looked(tmp_path / "second", facts, keys, looker, action)
    assert first.pop("looker") != second.pop("looker"), "the same cards: this shows nothing"
    for name in first:
        assert first[name] == second[name], name
    assert len(first) == 12
