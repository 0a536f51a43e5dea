"""`wondertable workshop learn`, and players that have learned in `simulate`."""

import shutil
import subprocess
import sys

import numpy as np
import pytest

import main
from app.workshop import conditional_logit, dask_cluster, learn
from engine.players.learned_weights import parse_weights
from tests.blocks import all_is_kept, played_here, scheduler
from tests.running import PATIENCE, ROOT


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the data, without anything learned."""
    kept = shutil.ignore_patterns("locale", "sounds", "drawings", "fonts", "players")
    shutil.copytree(main.ROOT / "data", tmp_path / "data", ignore=kept)
    (tmp_path / "data" / "players").mkdir()
    for name in ("levels", "characters"):
        shutil.copy(main.ROOT / "data" / "players" / f"{name}.toml", tmp_path / "data" / "players")
    monkeypatch.setattr(main, "ROOT", tmp_path)
    return tmp_path / "data" / "players"


@pytest.mark.full
def test_kept_games_are_reused_to_learn_all_set_ups_again(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(dask_cluster, "play", played_here)
    words = ("workshop", "learn", "--games", "5", "--keep", str(tmp_path / "kept"))
    for seats in ("2", "3"):
        assert main.main([*words, "--game", "architects", "--seats", seats]) == 0
    text = (folder / "architects.toml").read_bytes()
    assert [(each.seats, each.games) for each in parse_weights(text, "architects.toml")] == [(2, 10), (3, 10)]
    monkeypatch.setattr(dask_cluster, "play", all_is_kept)
    (folder / "architects.toml").write_bytes(text.replace(b"games = 10", b"games = 9"))
    assert main.main([*words]) == 0
    out, error = capsys.readouterr()
    assert (out.count("10 games; held out: log loss"), error) == (4, "")
    assert out.count("the stored weights on the same games: log loss") == 2
    assert (folder / "architects.toml").read_bytes() == text  # the same games, the same weights


@pytest.mark.full
def test_weights_do_not_depend_on_the_number_of_workers(folder, capsys, monkeypatch):
    """One worker, two, and the process that asks."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    words = ("workshop", "learn", "--games", "60", "--game", "architects", "--seats", "2")
    found = []
    for more in (["--workers", "1"], ["--workers", "2"], []):
        if not more:
            monkeypatch.setattr(dask_cluster, "play", played_here)
        assert main.main([*words, *more]) == 0
        found.append((folder / "architects.toml").read_bytes())
    assert found[0] == found[1] == found[2]
    assert "60 of 60 games" in capsys.readouterr().err


@pytest.mark.full
def test_weights_do_not_depend_on_a_killed_worker(folder, tmp_path, monkeypatch):
    """The worker is killed in the second block, while another one has just joined."""
    words = ["workshop", "learn", "--games", "60", "--game", "architects", "--seats", "2"]
    learning = "import sys, pathlib, main; main.ROOT = pathlib.Path(sys.argv[1]); sys.exit(main.main(sys.argv[2:]))"
    with scheduler(tmp_path) as (address, worker):
        dies = worker()
        command = [sys.executable, "-c", learning, str(tmp_path), *words, "--scheduler", address]
        with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as learns:
            try:
                assert learns.stderr.readline().startswith("wondertable: 50 of 60 games; ")
                worker()
                dies.kill()
                _, said = learns.communicate(timeout=2 * PATIENCE)
            finally:
                learns.kill()
    assert (learns.returncode, said.count("60 of 60 games")) == (0, 2)
    text = (folder / "architects.toml").read_bytes()
    monkeypatch.setattr(dask_cluster, "play", played_here)
    assert main.main(words) == 0
    assert (folder / "architects.toml").read_bytes() == text


def test_missing_dask_is_reported(folder, capsys, monkeypatch):
    monkeypatch.setattr(dask_cluster, "find_spec", lambda name: None)
    assert main.main(["workshop", "learn", "--game", "duel", "--seats", "2"]) == 2
    assert capsys.readouterr().err == "wondertable: learning needs Dask and numpy; ./setup.sh test installs them.\n"


