"""A review judges a decision alike in two worlds its seat cannot tell apart, and who was ahead in two of everybody's.

So what somebody is told of a moment follows from what they knew then, and not from what came.
"""

import random
from itertools import islice

import pytest

from app.games import game_list
from engine.players import game_review
from tests.honest.played import GAMES, PLAYERS, SET_UPS, positions

REASONS = game_list.reasons()
PAIRS, ITERATIONS = 20, 8


def judge_action(setup, state, seat, action):
    """Return the judgement of an action, and the facts read for each choice."""
    evaluation = PLAYERS.evaluation(setup.slug, setup.seats, setup.variant)
    decision = game_review.Decision(5, seat, 3, action, state)
    weighing = game_review.start_comparison(decision, "seed", evaluation, ITERATIONS)
    while weighing.steps_left:
        weighing.step()
    found = game_review.judge_decision(decision, weighing.ranking())
    view, box = state.view(seat), GAMES[setup.slug].data(None, "")
    return found, [REASONS[setup.slug].of_action(view, box, seat + 1, each.action) for each in found.choices]


def course_of(setup, state):
    evaluation = PLAYERS.evaluation(setup.slug, setup.seats, setup.variant)
    return game_review.compute_course(state, (), "seed", evaluation)


def check_equal_reviews(setup, seed, pairs):
    rng = random.Random(8)
    for state, seat in islice(positions(setup, seed), pairs):
        action = str(rng.choice(list(state.legal(seat))))
        assert judge_action(setup, state, seat, action) == judge_action(setup, state.resample(seat, rng), seat, action)
        assert course_of(setup, state.copy()) == course_of(setup, state.resample(None, rng))


def test_review_ignores_hidden_information():
    for setup in SET_UPS:
        check_equal_reviews(setup, f"review {setup}", 2)


@pytest.mark.full
@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_review_ignores_hidden_information_in_twenty_pairs(setup):
    check_equal_reviews(setup, f"review {setup} all", PAIRS)
