"""Previews of an action that a reader has touched: they contain no more than this reader may know."""

import msgspec
import pytest

from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import LookAhead
from app.protocol.settings_messages import SetTable
from engine.duel.game_facade import Duel
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.table.plays import refused
from tests.app.tables import Evening, phone


@pytest.fixture
def duel(tmp_path, every_fact):
    game = Duel(every_fact["duel"])
    evening = Evening(tmp_path, shelf={game.name: game})
    evening.send(SetGame, variant=("first-game",))
    yield evening.start("phone Ada", "touch", first=1)
    evening.close()


def preview(evening, seat, action, who=SCREEN, question=None):
    number = evening.number(seat) if question is None else question
    return evening.table.handle(who, LookAhead("ahead", seat, number, action))


def test_a_preview_equals_the_result_of_the_action(duel):
    action = duel.snapshot(phone(1)).questions[0].legal[0]
    rev, before = duel.table.rev, duel.view()
    seen = preview(duel, 1, action, phone(1))
    assert (seen.id, seen.seat, seen.action) == ("ahead", 1, action)
    assert (duel.table.rev, duel.view()) == (rev, before)  # nothing has changed, and nobody was told
    duel.say(1, action, phone(1))
    then, real = msgspec.json.decode(seen.view), duel.view()
    assert (then["seats"], then["military"]) == (real["seats"], real["military"]) != (before["seats"], None)


def test_a_preview_has_points_only_if_the_table_shows_points(duel):
    action = duel.snapshot(phone(1)).questions[0].legal[0]
    assert b'"score"' in bytes(preview(duel, 1, action).view)
    duel.send(SetTable, points=False)
    assert b'"score"' not in bytes(preview(duel, 1, action).view)


def test_a_preview_is_refused_if_the_action_would_be(duel):
    action = duel.snapshot(phone(1)).questions[0].legal[0]
    refused("stale", preview, duel, 1, action, question=duel.number(1) + 1)
    refused("unreadable", preview, duel, 1, "build nothing")
    refused("not-your-seat", preview, duel, 1, action, phone(2))
    refused("no-such-seat", preview, duel, 3, action, question=1)
    covered = next(
        place["card"] for place in duel.view()["structure"].values() if place["card"] and not place["accessible"]
    )
    refused("covered", preview, duel, 1, f"build {covered}")


def test_a_secret_choice_is_previewed_only_for_its_own_seat(tmp_path, every_fact):
    game = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    evening = Evening(tmp_path, shelf={game.name: game}).start("touch", "phone Ada", "touch", first=None)
    mine, hers = (evening.snapshot(phone(seat)).questions[0].legal[0] for seat in (1, 2))
    before = evening.view()["seats"]
    refused("held", preview, evening, 2, hers)
    seen = msgspec.json.decode(preview(evening, 2, hers, phone(2)).view)
    assert "mine" not in seen
    assert seen["seats"][1] != before[1]
    assert all(seat["hand"] == before[0]["hand"] for seat in seen["seats"] if seat["seat"] != 2)
    evening.say(1, mine)  # it makes no difference
    assert msgspec.json.decode(preview(evening, 2, hers, phone(2)).view)["seats"][1] == seen["seats"][1]
    third = evening.snapshot(phone(3)).questions[0].legal[0]
    assert msgspec.json.decode(preview(evening, 3, third).view)["seats"][2] != before[2]  # a finger of seat 3 holds it
    evening.close()
