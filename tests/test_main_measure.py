"""`wondertable doctor --measure`: a table of its own, with people on phones, and one text."""

import os
import re

import pytest

import main
from app.host.data_folder import lock_folder
from app.host.doctor_checks import DoctorFinding
from benchmarks import doctor_measure as measure
from engine.players.bot_levels import Players
from tests.sight import display

FINDINGS = {name: DoctorFinding(f"{name}.") for name in ("Display", "Touch", "Power", "Versions")}
ROW = re.compile(r"(?P<row>p\d) (?P<game>[a-z-]+): (?P<what>[^:]+): (?P<figures>.+)")


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(measure, "GAME_SECONDS", 2.0)
    monkeypatch.setattr(measure, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(measure, "DECISION_SECONDS", 0.01)
    monkeypatch.setattr(measure, "WRITES", 3)


def run_measure(folder):
    return list(measure._measure(folder, main.read_game_data(), Players(main.read_players()), FINDINGS))


def parse_figures(lines):
    return {found["row"]: found["figures"] for line in lines if (found := ROW.fullmatch(line))}


def test_measure_is_refused_while_a_table_runs(tmp_path, capsys):
    with lock_folder(tmp_path):
        assert main.main(["doctor", "--measure", "--data-dir", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "wondertable: a table is running and would be disturbed; stop it first (.venv/bin/wondertable stop)."
    ]


@pytest.mark.rotated
def test_measure_without_a_display_fills_the_other_rows(tmp_path, monkeypatch, short):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    monkeypatch.setattr(measure, "GAMES", {"duel": 2})
    lines = run_measure(tmp_path)
    found = parse_figures(lines)
    assert "no display" in next(line for line in lines if line.startswith("screen"))
    assert found["p1"] == found["p2"] == found["p3"] == "not seen"
    assert re.fullmatch(r"ours .* ms, p95 .*, p99 .*, n [1-9]\d*; clock .* ms, .*, n [1-9]\d*", found["p4"])
    assert re.fullmatch(r"ours .* ms, .*, n [1-9]\d*", found["p6"])
    assert re.fullmatch(r"[1-9]\d+( \+ [1-9]\d*)* MB", found["p7"])
    assert next(line for line in lines if line.startswith("disk")).endswith("n 3")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
@pytest.mark.parametrize("game", measure.GAMES)
def test_measure_on_a_display_fills_every_row(tmp_path, monkeypatch, short, game):
    monkeypatch.setattr(measure, "GAMES", {game: measure.GAMES[game]})
    monkeypatch.setattr(measure, "GAME_SECONDS", 15.0)
    with display() as environment:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        lines = run_measure(tmp_path)
    assert sorted(parse_figures(lines)) == ["p1", "p2", "p3", "p4", "p5", "p6", "p7"]
    assert not [line for line in lines if "not seen" in line]
    assert str(tmp_path) not in "\n".join(lines)


@pytest.mark.rotated
def test_decisions_are_timed_for_a_fixed_duration(monkeypatch):
    monkeypatch.setattr(measure, "process_time", iter(range(1000)).__next__)
    players = Players(main.read_players())
    assert measure.time_decisions(main.read_game_data(), players, "duel", 2) == [1] * int(measure.DECISION_SECONDS)


def test_processor_time_and_memory_of_a_process_are_read():
    assert 0 < measure.cpu(os.getpid()) < measure.cpu(os.getpid()) + 1
    assert measure.pss(os.getpid()) > 10
