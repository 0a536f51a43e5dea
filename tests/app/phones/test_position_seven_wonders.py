"""The form on phones that says what lies on the table of 7 Wonders, and of Duel under a wonder."""

import json

import pytest

from app.games import game_list as packs
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import SetSeat
from engine.game import Seat
from tests.app.phones.position_pages import filled, form
from tests.app.phones.served import Served, no_redirect, serving
from tests.duel_cities import duel
from tests.seven_wonders_cities import GAME

BOARDS = ("roma-night", "abu-simbel-night", "babylon-day")


@pytest.fixture
async def served(tmp_path, facts, monkeypatch):
    monkeypatch.setattr(packs, "modes", lambda: dict.fromkeys(("seven-wonders", "duel"), ("play", "track")))
    shelf = {"seven-wonders": GAME, "duel": duel()}
    async with serving(Served(tmp_path, facts, headless=False, shelf=shelf)) as made:
        yield made


def game(served):
    return json.loads(bytes(served.table.snapshot(Actor("seat", Seat(0)), served.table.log_end).game))


def seated(served, *boards, variant=("leaders", "experts")):
    served.sit("Ada", "Ben", "Cleo", lang="en")
    served.send(SetGame, game="seven-wonders", mode="track", variant=variant)
    for seat, board in enumerate(boards, start=1):
        served.send(SetSeat, seat=seat, wonder=board)
    return f"/seat/{served.keys[2]}"


async def test_game_starts_from_the_submitted_position(served, client):
    path = seated(served, *BOARDS)
    fields = filled(await form(client, path))
    assert (fields["age"], fields["turn"], fields["coins-1"], fields["left-1"]) == ("1", "0", "6", "4")
    assert "left-2" not in fields  # it follows
    fields |= {"age": "2", "turn": "3", "coins-1": "9", "card-1-altar": "on", "stages-2": "2", "token-1-1": "1"}
    fields |= {
        "token-3--1": "1",
        "leader-theano": "2b",
        "age-2-theano": "2",
        "leader-nero": "1",
        "under": "1",
        "left-1": "2",
    }
    wrong = await no_redirect(client, f"{path}?position", **fields | {"card-2-altar": "on"})
    assert wrong.status == 422
    html = await wrong.text()
    assert "You entered Altar 2 times, but this table has only 1." in html
    again = filled(html)
    assert (again["leader-theano"], again["age-2-theano"], again["card-2-altar"]) == ("2b", "2", "on")
    done = await no_redirect(client, f"{path}?position", **fields)
    assert (done.status, done.headers["Location"]) == (303, path)
    view = game(served)
    ada, ben, cleo = view["seats"]
    assert (view["age"], view["turn"], view["to_act"], view["discard"]) == (2, 3, [1, 2, 3], 3 * 7 + 3 * 2 - 1 - 2 + 1)
    assert (ada["coins"], ada["cards"], ada["leaders"], ada["tokens"]) == (9, ["altar"], ["nero"], [1])
    assert (ben["stages"], ben["buried"], ben["score"]["wonder"], ben["leaders_left"]) == (2, ["theano"], 4, 2)
    assert cleo["tokens"] == [-1]


async def test_a_position_form_is_prefilled_with_the_reported_game(served, client):
    path = seated(served, "gizah-day", "rhodos-day", "ephesos-day", variant=())
    served.start()
    for seat, action in ((1, "choose build loom"), (2, "choose sell"), (3, "choose build press")):
        question = next(
            asked for asked in served.table.snapshot(Actor("seat", Seat(seat - 1))).questions if asked.seat == seat
        )
        served.send(Act, seat=seat, question=question.number, action=action)
    fields = filled(await form(client, path))
    assert (fields["age"], fields["turn"], fields["card-1-loom"], fields["coins-2"]) == ("1", "2", "on", "6")
    assert "under" not in fields
    done = await no_redirect(client, f"{path}?position", **fields | {"turn": "4", "card-2-altar": "on"})
    assert done.status == 303
    view = game(served)
    assert (view["turn"], view["seats"][1]["cards"], view["discard"]) == (4, ["altar"], 6)
    assert served.table_view()["game_id"] == 2


async def test_position_without_every_wonder_is_refused(served, client):
    path = seated(served, *BOARDS[:2])
    no = await no_redirect(client, f"{path}?position", **filled(await form(client, path)))
    assert no.status == 422
    assert "Cleo" in await no.text()


async def test_invalid_position_causes_no_traceback(served, client):
    path = seated(served, *BOARDS)
    for fields in ({}, {"age": "x", "turn": "-1"}, {"age": "9", "turn": "99"}, {"age": "1", "leader-nero": "nobody"}):
        answer = await no_redirect(client, f"{path}?position", **fields)
        assert answer.status in (303, 422)
        assert "Traceback" not in await answer.text()
        assert answer.status == 422 or served.table_view()["phase"] == "game"


async def test_duel_position_form_asks_which_card_is_under_a_wonder(served, client):
    served.send(SetGame, game="duel", mode="track", first=1)
    served.sit("Ada", "Ben", lang="en")
    path = f"/seat/{served.keys[2]}"
    facts = duel().data()
    fields = filled(await form(client, path)) | {"left": "15"}
    fields |= {f"wonder-{slug}": str(1 + nth // 4) for nth, slug in enumerate(list(facts.wonders)[:8])}
    fields |= {f"token-{slug}": "middle" for slug in list(facts.tokens)[:5]}
    built = next(iter(facts.wonders))
    wrong = await no_redirect(client, f"{path}?position", **fields | {f"under-{built}": "quarry", "card-quarry": "2"})
    assert "Quarry was entered twice." in await wrong.text()
    done = await no_redirect(client, f"{path}?position", **fields | {f"under-{built}": "quarry"})
    assert done.status == 303
    view = game(served)
    assert view["seats"][0]["wonders"][built] == "quarry"
    assert filled(await form(client, path))[f"under-{built}"] == "quarry"
