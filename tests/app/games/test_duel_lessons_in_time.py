"""Timing of lessons in Duel: how early careless players of a first game see each idea, whatever cards are dealt."""

import math
import random

import pytest

from tests.app.games import taught
from tests.app.games.courses import DUEL

BY = {"ways": 1, "take": 1, "price": 8, "red": 10, "green": 10, "wonder": 10, "blue": 12}  # own turns
SEATS = 0.95  # of all, that have been told by then
SILENT = 0.4  # of all decisions, at least


def play_lesson(folder, seed):
    """Play one game. Return the own turn of each idea and seat, the number of decisions, and of those with a tip."""
    at, rng = taught.evening(folder, DUEL, 2, seed), random.Random(seed)
    turns, told, counts = [0, 0], {}, []

    def look():
        if at.at_table().phase != "game":
            return
        begun = taught.log_of(at)["turn-began"]
        turns[:] = [sum(event["seat"] == seat for event in begun) for seat in (1, 2)]
        now = at.table.committed.state.taught_ideas
        for tip in now[sum(counts) :]:
            for seat in (1, 2) if tip.seat == 0 else (tip.seat,):
                told.setdefault((tip.id, seat), max(1, turns[seat - 1]))
        counts.append(len(now) - sum(counts))

    taught.played(at, rng, 0.5, look)
    at.close()
    return told, len(counts), sum(map(bool, counts))


def latest_turns(many, folder):
    """Return the own turn by which 95 % of seats saw each idea, and the share of decisions without a tip."""
    when, decisions, spoken = {idea: [] for idea in BY}, 0, 0
    for nth in range(many):
        (folder / str(nth)).mkdir()
        told, asked, said = play_lesson(folder / str(nth), f"in time {nth}")
        decisions, spoken = decisions + asked, spoken + said
        for idea, seat in ((idea, seat) for idea in BY for seat in (1, 2)):
            when[idea].append(told.get((idea, seat), math.inf))
    by = {idea: sorted(turns)[math.ceil(SEATS * len(turns)) - 1] for idea, turns in when.items()}
    return by, 1 - spoken / decisions


@pytest.mark.rotated
@pytest.mark.parametrize("many", [10, pytest.param(300, marks=pytest.mark.full)])
def test_careless_players_get_each_tip_in_time(tmp_path, many):
    by, silent = latest_turns(many, tmp_path)
    assert {idea: turn for idea, turn in by.items() if turn > BY[idea]} == {}
    assert silent >= SILENT
