"""Questions: which stay open, which are asked again, and under which number."""

import pytest

from app.table.game.match import OpenQuestion, update_questions
from engine.game import Seat

A, B = Seat(0), Seat(1)
OPEN = (OpenQuestion(4, A, since=10), OpenQuestion(5, B, since=12))


@pytest.mark.parametrize(
    ("to_act", "answered", "stands", "expected"),
    [
        pytest.param((A, B), None, 20, {A: 4, B: 5}, id="nothing happened to them"),
        pytest.param((B,), A, 20, {B: 5}, id="one has answered, the other is left alone"),
        pytest.param((A, B), A, 20, {A: 6, B: 5}, id="one has answered and owes another answer"),
        pytest.param((), A, 20, {}, id="over"),
        pytest.param((A, B), None, 11, {A: 4, B: 6}, id="one was opened by what has been undone"),
        pytest.param((A, B), None, 3, {A: 6, B: 7}, id="both were"),
        pytest.param((Seat(2), A), None, 20, {Seat(2): 6, A: 4}, id="a third is asked"),
    ],
)
def test_unaffected_questions_keep_their_number_and_others_get_new_ones(to_act, answered, stands, expected):
    asked, count = update_questions(to_act, OPEN, keep_to=stands, new_since=stands, count=5, answered=answered)
    assert {each.seat: each.number for each in asked} == expected
    assert count == max([5, *expected.values()])
    assert all(each.since == stands for each in asked if each.number > 5)
