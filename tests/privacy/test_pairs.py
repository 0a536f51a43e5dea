"""A few of the pairs of tables that differ only in secrets: one for each game."""

import pytest

from tests.honest.played import SET_UPS
from tests.privacy.pairs import pairs

QUICK_PAIRS = {"architects medals expert": 2, "duel": 1, "seven-wonders leaders": 3}


@pytest.mark.parametrize("setup", [each for each in SET_UPS if str(each) in QUICK_PAIRS], ids=str)
def test_readers_get_identical_bytes_from_two_table_pairs(setup, tmp_path):
    found = []
    for pair in pairs(setup, QUICK_PAIRS[str(setup)], tmp_path):
        found.append(pair)
        if len(found) == 2:
            break
    assert [pair.first_difference for pair in found] == ["", ""]
    assert all(pair.sent > 100 for pair in found)
