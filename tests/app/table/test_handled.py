"""Reminders of what people who deal have still to do: shown by seat until marked as done, also after a restart."""

import msgspec
import pytest

from app.games.architects import words_facade as say
from app.games.architects.table_instructions import cardboard_tasks
from app.protocol.cardboard_messages import ReminderDone
from app.protocol.client_rights import SCREEN
from app.protocol.log_messages import AUTOMATIC, Line
from app.text.cardboard_reminders import reminders, to_look_at
from app.text.translation import words
from engine.architects import actions
from tests.app.table.plays import refused
from tests.app.table.tracked import ARCHITECTS_TOLD, begun, correct, row_of, take
from tests.app.tables import phone


def lines_of(evening):
    return {line.number: line for line in evening.snapshot(SCREEN, 0).news}


def read_reminders(evening, *seats):
    """Return by seat its reminder: the line of the log, and the English text."""
    lines = {line.number: line for line in evening.snapshot(SCREEN, 0).news}
    people = ("Ada", "Ben", "Cleo")
    said = dict.fromkeys(seats or (1, 2, 3), (words("en"), people))
    found = reminders(evening.at_table(), lines, say.parse_event, cardboard_tasks, said)
    return {seat: (reminder.line, " ".join(reminder.texts)) for seat, reminder in found.items()}


TABLE = ARCHITECTS_TOLD


@pytest.fixture
def game_with_stage(evening):
    """A game in which Ada has two different cards, and has built her first stage."""
    begun(evening, "phone Ada", "phone Ben", "touch")
    take(evening, 1, "left", "wood")
    take(evening, 2, "left", "stone")
    take(evening, 3, "left", "wood")
    take(evening, 1, "left", "stone")
    return evening


def test_a_reminder_stays_until_its_seat_confirms_it(game_with_stage):
    assert read_reminders(game_with_stage)[1][1] == "Turn stage 1 over. Discard: wood and stone."
    game_with_stage.restart()
    line, _ = read_reminders(game_with_stage)[1]
    game_with_stage.send(ReminderDone, line=line, seats=(2, 3))
    assert 1 in read_reminders(game_with_stage)
    game_with_stage.send(ReminderDone, phone(1), line=line)
    assert 1 not in read_reminders(game_with_stage)
    game_with_stage.restart()
    assert 1 not in read_reminders(game_with_stage)


def test_reporting_its_next_turn_ends_a_seat_s_reminder(game_with_stage):
    take(game_with_stage, 2, "left", "stone")
    take(game_with_stage, 3, "left", "wood")
    assert 1 in read_reminders(game_with_stage), "others have told, not Ada"
    take(game_with_stage, 1, "left", "glass")
    assert 1 not in read_reminders(game_with_stage)


def test_people_get_no_reminder_of_their_own_choices(evening):
    """The buttons that they touched have the same words; only what followed without a choice is a reminder."""
    begun(evening, "phone Ada", "phone Ben", "touch")
    event = msgspec.json.encode(actions.StageBuilt(seat=1, wonder="giza", stage=1, points=4, paid=("wood", "stone")))
    said = {1: (words("en"), ("Ada", "Ben", "Cleo"))}
    table, lines = evening.at_table(), {line.number: line for line in evening.snapshot(SCREEN, 0).news}
    newest = max(lines) + 1
    for by, asked in ((0, {}), (AUTOMATIC, {1: ("Turn stage 1 over. Discard: wood and stone.",)})):
        lines[newest] = Line(newest, 99, msgspec.Raw(event), by=by)
        found = reminders(table, lines, say.parse_event, cardboard_tasks, said)
        assert {seat: reminder.texts for seat, reminder in found.items()} == asked


def test_phone_confirms_only_its_own_reminders_but_the_shield_check_for_all(game_with_stage):
    line, _ = read_reminders(game_with_stage)[1]
    game_with_stage.send(ReminderDone, phone(2), line=line, seats=(1,))
    assert 1 in read_reminders(game_with_stage)
    assert game_with_stage.at_table().handled[0] < line
    game_with_stage.send(ReminderDone, phone(2), line=line, looked=True)
    assert game_with_stage.at_table().handled[0] == line
    assert 1 in read_reminders(game_with_stage)
    refused("no-such-seat", game_with_stage.send, ReminderDone, line=line, seats=(9,))


def test_shield_check_is_requested_after_a_conflict_until_confirmed(game_with_stage):
    lines = {line.number: line for line in game_with_stage.snapshot(SCREEN, 0).news}
    assert to_look_at(game_with_stage.at_table(), lines) is None
    for seat, card in ((2, "red-2"), (3, "red-1")):
        take(game_with_stage, seat, "left", card)
    lines = {line.number: line for line in game_with_stage.snapshot(SCREEN, 0).news}
    conflict = to_look_at(game_with_stage.at_table(), lines)
    if conflict is None:  # it is settled as the turn ends
        take(game_with_stage, 1, "left", "glass")
        lines = {line.number: line for line in game_with_stage.snapshot(SCREEN, 0).news}
        conflict = to_look_at(game_with_stage.at_table(), lines)
    assert conflict.shields[1:] == (1, 1)
    assert "Discard: two horns." in read_reminders(game_with_stage)[2][1]
    game_with_stage.send(ReminderDone, line=conflict.line, looked=True)
    assert to_look_at(game_with_stage.at_table(), lines) is None


def test_confirming_a_reminder_is_refused_if_the_table_deals(evening):
    evening.sit("phone Ada", "phone Ben")
    refused("not-tracked", evening.send, ReminderDone, line=1)


def test_correction_repeats_the_shield_check_only_if_the_conflict_changed(evening):
    """The card of turn 1 had a cat, which adds a line to the log. The markers of turns 2 and 4 were turned back."""
    begun(evening, "touch", "touch")
    for seat, card in ((1, "blue-3"), (2, "red-2"), (1, "gear"), (2, "red-1")):
        take(evening, seat, "left", card)
    said = " ".join(text for _, text in read_reminders(evening, 1, 2).values())
    assert "marker" not in said, "the conflict has turned them back"
    conflict = to_look_at(evening.at_table(), lines_of(evening))
    evening.send(ReminderDone, line=conflict.line, looked=True, seats=(1, 2))
    assert to_look_at(evening.at_table(), lines_of(evening)) is None
    row = row_of(evening, "reveal 1 blue-3")
    correct(evening, row, "replace", "reveal 1 blue-2-cat")
    assert evening.at_table().repair is None
    assert to_look_at(evening.at_table(), lines_of(evening)) is None, "it came out the same"
    correct(evening, row_of(evening, "reveal 1 blue-2-cat"), "replace", "reveal 1 blue-3")
    assert to_look_at(evening.at_table(), lines_of(evening)) is None
    correct(evening, row_of(evening, "reveal 1 gear"), "replace", "reveal 1 red-0")
    assert to_look_at(evening.at_table(), lines_of(evening)).shields == (1, 2), "it came out otherwise"
