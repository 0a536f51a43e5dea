"""Import of games from a phone: all or none, only with the right to do so, and one plain sentence for each error."""

import json
import re
from html import unescape
from io import BytesIO

import aiohttp
import pytest

from app.history import export_import
from app.phones import import_games
from app.protocol.access_messages import SetPin
from app.protocol.client_rights import Actor
from app.protocol.history_messages import DeleteGame
from app.protocol.rejection import Rejection
from app.storage.database import Store
from engine.architects.game_facade import Architects
from engine.game import Seat
from tests.app import histories
from tests.app.meaning import read_confirmation_field


@pytest.fixture
def exported(tmp_path, facts):
    """An export of another table: JSON with its finished games."""
    (tmp_path / "other").mkdir()
    store = Store(tmp_path / "other" / "table.db")
    histories.fill(store, Architects(facts))
    games = export_import.to_json(store.archived())
    store.close()
    return games


@pytest.fixture
def seat(served):
    served.sit("Zoe", "Yann", lang="en")
    return f"/seat/{served.keys[1]}?import"


async def upload(client, way, data, status=200, pin=None, again=False):
    """Send a file: what its page says of it."""
    form = aiohttp.FormData()
    if again:
        form.add_field("again", "yes")
    asked = read_confirmation_field(await (await client.get(way)).text()).get("pin")
    if pin := pin or asked:
        form.add_field("pin", pin)
    name, data = ("", b"") if data is None else ("history.json", data)  # as a browser sends no file
    form.add_field("file", BytesIO(data), filename=name, content_type="application/json")
    answer = await client.post(way, data=form)
    page = " ".join(unescape(await answer.text()).split())
    assert answer.status == status, page
    return page


async def submit(client, way, status=200, **form):
    """Send a form of that page."""
    answer = await client.post(way, data=form)
    page = " ".join(unescape(await answer.text()).split())
    assert answer.status == status, page
    return page


async def open_page(client, way, status=200):
    """Open a page."""
    answer = await client.get(way)
    assert answer.status == status
    return " ".join(unescape(await answer.text()).split())


async def import_file(client, way, data, **how):
    """Upload a file, and import the games that are new here."""
    page = await upload(client, way, data, **how)
    number = re.search(r"(\d+) games? (?:is|are) new here<", page)
    return await submit(client, way, number=number[1])


async def test_import_skips_games_already_in_the_history(served, client, seat, exported):
    assert "4 games were imported and are in the history now." in await import_file(client, seat, exported)
    assert [game.result.seats[0] for game in served.table.finished.list_games()] == ["Cleo", "Ada", "Ben", "Ada"]
    assert "4 games are in this file. All of them were here already." in await upload(client, seat, exported)
    assert len(served.table.finished.list_games()) == 4
    assert export_import.to_json(served.table.finished.archived()) == exported
    page = await (await client.get(seat.replace("import", "history"))).text()
    assert 'href="?import"' in page
    assert 'href="?import"' not in await (await client.get("/watch?history")).text()


@pytest.mark.rotated
@pytest.mark.parametrize("fault", ["cut off", "unreadable"])
async def test_a_broken_copy_gives_way_to_an_intact_one_and_never_the_other_way_round(
    served, client, seat, exported, fault
):
    broken = json.loads(exported)
    game = broken["games"][1]
    game["moves"] = game["moves"][:-3] if fault == "cut off" else [*game["moves"][:4], "1 sing", *game["moves"][5:]]
    damaged = json.dumps(broken).encode()
    assert "4 games were imported" in await import_file(client, seat, damaged)
    assert "All of them were here already." in await upload(client, seat, damaged)
    assert "1 game was imported and is in the history now." in await import_file(client, seat, exported)
    assert {game.id for game in served.table.finished.archived()} == {game["id"] for game in broken["games"]}
    assert sorted(json.loads(export_import.to_json(served.table.finished.archived()))["games"], key=str) == sorted(
        json.loads(exported)["games"], key=str
    )
    for file in (damaged, exported):
        assert "All of them were here already." in await upload(client, seat, file)


async def test_import_restores_deleted_games_only_on_request(served, client, seat, exported):
    assert "Restore deleted games, too" not in await import_file(client, seat, exported)
    gone = served.table.finished.list_games()[1]
    served.send(DeleteGame, game=gone.mark, sure=True)
    page = await upload(client, seat, exported)
    assert "4 games are in this file. 1 of them was deleted here, and stays deleted." in page
    assert "Restore deleted games, too" in page
    assert gone not in served.table.finished.list_games()
    page = await import_file(client, seat, exported, again=True)
    assert "1 game was imported and is in the history now." in page
    assert "deleted here" not in page
    assert export_import.to_json(served.table.finished.archived()) == exported, "as it was, and each of them once"
    assert "All of them were here already." in await upload(client, seat, exported, again=True)
    assert len(served.table.finished.list_games()) == 4


