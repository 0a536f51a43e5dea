"""The formula of the accuracy, and which decisions are moments."""

import pytest

from engine.players.action_comparison import ActionRanking, RankedAction
from engine.players.game_review import (
    CAP,
    LARGE,
    Decision,
    JudgedDecision,
    Standing,
    choose_moments,
    compute_accuracy,
    judge_decision,
)


def one(line, behind, stake, seat=1, second=0.5):
    """A decision: its best is `a`, and what was done lies so far behind."""
    done = "a" if not behind else "z"
    last = RankedAction("z", behind) if behind else RankedAction("y", stake)
    return JudgedDecision(
        line, seat, line, done, behind, stake, (RankedAction("a", 0.0), RankedAction("b", second), last)
    )


@pytest.mark.parametrize(
    ("mine", "n"),
    [
        pytest.param([one(1, 0, 4), one(2, 0, 9)], 100, id="always the best"),
        pytest.param([one(1, 4, 4), one(2, 9, 9)], 0, id="always the last"),
        pytest.param([one(1, 4, 4), one(2, 0, 4)], 50, id="one and one"),
        pytest.param([one(1, 0, 4), one(2, 90, 90)], round(100 * 4 / (4 + CAP)), id="one decision counts for no more"),
        pytest.param([one(1, 0, 0)], None, id="nothing was at stake"),
        pytest.param([], None, id="nothing was judged"),
    ],
)
def test_accuracy(mine, n):
    assert compute_accuracy(mine) == n


@pytest.mark.parametrize(("error", "cost"), [(0.0, 5.0), (2.0, 4.2), (3.0, 3.2), (5.0, 0.0), (6.0, 0.0)])
def test_a_difference_costs_what_is_left_without_its_error(error, cost):
    ranked = RankedAction("a", 0.0), RankedAction("z", 5.0, error), RankedAction("y", 9.0, 3.0)
    judged = judge_decision(Decision(1, 0, 1, "z", None), ActionRanking(ranked))
    assert (judged.behind, judged.stake) == (cost, 9.0)


@pytest.mark.parametrize(("error", "found"), [(2.0, [("cost", 1)]), (3.0, [])])
def test_a_moment_that_cost_a_lot_is_clearly_worse(error, found):
    ranked = RankedAction("a", 0.0), RankedAction("z", 5.0, error)
    judged = judge_decision(Decision(1, 0, 1, "z", None), ActionRanking(ranked))
    assert judged.behind > LARGE
    assert kinds([judged]) == found


COURSE = [Standing(0, 1, (0.6, 0.4)), Standing(4, 2, (0.3, 0.7)), Standing(8, 3, (0.6, 0.4)), Standing(12, 3, (1.0, 0))]


def kinds(mine, course=()):
    return [(each.why, each.judged.line) for each in choose_moments(mine, course)]


def test_moments_are_what_cost_most_what_brought_most_and_where_the_lead_changed_for_good():
    mine = [one(1, LARGE, 9), one(2, 5, 9), one(3, 0, 9, second=4), one(5, 0, 9, second=1), one(6, 0, 2), one(9, 0, 9)]
    assert kinds(mine, COURSE) == [("cost", 2), ("brought", 3), ("turned", 5)]
    assert kinds([one(2, 5, 9), one(5, 6, 9)], COURSE) == [("cost", 5)], "none twice"
    assert kinds([one(1, LARGE - 0.1, 9), one(2, 0, 9, second=LARGE - 0.1)]) == [], "nothing large"
    assert kinds([one(5, 0, 9, seat=3)], COURSE) == [], "of whoever led then, or came to"
