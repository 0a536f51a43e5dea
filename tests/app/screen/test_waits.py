"""Tests that pages waiting for people with their own cards are there again after the table or its screen restarted."""

import random

import pytest

from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.screen.events import on_message
from engine.game import CHANCE
from tests.app.screen import duels, sevens, stage
from tests.app.screen.dealers import Fingers
from tests.app.screen.painting import texts
from tests.app.screen.seven_tellers import People as SevenPeople

RESTARTS = pytest.mark.parametrize("again", ["the table", "the screen"])
GAMES = stage.screens(duel=duels.DUEL.data, seven_wonders=sevens.GAME.data)
SHIELD_BUTTONS = {"shields right", "shields wrong"}


def start_again(people, again):
    """Restart the table, and with it the screen, or only the screen."""
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


@RESTARTS
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


@RESTARTS
def test_conflict_page_survives_a_restart(horns, again):
    horns.say("stack 2", "tell red-2")
    start_again(horns, again)
    assert horns.lying().keys() == SHIELD_BUTTONS
    horns.say("shields right")
    start_again(horns, again)
    assert not SHIELD_BUTTONS & horns.lying().keys()
    assert "all done 1" in reminders(horns)


# ---- Duel ----------------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@RESTARTS
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
def conflict_people(tmp_path):
    """Three people with their own cards, at the conflict of the first age: Rhodos has two cards with a shield."""
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
@RESTARTS
def test_seven_wonders_conflict_page_survives_a_restart(conflict_people, again):
    before = shown_gains(conflict_people)
    assert conflict_people.lying().keys() >= SHIELD_BUTTONS
    start_again(conflict_people, again)
    assert conflict_people.lying().keys() >= SHIELD_BUTTONS
    assert shown_gains(conflict_people) == before
    conflict_people.touch("shields right")
    assert reminders(conflict_people)
    asked = reminders(conflict_people)
    start_again(conflict_people, again)
    assert not SHIELD_BUTTONS & conflict_people.lying().keys()
    assert reminders(conflict_people) == asked


def correct(people, turn, thing):
    """Touch “No, correct it” and report another card for the second seat in that turn."""
    people.touch("shields wrong")
    while f"log {turn}" not in people.lying():
        people.touch("later")
    people.touch(f"log {turn}")
    line = next(each for each in people.model.table.repair.told if each.question.seat == 2)
    people.touch(f"line {line.row}")
    assert not SHIELD_BUTTONS & people.lying().keys(), "it waits below"
    people.touch(f"tell 0 {thing}")
    assert people.model.table.repair is None


def test_corrected_shields_are_shown_on_the_reopened_conflict_page(conflict_people):
    shields, won = shown_gains(conflict_people)
    assert shields == (0, 2, 0)
    correct(conflict_people, 2, "sell")
    assert conflict_people.lying().keys() >= SHIELD_BUTTONS
    assert shown_gains(conflict_people) == ((0, 1, 0), won), "and with its tokens, which are the same"
    correct(conflict_people, 1, "sell")
    assert shown_gains(conflict_people) == ((0, 0, 0), ((0, 0),) * 3)
    assert conflict_people.lying().keys() >= SHIELD_BUTTONS
    conflict_people.touch("shields right")
    assert not SHIELD_BUTTONS & conflict_people.lying().keys()
    conflict_people.go_on()
    assert SevenScene.from_scene(conflict_people.control.scene).fight is None
