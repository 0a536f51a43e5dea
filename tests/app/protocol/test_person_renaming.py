"""Renaming or removal of a person in every part of a finished game: seats, takeovers, header and entered position."""

import msgspec
import pytest

from app.protocol.person_renaming import (
    list_header_people,
    list_position_people,
    list_result_people,
    rename_in_header,
    rename_in_result,
    strip_name,
)
from app.protocol.results import Archived, Result, Takeover

TOOK = (Takeover(1, 3, "Ada", "Ben", False), Takeover(2, 5, "Ben", "Ada", True))
RESULT = Result(("Ada", None), (), ({"total": 9}, {"total": 4}), (1,), early=False, turns=9, takeovers=TOOK)
POSITION = msgspec.json.encode({"age": 2, "seats": [{"name": "Ada", "coins": 3}, {"coins": 4}]}).decode()
HEADER = {"game": "duel", "names": "Ada Lovelace, Ben", "position": POSITION}


def test_listed_people_exclude_bots():
    assert list_result_people(RESULT) == ["Ada", None, "Ada", "Ben", "Ben", None]
    assert list_result_people(None) == []
    assert list_header_people(HEADER) == ("Ada Lovelace", "Ben")
    assert list_header_people({}) == ()
    assert list_position_people(HEADER) == ["Ada"]
    assert list_position_people({}) == list_position_people({"position": "damaged"}) == []


@pytest.mark.parametrize(("into", "seat", "name"), [("Eve", "Eve", "Eve"), (None, None, "")])
def test_a_person_is_renamed_in_a_result_and_a_bot_of_that_name_is_not(into, seat, name):
    now = rename_in_result(RESULT, "ADA", into)
    assert now.seats == (seat, None)
    assert now.takeovers == (Takeover(1, 3, name, "Ben", False), Takeover(2, 5, "Ben", "Ada", True))
    assert rename_in_result(RESULT, "BEN", into).takeovers[0].of == name
    assert rename_in_result(None, "Ada", into) is None


def test_a_person_is_renamed_in_a_header_or_all_names_are_removed():
    now = rename_in_header(HEADER, "ben", "Eve")
    assert (now["names"], list_position_people(now)) == ("Ada Lovelace, Eve", ["Ada"])
    assert list_position_people(rename_in_header(HEADER, "ada", "Eve")) == ["Eve"]
    nameless = rename_in_header(HEADER, "Ada", None)
    seats = [{"name": None, "coins": 3}, {"coins": 4, "name": None}]
    assert msgspec.json.decode(nameless.pop("position")) == {"age": 2, "seats": seats}
    assert nameless == {"game": "duel"}
    assert rename_in_header({"position": "damaged"}, "Ada", "Eve") == {}


@pytest.mark.parametrize(("seat", "left"), [(1, None), (0, "Ada"), (2, "Ada"), (3, "Ada")])
def test_the_name_of_a_seat_is_removed_from_a_game(seat, left):
    game = Archived(id="a", began=0.0, ended=1.0, seconds=1.0, header=HEADER, result=RESULT)
    now = strip_name(game, seat)
    assert now.result.seats == (left, None)
    assert ("names" in now.header) == (left is not None)
