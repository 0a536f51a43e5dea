"""Matches against another commit, here against this one itself."""

from pathlib import Path

from benchmarks import past

ROOT = Path(__file__).resolve().parent.parent


def test_both_sides_play_whole_games_from_every_seat(capsys):
    words = ["--theirs", str(ROOT), "--game", "architects", "--seats", "3", "--games", "3"]
    assert past.main([*words, "--player", "greedy", "--their-player", "random"]) == 0
    ours, theirs, games = capsys.readouterr().out.splitlines()
    assert ours.startswith("ours wins ")
    assert theirs.startswith("theirs wins ")
    assert games.startswith("games: 3,")


def test_folder_that_is_no_checkout_is_refused_in_one_sentence(capsys, tmp_path):
    assert past.main(["--theirs", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"--theirs {tmp_path}: there is no checkout of Wondertable\n"