async def test_bg_stats_plays_are_previewed_and_imported_as_one_batch(served, client, seat, exported):
    scores = [{"playerRefId": 1, "score": "41", "winner": True}, {"playerRefId": 2, "score": "7"}]
    play = {"gameRefId": 1, "durationMin": 30, "expansionPlays": [], "playerScores": scores}
    uuids = [f"0B1C2D3E-0000-4000-8000-0123456789A{n}" for n in range(4)]
    plays = [{**play, "uuid": uuids[n], "playDate": f"2024-05-1{n} 19:30:00"} for n in range(3)]
    file = {
        "games": [{"id": 1, "name": "7 Wonders Architects"}, {"id": 2, "name": "Azul <b>"}],
        "players": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Hypatia"}],
        "plays": [*plays, {**plays[0], "gameRefId": 2, "uuid": uuids[3]}],
    }
    data = json.dumps(file).encode()
    await import_file(client, seat, exported)
    page = await upload(client, seat, data)
    assert "3 games are in this file. The table cannot import these plays: Azul <b> (1)" in page
    assert "3 games are new here" in page
    assert "Who played: Ada, Hypatia" in page
    page = await submit(client, seat, number="3")
    assert "3 games were imported" in page
    game = next(one for one in served.table.finished.list_games() if one.mode == "tally")
    page = await open_page(client, seat.replace("import", f"game={game.mark}"))
    assert "Hypatia" in page
    assert "score sheet only" in page
    page = await open_page(client, seat.replace("import", f"game={game.mark}&line="), 422)
    assert "its record cannot be replayed here" in page
    assert "Ada" in await open_page(client, seat.replace("import", f"fix={game.mark}"))
    page = await upload(client, seat, data)
    assert "All of them were here already." in page
    out = re.findall(r'name="out" value="(-\d+)"', page)[0]
    assert "3 games were removed again." in await submit(client, seat, out=out)
    assert export_import.to_json(served.table.finished.archived()) == exported
    file["plays"] = file["plays"][3:]
    assert "cannot import these plays: Azul" in await upload(client, seat, json.dumps(file).encode())
    assert "No game is in this file." in await upload(client, seat, json.dumps({**file, "plays": []}).encode())
    assert "BoardGameGeek, or it is incomplete. Nothing was imported." in await upload(
        client, seat, data.replace(b'"gameRefId": 1', b"5"), 422
    )


async def test_board_game_geek_plays_are_previewed_and_imported_as_one_batch(served, client, seat, exported):
    people = "".join(f'<player name="{name}" score="{n}" win="0"/>' for name, n in (("Ada", 41), ("Ben", 7)))
    play = '<play id="{}" date="2024-05-10"><item name="{}" objectid="{}"/><players>{}</players></play>'
    whole = [play.format(n, "an edition", 346703, people) for n in (1, 2)]
    data = f"<plays>{''.join(whole)}{play.format(3, 'Azul', 230802, people)}</plays>".encode()
    await import_file(client, seat, exported)
    page = await upload(client, seat, data)
    assert "3 games are in this file" not in page
    assert "The table cannot import these plays: Azul (1)" in page
    assert "2 games were imported" in await submit(client, seat, number="2")
    page = await upload(client, seat, data)
    assert "All of them were here already." in page
    assert "2 games were removed again." in await submit(
        client, seat, out=re.findall(r'name="out" value="(-\d+)"', page)[0]
    )
    assert export_import.to_json(served.table.finished.archived()) == exported
    assert "BoardGameGeek, or it is incomplete. Nothing was imported." in await upload(
        client, seat, b"<!DOCTYPE plays>" + data, 422
    )
    assert export_import.to_json(served.table.finished.archived()) == exported


async def test_games_exported_to_bg_stats_are_not_imported_twice(served, client, seat, exported):
    await import_file(client, seat, exported)
    way = seat.replace("import", "files=bgstats")
    left = await (await client.get(way)).read()
    assert "4 games are in this file. All of them were here already." in await upload(client, seat, left)
    assert "never told" not in left.decode()


