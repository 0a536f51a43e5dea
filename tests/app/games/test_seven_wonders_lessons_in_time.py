"""Timing of lessons in 7 Wonders: how early careless players of a first game see each idea, with any deal."""

import math
import random

import pytest

from tests.app.games import taught
from tests.app.games.courses import SEVEN

BY = {"goods": 2, "passed": 2, "red": 5, "green": 5, "blue": 5, "near": 5, "trade": 10, "stage": 10}
FIRST_TURN_IDEAS = ("goal", "choose", "uses")  # in the first turn
SEATS = 0.95  # of all, that have been told by then
SILENT = 0.4  # of all decisions, at least


def play_lesson(folder, n, seed):
    """Play one game. Return the turn of each idea and seat (0: everyone), and the share of decisions without a tip."""
    at, rng, turns, counts = taught.evening(folder, SEVEN, n, seed), random.Random(seed), {}, []

    def look():
        truth = at.table.committed
        if truth.state.phase != "game":
            return
        view = truth.match.state.view(None)
        for tip in truth.state.taught_ideas[sum(counts) :]:
            turns[tip.id, tip.seat] = 6 * (view.age - 1) + view.turn
        counts.append(len(truth.state.taught_ideas) - sum(counts))

    taught.played(at, rng, 0.5, look)
    at.close()
    return turns, counts.count(0) / len(counts)


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("games", [3, pytest.param(100, marks=pytest.mark.full)])
@pytest.mark.parametrize("n", [3, 7])
def test_careless_players_get_each_tip_in_time(tmp_path, n, games):
    when, silent = {idea: [] for idea in BY}, []
    for nth in range(games):
        (tmp_path / str(nth)).mkdir()
        turns, none = play_lesson(tmp_path / str(nth), n, f"in time {nth}")
        silent.append(none)
        assert {turns[idea, 1 if idea == "uses" else 0] for idea in FIRST_TURN_IDEAS} == {1}
        for seat in range(1, n + 1):
            for idea in BY:
                when[idea].append(min(turns.get((idea, 0), math.inf), turns.get((idea, seat), math.inf)))
    by = {idea: sorted(all_)[math.ceil(SEATS * len(all_)) - 1] for idea, all_ in when.items()}
    assert {idea: turn for idea, turn in by.items() if turn > BY[idea]} == {}
    assert sum(silent) >= SILENT * len(silent)
