"""`wondertable facts` as it is typed, and a table that starts with an owner's file."""

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import main
from app.host.data_overrides import load_overrides
from engine.data_overrides import format_path, leaves
from tests.running import PATIENCE, RunningTable

ROOT = Path(__file__).resolve().parent.parent
OWNERS_FACTS = """
[wonders.rome.stages.3]
points = 5

[wonders.giza.cards]
red-1 = 1
red-2 = 1

[wonders.ur]
certainty = "yours"
"""
BROKEN = "[wonders.rome.stages.6]\npoints = 5\n"
REASON = "wonders.rome.stages.6.points: there is no wonders.rome.stages.6"


@pytest.fixture
def own(tmp_path):
    """An owner's file in a data folder."""
    path = tmp_path / "settings" / "architects.toml"
    path.parent.mkdir()
    path.write_text(OWNERS_FACTS, encoding="utf-8")
    return path


def find_line(out: str, *words: str) -> str:
    """Return the line that is found by looking for these first words one below another."""
    rest = out.splitlines()
    for word in words:
        at = next(number for number, text in enumerate(rest) if text.split()[:1] == [word])
        rest = rest[at:]
    return " ".join(rest[0].split())


def test_facts_without_an_owners_file_are_the_printed_values(say, tmp_path):
    code, out, err = say("facts")
    assert (code, err) == (0, "")
    assert f"yours: {tmp_path}/config/wondertable/architects.toml (there is no such file)" in out.splitlines()
    assert "->" not in out
    assert find_line(out, "wonders", "giza") == "giza confirmed effects []"
    assert find_line(out, "wonders", "rome") == "rome assumption box medals"
    assert find_line(out, "rome", "stages.3") == "stages.3 requires [], cost 3, kind different, points 6"
    assert find_line(out, "center").startswith("center confirmed")
    assert find_line(out, "medals", "three-red", "need") == "need red 3"


def test_facts_print_every_value_of_the_data(say):
    _, out, _ = say("facts")
    data = leaves(tomllib.loads((ROOT / "data" / "architects.toml").read_text("utf-8")))
    data = {path: value for path, value in data.items() if path[0] not in ("version", "older")}
    assert [format_path(path) for path in data if path[-1] != "certainty" and f"{path[-1]} " not in out] == []
    assert sum(out.count(f"{sure} ") + out.count(f"{sure}\n") for sure in ("confirmed", "assumption")) >= 50


def test_facts_print_corrections_beside_the_originals(say, own, tmp_path):
    code, out, err = say("facts", "--data-dir", tmp_path)
    assert (code, err) == (0, "")
    assert f"yours: {own} (3 values corrected)" in out.splitlines()
    assert find_line(out, "wonders", "rome") == "rome assumption, 1 corrected box medals"
    assert find_line(out, "rome", "stages.3") == "stages.3 requires [], cost 3, kind different, points 6 -> 5"
    assert find_line(out, "wonders", "giza") == "giza confirmed, 2 corrected effects []"
    assert find_line(out, "giza", "cards").endswith("red-1 2 -> 1, red-2 0 -> 1")
    assert find_line(out, "wonders", "ur") == "ur yours box medals"
    assert out.count("->") == 3


def test_valid_corrections_file_is_accepted(say, own):
    assert say("facts", "--check", own) == (0, f"{own}: valid; 3 values corrected.\n", "")
    own.write_text("")
    assert say("facts", "--check", own) == (0, f"{own}: valid; no value corrected.\n", "")


def test_invalid_corrections_file_is_refused(say, own, tmp_path):
    own.write_text(BROKEN)
    assert say("facts", "--check", own) == (2, "", f"wondertable: {own}: {REASON}.\n")
    assert say("facts", "--data-dir", tmp_path) == (2, "", f"wondertable: {own}: {REASON}.\n")


def test_missing_corrections_file_is_reported(say, tmp_path):
    file = tmp_path / "x.toml"
    assert say("facts", "--check", file) == (2, "", f"wondertable: {file}: there is no such file.\n")


def test_unknown_game_is_refused(say):
    code, out, err = say("facts", "--game", "chess")
    assert (code, out) == (2, "")
    assert "'chess' is not one of" in err


