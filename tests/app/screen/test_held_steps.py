"""A finger that stays on a plus, a minus or a picture goes on and on, until it is off."""

import stage
from finger import frames, until

from app.games.architects.screen.position import draft_of
from tests.app.table.test_repair import forgotten


def held(room):
    return draft_of(stage.at(room.control)).seat["cards"].get("wood", 0)


def test_a_finger_that_stays_counts_on_and_a_tap_counts_once(show):
    room = stage.Room().hear(stage.table(3, phase="lobby", mode="track"))
    room.control.open("position", 0)
    seen = show(room)
    seen.tap("lay wood")
    assert held(room) == 1
    finger = seen.touch("lay wood").down()
    until(lambda: held(room) >= 4)
    finger.up()
    frames(2)
    there = held(room)
    finger = seen.touch("less wood").down()
    until(lambda: held(room) == 0)  # the minus is gone, and the finger with it
    finger.up()
    frames(2)
    assert (there >= 4, held(room)) == (True, 0)


def test_a_finger_that_stays_counts_on_where_people_say_that_a_number_is_wrong(evening, hand):
    forgotten(evening, turns=3)
    mine = hand()
    mine.tap("undo", "stack 2")
    was = evening.view()["stacks"]["2"]["left"]
    finger = mine.shown.touch("number less").down()
    until(lambda: (mine.control.opened.steps.counted or ("", was))[1] <= was - 5)
    finger.up()
    frames(2)
    said = mine.control.opened.steps.counted[1]
    mine.tap("count it")
    assert evening.view()["stacks"]["2"]["left"] == said
    assert said <= was - 5
