"""Corrections by touch: a wrong report of any seat, and a turn that was not reported."""

import msgspec
import pytest

from app.protocol.game_lifecycle_messages import EndEarly
from tests.app.screen import stage
from tests.app.screen.finger import frames
from tests.app.table.repairs import forgotten, is_sound, list_taken_cards


@pytest.mark.full
def test_wrong_stack_is_corrected_by_touch(evening, hand):
    truth = forgotten(evening, turns=0)
    mine = hand()
    mine.tap("menu", "log", "log 2")
    first = stage.at(mine.control).repair.told[0].row
    mine.tap(f"line {first}", "put take center")
    assert mine.touches == 5
    assert list_taken_cards(evening)[1] == (2, "center", "stone")
    assert list_taken_cards(evening)[2:] == truth[2:6]
    assert stage.at(mine.control).repair is None
    is_sound(evening)


def test_wrong_card_is_corrected_by_touch(evening, hand):
    forgotten(evening, turns=0)
    mine = hand()
    mine.tap("menu", "log", "log 2")
    card = stage.at(mine.control).repair.told[1].row
    mine.tap(f"line {card}", "tell tablet")
    assert mine.touches == 5
    assert list_taken_cards(evening)[1] == (2, "2", "tablet")


def test_log_line_opens_the_correction_page_of_its_own_turn(evening, hand):
    forgotten(evening)
    mine = hand()
    for number in (14, 7, 1):
        mine.tap("menu", "log", f"log {number}")
        repair = stage.at(mine.control).repair
        began = next(e for e in evening.log() if e["type"] == "turn-began" and e["turn"] == number)
        assert (repair.turn, repair.told[0].question.seat) == (number, began["seat"])
        mine.tap("off")
    assert not any(key == "log 15" for key in mine.shown.hit_areas()), "nothing is told of it yet"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("whose", [False, True], ids=["a turn is missing", "it was somebody else"])
def test_forgotten_turn_is_inserted_by_touch(evening, hand, whose):
    truth = forgotten(evening)
    mine = hand()
    mine.tap("menu", "log", "log 7")
    mine.tap(*(["who", "was 4"] if whose else ["before"]))
    mine.tap("put take center", "tell papyrus")
    assert mine.touches == 6 + whose
    assert list_taken_cards(evening) == truth
    assert stage.at(mine.control).repair is None
    assert "8 later turns" in mine.control.notices[0].text
    is_sound(evening)


def test_turn_reported_twice_is_removed_with_one_touch_on_its_page(evening, hand):
    truth = forgotten(evening, turns=0)
    mine = hand()
    mine.tap("menu", "log", "log 6", "remove")
    assert mine.touches == 4
    assert list_taken_cards(evening) == truth[:5]
    is_sound(evening)


def test_the_first_correction_page_offers_another_turn(evening, hand):
    forgotten(evening)
    mine = hand()
    mine.tap("menu", "log", "log 7", "log", "log 3")
    assert stage.at(mine.control).repair.turn == 3
    mine.tap("before", "back", "who", "back", "off")
    assert stage.at(mine.control).repair is None


@pytest.mark.full
def test_correction_asks_about_a_later_line_that_no_longer_fits(evening, hand):
    forgotten(evening, turns=5)
    seat = evening.view()["to_act"][0]
    evening.say(seat, "take right", card=f"reveal {seat - 1 or 4} tablet")
    mine = hand()
    mine.tap("menu", "log", "log 7", "before", "put take center", "tell papyrus")
    repair = stage.at(mine.control).repair
    assert (repair.rule, repair.before) == ("other-turn", False)
    mine.tap("put take left")
    assert stage.at(mine.control).repair is None
    is_sound(evening)


def test_a_correction_is_not_shown_as_a_recent_event(evening, hand):
    """A correction has no card flight, no sound and no conflict page; a sentence names the change."""
    forgotten(evening)
    mine = hand()
    happened = []
    mine.control.animate = happened.append
    mine.tap("menu", "log", "log 7", "before", "put take center", "tell papyrus")
    assert [event for events in happened for event in events] == []
    assert stage.at(mine.control).fight is None
    assert [line.number for line in mine.control.model.lines.values()] == sorted(mine.control.model.lines)


def test_restarted_table_resumes_an_unfinished_correction(evening, hand):
    forgotten(evening)
    mine = hand()
    mine.tap("menu", "log", "log 7", "who", "was 2")
    before = stage.at(mine.control).repair
    assert before.rule == "turn-missing"
    evening.restart()
    again = hand()
    assert stage.at(again.control).repair == before
    assert {"put take center", "off"} <= again.shown.hit_areas().keys()
    assert msgspec.json.encode(before)


def test_finished_game_is_corrected_by_touch(evening, hand):
    forgotten(evening)
    mine = hand()
    evening.send(EndEarly, sure=True)
    mine.room.settle()
    frames(2)
    mine.tap("corner menu", "log", "log 2")
    first = stage.at(mine.control).repair.told[0].row
    mine.tap(f"line {first}", "put take center")
    assert list_taken_cards(evening)[1] == (2, "center", "stone")
    assert evening.at_table().phase == "over"
    is_sound(evening)
