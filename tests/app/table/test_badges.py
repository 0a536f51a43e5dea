"""Emblems and colours of seats: given without asking, unique at the table, and kept for people who return."""

import json

import msgspec
import pytest

from app.protocol.game_lifecycle_messages import EndEarly, ReturnToLobby, Start
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.protocol.seat_messages import Leave, MoveSeat, Rename, SetSeat, SetSeats
from app.table.lobby.seating import Chair, JoinRequest, complete_badges, restore_badge
from engine.game import Seat
from tests.app.table.plays import refused
from tests.app.tables import phone


def badges(evening):
    return [seat.badge for seat in evening.at_table().seats]


def test_seated_people_get_the_first_free_badges_and_free_seats_none(evening):
    evening.sit("phone Ada", "free", "touch", "bot")
    first, second, third = zip(EMBLEMS[:3], COLOURS[:3], strict=True)
    assert badges(evening) == [first, ("", ""), second, third]


def test_badges_stay_with_their_seats_when_others_move(evening):
    evening.sit("phone Ada", "phone Ben", "touch")
    ada, ben, touch = badges(evening)
    evening.send(Leave, phone(1))
    evening.send(MoveSeat, seat=2, to=3)
    assert badges(evening) == [("", ""), touch, ben]
    evening.restart()
    assert badges(evening) == [("", ""), touch, ben]
    evening.send(SetSeat, seat=1, by="touch")
    assert badges(evening)[0] == ada


def test_eight_seats_get_different_badges():
    assert min(len(EMBLEMS), len(COLOURS)) >= 8
    chairs = complete_badges(tuple(Chair(n, "touch") for n in range(8)), ())
    assert len({chair.emblem for chair in chairs}) == len({chair.colour for chair in chairs}) == 8
    assert complete_badges(chairs, ()) == chairs


def test_returning_person_gets_back_only_badges_no_other_seat_has():
    chairs = complete_badges((Chair(0, "touch", name="Ada"), Chair(1, "touch", name="Ben")), ())
    ada, ben = restore_badge(chairs, Seat(0), lambda name: (chairs[1].emblem, "jade"))
    assert (ada.emblem, ada.colour, ben) == (chairs[0].emblem, "jade", chairs[1])


@pytest.mark.parametrize("by_touch", [True, False], ids=["screen", "phone"])
def test_seat_may_choose_only_a_free_badge(evening, by_touch):
    evening.sit("phone Ada", "phone Ben")

    def choose(**what):
        if by_touch:
            evening.send(SetSeat, seat=1, **what)
        else:
            evening.send(Rename, phone(1), name="Ada", lang="en", **what)

    choose(emblem="key", colour="jade")
    assert badges(evening)[0] == ("key", "jade")
    refused("emblem-taken", choose, emblem=EMBLEMS[1])
    refused("colour-taken", choose, colour=COLOURS[1])
    refused("setting", choose, emblem="dragon")
    refused("setting", choose, colour="red")
    assert badges(evening)[0] == ("key", "jade")
    choose(emblem=EMBLEMS[0])
    assert badges(evening)[0] == (EMBLEMS[0], "jade")


def test_free_seat_may_not_choose_a_badge(evening):
    evening.sit("free", "touch")
    refused("seat-free", evening.send, SetSeat, seat=1, emblem="key")


def test_badge_chosen_by_two_seats_at_once_is_given_to_one(evening):
    one, other = (evening.table.joining.ticket(Seat(seat)) for seat in (0, 1))
    evening.table.joining.join(one, Seat(0), JoinRequest("Ada", "en", "heart", "rose"))
    refused("emblem-taken", evening.table.joining.join, other, Seat(1), JoinRequest("Ben", "en", "heart"))
    refused("colour-taken", evening.table.joining.join, other, Seat(1), JoinRequest("Ben", "en", "", "rose"))
    evening.table.joining.join(other, Seat(1), JoinRequest("Ben", "en"))  # the ticket is still valid
    assert len({slug for badge in badges(evening)[:2] for slug in badge}) == 4


def played(evening, **seats):
    """Play and leave a game, so that the table knows these people; then free all seats."""
    for seat, (name, (emblem, colour)) in enumerate(seats.items(), 1):
        evening.table.joining.join(None, Seat(seat - 1), JoinRequest(name, "en", emblem, colour))
    evening.send(Start)
    evening.send(EndEarly, sure=True)
    evening.send(ReturnToLobby)
    for seat in range(1, len(seats) + 1):
        evening.send(SetSeat, seat=seat, by="free")


def test_returning_people_get_their_badges_unless_taken_or_chosen_otherwise(evening):
    played(evening, Ada=("heart", "jade"), Ben=("fir", "lime"), Cleo=("key", "rose"))
    evening.table.joining.join(None, Seat(2), JoinRequest("ada ", "en"))
    assert badges(evening)[2] == ("heart", "jade")
    evening.table.joining.join(None, Seat(0), JoinRequest("Dan", "en", "fir", ""))
    evening.table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    assert badges(evening)[1] == (EMBLEMS[0], "lime")
    evening.send(SetSeats, count=4)
    evening.send(SetSeat, seat=4, by="touch")
    evening.send(SetSeat, seat=4, emblem="anchor")
    evening.send(SetSeat, seat=4, name="Cleo")
    assert badges(evening)[3][0] == "anchor"


def test_a_chosen_badge_is_kept_without_reading_the_history():
    def last_badge(name):
        raise AssertionError(f"the history was read for {name}")

    chosen = (Chair(0, "touch", name="Ada", emblem=EMBLEMS[1], colour=COLOURS[1], chosen=True),)
    assert restore_badge(chosen, Seat(0), last_badge) == chosen


def test_known_name_entered_on_the_screen_restores_its_badge(evening):
    played(evening, Ada=("heart", "jade"), Ben=("fir", "lime"))
    evening.sit("touch", "touch")
    evening.send(SetSeat, seat=1, name="Ben")
    assert badges(evening)[0] == ("fir", "lime")


def test_the_history_keeps_badges(evening):
    played(evening, Ada=("heart", "jade"), Ben=("fir", "lime"))
    result = evening.table.finished.list_games()[0].result
    assert (result.emblems, result.colours) == (("heart", "fir"), ("jade", "lime"))


def test_table_stored_before_badges_gets_default_badges(evening):
    evening.start("phone Ada", "touch", "bot")
    (stored,) = evening.store._db.execute("SELECT value FROM kept WHERE key = 'table'").fetchone()
    state = json.loads(stored)
    for chair in state["chairs"]:
        for field in ("emblem", "colour", "chosen", "called"):
            del chair[field]
    with evening.store.commit() as write:
        write.table_state(json.dumps(state).encode())
    evening.restart()
    assert badges(evening) == list(zip(EMBLEMS[:3], COLOURS[:3], strict=True))
    assert evening.table.joining.seat_of_key(evening.keys[1]) == 0


def test_unknown_badges_of_a_newer_version_are_replaced():
    chairs = complete_badges(
        (Chair(0, "touch", emblem="dragon", colour="red"), Chair(1, "touch", emblem=EMBLEMS[0])), ()
    )
    assert [chair.emblem for chair in chairs] == [EMBLEMS[1], EMBLEMS[0]]
    assert [chair.colour for chair in chairs] == list(COLOURS[:2])


def test_rename_without_badge_fields_keeps_the_badge(evening):
    evening.sit("phone Ada", "touch")
    before = badges(evening)
    intent = msgspec.json.decode(b'{"type":"rename","id":"x","name":"Ada L","lang":"de"}', type=Rename)
    evening.table.handle(phone(1), intent)
    assert badges(evening) == before
