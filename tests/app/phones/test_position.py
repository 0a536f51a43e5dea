"""The form on phones that says what lies on the table: filled in, refused in one sentence, taken."""

import pytest

from app.protocol.access_messages import SetPin
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import SetSeat
from engine.game import Seat
from tests.app.phones.position_pages import filled, form
from tests.app.phones.served import Served, no_redirect, serving


@pytest.fixture
async def served(tmp_path, facts):
    async with serving(Served(tmp_path, facts, headless=False)) as made:
        made.sit("Ada", "Ben", lang="en")
        for seat, wonder in enumerate(("giza", "rhodes"), start=1):
            made.send(SetSeat, seat=seat, wonder=wonder)
        made.send(SetGame, mode="track", first=1, variant=("medals",))
        yield made


async def test_game_starts_from_the_submitted_position(served, client):
    path = f"/seat/{served.keys[2]}"
    fields = filled(await form(client, path))
    assert (fields["wonder-1"], fields["left-center"], fields["card-cat"]) == ("giza", "", "")
    assert "active" not in fields
    wrong = await no_redirect(client, f"{path}?position", **fields | {"card-1-wood": "50"})
    assert wrong.status == 422
    html = await wrong.text()
    assert 'role="alert"' in html
    assert filled(html)["card-1-wood"] == "50"  # as it was filled in
    names = ("three-red", "three-blue")
    fields |= {"card-1-wood": "1", "stage-1-1": "on", "left-1": "20", "card-cat": "2", "active": "2"}
    fields |= {f"progress-center-{token}": "1" for token in ("culture", "decor", "economy")}
    fields |= {f"gap-{gap}": medal for gap, medal in enumerate(names, start=1)}
    done = await no_redirect(client, f"{path}?position", **fields)
    assert (done.status, done.headers["Location"]) == (303, path)
    table = served.table_view()
    assert (table["phase"], [seat["wonder"] for seat in table["seats"]]) == ("game", ["giza", "rhodes"])
    question = served.table.snapshot(Actor("seat", Seat(0))).questions[0]
    assert (question.seat, question.legal[0]) == (2, "take left")


async def test_a_position_form_is_prefilled_with_the_reported_game(served, client):
    served.start()
    for _ in range(5):
        question = served.asked()
        served.send(Act, seat=0, question=question.number, action=question.legal[0])
    question = served.asked()
    served.send(Act, seat=1, question=question.number, action="take left", card="reveal 1 wood")
    path = f"/seat/{served.keys[1]}"
    fields = filled(await form(client, path))
    assert (fields["card-1-wood"], fields["active"], fields["left-1"]) == ("1", "2", "24")
    assert "wonder-1" not in fields
    done = await no_redirect(client, f"{path}?position", **fields | {"left-2": "11"})
    assert done.status == 303
    assert served.table_view()["game_id"] == 2
    assert (await no_redirect(client, f"{path}?position", **fields | {"left-2": "99"})).status == 422


async def test_the_position_form_of_a_running_game_includes_the_pin(served, client):
    path = f"/seat/{served.keys[1]}"
    served.send(SetPin, pin="2468")
    assert 'name="pin"' not in await form(client, path)  # it ends nothing yet
    served.start()
    for _ in range(5):
        question = served.asked()
        served.send(Act, seat=0, question=question.number, action=question.legal[0])
    page = await form(client, path)
    assert 'name="pin"' in page
    fields = filled(page) | {"active": "2"}
    no = await no_redirect(client, f"{path}?position", **fields | {"pin": ""})
    assert (no.status, "needs the table’s PIN" in await no.text()) == (422, True)
    assert (await no_redirect(client, f"{path}?position", **fields | {"pin": "2468"})).status == 303


async def test_position_form_is_absent_if_the_table_deals(served, client):
    served.send(SetGame, mode="play")
    path = f"/seat/{served.keys[1]}"
    assert "The position on the table" not in await form(client, path)
    assert (await no_redirect(client, f"{path}?position", active="1")).status == 303
    assert served.table_view()["phase"] == "lobby"


async def test_invalid_position_is_refused_without_a_traceback(served, client):
    path = f"/seat/{served.keys[1]}"
    for fields in ({}, {"active": "x", "left-1": "-1"}, {"wonder-1": "atlantis", "active": "9" * 9}):
        answer = await no_redirect(client, f"{path}?position", **fields)
        assert answer.status == 422
        assert "Traceback" not in await answer.text()