def test_close_games_get_a_smaller_target():
    """Targets of a lead of two points, of a victory without points, and of a shared victory."""

    class FinishedGame:
        def __init__(self, winners, *points):
            self.winners = lambda: winners
            self.scores = lambda: [{"total": each} for each in points]

    won, aims = learn.compute_targets(FinishedGame((0,), 32, 30))
    assert won == [1, 0]
    assert 0.5 < aims[0] < learn.compute_targets(FinishedGame((0,), 40, 30))[1][0] < 1
    assert learn.compute_targets(FinishedGame((1,), 32, 30))[1] == [0, 1]
    assert learn.compute_targets(FinishedGame((0, 1), 30, 30)) == ([0.5, 0.5], [0.5, 0.5])


def test_fit_recovers_known_weights():
    """The winners are drawn by these weights, one of which is zero."""
    chance = np.random.default_rng(1)
    rows = chance.normal(size=(4000, 3, 3))
    true = np.array([1.0, -0.5, 0.0])
    winners = (rows @ true + chance.gumbel(size=(4000, 3))).argmax(axis=1)
    won, games = np.eye(3)[winners], np.arange(4000)
    found = conditional_logit.fit_weights(conditional_logit.Examples(rows, won, won, games, games % 4))
    assert found.weights == pytest.approx(true, abs=0.08)
    unsure = conditional_logit.fit_weights(conditional_logit.Examples(rows, won, (won + 1) / 4, games, games % 4))
    assert unsure.weights == pytest.approx(true, abs=0.2)  # as large as makes the winners likeliest


def test_contrasts_reduce_the_weight_of_spurious_features():
    """A feature that winners have, and that no action is better for, loses its weight; the other one keeps its."""
    chance = np.random.default_rng(2)
    rows = chance.normal(size=(3000, 2, 2))
    winners = (rows @ np.array([1.0, 1.0]) + chance.gumbel(size=(3000, 2))).argmax(axis=1)
    won, games = np.eye(2)[winners], np.arange(3000)
    after = chance.normal(size=(3000, 2, 2))
    shares = 1 / (1 + np.exp(after[:, 1, 0] - after[:, 0, 0]))
    contrasts = conditional_logit.Contrasts(
        after, np.stack([shares, 1 - shares], axis=1), np.zeros(3000, int), np.arange(3000) // 3
    )
    positions = conditional_logit.Examples(rows, won, won, games, games % 4)
    assert conditional_logit.fit_weights(positions).weights == pytest.approx([1.0, 1.0], abs=0.1)
    helps, accompanies = conditional_logit.fit_weights(positions, contrasts).weights
    assert accompanies < 0.4 * helps


def test_quality_is_measured_by_quarter_of_the_held_out_games():
    """Ten games of a position in each quarter, whose winner is better known the later it is."""
    games = np.arange(40)
    rows = np.zeros((40, 2, 1))
    rows[:, 0, 0] = quarters = games % 4
    won = np.tile([1.0, 0.0], (40, 1))
    examples = conditional_logit.Examples(rows, won, won, games // 4, quarters)
    quality = conditional_logit.measure(examples, np.array([1.0]))
    assert quality.by_quarter == pytest.approx([np.log1p(np.exp(-quarter)) for quarter in range(4)])
    assert quality.log_loss == pytest.approx(np.mean(quality.by_quarter))
    assert quality.right == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--game", "duel", "--seats", "3"), "--seats 3: duel is for 2 to 2 seats"),
        (
            ("--game", "duel", "--seats", "2", "--games", "2"),
            "--games 2: at least 5 are needed, as one of 5 is held out",
        ),
        (("--seats", "2"), "--seats and --variant need --game"),
        (("--game", "duel", "--variant", "first-game"), "--variant needs --seats"),
        (("--game", "duel"), "nothing was learned yet; choose a set-up with --game and --seats"),
    ],
)
def test_impossible_learning_is_refused_in_one_sentence(folder, capsys, words, says):
    assert main.main(["workshop", "learn", *words]) == 2
    assert capsys.readouterr() == ("", f"wondertable: {says}.\n")


def test_search_player_without_weights_is_refused(folder, capsys):
    assert main.main(["workshop", "simulate", "--game", "duel", "--seats", "2", "--player", "greedy,search"]) == 2
    said = "there are no learned weights for duel yet; .venv/bin/wondertable workshop learn makes them."
    assert capsys.readouterr().err == f"wondertable: --player search: {said}\n"


def test_search_plays_a_whole_game(capsys):
    words = ("--game", "duel", "--seats", "2", "--player", "search,random", "--iterations", "3", "--summary")
    assert main.main(["workshop", "simulate", *words]) == 0
    assert "search wins" in capsys.readouterr().out
