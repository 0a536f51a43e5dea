"""An owner's corrections of card data at the table: which games use them, and how unverified values are reported."""

from pathlib import Path

import pytest

from app.host.data_overrides import collect_overrides
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, Resume, Start, Suspend
from app.protocol.seat_messages import SetSeat
from app.storage.database import Store
from engine.architects.game_facade import Architects
from engine.players import PLAYERS
from tests.app.tables import Evening
from tests.engine.corrections import LINE, ROME

OTHER_LINE = "wonders.rome.stages.3.points=9"


@pytest.fixture
def games(facts):
    return {"architects": Architects(facts)}


@pytest.fixture
def evening(tmp_path, games) -> Evening:
    return Evening(tmp_path, shelf=games, players=PLAYERS, overrides={"architects": LINE})


def begin(evening: Evening, *wonders: str) -> None:
    """Start a game for two on the screen with these wonders."""
    evening.sit("touch", "touch")
    for seat, wonder in enumerate(wonders, 1):
        evening.send(SetSeat, seat=seat, wonder=wonder)
    evening.send(Start)


def header(folder: Path, game: int) -> dict[str, str]:
    """Return the stored header of a game. The table must be closed."""
    store = Store(folder / "table.db")
    saved = store.game(game)
    store.close()
    assert saved is not None
    return saved.header


def change_file(evening: Evening, line: str) -> None:
    """Replace the owner's file by this line, and restart the table."""
    evening.overrides = {"architects": line} if line else {}
    evening.restart()


def test_new_game_stores_the_owner_s_corrections(evening, tmp_path):
    assert evening.at_table().facts == LINE  # what the next game will be played with
    begin(evening, "rome", "giza")
    assert evening.at_table().facts == LINE
    assert evening.table.committed.match.state.lookup.facts.wonders["rome"].stages[2].points == 5
    evening.close()
    assert header(tmp_path, 1)["facts"] == LINE


def test_game_without_corrections_stores_no_facts(tmp_path, games):
    evening = Evening(tmp_path, shelf=games, players=PLAYERS)
    begin(evening, "rome", "giza")
    assert evening.at_table().facts == ""
    evening.close()
    assert "facts" not in header(tmp_path, 1)


@pytest.mark.parametrize("line", ["", OTHER_LINE], ids=["no file any more", "another file"])
def test_game_keeps_its_values_when_the_corrections_file_changes(evening, line):
    begin(evening, "rome", "giza")
    before = evening.view(), evening.log()
    change_file(evening, line)
    assert evening.at_table().facts == LINE
    assert (evening.view(), evening.log()) == before
    evening.send(Suspend)
    assert evening.at_table().facts == line
    change_file(evening, line)
    evening.send(Resume, game=1)
    assert evening.at_table().facts == LINE
    assert evening.view() == before[0]
    assert evening.table.committed.match.state.lookup.facts.wonders["rome"].stages[2].points == 5


def test_rematch_uses_the_current_corrections_file(evening):
    begin(evening, "rome", "giza")
    change_file(evening, OTHER_LINE)
    evening.send(EndEarly, sure=True)
    assert evening.at_table().facts == LINE  # still that game's points
    evening.send(Rematch)
    assert evening.at_table().facts == OTHER_LINE


def reported_as_assumed(evening: Evening) -> list[tuple[str, ...]]:
    """List the values that the log reports as assumed."""
    return [tuple(event["identities"]) for event in evening.log() if event["type"] == "facts-doubted"]


def test_assumed_values_are_reported_once(evening):
    begin(evening, "rome", "ur")
    assert reported_as_assumed(evening) == [("rome", "ur")]
    assert evening.kinds()[:2] == ["game-began", "facts-doubted"]
    evening.restart()
    assert reported_as_assumed(evening) == [("rome", "ur")]
    evening.send(Suspend)
    evening.send(Resume, game=1)
    assert reported_as_assumed(evening) == [("rome", "ur")]


def test_values_checked_by_the_owner_are_not_reported(evening):
    change_file(evening, f"{LINE} wonders.rome.certainty=yours")
    begin(evening, "rome", "ur")
    assert reported_as_assumed(evening) == [("ur",)]


def test_confirmed_wonders_are_not_reported(evening):
    begin(evening, "giza", "rhodes")
    assert reported_as_assumed(evening) == []


def test_corrections_are_read_from_the_settings_folder(tmp_path, games):
    assert collect_overrides(tmp_path, games) == {"architects": ""}
    (tmp_path / "architects.toml").write_text(ROME)
    assert collect_overrides(tmp_path, games) == {"architects": LINE}


def test_unusable_corrections_file_is_reported_with_its_path(tmp_path, games):
    path = tmp_path / "architects.toml"
    path.write_text("[wonders.roma]\nx = 1\n")
    unfit = []
    assert collect_overrides(tmp_path, games, unfit.append) == {"architects": ""}
    path.unlink()
    path.mkdir()
    assert collect_overrides(tmp_path, games, unfit.append) == {"architects": ""}
    assert [str(each).removeprefix(f"{path}: ") for each in unfit] == [
        "wonders.roma.x: there is no wonders.roma",
        "cannot be read: Is a directory",
    ]
