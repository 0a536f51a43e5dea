"""A sheet that turns from seat to seat by itself."""

from app.screen.state.rotating_sheet import SEAT_SECONDS, RotatingSheet


def test_a_rotating_sheet_turns_from_seat_to_seat_and_starts_over():
    sheet, faced = RotatingSheet().advance(100.0, True), []
    for nth in range(1, 5):
        faced.append(sheet.faced_seat(range(3)))
        assert sheet.advance(100.0 + nth * SEAT_SECONDS - 0.1, True) == sheet
        sheet = sheet.advance(100.0 + nth * SEAT_SECONDS, True)
    assert faced == [0, 1, 2, 0]


def test_a_covered_rotating_sheet_pauses_and_restarts_its_interval():
    sheet = RotatingSheet(turns=2, at=108.0).advance(108.0, False)
    assert (sheet.faced_seat(range(4)), sheet.at) == (2, None)
    assert sheet.advance(120.0, True).at == 120.0 + SEAT_SECONDS


def test_a_sheet_turned_by_a_seat_stops_rotating():
    assert RotatingSheet(held=1, turns=2, at=108.0).advance(200.0, True) == RotatingSheet(held=1, turns=2)
    assert RotatingSheet(held=1, turns=2).faced_seat(range(4)) == 1
