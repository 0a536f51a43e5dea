"""The commands behind the figures of docs/review.md: what they have kept they do not work out again."""

import pytest

from docs import accuracy, hints


def twice(command, words, file, capsys):
    """What it says, and says again of what lies in the file then."""
    said = []
    for _ in range(2):
        assert command.main([*words, str(file)]) == 0
        said.append((capsys.readouterr().out, file.read_text()))
    assert said[0] == said[1]
    return said[0]


@pytest.mark.full
def test_hints_are_played_on_once(tmp_path, capsys):
    words = ["duel", "2", "--hints", "1", "--games", "2", "--file"]
    said, rows = twice(hints, words, tmp_path / "rows", capsys)
    assert said.startswith("1 standard errors ahead or more: 1 hints")
    assert rows.count("\n") == 1


def test_games_are_reviewed_once(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(accuracy.game_review, "EFFORT", 0.01)
    said, rows = twice(accuracy, ["duel", "2", "1"], tmp_path / "rows", capsys)
    assert "random" in said
    assert rows.count("\n") == 1
