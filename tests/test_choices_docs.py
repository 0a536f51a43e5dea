"""The command that plays first games and checks their choices of the round."""

from docs import choices
from docs.choices import Asked, FirstGame
from tests.test_review_docs import twice


def asked(points, won=0.1, seat=0, turn=2):
    return Asked(seat, turn, "a", "b", 3.0, points, won, 1.0)


def test_first_games_are_played_once(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(choices, "LEARNERS", ("random",))
    monkeypatch.setattr(choices.Teaching, "judge", lambda *which: choices.ActionRanking())
    monkeypatch.setattr(choices.advice, "find_clearly_worse", lambda weighed: None)
    said, rows = twice(choices, ["architects", "2", "--games", "1", "--on", "1", "--file"], tmp_path / "rows", capsys)
    assert said == "random: 1 games, 0.0 choices a seat\n"
    assert rows.count("\n") == 1


def test_the_summary_counts_by_learner():
    games = [FirstGame("duel", 2, "", who, 0, 60, it) for who, it in (
        ("random", (asked(2.0), asked(-1.0, -0.1))), ("follower", ()),
    )]  # fmt: skip
    assert list(choices.summarise(games)) == [
        "random: 1 games, 1.0 choices a seat; of 2 the better action came out better by points in 1, by games won in 1,"
        " by +0.5 points in the mean (+3.0 by the table's estimate)",
        "follower: 1 games, 0.0 choices a seat",
    ]
