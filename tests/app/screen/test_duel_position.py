"""Entering a position of Duel on the screen by touches: the table gets what people see."""

import json

import pytest

from app.games.duel import position_entry as duel_entry
from app.protocol.game_lifecycle_messages import SetGame
from app.screen.pages.cardboard import position_entry
from app.screen.pages.cardboard.position_entry import entering_of
from tests.app.phones.served import Served
from tests.app.screen import duels
from tests.app.screen.duel_positions import lobby, touch
from tests.app.screen.duel_tellers import AtTable, tell_lines
from tests.app.screen.painting import text_of
from tests.positions import Hands, entered_at
from tests.whole_games import TRACK

[GUILDS] = [path for path in TRACK if path.name == "duel-guilds.wt"]
MINE = ("sphinx", "colossus", "piraeus", "pyramids")
THEIRS = ("mausoleum", "appian-way", "great-library", "circus-maximus")
TOKENS = ("law", "economy", "masonry", "strategy", "theology")
PAGES = ("turn", "military", "wonders", "tokens", "1", "2", "3")
FIGURES = ("turn", "age", "left", "coins 1", "coins 2", "pawn", "toll 1 2", "toll 2 5")


def laid_of(room):
    return entering_of(room.control.scene).laid


def position_of(room):
    """Return the position that would be sent."""
    scene = room.control.scene
    return duel_entry.position(entered_at(scene.model.table, scene.model.data, scene.model.view), laid_of(room))


def cards_under_wonders(laid):
    """Return the cards under wonders, by wonder."""
    return {place.removeprefix("under "): card for card, place in laid.things if place.startswith("under ")}


def start_from(text, game=duels.DUEL):
    head = {"game": "duel", "seats": "2", "deal": "lazy"}
    return game.start(game.setup({**head, "position": text}))


def test_the_touched_position_is_the_one_sent():
    room = lobby()
    assert position_entry.entries(room.control.scene)[0].panel == "position"
    for _ in range(5):
        touch(room, "left less")
    touch(room, "turn more", "coins 2 more", "pawn more", "pawn more", "pawn more")
    touch(room, "page wonders", *(f"lay {slug}" for slug in ("sphinx", "sphinx", "colossus", "piraeus", "pyramids")))
    assert entering_of(room.control.scene).to == "2"  # who has no wonder yet
    touch(room, "lay colossus")  # whose it is stays when it is built
    assert laid_of(room).places_of("colossus") == {"1": duel_entry.BUILT}
    touch(room, "lay colossus", "to 1", "lay colossus", *(f"lay {slug}" for slug in THEIRS))
    touch(room, "lay circus-maximus", "lay circus-maximus", "lay statue-of-zeus")  # built, then not there at all
    touch(room, "page 1", "lay tavern", "to 1", "lay quarry", "lay press", "to middle", "lay press")
    touch(room, "page tokens", *(f"lay {slug}" for slug in TOKENS))
    assert "On the board" in text_of(room)
    touch(room, "go on from here")
    sent = room.sent.pop()
    at = json.loads(sent.position)
    assert (at["age"], at["left"], at["to_act"], at["discard"]) == (1, 15, [2], ["press"])
    assert (at["military"]["pawn"], at["military"]["tokens"]) == (3, {"1": [2, 5], "2": [5]})
    view = start_from(sent.position).view(None)
    assert [chair.cards for chair in view.seats] == [("quarry",), ("tavern",)]
    assert [chair.coins for chair in view.seats] == [7, 8]
    assert view.seats[0].wonders == {"colossus": None, "piraeus": None, "pyramids": None, "sphinx": "unknown"}


def test_uncounted_numbers_follow_from_the_entered_cards():
    room = lobby()
    touch(room, "page 1", "lay quarry", "page wonders", "lay sphinx", "lay sphinx")
    at = position_of(room)
    assert "left" not in laid_of(room).figures
    assert (at["left"], at["seats"][0]["wonders"]) == (18, {"sphinx": "unknown"})
    touch(room, "page turn", "left less", "page 1", "lay press")
    assert position_of(room)["left"] == 17


def test_card_is_entered_under_a_built_wonder():
    """The chosen place moves on to the next built wonder without a card; with none left, a card is replaced."""
    room = lobby()
    touch(room, "page wonders", "lay sphinx", "lay sphinx", "lay piraeus", "lay piraeus", "lay colossus")
    touch(room, "page 1", "to under", "lay quarry")
    assert list(cards_under_wonders(laid_of(room)).values()) == ["quarry"]
    touch(room, "lay press")
    assert cards_under_wonders(laid_of(room)).keys() == {"sphinx", "piraeus"}
    touch(room, "to under", "lay tavern")  # instead of a card that lay there
    there = cards_under_wonders(laid_of(room))
    assert there.keys() == {"sphinx", "piraeus"}
    assert "tavern" in there.values()
    mine = position_of(room)["seats"][0]["wonders"]
    assert (mine["colossus"], {mine["sphinx"], mine["piraeus"]}) == (None, set(there.values()))
    touch(room, "page wonders", "lay sphinx")  # it is not there at all
    assert list(cards_under_wonders(laid_of(room))) == ["piraeus"]


@pytest.mark.parametrize("count", [13, 40, 70])
def test_reported_turns_prefill_the_position(count):
    people = tell_lines(GUILDS, count)
    people.control.open_panel("position", 0)
    text = json.dumps(position_of(people))
    state, again = people.state, start_from(text)
    if state.view(None).derived.ask == "turn":
        assert [chair.score for chair in again.view(None).seats] == [chair.score for chair in state.view(None).seats]
        assert list(again.legal(again.to_act[0])) == list(state.legal(state.to_act[0]))


@pytest.mark.full
def test_stepped_values_stay_in_range():
    for key in FIGURES:
        for by in (-120, 120):
            hands = Hands(duel_entry, entered_at(duels.table("lobby", mode="track"), duels.DATA))
            at = hands.step(key, by).position()
            assert 1 <= at["left"] <= 20
            assert 1 <= at["age"] <= 3
            assert abs(at["military"]["pawn"]) < duels.DATA.military.capital
            assert min(seat["coins"] for seat in at["seats"]) >= 0


def test_closing_the_panel_discards_the_entered_position():
    room = lobby()
    touch(room, "left less", "close")
    room.control.open_panel("position", 0)
    assert position_of(room)["left"] == 20


def test_game_starts_at_the_entered_position_and_accepts_another_later(tmp_path, facts):
    served = Served(tmp_path, facts, shelf={"duel": duels.DUEL})
    try:
        served.sit("Ada", "Ben", lang="en")
        served.send(SetGame, mode="track", first=1)
        people = AtTable(served)
        people.control.open_panel("position", 0)
        people.touch("left less", "left less", "page wonders", *(f"lay {slug}" for slug in MINE))
        people.touch("to 2", *(f"lay {slug}" for slug in THEIRS), "page 1", "to 1", "lay quarry")
        people.touch("page tokens", "to middle", *(f"lay {slug}" for slug in TOKENS), "go on from here")
        view = people.control.model.view
        assert (view.turn, view.left, view.seats[0].cards, people.control.ui.panel) == (3, 18, ("quarry",), "")
        people.touch("tell tavern", "discard tavern", "menu", "position", "page 1", "to 1", "lay tavern")
        people.touch("go on from here")
        view = people.control.model.view
        assert (view.turn, view.seats[0].cards, view.discard) == (4, ("quarry", "tavern"), ())
        assert people.control.ui.panel == ""
        assert people.control.model.table.game_id == 2
    finally:
        served.store.close()
