"""Printed values that an owner enters at the table: stored in the file, used by the next game, all or none."""

import json

import pytest

import main
from app.games.game_list import shelf
from app.host.data_overrides import load_overrides
from app.protocol.access_messages import GivePin, SetPin
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, Start
from app.protocol.seat_messages import SetSeat, SetSeats
from app.protocol.settings_messages import SetValues
from app.storage.data_overrides import OwnValues
from engine.players import PLAYERS
from tests.app.table.plays import refused
from tests.app.tables import Evening, phone

BY_HAND = """# Our copy, second printing
[wonders.rome.cards]    # counted twice
wood = 2    # as printed
"""
STAGE = "wonders.rome.stages.1.points"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "settings").mkdir()
    return tmp_path / "settings"


@pytest.fixture
def evening(tmp_path, folder):
    games = shelf(main.read_game_data())
    evening = Evening(tmp_path, shelf=games, players=PLAYERS, own_values=OwnValues(folder))
    yield evening
    evening.close()


def enter_values(evening, values, who=SCREEN, game="architects"):
    evening.send(SetValues, who, game=game, values=values)


def table(evening):
    return json.loads(bytes(evening.snapshot(SCREEN).table))


def test_entered_values_are_merged_into_the_hand_written_file(evening, folder):
    file = folder / "architects.toml"
    file.write_text(BY_HAND, encoding="utf-8")
    cards = {"wonders.rome.cards.wood": 3, "wonders.rome.cards.stone": 1}
    enter_values(evening, {STAGE: 9, "wonders.rome.certainty": "yours", **cards})
    text = file.read_text("utf-8")
    assert text.startswith(
        "# Our copy, second printing\n[wonders.rome.cards]    # counted twice\nwood = 3    # as printed\nstone = 1\n"
    )
    assert load_overrides(folder, main.read_game_data())["architects"] == table(evening)["own_facts"]
    assert f"{STAGE}=9" in table(evening)["own_facts"]
    enter_values(evening, {STAGE: None})
    assert STAGE not in table(evening)["own_facts"]
    assert "wood = 3    # as printed" in file.read_text("utf-8")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("by_hand", "values", "code"),
    [
        pytest.param("", {"wonders.rome.stages.1.requires": (4,)}, "values-unfit", id="never built"),
        pytest.param("", {"wonders.rome.points": 1}, "values-unfit", id="no such value"),
        pytest.param("", {STAGE: -1}, "values-unfit", id="out of reach"),
        pytest.param("", {"wonders.rome.cards.wood.x y": 1}, "values-unfit", id="no path"),
        pytest.param("wonders.rome.stages.1 = {points = 3}\n", {STAGE: 4}, "values-file", id="inline"),
        pytest.param("is not TOML", {STAGE: 4}, "values-file", id="no toml"),
    ],
)
def test_invalid_values_are_refused_and_change_nothing(evening, folder, by_hand, values, code):
    if by_hand:
        (folder / "architects.toml").write_text(by_hand, encoding="utf-8")
    refused(code, enter_values, evening, values)
    assert table(evening)["own_facts"] == ""
    assert [(file.name, file.read_text("utf-8")) for file in folder.iterdir()] == (
        [("architects.toml", by_hand)] if by_hand else []
    )


def test_a_running_game_keeps_its_values_and_the_next_one_has_the_new_ones(evening):
    evening.send(SetSeats, count=2)
    for seat, wonder in ((1, "giza"), (2, "rome")):
        evening.send(SetSeat, seat=seat, by="touch", wonder=wonder)
    evening.send(Start)
    enter_values(evening, {STAGE: 9})
    assert (table(evening)["facts"], table(evening)["own_facts"]) == ("", f"{STAGE}=9")
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    assert table(evening)["facts"] == f"{STAGE}=9"
    assert table(evening)["own_file"] == "[wonders.rome.stages.1]\npoints = 9\n"
    headers = [json.loads(header).get("facts", "") for _, header, _, _ in evening.store.texts_with_names()]
    assert headers == ["", f"{STAGE}=9"]


def test_entered_values_are_refused_for_duel_and_unknown_games(evening):
    refused("no-values", enter_values, evening, {"cards.altar.points": 2}, game="duel")
    refused("no-values", enter_values, evening, {}, game="chess")


def test_entering_values_needs_the_pin(evening):
    evening.sit("phone Ada", "free")
    evening.send(SetPin, pin="2468")
    refused("pin", enter_values, evening, {STAGE: 9}, phone(1))
    evening.send(GivePin, phone(1), pin="2468")
    enter_values(evening, {STAGE: 9}, phone(1))
    assert table(evening)["own_facts"] == f"{STAGE}=9"


def test_unwritable_values_file_is_reported_and_changes_nothing(evening, folder):
    folder.rmdir()
    folder.write_text("in the way")
    refused("values-file", enter_values, evening, {STAGE: 9})
    assert table(evening)["own_facts"] == ""
