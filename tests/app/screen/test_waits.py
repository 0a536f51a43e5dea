"""Where people deal, what waits for them is there again after the table, or its screen, has started anew."""

import random

import pytest

from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.screen.events import on_message
from engine.game import CHANCE
from tests.app.screen import duels, sevens, stage
from tests.app.screen.dealers import Fingers
from tests.app.screen.painting import texts
from tests.app.screen.seven_tellers import People as SevenPeople

AGAIN = pytest.mark.parametrize("again", ["the table", "the screen"])
GAMES = stage.screens(duel=duels.DUEL.data, seven_wonders=sevens.GAME.data)
ASKS = {"shields right", "shields wrong"}


def start_again(people, again):
    """The table's process, and so its screen's, too; or the screen's alone."""
    if again == "the table":
        people.evening.restart()
    people.look(GAMES, people.evening)
    on_message.on_message(people.control, stage.HELLO)
    people.hear()


def reminders(people):
    return {key for key in people.lying() if key.startswith(("remind ", "all done "))}


# ---- Architects ----------------------------------------------------------------------------------------------


def markers(people):
    ritual = people.control.model.table.ritual
    return ritual and {f"marker {each - 1}" for each in ritual.open} & people.lying().keys()


@AGAIN
def test_waiting_markers_and_their_reminder_survive_a_restart(horns, again):
    before = markers(horns)
    assert before
    assert reminders(horns) == {"remind 1"}
    start_again(horns, again)
    horns.evening.now += 3600
    horns.evening.table.tick(horns.evening.now)
    horns.hear()
    assert markers(horns) == before
    assert reminders(horns) == {"remind 1"}
    horns.say("remind 1")
    assert not markers(horns)
    assert not reminders(horns)
    start_again(horns, again)
    assert not markers(horns)
    assert not reminders(horns)


def test_skipped_markers_do_not_return_after_a_restart(horns):
    horns.say("stack 2", "tell wood")
    start_again(horns, "the table")
    assert not markers(horns)


@AGAIN
def test_conflict_page_survives_a_restart(horns, again):
    horns.say("stack 2", "tell red-2")
    start_again(horns, again)
    assert horns.lying().keys() == ASKS
    horns.say("shields right")
    start_again(horns, again)
    assert not ASKS & horns.lying().keys()
    assert "all done 1" in reminders(horns)


# ---- Duel ----------------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@AGAIN
def test_questions_of_duel_survive_a_restart(tmp_path, again):
    people = Fingers(tmp_path, duels.DUEL, "duel", 2).start()
    rng, state = random.Random(2), lambda: people.evening.table.committed.match.state
    while not reminders(people) or state().reported_turn() < 4:
        seat = state().to_act[0]
        text = rng.choice([*map(str, state().legal(seat))])
        people.evening.say(0 if seat == CHANCE else seat + 1, text)
        people.hear()
    before, said = reminders(people), {*texts(people)}
    start_again(people, again)
    assert reminders(people) == before
    assert {*texts(people)} >= {word for word in said if word.endswith(".")}
    people.say(min(before))
    start_again(people, again)
    assert reminders(people) < before
    people.evening.close()


# ---- 7 Wonders -----------------------------------------------------------------------------------------------


@pytest.fixture
def fought(tmp_path):
    """Three who deal, at the conflict of the first age: Rhodos has two cards with a shield, told in turns 1 and 2."""
    made = SevenPeople(tmp_path, ("gizah-day", "rhodos-day", "babylon-day"))
    for turn in range(6):
        for seat in (1, 2, 3):
            red = {0: "choose build barracks", 1: "choose build stockade"}.get(turn, "") if seat == 2 else ""
            legal = next(each.legal for each in made.evening.snapshot().questions if each.seat == seat)
            made.evening.say(seat, next(text for text in legal if text.startswith(red or "choose sell")))
    made.hear()
    made.touch("go on")  # the last turn
    yield made
    made.evening.close()


def shown_gains(people):
    fight = SevenScene.from_scene(people.control.scene).fight
    return fight and (fight.event.shields, fight.gains)


@pytest.mark.sampled(2)
@AGAIN
def test_seven_wonders_conflict_page_survives_a_restart(fought, again):
    before = shown_gains(fought)
    assert fought.lying().keys() >= ASKS
    start_again(fought, again)
    assert fought.lying().keys() >= ASKS
    assert shown_gains(fought) == before
    fought.touch("shields right")
    assert reminders(fought)
    asked = reminders(fought)
    start_again(fought, again)
    assert not ASKS & fought.lying().keys()
    assert reminders(fought) == asked


def correct(people, turn, thing):
    """With “No, correct it”: another card of the second seat's in that turn."""
    people.touch("shields wrong")
    while f"log {turn}" not in people.lying():
        people.touch("later")
    people.touch(f"log {turn}")
    line = next(each for each in people.model.table.repair.told if each.question.seat == 2)
    people.touch(f"line {line.row}")
    assert not ASKS & people.lying().keys(), "it waits below"
    people.touch(f"tell 0 {thing}")
    assert people.model.table.repair is None


def test_corrected_shields_are_shown_on_the_reopened_conflict_page(fought):
    shields, won = shown_gains(fought)
    assert shields == (0, 2, 0)
    correct(fought, 2, "sell")
    assert fought.lying().keys() >= ASKS
    assert shown_gains(fought) == ((0, 1, 0), won), "and with its tokens, which are the same"
    correct(fought, 1, "sell")
    assert shown_gains(fought) == ((0, 0, 0), ((0, 0),) * 3)
    assert fought.lying().keys() >= ASKS
    fought.touch("shields right")
    assert not ASKS & fought.lying().keys()
    fought.go_on()
    assert SevenScene.from_scene(fought.control.scene).fight is None
