"""Comparison of all actions of a seat: ranked by their value in points; ways to pay for the same thing count as one."""

import random
from collections import Counter
from itertools import islice

import pytest

from engine.players import action_comparison
from engine.players.action_comparison import (
    FIRST_TRIES,
    MIN_WORLDS,
    REVIEW,
    ActionComparison,
    ActionRanking,
    RankedAction,
    combine,
    strip_payment,
)
from engine.players.learned_evaluation import Evaluation
from engine.players.one_step_lookahead import copy_after_turn
from tests.honest.played import PLAYERS, SET_UPS, positions


@pytest.mark.parametrize(
    ("action", "thing"),
    [
        ("take left", "take left"),
        ("build 2 with wood coin", "build 2"),
        ("progress decor with gear gear", "progress decor"),
        ("build piraeus with altar", "build piraeus with altar"),
        ("choose build baths left 2 right 1", "choose build baths"),
        ("choose stage baths bank 1", "choose stage baths"),
        ("stage left 2", "stage"),
        ("sell", "sell"),
    ],
)
def test_strip_payment_removes_only_the_payment(action, thing):
    assert strip_payment(action) == thing


def test_ranking_finds_an_action_with_another_payment():
    weighed = ActionRanking((RankedAction("take left", 0.0), RankedAction("build 2 with wood coin", 3.5)))
    assert weighed.find("build 2 with coin coin").points_behind == 3.5
    assert weighed.find("take right") is None


@pytest.mark.parametrize(
    ("behind", "error", "leads", "combined"),
    [
        pytest.param(4.0, 3.0, [-6.0, -6.0, -6.0], (-4.0, 1.8**0.5), id="games without any spread count most"),
        pytest.param(4.0, 11.25**0.5, [3.0, -3.0], (2.0, 5.625**0.5), id="equal errors count the same"),
        pytest.param(4.0, 0.0, [30.0, -30.0], (4.0, 0.0), id="an evaluation without error decides"),
    ],
)
def test_judgement_and_playouts_are_weighted_by_precision(behind, error, leads, combined):
    assert combine(behind, error, leads) == pytest.approx(combined)


def test_difference_is_clear_above_two_standard_errors():
    assert [RankedAction("sell", behind, 3.0).is_clear for behind in (0.0, 6.0, 6.1)] == [False, False, True]


@pytest.mark.rotated
def test_playouts_correct_the_order_of_a_poor_judgement():
    """An evaluation that likes nothing but coins is put right by the points at the end."""
    setup = next(each for each in SET_UPS if each.slug == "duel")
    changed = 0
    for state, seat in islice(positions(setup, "put right"), 12):
        weighing = ActionComparison(state, seat, random.Random(1), Evaluation({"coins": 1.0, "points": 1.0}), 6, REVIEW)
        while weighing.searches:
            weighing.step()
        before = weighing.ranking().ranked
        while weighing.steps_left:
            weighing.step()
        after = weighing.ranking().ranked
        assert after[0].points_behind == after[0].standard_error == 0
        assert {each.action for each in after} == {each.action for each in before}
        changed += after[0].action != before[0].action
    assert changed


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_legal_actions_are_ranked_without_changing_the_state(setup):
    for state, seat in islice(positions(setup, "weighed"), 2):
        before, legal = state.copy().view(seat), [*map(str, state.legal(seat))]
        for iterations in (0, 6):
            evaluation = PLAYERS.evaluation(setup.slug, setup.seats, setup.variant)
            weighing = ActionComparison(state, seat, random.Random(2), evaluation, iterations)
            while weighing.steps_left:
                weighing.step()
            found = weighing.ranking()
            assert {each.action for each in found.ranked} <= {*legal}
            assert {strip_payment(each.action) for each in found.ranked} == {*map(strip_payment, legal)}
            assert found.ranked[0].points_behind == 0
            assert bool(found.differs) <= bool(iterations)
        assert (state.view(seat), [*map(str, state.legal(seat))]) == (before, legal)


def test_card_value_includes_the_stage_it_pays_for():
    """To somebody who counts nothing but points."""
    setup, found = next(each for each in SET_UPS if each.slug == "architects"), 0
    for state, seat in positions(setup, "a stage with its card"):
        reach = {f"take {stack.side}": stack for stack in state.view(seat).derived.reach[seat] if stack.card}
        builds = [text for text, stack in reach.items() if {does.what for does in stack.does} == {"build"}]
        plain = [text for text, stack in reach.items() if not stack.does]
        if {*builds, *plain} <= {*map(str, state.legal(seat))} and builds and plain:
            weighed = ActionComparison(state, seat, random.Random(3), Evaluation({"points": 0.2}), 0).ranking()
            assert weighed.find(builds[0]).points_behind < weighed.find(plain[0]).points_behind
            found += 1
        if found == 5:
            break


@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_instant_ranking_tries_each_action_equally_often(setup, monkeypatch):
    tried: list[str] = []

    def count(world, seat, action, *rest):
        tried.append(str(action))
        return copy_after_turn(world, seat, action, *rest)

    monkeypatch.setattr(action_comparison, "copy_after_turn", count)
    evaluation = PLAYERS.evaluation(setup.slug, setup.seats, setup.variant)
    for state, seat in islice(positions(setup, "at once"), 20):
        tried.clear()
        ActionComparison(state, seat, random.Random(4), evaluation, 0).ranking()
        counts = Counter(tried)
        assert len({*counts.values()}) <= 1
        assert len(tried) <= max(FIRST_TRIES, MIN_WORLDS * len(counts))
