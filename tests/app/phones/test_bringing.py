"""Games brought in from a phone: all or none, by who may, and one plain sentence for whatever is wrong."""

import json
from html import unescape
from io import BytesIO

import aiohttp
import pytest

from app.history import in_files
from app.phones import bringing
from app.protocol import messages
from app.protocol.rights import Who
from app.storage.database import Store
from engine.architects.game import Architects
from engine.game import Seat
from tests.app import histories
from tests.app.meaning import shown


@pytest.fixture
def exported(tmp_path, facts):
    """What another table gave."""
    (tmp_path / "other").mkdir()
    store = Store(tmp_path / "other" / "table.db")
    histories.fill(store, Architects(facts))
    games = in_files.to_json(store.archived())
    store.close()
    return games


@pytest.fixture
def seat(served):
    served.sit("Zoe", "Yann", lang="en")
    return f"/seat/{served.keys[1]}?import"


async def bring(client, way, data, status=200, pin=None, again=False):
    form = aiohttp.FormData()
    if again:
        form.add_field("again", "yes")
    asked = shown(await (await client.get(way)).text()).get("pin")
    if pin := pin or asked:
        form.add_field("pin", pin)
    form.add_field("file", BytesIO(data), filename="history.json", content_type="application/json")
    answer = await client.post(way, data=form)
    page = " ".join(unescape(await answer.text()).split())
    assert answer.status == status, page
    return page


async def test_games_are_brought_in_once(served, client, seat, exported):
    assert "4 games are in this file. 4 of them are new here" in await bring(client, seat, exported)
    assert [game.result.seats[0] for game in served.table.finished.all()] == ["Cleo", "Ada", "Ben", "Ada"]
    assert "4 games are in this file. All of them were here already." in await bring(client, seat, exported)
    assert len(served.table.finished.all()) == 4
    assert in_files.to_json(served.table.finished.archived()) == exported
    page = await (await client.get(seat.replace("import", "history"))).text()
    assert 'href="?import"' in page
    assert 'href="?import"' not in await (await client.get("/watch?history")).text()


async def test_a_game_that_was_deleted_here_stays_deleted_until_somebody_wants_it_back(served, client, seat, exported):
    assert "Bring deleted games back, too" not in await bring(client, seat, exported)
    gone = served.table.finished.all()[1]
    served.send(messages.DeleteGame, game=gone.mark, sure=True)
    page = await bring(client, seat, exported)
    assert "4 games are in this file. 1 of them was deleted here, and stays deleted." in page
    assert "Bring deleted games back, too" in page
    assert gone not in served.table.finished.all()
    page = await bring(client, seat, exported, again=True)
    assert "1 of them is new here, and stands in the history now." in page
    assert "deleted here" not in page
    assert in_files.to_json(served.table.finished.archived()) == exported, "as it was, and each of them once"
    assert "All of them were here already." in await bring(client, seat, exported, again=True)
    assert len(served.table.finished.all()) == 4


def spoilt(exported, **what):
    games = json.loads(exported)
    games["games"][2] |= what
    return json.dumps(games).encode()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        pytest.param(
            lambda data: b"\xff\xd8\xff\xe0 a photograph", "This file is no history of Wondertable", id="photo"
        ),
        pytest.param(lambda data: data[:-300], "This file is no history of Wondertable", id="cut"),
        pytest.param(lambda data: data.replace(b'"format": 1', b'"format": 9'), "A newer Wondertable made", id="newer"),
        pytest.param(lambda data: spoilt(data, began=1e15), "Game 3 in this file is damaged", id="damaged"),
        pytest.param(lambda data: b"", "Please choose a file first.", id="none"),
        pytest.param(lambda data: b" " * (bringing.MOST * 2**20 + 1), "larger than 8 MB", id="large"),
    ],
)
async def test_what_is_wrong_is_said_in_a_sentence_and_nothing_is_brought_in(
    served, client, seat, exported, spoil, said
):
    assert said in await bring(client, seat, spoil(exported), 422)
    assert served.table.finished.all() == ()
    assert "4 of them are new here" in await bring(client, seat, exported)


async def test_it_concerns_everybody_so_it_wants_the_pin(served, client, seat, exported):
    served.send(messages.SetPin, pin="2468")
    assert "it needs the table’s PIN" in await bring(client, seat, exported, 422)
    assert "not the table’s PIN" in await bring(client, seat, exported, 422, pin="1357")
    assert served.table.finished.all() == ()
    assert 'name="pin"' in await (await client.get(seat)).text()
    assert "4 of them are new here" in await bring(client, seat, exported, pin="2468")
    assert served.table.snapshot(Who("seat", Seat(0))).host


async def test_only_who_sits_here_brings_games_and_only_by_the_form(served, client, seat, exported):
    for way in ("/watch?import", "/seat/nobody?import"):
        answer = await client.post(way, data=exported)
        assert answer.status in (404, 405)
    answer = await client.post(seat, data=exported)
    assert answer.status == 422
    answer = await client.post(seat, data=exported, headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert answer.status == 422
    assert served.table.finished.all() == ()
