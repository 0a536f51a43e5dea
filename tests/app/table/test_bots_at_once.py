"""Bots that choose simultaneously take as long together as one after the other, so that people can follow."""

import pytest

from tests.app.tables import phone
from tests.seven_wonders_cities import GAME

TABLE = {"shelf": {GAME.name: GAME}}


def pace(evening):
    return evening.settings.bot_pace


def pass_time(evening, seconds):
    evening.now += seconds
    evening.table.tick(evening.now)


def test_a_reveal_by_bots_alone_stays_as_long_as_separate_turns(evening):
    evening.start("bot", "bot", "bot", first=None)
    for turn in (1, 2, 3):
        assert (evening.view()["turn"], len(evening.asked())) == (turn, 3)
        assert evening.table.next_tick() == pytest.approx(evening.now + 3 * pace(evening))
        pass_time(evening, 3 * pace(evening) - 0.1)
        assert evening.view()["turn"] == turn
        pass_time(evening, 0.2)


def test_bots_choosing_with_people_wait_for_one_pace_only(evening):
    evening.start("phone Ada", "bot", "bot", first=None)
    evening.say(1, "choose sell " + evening.view(phone(1))["mine"]["hand"][0], phone(1))
    assert evening.table.next_tick() == evening.now + pace(evening), "though only bots are left"
    pass_time(evening, pace(evening))
    assert evening.view()["turn"] == 2
    pass_time(evening, pace(evening))
    assert {*evening.asked()} == {1}
