"""Amount of lessons in a first game: at most so many ideas per seat, and decisions without any tip."""

import random
from collections import Counter

import pytest

from app.table.features import lesson_tip_choice
from tests.app.games import taught
from tests.app.games.courses import COURSES

IDEAS = 24  # a seat is told in a game, at most
SILENT, ONE = 0.4, 0.3  # of seats' own decisions, at least; where few games are played
CURRICULUM = lesson_tip_choice.Curriculum(taught.LESSONS)


def has_tip(at, seat):
    """Check whether a seat has a tip now."""
    truth = at.table.committed
    stands = lesson_tip_choice.current_tips(CURRICULUM, truth.state, truth.match, goal=False)
    return any(to in (0, seat) and seat not in tip.but and not tip.again for to, (tip, _) in stands.items())


def count_tips(folder, course, n, nth):
    """Play a game, worse or better. Return for each seat its ideas and its decisions with and without a tip."""
    at, rng = taught.evening(folder, course, n, f"short {n} {nth}", nth=nth), random.Random(f"{n} {nth}")
    careless, decisions = (0.5, 0.1, 1.0)[nth % 3], [Counter() for _ in range(n)]
    at.now += 10
    at.table.tick(at.now)
    truth = at.table.committed
    while truth.state.phase == "game":
        asked = {each.seat for each in truth.state.questions}
        reading, before = {seat: has_tip(at, seat + 1) for seat in asked}, truth.match.last_move
        taught.turn(at, rng, careless)
        by = next(each.move.seat for each in truth.match.moves if each.move.number > before)
        decisions[by][reading[by]] += 1
    told = [sorted(tip.id for tip in truth.state.taught_ideas if tip.seat in (0, seat)) for seat in range(1, n + 1)]
    at.close()
    return told, decisions


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("games", [1, pytest.param(60, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    ("course", "n"),
    [(course, n) for course in COURSES for n in {course.about(2), course.about(3), course.about(7)}],
    ids=lambda at: getattr(at, "game", None),
)
def test_lesson_shows_few_tips_and_leaves_most_decisions_alone(tmp_path, course, n, games):
    too_many, silent = [], Counter()
    for nth in range(games):
        (tmp_path / str(nth)).mkdir()
        told, decisions = count_tips(tmp_path / str(nth), course, n, nth)
        too_many += [ideas for ideas in told if len(ideas) > IDEAS]
        silent.update(sum(decisions, Counter()))
    assert too_many == []
    assert silent[False] >= (SILENT if games > 1 else ONE) * silent.total()


@pytest.mark.parametrize("course", COURSES, ids=lambda at: at.game)
def test_goal_tip_is_public(tmp_path, course):
    at = taught.evening(tmp_path, course, course.about(3), "goal")
    at.now += 10
    at.table.tick(at.now)
    truth = at.table.committed
    found = lesson_tip_choice.current_tips(CURRICULUM, truth.state, truth.match, goal=True)
    at.close()
    assert {seat: public for seat, (_, public) in found.items()} == {0: True}