def python(*words: str | Path) -> subprocess.CompletedProcess[str]:
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "DISPLAY", "WAYLAND"))}
    command = [sys.executable, "-W", "error", *words]
    return subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_facts_command_imports_no_heavy_modules(tmp_path):
    never = {"aiohttp", "kivy", "zeroconf", "jinja2", "sqlite3", "asyncio"}
    code = f"import sys, main; main.main(['facts', '--data-dir', {str(tmp_path)!r}])"
    said = python("-c", f"{code}; print('loaded', *sorted({never!r} & set(sys.modules)))")
    assert said.stdout.splitlines()[-1] == "loaded", said.stderr


def test_record_is_replayed_with_its_own_values_despite_corrections(say, own, tmp_path, monkeypatch):
    """An owner's file, here or in the usual folder, does not change the replay of a record without `facts`."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "wondertable").mkdir()
    (tmp_path / "wondertable" / "architects.toml").write_text(OWNERS_FACTS)
    assert "(3 values corrected)" in say("facts")[1]
    for name in ("corrected-facts", "scoring-example"):
        code, out, _ = say("replay", ROOT / "tests" / "records" / f"{name}.wt")
        assert (code, out) == (0, (ROOT / "tests" / "records" / f"{name}.json").read_text("utf-8"))
    assert say("workshop", "simulate", "--seats", 2, "--out", tmp_path / "games")[0] == 0
    assert "facts:" not in (tmp_path / "games" / "0001.wt").read_text()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["seven_wonders", "leaders"])
def test_corrections_file_named_after_a_data_file_is_refused(tmp_path, name):
    """A game of two data files is corrected in one, which bears the game's name."""
    (tmp_path / "settings").mkdir()
    path = tmp_path / "settings" / f"{name}.toml"
    path.write_text("[leaders.plato]\ncost = 3\n")
    said = python(ROOT / "main.py", "facts", "--game", "seven-wonders", "--data-dir", tmp_path)
    assert (said.returncode, said.stdout) == (2, "")
    sentence = f"{path}: corrections of seven-wonders stand in a file named seven-wonders.toml"
    assert sentence in said.stderr
    assert len(said.stderr.splitlines()) == 1


STRAY = {  # files of an owner's that a table has no use for
    "duel": "[cards.sawmill]\ncost = 3\n",
    "leaders": "[leaders.plato]\ncost = 3\n",
    "architects": "[wonders.roma]\nx = 1\n",
}


@pytest.mark.rotated
async def test_invalid_corrections_files_do_not_block_the_table_start(tmp_path):
    (tmp_path / "settings").mkdir()
    for name, text in STRAY.items():
        (tmp_path / "settings" / f"{name}.toml").write_text(text)
    (tmp_path / "settings/seven-wonders.toml").write_text("[leaders.plato]\ncost = 3\n")
    table = await RunningTable(tmp_path, output=subprocess.PIPE).ready()
    table.process.send_signal(signal.SIGINT)
    out, err = table.process.communicate(timeout=PATIENCE)
    said = [*out.decode().splitlines(), *err.decode().splitlines()]
    assert table.process.returncode == 0, said
    for name in STRAY:
        [line] = [line for line in said if f"settings/{name}.toml: " in line]
        assert line.endswith("The table plays without that file."), line
    said = []
    found = load_overrides(tmp_path / "settings", main.read_game_data(), said.append)
    assert (found["duel"], found["architects"]) == ("", "")
    assert found["seven-wonders"].endswith("leaders.plato.cost=3")


def test_table_reads_the_corrections_file_that_facts_names(say, tmp_path):
    (tmp_path / "settings").mkdir()
    own = tmp_path / "settings" / "seven-wonders.toml"
    own.write_text("[leaders.plato]\ncost = 3\n")
    assert f"yours: {own} (1 value corrected)" in say("facts", "--game", "seven-wonders", "--data-dir", tmp_path)[1]
    assert load_overrides(tmp_path / "settings", main.read_game_data())["seven-wonders"].endswith(
        "leaders.plato.cost=3"
    )
