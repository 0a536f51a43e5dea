"""A sheet that turns from seat to seat by itself."""

from app.screen.state.rotating_sheet import STAYS, Turning


def test_it_turns_from_seat_to_seat_and_round_again():
    sheet, faced = Turning().in_time(100.0, True), []
    for nth in range(1, 5):
        faced.append(sheet.faces(range(3)))
        assert sheet.in_time(100.0 + nth * STAYS - 0.1, True) == sheet
        sheet = sheet.in_time(100.0 + nth * STAYS, True)
    assert faced == [0, 1, 2, 0]


def test_it_waits_while_something_lies_on_it_and_has_its_time_again():
    sheet = Turning(turns=2, at=108.0).in_time(108.0, False)
    assert (sheet.faces(range(4)), sheet.at) == (2, None)
    assert sheet.in_time(120.0, True).at == 120.0 + STAYS


def test_it_stays_with_a_seat_that_turned_it():
    assert Turning(held=1, turns=2, at=108.0).in_time(200.0, True) == Turning(held=1, turns=2)
    assert Turning(held=1, turns=2).faces(range(4)) == 1