def damaged_export(exported, **what):
    games = json.loads(exported)
    games["games"][2] |= what
    return json.dumps(games).encode()


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        pytest.param(lambda data: b"\xff\xd8\xff\xe0 a photograph", "This file is not from Wondertable", id="photo"),
        pytest.param(lambda data: data[:-300], "or it is incomplete", id="cut"),
        pytest.param(lambda data: b"", "or it is incomplete", id="empty"),
        pytest.param(lambda data: data.replace(b'"format": 1', b'"format": 9'), "A newer Wondertable made", id="newer"),
        pytest.param(lambda data: damaged_export(data, began=1e15), "Game 3 in this file is damaged", id="damaged"),
        pytest.param(lambda data: None, "Please choose a file first.", id="none"),
        pytest.param(lambda data: b" " * (import_games.MAX_FILE_MB * 2**20 + 1), "larger than 8 MB", id="large"),
    ],
)
async def test_an_invalid_import_is_explained_and_imports_nothing(served, client, seat, exported, spoil, said):
    assert said in await upload(client, seat, spoil(exported), 422)
    assert served.table.finished.list_games() == ()
    assert "4 games were imported" in await import_file(client, seat, exported)


async def test_an_import_needs_the_pin(served, client, seat, exported):
    served.send(SetPin, pin="2468")
    assert "it needs the table’s PIN" in await upload(client, seat, exported, 422)
    assert "not the table’s PIN" in await upload(client, seat, exported, 422, pin="1357")
    assert served.table.finished.list_games() == ()
    assert 'name="pin"' in await (await client.get(seat)).text()
    assert "4 games were imported" in await import_file(client, seat, exported, pin="2468")
    assert served.table.snapshot(Actor("seat", Seat(0))).host


async def test_import_requires_a_seat_and_the_form(served, client, seat, exported):
    for way in ("/watch?import", "/seat/nobody?import"):
        answer = await client.post(way, data=exported)
        assert answer.status in (404, 405)
    answer = await client.post(seat, data=exported)
    assert answer.status == 422
    answer = await client.post(seat, data=exported, headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert answer.status == 422
    assert served.table.finished.list_games() == ()


async def test_an_import_shows_its_contents_first(served, client, seat, exported):
    page = await upload(client, seat, exported)
    assert "4 games are new here" in page
    assert "Who played: Cleo, Ada, Ben, Dmitri" in page or "Who played: Ada, Ben, Cleo, Dmitri" in page
    assert served.table.finished.list_games() == ()
    for wrong in ("", "5", "four", "9" * 5000):
        assert "Type 4 to import these games" in await submit(client, seat, 422, number=wrong)
    other = f"/seat/{served.keys[2]}?import"
    assert "Please choose a file first." in await submit(client, other, 422, number="4")
    assert served.table.finished.list_games() == ()
    assert "4 games were imported" in await submit(client, seat, number="4")
    assert "Please choose a file first." in await submit(client, seat, 422, number="4")
    assert len(served.table.finished.list_games()) == 4


@pytest.mark.rotated
async def test_import_is_undone_as_a_whole(served, client, seat, exported):
    games = json.loads(exported)
    await import_file(client, seat, exported)
    games["games"] = [{**game, "id": f"forged{n}"} for n, game in enumerate(games["games"] * 10)]
    page = await import_file(client, seat, json.dumps(games).encode())
    assert "40 games were imported" in page
    assert len(served.table.finished.list_games()) == 44
    outs = re.findall(r'name="out" value="(-\d+)"', page)
    assert len(outs) == 2
    assert "40 games were removed again." in await submit(client, seat, out=outs[0])
    assert export_import.to_json(served.table.finished.archived()) == exported
    assert "There is no such game" in await submit(client, seat, 422, out=outs[0])
    assert "40 games are new here" in await upload(client, seat, json.dumps(games).encode())
    served.send(SetPin, pin="2468")
    assert "it needs the table’s PIN" in await submit(client, seat, 422, out=outs[1])
    assert "4 games were removed again." in await submit(client, seat, out=outs[1], pin="2468")


@pytest.mark.rotated
async def test_import_of_thousands_of_games_is_refused(served, client, seat, exported):
    games = json.loads(exported)
    game = {**games["games"][0], "moves": []}
    games["games"] = [{**game, "id": f"forged{n}"} for n in range(9587)]
    assert "More than 1000 games in this file are new here" in await upload(
        client, seat, json.dumps(games).encode(), 422
    )
    assert served.table.finished.list_games() == ()


async def test_failed_import_on_a_full_disk_leaves_no_games(served, client, seat, exported, monkeypatch):
    games = json.loads(exported)
    games["games"] = [{**game, "id": f"forged{n}"} for n, game in enumerate(games["games"] * 10)]
    await upload(client, seat, json.dumps(games).encode())
    import_games, left = served.table.import_games, [1]

    def full(*args):
        if not left[0]:
            raise Rejection("disk-full", file="table.db")
        left[0] -= 1
        return import_games(*args)

    monkeypatch.setattr(served.table, "import_games", full)
    assert "The disk is full" in await submit(client, seat, 422, number="40")
    assert served.table.finished.list_games() == ()
