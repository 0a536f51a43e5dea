"""Choice of another game in the lobby: its mode, expansions and bots are kept where it has them, and come back."""

import pytest

from app.protocol.game_lifecycle_messages import SetGame, Start, Suspend
from app.protocol.play_messages import SkipOpening
from app.protocol.seat_messages import SetSeat
from engine.architects.game_facade import Architects
from engine.game import Seat
from tests.app.tables import Evening
from tests.duel_cities import duel
from tests.seven_wonders_cities import GAME as SEVEN_WONDERS

MODES = {"architects": ("play", "track", "tally"), "duel": ("play", "track"), "seven-wonders": ("play", "track")}


@pytest.fixture
def evening(tmp_path, facts):
    shelf = {"architects": Architects(facts), "duel": duel(), "seven-wonders": SEVEN_WONDERS}
    evening = Evening(tmp_path, shelf=shelf, modes=MODES)
    yield evening
    evening.close()


def list_controllers(evening):
    return [seat.by for seat in evening.at_table().seats]


def choose(evening, game, **more):
    evening.send(SetGame, game=game, **more)
    return evening.at_table()


def test_the_mode_is_kept_if_the_other_game_has_it(evening):
    choose(evening, "architects", mode="track")
    assert choose(evening, "duel").mode == "track"
    choose(evening, "architects", mode="tally")
    assert choose(evening, "duel").mode == "play", "it has no sheet here"
    assert choose(evening, "architects").mode == "tally"
    choose(evening, "architects", mode="play")
    assert choose(evening, "seven-wonders").mode == "play"


def test_expansions_are_restored_with_their_game(evening):
    choose(evening, "seven-wonders", variant=("leaders",))
    assert choose(evening, "architects").variant == ()
    choose(evening, "architects", rules={"economy-forces-a-build": False})
    evening.restart()
    assert choose(evening, "seven-wonders").variant == ("leaders",)
    assert not choose(evening, "architects").rules["economy-forces-a-build"]


def test_bots_are_restored_with_a_game_that_has_seats_for_them(evening):
    evening.sit("touch", "bot", "free", "bot", "bot")
    evening.send(SetSeat, seat=4, name="Otto")
    assert [seat.by for seat in choose(evening, "duel").seats] == ["touch", "bot"]
    evening.restart()
    seats = choose(evening, "seven-wonders").seats
    assert sorted(seat.by for seat in seats) == ["bot", "bot", "bot", "free", "touch"]
    assert "Otto" in [seat.name for seat in seats]
    choose(evening, "seven-wonders", mode="track")
    assert "bot" not in list_controllers(evening)
    assert sorted(list_controllers(choose_back(evening))) == ["bot", "bot", "bot", "free", "touch"]


def choose_back(evening):
    choose(evening, "seven-wonders", mode="play")
    return evening


def test_bots_are_not_restored_after_people_changed_the_seats(evening):
    evening.sit("touch", "bot", "bot", "bot")
    choose(evening, "duel")
    evening.send(SetSeat, seat=2, by="free")
    assert [seat.by for seat in choose(evening, "architects").seats].count("bot") == 0


def test_game_suspended_before_its_first_turn_has_a_turn(evening):
    """Pages call a game without turns a score sheet."""
    evening.sit("touch", "touch", "touch")
    choose(evening, "seven-wonders", variant=("leaders",))
    evening.send(Start)
    evening.send(Suspend)
    assert [(game.age, game.turn) for game in evening.at_table().laid_aside] == [(0, 1)]


def test_suspended_game_counts_its_turn_in_its_age(evening):
    evening.sit("touch", "touch", "touch")
    choose(evening, "seven-wonders")
    evening.send(Start)
    evening.send(SkipOpening)
    while (evening.view()["age"], evening.view()["turn"]) != (2, 2):
        for seat in evening.asked():
            evening.say(seat, str(evening.table.committed.match.state.legal(Seat(seat - 1))[0]))
    evening.send(Suspend)
    assert [(game.age, game.turn) for game in evening.at_table().laid_aside] == [(2, 2)]
