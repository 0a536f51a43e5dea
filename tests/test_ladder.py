"""The ladder of all players, with Elo ratings."""

from math import log10

import pytest

from app.workshop.simulate import GameOver
from benchmarks import ladder


def played(seated, shares):
    return GameOver(seated, shares, (), 0)


def test_ratings_of_two_equal_elo():
    games = [played(("a", "b"), (0, 1))] * 299 + [played(("b", "a"), (0, 1))] * 99
    ratings = ladder.rate(games, ("a", "b"))
    assert ratings == {"a": 0, "b": pytest.approx(400 * log10(299.5 / 99.5), abs=0.01)}


def test_ratings_cover_tables_of_three_and_players_who_never_met():
    twice = [played(("a", "b", "a"), (0, 1, 0))] * 2 + [played(("a", "b", "a"), (0.5, 0, 0.5))]
    low, middle, high = ladder.rate([*twice * 50, *[played(("b", "c"), (0.25, 0.75))] * 100], ("a", "b", "c")).values()
    assert low == 0
    assert middle == pytest.approx(400 * log10(4), abs=5)  # wins two of three against two
    assert high - middle == pytest.approx(400 * log10(3), abs=5)


@pytest.mark.rotated
def test_ladder_is_played_and_printed(capsys, monkeypatch):
    monkeypatch.setattr(ladder, "LADDER", ("random", "greedy"))
    assert ladder.main(["--game", "architects", "--seats", "3", "--deals", "4"]) == 0
    lowest, highest, games = capsys.readouterr().out.splitlines()
    assert lowest == "random      0 [0 to 0]"
    assert highest.startswith("greedy ")
    assert int(highest.split()[1]) > 0
    assert games == "12 games"
