"""A first game for a player who knows no rule, follows the sentences and touches ringed or lit things: it ends.

The player uses the words and rings of a reader's view; tests by touch and on phones: tests/app/screen/test_novice.py,
tests/app/browser/test_novice.py.
"""

import random

import pytest

from app.games import game_list
from app.protocol.client_rights import SCREEN
from app.text.lesson_tips import Speech, ideas_by_id
from app.text.translation import words
from engine.game import Seat
from tests.app.games import taught
from tests.app.games.courses import COURSES
from tests.app.tables import phone
from tests.novice import spoken_of

KINDS = [(course, n) for course in COURSES for n in course.seats]
GAMES, BLOCK = 100, 25  # of each kind, and those of them that are one test
MAX_DECISIONS = 2000  # decisions
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus")


def read_phone(at, course, seat):
    """Return the sentence on a phone and the things with a ring."""
    snapshot, table = at.snapshot(phone(seat)), at.at_table(phone(seat))
    tip = table.taught(seat, next((each for each in snapshot.lessons if each.seat == seat), None))
    if tip is None:
        return "", frozenset()
    idea = ideas_by_id(course.ideas)[tip.id]
    facts = {what: tuple(fact) if isinstance(fact, list) else fact for what, fact in tip.facts.items()}
    view = at.table.committed.match.state.view(Seat(seat - 1))
    rings = idea.rings(view, seat, facts) if idea.rings else ()
    return idea.explain(words("en"), facts, Speech(PEOPLE, course.box)), frozenset(rings)


def things_to_touch(at, seat, action):
    """Return the things of a view to touch for an action."""
    view, said = at.table.committed.match.state.view(Seat(seat - 1)), {*action.split()}
    reach = getattr(view.derived, "reach", ())
    sides = {stack.stack for stack in reach[seat - 1] if stack.side in said} if reach else set()
    return said | sides | ({"center"} if action == "peek" else set())


def choose_by_words(at, course, seat, rng):
    """Choose an action by the sentence and the rings alone."""
    legal = at.table.committed.match.position.legal(Seat(seat - 1))
    said, rings = read_phone(at, course, seat)
    ringed = [action for action in legal if things_to_touch(at, seat, action) & rings]
    pool = ringed or list(legal)
    return said, rng.choice([action for action in pool if spoken_of(said, action)] or pool)


def play_whole_game(folder, course, n, nth, **more):
    """Play one game and return whether the first decision of each seat had a sentence."""
    rng = random.Random(f"by words {n} {nth}")
    (folder / str(nth)).mkdir()
    at = taught.evening(folder / str(nth), course, n, f"by words {n} {nth}", "phone", **more)
    at.now += 10
    at.table.tick(at.now)
    first = {}
    try:
        for _ in range(MAX_DECISIONS):
            if at.at_table().phase != "game":
                break
            asked = at.table.committed.state.questions
            seat = rng.choice(asked).seat + 1
            said, action = choose_by_words(at, course, seat, rng)
            first.setdefault(seat, said)
            at.say(seat, action)
        assert at.at_table(SCREEN).phase == "over"
        return first
    finally:
        at.close()


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("course", "n"), KINDS, ids=lambda at: getattr(at, "game", None))
def test_novice_finishes_a_game_by_the_shown_words(tmp_path, course, n):
    first = play_whole_game(tmp_path, course, n, 0)
    assert all(first[seat] for seat in range(1, n + 1)), "everybody has read something before they act"


@pytest.mark.full
@pytest.mark.parametrize("begin", range(0, GAMES, BLOCK))
@pytest.mark.parametrize(("course", "n"), KINDS, ids=lambda at: getattr(at, "game", None))
def test_novice_finishes_a_hundred_lesson_deals(tmp_path, course, n, begin):
    for nth in range(begin, begin + BLOCK):
        first = play_whole_game(tmp_path, course, n, nth, deals=game_list.deals())
        assert all(first[seat] for seat in range(1, n + 1))
