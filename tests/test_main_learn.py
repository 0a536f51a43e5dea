"""`main.py learn`, and players that have learned in `simulate`."""

import shutil

import pytest

import main
from engine.players.learned import read


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Our data without what was learned."""
    kept = shutil.ignore_patterns("locale", "sounds", "drawings", "fonts", "players")
    shutil.copytree(main.ROOT / "data", tmp_path / "data", ignore=kept)
    (tmp_path / "data" / "players").mkdir()
    for name in ("levels", "characters"):
        shutil.copy(main.ROOT / "data" / "players" / f"{name}.toml", tmp_path / "data" / "players")
    monkeypatch.setattr(main, "ROOT", tmp_path)
    return tmp_path / "data" / "players"


def test_what_was_learned_is_kept_once_for_each_set_up(folder, capsys):
    texts = []
    for seats in ("2", "3", "2"):
        assert main.main(["learn", "--game", "architects", "--seats", seats, "--games", "5"]) == 0
        texts.append((folder / "architects.toml").read_bytes())
    out, error = capsys.readouterr()
    assert (out.count("5 games"), error) == (3, "")
    first, second = read(texts[1], "architects.toml")
    assert (first.seats, second.seats, first.games) == (2, 3, 5)
    assert texts[1] == texts[2]  # the same seed, the same weights


WITHIN_DUEL = ("--game", "duel", "--seats")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("3", "--games", "9"), "--seats 3: duel is for 2 to 2 seats"),
        (("2", "--games", "2"), "--games 2: at least 5 are needed, as one of 5 is held out"),
        (
            ("2", "--games", "5", "--player", "careful"),
            "--player careful: nothing was learned of duel yet; main.py learn does that",
        ),
    ],
)
def test_what_cannot_be_learned_is_one_sentence(folder, capsys, words, says):
    assert main.main(["learn", *WITHIN_DUEL, *words]) == 2
    assert capsys.readouterr() == ("", f"{says}\n")


def test_a_player_needs_to_have_learned(folder, capsys):
    assert main.main(["simulate", "--game", "duel", "--seats", "2", "--player", "greedy,search"]) == 2
    assert capsys.readouterr().err == "--player search: nothing was learned of duel yet; main.py learn does that\n"


def test_search_plays_a_whole_game(capsys):
    words = ("--game", "duel", "--seats", "2", "--player", "search,random", "--iterations", "3", "--summary")
    assert main.main(["simulate", *words]) == 0
    assert "search wins" in capsys.readouterr().out
