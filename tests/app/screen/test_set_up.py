"""Tests that a wrong setup of the game is corrected on the screen at any moment, also while a choice is open."""

import random

import pytest

from app.protocol.game_lifecycle_messages import SetGame
from tests.app.table import tracked
from tests.app.table.repairs import is_sound


def play_until_choice(evening):
    """Play until seat 1, whose wonder was reported wrongly, is asked for a stack after building a stage."""
    tracked.begun(evening, "touch", "touch", wonders=("halicarnassus", "rhodes"))
    tracked.wander(
        evening,
        random.Random(7),
        until=lambda at: any(each.legal and each.legal[0].startswith("draw ") for each in tracked.questions(at)),
    )


def test_the_first_player_is_corrected_on_its_own_line(evening, hand):
    tracked.begun(evening, "touch", "touch", "touch")
    tracked.take(evening, 1, "left", "wood")
    tracked.take(evening, 2, "center", "glass")
    mine = hand()
    began = next(line.number for line in evening.snapshot().news if b"game-began" in bytes(line.event))
    mine.tap("undo", f"right {began}", "began", "began 3")
    assert tracked.texts(evening)[-4:] == ["3 take left", "reveal 3 wood", "1 take center", "reveal center glass"]
    assert evening.at_table().first == 3
    assert not mine.control.ui.panel
    assert evening.log()[-1] | {"what": "first", "now": "3", "was": "1"} == evening.log()[-1]
    is_sound(evening)


@pytest.mark.rotated
def test_corrections_are_available_while_a_choice_is_open(evening, hand):
    play_until_choice(evening)
    mine = hand()
    mine.tap(*["shields right"] * ("shields right" in mine.shown.hit_areas()))
    mine.tap("undo")
    assert {"numbers", "set-up", "take back"} <= mine.shown.hit_areas().keys()
    mine.tap("stack 2", "number less", "count it", "undo", "seat 1 name", "other wonder", "has giza")
    assert evening.at_table().repair or evening.view()["seats"][0]["wonder"] == "giza"


def test_track_mode_asks_for_the_first_player_before_the_start(evening, hand):
    evening.sit("touch", "touch").boards("giza", "rhodes")
    evening.send(SetGame, mode="track")
    mine = hand()
    mine.tap("start")
    assert evening.at_table().phase == "lobby"
    mine.tap("first 2")
    assert not mine.control.ui.panel
    mine.tap("start")
    assert evening.at_table().phase == "game"
    assert evening.at_table().first == 2
