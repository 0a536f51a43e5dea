"""The commands behind the figures of docs/review.md: what they have kept they do not work out again."""

from itertools import islice

import pytest

from docs import accuracy, choices, hints, learners
from docs.choices import ChoiceOutcome, FirstGame
from engine.game import Rng
from engine.players.action_comparison import ActionRanking, RankedAction
from engine.players.one_step_lookahead import copy_after


def run_twice(command, words, file, capsys):
    """Run a command twice, and return its output and file, which are the same both times."""
    said = []
    for _ in range(2):
        assert command.main([*words, str(file)]) == 0
        said.append((capsys.readouterr().out, file.read_text()))
    assert said[0] == said[1]
    return said[0]


@pytest.mark.full
def test_hint_games_are_played_only_once(tmp_path, capsys):
    words = ["duel", "2", "--hints", "1", "--games", "2", "--file"]
    said, rows = run_twice(hints, words, tmp_path / "rows", capsys)
    assert said.startswith("1 standard errors ahead or more: 1 hints")
    assert rows.count("\n") == 1


@pytest.mark.rotated
def test_games_are_reviewed_only_once(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(accuracy.game_review, "EFFORT", 0.01)
    said, rows = run_twice(accuracy, ["duel", "2", "1"], tmp_path / "rows", capsys)
    assert "random" in said
    assert rows.count("\n") == 1


def make_outcome(points, won=0.1, seat=0, turn=2):
    return ChoiceOutcome(seat, turn, "a", "b", 3.0, points, won, 1.0)


def test_first_games_are_played_only_once(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(choices, "LEARNERS", ("random",))
    monkeypatch.setattr(choices.Teaching, "judge", lambda *which: choices.ActionRanking())
    monkeypatch.setattr(choices.advice, "find_lesson_rival", lambda weighed: None)
    said, rows = run_twice(
        choices, ["architects", "2", "--games", "1", "--on", "1", "--file"], tmp_path / "rows", capsys
    )
    assert said == "random: 1 games, 0.0 choices a seat\n"
    assert rows.count("\n") == 1


def test_summary_counts_by_learner():
    games = [FirstGame("duel", 2, "", who, 0, 60, answers) for who, answers in (
        ("random", (make_outcome(2.0), make_outcome(-1.0, -0.1))), ("follower", ()),
    )]  # fmt: skip
    assert list(choices.summarise(games)) == [
        "random: 1 games, 1.0 choices a seat; of 2 the better action came out better by points in 1, by games won in 1,"
        " by +0.5 points in the mean (+3.0 by the table's estimate)",
        "follower: 1 games, 0.0 choices a seat",
    ]


def test_correction_halves_the_error_of_a_memory():
    memory = {"stage": 1.0, "coin": 3.0}
    learners.correct(memory, frozenset({"take", "stage"}), frozenset({"take", "coin"}), 4.0)
    assert memory == {"stage": 2.5, "coin": 1.5}
    learners.correct(memory, frozenset({"take"}), frozenset({"take"}), 4.0)
    assert memory == {"stage": 2.5, "coin": 1.5}


def call_the_last_better(self, state, seat, rng):
    *others, last = map(str, state.legal(seat))
    return ActionRanking((RankedAction(last, 0.0), *(RankedAction(each, 6.0, 1.0) for each in others)))


@pytest.mark.rotated
def test_second_games_of_learners_are_played_only_once(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(choices.Teaching, "judge", call_the_last_better)
    said, rows = run_twice(
        learners, ["architects", "2", "--learners", "1", "--deals", "1", "--keep"], tmp_path / "rows", capsys
    )
    assert said.startswith("1 learners, 1 deals: ")
    assert rows.count("\n") == 1
    for row in learners.load_rows(tmp_path / "rows", learners.SecondGames):
        assert 0 < row.corrected <= row.choices <= choices.MAX_CHOICES
        assert row.memory


def test_empty_memory_takes_the_most_points_at_once_and_a_strong_one_follows_its_category():
    learning = learners.Learning("duel", 2, "first-game")
    learning.errs.error = 0.0
    states = [(state, seat) for state, seat, _ in islice(learning.list_decisions(1.0, 12), 12)]
    for number, (state, seat) in enumerate(states):
        points = {
            action: copy_after(state, seat, action, Rng(number)).scores()[seat]["total"] for action in state.legal(seat)
        }
        assert points[learning.remember(state, seat, Rng(number), {})] == max(points.values())
        sold = learning.remember(state, seat, Rng(number), {"discard": 1000.0})
        assert str(sold).startswith("discard") == any(str(action).startswith("discard") for action in state.legal(seat))
