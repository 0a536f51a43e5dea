"""The formula of the accuracy, and which decisions are moments."""

import pytest

from engine.players.action_comparison import ActionRanking, RankedAction
from engine.players.game_review import (
    LARGE_POINTS,
    MAX_LOSS,
    Decision,
    JudgedDecision,
    WinProbabilities,
    choose_moments,
    compute_accuracy,
    judge_decision,
)


def decision(line, behind, stake, seat=1, second=0.5):
    """Return a decision whose best action is `a` and whose chosen action costs `behind` points more than that."""
    done = "a" if not behind else "z"
    last = RankedAction("z", behind) if behind else RankedAction("y", stake)
    return JudgedDecision(
        line, seat, line, done, behind, stake, (RankedAction("a", 0.0), RankedAction("b", second), last)
    )


@pytest.mark.parametrize(
    ("mine", "n"),
    [
        pytest.param([decision(1, 0, 4), decision(2, 0, 9)], 100, id="always the best"),
        pytest.param([decision(1, 4, 4), decision(2, 9, 9)], 0, id="always the last"),
        pytest.param([decision(1, 4, 4), decision(2, 0, 4)], 50, id="one and one"),
        pytest.param(
            [decision(1, 0, 4), decision(2, 90, 90)],
            round(100 * 4 / (4 + MAX_LOSS)),
            id="one decision counts for no more",
        ),
        pytest.param([decision(1, 0, 0)], None, id="nothing was at stake"),
        pytest.param([], None, id="nothing was judged"),
    ],
)
def test_accuracy_matches_the_formula(mine, n):
    assert compute_accuracy(mine) == n


@pytest.mark.parametrize(("error", "cost"), [(0.0, 5.0), (2.0, 4.2), (3.0, 3.2), (5.0, 0.0), (6.0, 0.0)])
def test_cost_of_a_decision_subtracts_the_error(error, cost):
    ranked = RankedAction("a", 0.0), RankedAction("z", 5.0, error), RankedAction("y", 9.0, 3.0)
    judged = judge_decision(Decision(1, 0, 1, "z", None), ActionRanking(ranked))
    assert (judged.expected_loss, judged.stake) == (cost, 9.0)


@pytest.mark.parametrize(("error", "found"), [(2.0, [("cost", 1)]), (3.0, [])])
def test_costly_moment_requires_a_clear_difference(error, found):
    ranked = RankedAction("a", 0.0), RankedAction("z", 5.0, error)
    judged = judge_decision(Decision(1, 0, 1, "z", None), ActionRanking(ranked))
    assert judged.expected_loss > LARGE_POINTS
    assert kinds([judged]) == found


CHANCES = [(0, 1, (0.6, 0.4)), (4, 2, (0.3, 0.7)), (8, 3, (0.6, 0.4)), (12, 3, (1.0, 0))]
COURSE = [WinProbabilities(*each) for each in CHANCES]


def kinds(mine, course=()):
    return [(each.kind, each.judged.line) for each in choose_moments(mine, course)]


def test_moments_are_the_costliest_the_best_and_the_turning_point():
    mine = [
        decision(1, LARGE_POINTS, 9),
        decision(2, 5, 9),
        decision(3, 0, 9, second=4),
        decision(5, 0, 9, second=1),
        decision(6, 0, 2),
        decision(9, 0, 9),
    ]
    assert kinds(mine, COURSE) == [("cost", 2), ("brought", 3), ("turned", 5)]
    assert kinds([decision(2, 5, 9), decision(5, 6, 9)], COURSE) == [("cost", 5)], "none twice"
    assert kinds([decision(1, LARGE_POINTS - 0.1, 9), decision(2, 0, 9, second=LARGE_POINTS - 0.1)]) == [], (
        "nothing large"
    )
    assert kinds([decision(5, 0, 9, seat=3)], COURSE) == [], "of whoever led then, or came to"
