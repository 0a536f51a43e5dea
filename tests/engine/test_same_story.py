"""Every engine has the same files, and the same sections in `game_state_machine.py` (docs/design/engine.md)."""

import re
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parents[2] / "engine"
GAMES = ("architects", "duel", "seven_wonders")
FILES = {
    *("data_schema", "data_validation", "actions", "payments", "lookup_tables", "view_json", "record_header"),
    *("packed_position", "questions", "effects", "position_estimate", "learning_features", "chance", "determinize"),
    *(
        "scoring",
        "visibility",
        "refusals",
        "game_state_machine",
        "game_facade",
        "mid_game_start",
        "reports_beyond_our_data",
    ),
}
OWN_FIELDS = {"architects": {"conflict", "medal_goals"}}
SECTIONS = [
    *("the contract", "asking", "the set-up", "what comes to light", "a turn", "what a seat says", "what follows"),
    "the end of a turn",
]


@pytest.mark.parametrize("game", GAMES)
def test_every_engine_has_the_same_modules(game):
    files = {path.stem for path in (ENGINE / game).glob("*.py")} - {"__init__"}
    assert files == FILES | OWN_FIELDS.get(game, set())


@pytest.mark.parametrize("game", GAMES)
def test_every_state_machine_has_the_same_sections(game):
    text = (ENGINE / game / "game_state_machine.py").read_text(encoding="utf-8")
    assert [title.partition(",")[0] for title in re.findall(r"^    # ---- (.+?) -+$", text, re.M)] == SECTIONS


@pytest.mark.parametrize("game", GAMES)
def test_only_the_facade_imports_the_state_machine(game):
    importers = {
        path.stem for path in ENGINE.rglob("*.py") if f"engine.{game}.game_state_machine" in path.read_text("utf-8")
    }
    assert importers == {"game_facade"}
