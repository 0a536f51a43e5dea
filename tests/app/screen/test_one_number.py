"""Tests that a count has the same number on every surface, for the same seat at the same moment."""

import pytest

from app.games.architects.phone import page
from app.games.architects.screen import seat_zone
from tests.app.phones.said_numbers import UNIT
from tests.app.screen.one_number import KINDS, Surfaces, read


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", KINDS)
def test_every_count_of_a_seat_is_equal_on_all_surfaces(kind):
    assert list(read(kind, range(1), every=60)) == []


def _with_wrong_count(real, at, by=2):
    """Return the function `real` with its argument at index `at` raised by `by`."""
    return lambda *told: real(*told[:at], told[at] + by, *told[at + 1 :])


WRONG_COUNTS = {
    "phone, mine": (page, "WonderPart", lambda real: _with_wrong_count(real, 4)),
    "score, sheet": (page, "SheetLine", lambda real: _with_wrong_count(real, 4)),
    "screen, zone": (seat_zone, "gable", lambda real: _with_wrong_count(real, 4)),
}


@pytest.mark.rotated
@pytest.mark.parametrize("surface", WRONG_COUNTS)
def test_different_counts_of_one_noun_are_reported(monkeypatch, tmp_path, surface):
    at = Surfaces(tmp_path, "architects", 3)
    for _ in range(30):
        at.turn()
    at.settle()
    assert at.faults() == []
    module, name, wrong = WRONG_COUNTS[surface]
    monkeypatch.setattr(module, name, wrong(getattr(module, name)))
    at.turn()
    at.settle()
    found = at.faults()
    assert found
    assert all(f", {UNIT}: " in fault and surface in fault for fault in found)
    at.at.close()
