"""Box of the owners: the lobby does not offer what they do not have."""

import pytest

from app.games.game_list import modes, shelf
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.settings_messages import SetTable, Settings
from app.shown.cardboard.box_list import OwnedGame, owned_page
from app.shown.form import Switch
from app.text.translation import words
from tests.app.tables import Evening

W = words("en")
GAMES = (
    OwnedGame("architects", "Architects", (("Medals", ("medals", "expert", "medal-tokens")),)),
    OwnedGame("duel", "Duel", ()),
)
NO_MEDALS = ("architects.medals", "architects.expert", "architects.medal-tokens")


def switches(*not_ours):
    return {row.words: row for row in owned_page(W, Settings(not_ours=not_ours), GAMES).rows if isinstance(row, Switch)}


def test_switching_off_an_expansion_removes_its_dependent_variants():
    there = switches()
    assert all(row.on and not row.off for row in there.values())
    assert there["Architects: Medals"].says.intent == SetTable(id="", not_ours=NO_MEDALS)
    assert switches("duel", *NO_MEDALS)["Architects: Medals"].says.intent == SetTable(id="", not_ours=("duel",))


def test_last_owned_game_cannot_be_switched_off():
    assert switches("duel")["Architects"].off
    assert not switches("duel")["Duel"].on
    assert switches("architects")["Architects: Medals"].off


@pytest.fixture
def evening(tmp_path, every_fact):
    evening = Evening(tmp_path, shelf=shelf(every_fact), modes=modes())
    yield evening
    evening.close()


def test_lobby_offers_only_owned_games_also_after_restart(evening):
    assert evening.at_table().games == ("architects", "duel", "seven-wonders")
    evening.send(SetTable, not_ours=("duel", *NO_MEDALS))
    for _ in range(2):
        assert evening.at_table().games == ("architects", "seven-wonders")
        assert evening.at_table().variants == {}
        evening.restart()


def test_chosen_game_stays_offered_until_another_is_chosen(evening):
    evening.send(SetGame, game="duel", variant=("first-game",))
    evening.send(SetTable, not_ours=("duel", "duel.first-game"))
    assert "duel" in evening.at_table().games
    assert evening.at_table().variants == {"first-game": ()}
    evening.send(SetGame, game="architects")
    assert "duel" not in evening.at_table().games
