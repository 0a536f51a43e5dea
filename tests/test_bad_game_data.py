"""Game data of our own that no game can be played with: one sentence with file, entry and field, and exit code 2."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import main

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tests/records/cat.wt"


@pytest.fixture
def data(tmp_path, monkeypatch) -> Path:
    """A copy of the data files that a test may break."""
    shutil.copytree(ROOT / "data", tmp_path / "data", ignore=shutil.ignore_patterns("locale", "sounds"))
    monkeypatch.setattr(main, "ROOT", tmp_path)
    return tmp_path / "data"


def read_error_line(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line on standard error of a command that reads every data file."""
    assert main.main(["replay", str(RECORD)]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.endswith(".\n")
    assert error.count("\n") == 1
    assert error.startswith("wondertable: ")
    return error.removeprefix("wondertable: ").removesuffix(".\n")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("file", "ours", "instead", "sentence"),
    [
        pytest.param(
            "architects", 'type = "draw-any"', 'type = "draw-all"',
            "wonders.alexandria.effects.1.type: 'draw-all' is not known here", id="a misspelt effect",
        ),
        pytest.param(
            "duel", 'type = "destroy", colour = "grey"', 'type = "destroy", colour = "gray"',
            "wonders.circus-maximus.effects.2.colour: 'gray' is not known here", id="a misspelt word in an effect",
        ),
        pytest.param(
            "architects", "kind = \"same\", points = 5, effect = true },\n    { requires = [3], cost = 4",
            "kind = \"same\", effect = true },\n    { requires = [3], cost = 4",
            "wonders.babylon.stages.4.points: is missing", id="a missing field of a stage",
        ),
        pytest.param(
            "seven_wonders", "[cards.altar]\nage = 1\n", "[cards.altar]\n", "cards.altar.age: is missing",
            id="a missing field of a card",
        ),
        pytest.param("architects", "[table]\n", "[tabel]\n", "tabel: there is no such value", id="an unknown table"),
        pytest.param(
            "leaders", "[leaders.plato]\n", "[leaders.plato]\nprice = 3\n",
            "leaders.plato.price: there is no such value", id="an unknown field",
        ),
        pytest.param(
            "architects", "copies = 2\n", "copies = -2\n", "tokens.culture.copies: at least 0", id="a number below zero"
        ),
        pytest.param(
            "seven_wonders", "cost = { wood = 4 }", "cost = { wood = 9 }",
            "boards.alexandria-night.stages.3.cost.wood: at most 7", id="too large",
        ),
        pytest.param(
            "architects", "giza]\neffects = []", "giza]\neffects = 3",
            "wonders.giza.effects: expected a list, got a whole number", id="a number for a list",
        ),
        pytest.param(
            "duel", "start_coins = 7", 'start_coins = "7"', "table.start_coins: expected a whole number, got a word",
            id="a word for a number",
        ),
        pytest.param(
            "duel", "start_coins = 7", "start_coins = 7.5",
            "table.start_coins: expected a whole number, got a fraction", id="a fraction",
        ),
        pytest.param(
            "tally", '{ id = "coins", most = 199 },        # coins\n    { id = "mortar"',
            '{ id = "coins", most = "many" },\n    { id = "mortar"',
            "duel.cells.coins.most: expected a whole number, got a word", id="an entry of a list by its id",
        ),
        pytest.param(
            "tally", '{ id = "blue", most = 99 },          # points\n', '{ id = "wonder", most = 99 },\n',
            "architects.cells.wonder: stands twice", id="an id twice",
        ),
        pytest.param(
            "architects", "[wonders.ur]", "[wonders.rome]", "wonders.rome: line 142: stands twice", id="a wonder twice"
        ),
        pytest.param(
            "architects", "box = \"medals\"\n", "box = \"medals\"\nbox = \"base\"\n",
            "wonders.rome.box: line 140: stands twice", id="a field twice",
        ),
        pytest.param(
            "duel", "\npiraeus = {", "\narena = {", "wonders.arena: a card has this name",
            id="a wonder with a card's name",
        ),
        pytest.param(
            "leaders", "[leaders.plato]", "[leaders.palace]", "leaders.palace: a card has this name",
            id="a leader with a card's name",
        ),
        pytest.param(
            "leaders", "[boards.roma-day]", "[boards.gizah-day]",
            "boards.gizah-day: stands in data/seven_wonders.toml too", id="a board in both files",
        ),
        pytest.param(
            "architects", "[wonders.rome] ", "[wonders.rome ", "wonders.rhodes: line 129: is not TOML: Expected ']'",
            id="no TOML",
        ),
        pytest.param(
            "architects", "military_points = 3 ", "military_points 3 ", "table.military_points: line 11: is not TOML",
            id="no TOML, in a field",
        ),
        pytest.param("architects", "version = 1", "version = 0", "version: a number from 1 up", id="no version"),
        pytest.param("architects", "version = 1", "version = 2", "older.1: is missing", id="nothing of version 1"),
    ],
)  # fmt: skip
def test_bad_value_is_reported_with_file_entry_and_field(data, capsys, file, ours, instead, sentence):
    path = data / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert ours in text
    path.write_text(text.replace(ours, instead, 1), encoding="utf-8")
    assert read_error_line(capsys).startswith(f"data/{file}.toml: {sentence}")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(Path.unlink, "there is no such file", id="not there"),
        pytest.param(lambda path: (path.unlink(), path.mkdir()), "cannot be read: Is a directory", id="not to be read"),
        pytest.param(
            lambda path: path.write_bytes(b"a = 1\n[table]\nb = '\xff'\n"), "line 3: is not UTF-8 text", id="no text"
        ),
        pytest.param(lambda path: path.write_bytes(b""), "table: is missing", id="empty"),
    ],
)
def test_unreadable_data_file_is_reported(data, capsys, spoil, sentence):
    spoil(data / "duel.toml")
    said = read_error_line(capsys)
    assert said.startswith("data/duel.toml: ")
    assert sentence in said


COMMANDS = {
    "run": ["run", "--data-dir", "games", "--port", "0"],
    "run, headless": ["run", "--headless", "--data-dir", "games", "--port", "0"],
    "table": ["table", "--data-dir", "games", "--port", "0"],
    "screen": ["screen", "--data-dir", "games"],
    "replay": ["replay", str(RECORD)],
    "fingerprint": ["workshop", "fingerprint", str(RECORD)],
    "simulate": ["workshop", "simulate", "--seats", "2"],
    "facts": ["facts", "--data-dir", "games"],
    "doctor": ["doctor", "--data-dir", "games"],
}


@pytest.mark.rotated
@pytest.mark.sampled(6)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_reports_bad_game_data_in_one_line(tmp_path, data, command):
    """The command runs in a copy of the project with one number wrong."""
    shutil.copy(ROOT / "main.py", tmp_path)
    path = data / "architects.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("cost = 3,", "cost = 30,", 1), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "main.py", *COMMANDS[command]],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "offscreen", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    sentence = "data/architects.toml: wonders.alexandria.stages.3.cost: at most 7."
    assert done.returncode == 2
    if command == "doctor":  # a line of its report
        assert f"! Versions  {sentence}" in done.stdout
        assert done.stderr == ""
    else:
        assert (done.stdout, done.stderr) == ("", f"wondertable: {sentence}\n")
