"""Tests that reminders cover nothing that is touched or read: tiles, forms, the winner, points."""

import random

import pytest

from app.screen.pages.play.seat_notices_and_votes import list_reminders
from engine.game import CHANCE
from tests.app.screen import duels
from tests.app.screen.dealers import Fingers
from tests.app.screen.layout_faults import apart
from tests.app.screen.lettering import painted
from tests.app.screen.seven_tellers import People

SIZES = [(800, 480), (1280, 720), (1920, 1080), (720, 1280)]
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
REMINDER_KEYS = ("remind", "all done")


def covered_by_reminders(room, size, parts):
    """Return the words and buttons of these parts that a reminder covers, as pairs of keys."""
    seen = painted(room, size)
    plates = [area for _, _, areas in seen for area in areas if area.key.startswith(REMINDER_KEYS)]
    below = [
        (area, key) for key, _, areas in seen for area in areas if key.startswith(parts) and area.rank and area.tap
    ]
    below += [(word, key) for key, words, _ in seen for word in words if key.startswith(parts)]
    return {(one.key, key) for one in plates for covered, key in below if not apart(one.corners, covered.corners, 1.0)}


def reminder_keys(room, size):
    return {area.key for _, _, areas in painted(room, size) for area in areas if area.key.startswith(REMINDER_KEYS)}


@pytest.mark.sampled(2)
@sizes
def test_reminders_are_hidden_while_a_form_is_open(horns, size):
    assert reminder_keys(horns, size)
    horns.control.open_panel("position", 0)
    assert covered_by_reminders(horns, size, ("panel", "position")) == set()
    assert not reminder_keys(horns, size)
    horns.control.change(panel="")
    assert reminder_keys(horns, size)


@pytest.fixture
def seven(tmp_path):
    """Three people with their own cards of 7 Wonders who have reported a turn and are reminded of what to do."""
    made = People(tmp_path, ("gizah-day", "rhodos-day", "ephesos-day"))
    rng = random.Random(1)
    while not list_reminders(made.control.scene):
        made.evening.say(min(made.model.questions), rng.choice(made.model.legal(min(made.model.questions))))
        made.hear()
        made.go_on()
    yield made
    made.evening.close()


@pytest.mark.sampled(4)
@sizes
def test_reminders_do_not_cover_the_report_tiles_of_a_seat(seven, size):
    seven.size = size
    seat = min(list_reminders(seven.control.scene))
    assert reminder_keys(seven, size)
    seven.touch(f"seat {seat} hand")
    assert any(key == f"tells {seat}" for key, _, _ in painted(seven, size))
    assert covered_by_reminders(seven, size, ("tells",)) == set()


def test_no_reminder_is_shown_after_the_game(tmp_path):
    people = Fingers(tmp_path, duels.DUEL, "duel", 2).start()
    rng, state = random.Random(1), lambda: people.evening.table.committed.match.state
    while people.control.model.table.phase != "over":
        seat = state().to_act[0]
        people.evening.say(0 if seat == CHANCE else seat + 1, rng.choice([*map(str, state().legal(seat))]))
        people.hear()
    assert list_reminders(people.control.scene), "something is left to do"
    for size in SIZES:
        assert not reminder_keys(people, size)
    people.evening.close()
