"""A member's game is described in two lines: what was played, when and where; who the member was there, and how it
ended.
"""

import pytest

from app.club.member_export import describe_seat
from app.club.members import MemberSeat
from app.games import game_list
from app.history.history_text import HistoryWords
from app.text.translation import words
from tests.app.club.evenings import game


@pytest.mark.parametrize(
    ("points", "seat", "claimed", "said"),
    [
        pytest.param((9, 7), 1, False, "seat 1, 9 points, won", id="won"),
        pytest.param((9, 9), 2, False, "seat 2, 9 points, first place shared", id="shared"),
        pytest.param((9, 1), 2, True, "seat 2, 1 point, claimed", id="claimed"),
        pytest.param((1, 9), 1, False, "seat 1, 1 point", id="lost"),
    ],
)
def test_seat_line_shows_points_and_outcome(points, seat, claimed, said):
    member_seat = MemberSeat(game(1, points), seat, "Window", claimed)
    where, how = describe_seat(words("en"), HistoryWords(game_list.words()), member_seat)
    assert how.lower() == said
    assert where.endswith(" · Window")


def test_seat_line_of_an_unnamed_table_has_no_gap():
    where, _ = describe_seat(words("en"), HistoryWords(game_list.words()), MemberSeat(game(1, (9, 7)), 1, "", False))
    assert len(where.split(" · ")) == 2
