"""`wondertable workshop study`: games on Dask, kept in blocks, and what they say."""

import subprocess
import sys

import pytest

import main
from app.workshop import card_worth_statistics, dask_cluster
from tests.blocks import all_is_kept, played_here, scheduler
from tests.running import PATIENCE

WORDS = ("workshop", "study", "wonders", "--game", "duel", "--seats", "2")


@pytest.mark.rotated
def test_study_writes_a_table_and_a_page_of_worths(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(dask_cluster, "play", played_here)
    words = [*WORDS, "--level", "random,random:general", "--out", str(tmp_path)]
    assert main.main([*words, "--games", "12"]) == 0
    told, *rows = capsys.readouterr().out.splitlines()
    assert told.split()[:3] == ["level", "what", "seats"]
    assert {row.split()[0] for row in rows} == {"random", "random:general"}
    [first] = [row.split() for row in rows if row.startswith("random ") and " seat first " in row]
    assert first[3] == "12"
    assert sum(int(row.split()[3]) for row in rows if row.startswith("random ") and " wonder " in row) <= 12 * 7
    assert len(list(tmp_path.glob("*.parquet"))) == 4
    [page] = tmp_path.glob("*.html")
    assert page.read_text().count("<svg") == len(rows)
    monkeypatch.setattr(dask_cluster, "play", all_is_kept)
    assert main.main([*words, "--games", "12"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == rows


def test_worths_are_counted_by_game():
    rows = [
        card_worth_statistics.SeatOutcome("easy", 0, 1, 1.0, 60, ["token law"]),
        card_worth_statistics.SeatOutcome("easy", 0, 2, 0.0, 50, ["token law"]),
        card_worth_statistics.SeatOutcome("easy", 1, 1, 1.0, 70, ["token law", "wonder sphinx"]),
    ]
    sphinx, law = sorted(card_worth_statistics.compute_worths(rows), key=lambda worth: worth.seats)
    assert (law.seats, law.won, law.points) == (3, 0.75, 62.5)
    assert (sphinx.seats, sphinx.won, sphinx.points) == (1, 1.0, 70)
    assert 0 < law.least < law.won < law.most < 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["--level", "wise"], "--level wise: there are", id="level"),
        pytest.param(["--seats", "3"], "--seats 3: duel is for 2 to 2 seats", id="seats"),
        pytest.param(["--variant", "x"], "variant", id="variant"),
        pytest.param(["--scheduler", "tcp://127.0.0.1:9"], "no Dask scheduler answers there", id="scheduler"),
    ],
)
def test_invalid_study_options_are_refused_in_one_sentence(tmp_path, capsys, words, said):
    assert main.main([*WORDS, "--out", str(tmp_path), *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_missing_dask_is_reported(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(dask_cluster, "find_spec", lambda name: None)
    assert main.main([*WORDS, "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "wondertable: a study needs Dask and pyarrow; ./setup.sh test installs them.\n"


@pytest.mark.full
def test_study_does_not_depend_on_a_killed_worker(tmp_path):
    """A scheduler and two workers, one of them killed in the middle, and one worker alone say the same."""

    def begin(out, *words):
        command = [sys.executable, "main.py", *WORDS, "--games", "60", "--level", "easy", "--out", tmp_path / out]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen([*command, *words], cwd=main.ROOT, **pipes)

    with scheduler(tmp_path) as (address, worker):
        workers = [worker(), worker()]
        alone = begin("alone", "--workers", "1").communicate(timeout=2 * PATIENCE)[0]
        both = begin("both", "--scheduler", address)
        assert both.stderr.readline().startswith("wondertable: 10 of 60 games; ")
        workers[0].kill()
        told, said = both.communicate(timeout=2 * PATIENCE)
        assert both.returncode == 0
        assert "60 of 60 games" in said
        assert told == alone != ""
        [here, there] = [path.read_text() for path in sorted(tmp_path.glob("*/*.html"))]
        assert here == there
