"""Tests of the lessons of a first game of 7 Wonders on the screen: they cover nothing and move nothing."""

import random

import pytest

from app.protocol.teaching_messages import LessonTip
from app.text.translation import complete
from tests.app.screen import scenes, sevens, stage
from tests.app.screen.layout_faults import enlarge
from tests.app.screen.lesson_faults import SIZES, parts_of, wrong

LONG = LessonTip("last", 0, {"coins": 3, "win": 5})
TO_ALL = (LONG, LessonTip("blue"), LessonTip("conflict", 0, {"win": 1, "lost": 1, "next": 3, "then": 5}))
SEAT_LESSONS = (
    LessonTip("trade", 1, {"seat": 2, "good": "clay", "coins": 2}),
    LessonTip("goods", 2, {"board": "gizah-day"}),
    LessonTip("stage", 3, {"stage": 1, "board": "gizah-day", "pays": 1}),
)


def room(n, by="mixed", lang="en", to_all=None, own=(), nth=300):
    """Build a room in which all seats choose a card, with a lesson to all and lessons to single seats."""
    state = sevens.asking("play", n, nth)
    made = sevens.room(state, lang, by, questions=sevens.asked(state), guided=True, lesson=to_all)
    stage.known(made, lessons={lesson.seat: lesson for lesson in own})
    return scenes.long_names(made)


@pytest.mark.rotated
@pytest.mark.sampled(9)
@pytest.mark.parametrize("large", [False, True], ids=("usual words", "larger words"))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_lessons_of_seven_wonders_cover_nothing(size, large):
    rng, found = random.Random(f"{size} {large}"), {}
    for n in (3, 7):
        by, to_all, lang = rng.choice(("touch", "phone", "mixed")), rng.choice(TO_ALL), rng.choice(complete())
        made = room(n, by, lang, to_all, SEAT_LESSONS)
        if large:
            enlarge(made)
        faults, _ = wrong(made, size)
        found |= {f"{n} {by} {to_all.id} {lang}": faults} if faults else {}
    assert not found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("n", [3, 5, 7])
@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_lessons_are_shown_on_both_sides_if_there_is_room(size, n):
    for by, to_all in (("phone", LONG), ("touch", TO_ALL[1])):
        assert {"lesson 0", "lesson 1"} <= wrong(room(n, by, "de", to_all), size)[1], by
    told = {f"lesson seat {seat}" for seat in (1, 2, 3)}
    assert told & wrong(room(n, "touch", "en", None, SEAT_LESSONS), size)[1]


@pytest.mark.rotated
def test_small_screen_has_room_for_a_lesson_with_many_seats():
    for n, to_all in ((5, LONG), (6, TO_ALL[1]), (7, LONG)):
        assert "lesson 0" in wrong(room(n, "phone", "en", to_all), (800, 480))[1]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_lessons_do_not_move_other_elements(size):
    for n in (3, 7):
        silent, taught = (parts_of(made, size) for made in (room(n), room(n, to_all=LONG, own=SEAT_LESSONS)))
        assert [(area.key, area.corners) for area in silent[3]] == [(area.key, area.corners) for area in taught[3]]
        assert [(word.text, word.corners) for word in silent[2]] == [(word.text, word.corners) for word in taught[2]]


def test_lessons_of_a_phone_seat_are_not_shown_on_the_screen():
    made = room(3, "phone", own=SEAT_LESSONS)
    assert wrong(made, (1280, 720))[1] == set()
