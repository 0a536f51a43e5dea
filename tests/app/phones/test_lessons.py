"""Lessons of a first game on phones: the sentence for the table or for the seat, in the reader's language."""

import html
import random
import re

import pytest

from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import SetSeat
from app.protocol.teaching_messages import LessonTip
from app.table.features.lessons import GuidedLessons
from app.text.lesson_tips import Speech
from app.text.translation import words
from engine.game import Seat
from tests.app.games.courses import ARCHITECTS, DUEL
from tests.app.phones.served import GAMES, LANGS, Served

TEXT = re.compile(r"<summary><p>(.*?)</p>", re.DOTALL)


@pytest.fixture
def served(tmp_path, facts):
    """A first game of four, each on a phone, in another language."""
    served = Served(tmp_path, facts, seed="taught")
    served.sit("Ada", "Ben", "Cleo", "Dora")
    served.start()
    yield served
    served.store.close()


def lesson_text(served, who):
    """Return the lesson above the choice: empty if there is none now, None if the page has no place for lessons."""
    reader = PageState(who, None, "en")
    PageMaker(served.table, GAMES).update_page(reader, False)
    part = reader.shown.get("lesson")
    found = part and TEXT.search(part.html)
    return part and (html.unescape(found[1]) if found else "")


def expected_lesson(served, seat, course=ARCHITECTS):
    """Return the lesson a seat should read now in its language: its own before the one for everybody."""
    snapshot = served.table.snapshot(Actor("seat", Seat(seat - 1)), served.table.log_end)
    everybody = served.table_view()["lesson"]
    told = [(lesson.id, lesson.facts) for lesson in snapshot.lessons if not lesson.again]
    told += [(everybody["id"], everybody["facts"])] if everybody and not everybody.get("again") else []
    if not told:
        return ""
    people = ("Ada", "Ben", "Cleo", "Dora")
    [idea] = [idea for idea in course.ideas if idea.id == told[0][0]]
    return idea.explain(words(LANGS[(seat - 1) % 4]), told[0][1], Speech(people, course.box))


@pytest.mark.full
def test_seat_reads_its_own_lesson_in_its_language(served):
    rng, met = random.Random(3), set()
    for _ in range(24):
        if served.phase() != "game":
            break
        for seat in served.keys:
            met.add(shown := lesson_text(served, Actor("seat", Seat(seat - 1))))
            assert shown == expected_lesson(served, seat)
        served.act(rng.choice(served.asked().legal))
    assert len(met) > 8
    assert lesson_text(served, ONLOOKER) is None


@pytest.mark.rotated
def test_duel_lessons_are_shown_on_phones(tmp_path, facts):
    served, rng, met = Served(tmp_path, facts, shelf={"duel": DUEL.rules}, seed="taught"), random.Random(4), set()
    served.send(SetGame, game="duel", variant=("first-game",))
    served.sit("Ada", "Ben").start()
    for _ in range(30):
        for seat in served.keys:
            met.add(shown := lesson_text(served, Actor("seat", Seat(seat - 1))))
            assert shown == expected_lesson(served, seat, DUEL)
        served.act(rng.choice(served.asked().legal))
    assert len(met) > 12
    served.store.close()


def test_experienced_players_get_no_lesson_area(served):
    served.send(SetSeat, seat=2, knows=True)
    assert lesson_text(served, Actor("seat", Seat(1))) is None
    assert lesson_text(served, Actor("seat", Seat(0)))


def test_learned_idea_is_not_shown_again(served):
    lesson = served.table.feature(GuidedLessons).current_lesson(served.table.parts.rarely_changing_view()).by_seat
    lesson[0] = (LessonTip("goal", 0, {"stages": 5}, (1, 3)), True)
    served.table._views._snapshots = None
    assert [bool(lesson_text(served, Actor("seat", Seat(seat)))) for seat in range(4)] == [False, True, False, True]


def test_comment_on_a_choice_is_marked_private(served):
    lesson = served.table.feature(GuidedLessons).current_lesson(served.table.parts.rarely_changing_view()).by_seat
    facts = {"action": "take left", "choice": "best", "reason": "completes", "card": "stone", "stage": 2, "points": 4}
    lesson[1] = (LessonTip("suggest", 1, facts), False)
    served.table._views._snapshots = None
    reader = PageState(Actor("seat", Seat(0)), None, "en")
    PageMaker(served.table, GAMES).update_page(reader, False)
    said = "Good eye. Stone is all that stage 2 lacks: 4 points."
    assert f"<p data-own>{said}</p>" in reader.shown["lesson"].html


def test_unguided_game_has_no_lesson_area(tmp_path, facts):
    served = Served(tmp_path, facts)
    served.send(SetGame, guided=False)
    served.sit("Ada", "Ben").start()
    assert lesson_text(served, Actor("seat", Seat(0))) is None
    served.store.close()
