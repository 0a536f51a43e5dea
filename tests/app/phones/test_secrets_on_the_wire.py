"""Search for secrets in every byte sent to others: frames in both encodings, and pages.

The name of a card can appear anywhere, so a search for it proves nothing. Instead two tables are brought to the same
moment; they differ only in cards that nobody has seen. Then one seat looks at a card, another one at each table, and
everything sent to everybody else must be the same, byte by byte.

A card that lies face down at a seat, because Rome took another, is known to whoever looked at it while it lay in the
middle: there the two tables differ only in this card.
"""

import json
import random
import re
import shutil
import sqlite3

import aiohttp
import pytest

from app.protocol.client_rights import ONLOOKER
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import SetSeat
from app.storage import checksums
from tests.app.phones.frames import receive_frames_until
from tests.app.phones.served import PATIENCE, SCREEN_KEY, Served, serving

SECRET_LOOKS = [
    pytest.param("halicarnassus", "peek", id="the cat's look at the middle card"),
    pytest.param("halicarnassus", "draw left", id="five cards Halicarnassus draws"),
    pytest.param("ur", "build 2", id="Ur's look at the middle card"),
]


def play_until_look(folder, facts, wonder, action):
    """Play until a seat may look, in two folders whose hidden cards differ. Return who looks, how, and the keys."""
    served = Served(folder / "first", facts, headless=False, seed="wire")
    served.sit("Ada", "Ben", "Cleo", lang="en")
    served.send(SetSeat, seat=1, wonder=wonder)
    served.start()
    rng = random.Random(2)
    while not (
        looks := [say for say in served.asked().legal if say.startswith(action)]
    ) or seats_knowing_the_middle_card(served):
        served.act(rng.choice(served.asked().legal))
    looker = served.asked().seat
    served.store.close()
    shutil.copytree(folder / "first", folder / "second")
    with sqlite3.connect(folder / "second" / "table.db") as database:
        database.execute("UPDATE secrets SET secret = ?", (bytes(31) + b"7",))
        checksums.sign_all(database)
    database.close()
    return looker, looks[0], served.keys


def seats_knowing_the_middle_card(served):
    """List the seats that have looked at the middle card."""
    return json.loads(bytes(served.table.snapshot(ONLOOKER, 0).game))["hints"]["looked"]


def play_until_gift(folder, facts):
    """Play until a card that one seat had seen lies face down before another; in a second folder it is another card.

    Who had seen it, and keys. Whoever it lies before (seat 4) is not the next to act.
    """
    served = Served(folder / "first", facts, headless=False, seed="gift")
    served.sit("Ada", "Ben", "Cleo", "Dora", lang="en")
    served.send(SetSeat, seat=1, wonder="rome")
    served.send(SetGame, variant=("medals", "expert", "medal-tokens"))
    served.start()
    rng = random.Random(7)
    lookers = []
    while not has_gift(served):
        legal = served.asked().legal
        lookers = seats_knowing_the_middle_card(served)
        wanted = [say for say in legal if say == "peek" or (say.startswith("steal 4") and len(lookers) == 1)]
        quiet = [say for say in legal if "center" not in say and not say.startswith("steal 4")]
        served.act(rng.choice(wanted or quiet or legal))
    assert len(lookers) == 1
    assert 4 not in lookers
    served.store.close()
    shutil.copytree(folder / "first", folder / "second")
    with sqlite3.connect(folder / "second" / "table.db") as database:
        (row, text), *_ = database.execute(
            "SELECT number, text FROM rows WHERE text LIKE 'reveal center %' ORDER BY number DESC"
        )
        card = text.split()[-1]
        other = "stone" if card != "stone" else "wood"
        database.execute("UPDATE rows SET text = ? WHERE number = ?", (f"reveal center {other}", row))
        database.execute("UPDATE log SET event = replace(event, ?, ?) WHERE row = ?", (f'"{card}"', f'"{other}"', row))
        checksums.sign_all(database)
    database.close()
    return lookers[0], served.keys


def has_gift(served):
    """Return the number of cards that lie face down at seat 4."""
    return json.loads(bytes(served.table.snapshot(ONLOOKER, 0).game))["seats"][3]["gifts"]


async def record_frames(folder, facts, keys, looker, action=None):
    """Run one table while a seat looks at the middle card, or takes the first action that reveals no new one.

    Return the frames of each client from then on.
    """
    served = Served(folder, facts, headless=False, seed="wire")
    served.keys = keys
    one, other = [seat for seat in keys if seat != looker][-2:]
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
            await sockets[tab].receive(timeout=PATIENCE)
        before = served.table.rev
        for name, socket in sockets.items():  # everybody is here and up to date
            if name in pages:
                await socket.send_json({"type": "have", "tab": name, "parts": {}})
            await receive_frames_until(socket, before)
        served.act(action or next(say for say in served.asked().legal if say != "peek" and "center" not in say))
        assert served.table.rev > before
        sent = {name: await receive_frames_until(socket, served.table.rev) for name, socket in sockets.items()}
        for path in (f"/seat/{keys[one]}", f"/seat/{keys[other]}", "/watch", "/", "/here"):  # who comes back later
            sent[path] = [re.sub(r"127\.0\.0\.1:\d+", "", await (await client.get(path)).text())]
        for name, path in ways.items():
            async with client.ws_connect(path) as socket:
                sent[f"{name}, later"] = [(await socket.receive(timeout=PATIENCE)).data for _ in ("hello", "snapshot")]
    return sent


def compare(first, second):
    """Check that only the seat that looked was sent different frames."""
    assert first.pop("looker, later") != second.pop("looker, later"), "the same cards: this shows nothing"
    for name in first:
        assert first[name] == second[name], name
    assert len(first) == 14


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("wonder", "action"), SECRET_LOOKS)
async def test_peeked_card_changes_no_byte_sent_to_others(tmp_path, facts, wonder, action):
    looker, action, keys = play_until_look(tmp_path, facts, wonder, action)
    first = await record_frames(tmp_path / "first", facts, keys, looker, action)
    second = await record_frames(tmp_path / "second", facts, keys, looker, action)
    assert first.pop("looker") != second.pop("looker"), "the same cards: this shows nothing"
    compare(first, second)


async def test_face_down_gift_changes_no_byte_sent_to_others(tmp_path, facts):
    looker, keys = play_until_gift(tmp_path, facts)
    first = await record_frames(tmp_path / "first", facts, keys, looker)
    second = await record_frames(tmp_path / "second", facts, keys, looker)
    assert first.pop("looker") == second.pop("looker")  # it saw the card before, and is not told again
    compare(first, second)
