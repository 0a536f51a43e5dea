"""Uncertain values of the box are not announced above a hand: who can correct them sees them before the game."""

import pytest

from app.games import game_list
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.access_messages import GivePin, SetPin
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import SkipOpening
from tests.app.phones.served import GAMES
from tests.app.tables import Evening, phone

NOTE = "numbers are not certain"


@pytest.fixture
def evening(tmp_path, every_fact):
    made = Evening(tmp_path, shelf=game_list.shelf(every_fact), modes=game_list.modes())
    made.send(SetGame, game="seven-wonders", guided=False)
    yield made.sit("phone Ada", "phone Ben", "phone Cleo", "phone Dora")
    made.close()


def parts_with_note(evening, seat):
    """Return the parts of a phone's page, except the log, that contain the note."""
    reader = PageState(phone(seat), None, "en")
    PageMaker(evening.table, GAMES).update_page(reader, False)
    return {name for name, part in reader.shown.items() if NOTE in part.html and not name.startswith("log")}


def test_uncertain_numbers_are_not_mentioned_during_a_game(evening):
    evening.send(Start)
    evening.send(SkipOpening)
    assert any(event["type"] == "facts-doubted" for event in evening.log())
    assert [parts_with_note(evening, seat) for seat in (1, 2, 3, 4)] == [set()] * 4


def test_uncertain_numbers_are_mentioned_in_the_lobby_to_who_may_correct_them(evening):
    assert parts_with_note(evening, 1) == {"start"}
    evening.send(SetPin, pin="2468")
    assert [parts_with_note(evening, seat) for seat in (1, 2)] == [set(), set()]
    evening.send(GivePin, phone(1), pin="2468")
    assert [parts_with_note(evening, seat) for seat in (1, 2)] == [{"start"}, set()]
