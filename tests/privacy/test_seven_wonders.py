"""Two hundred pairs of tables that differ only in secrets, in 7 Wonders, with each of its variants."""

import pytest

from tests.honest.played import SET_UPS
from tests.privacy.pairs import PARTS, same


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("setup", [each for each in SET_UPS if each.slug == "seven-wonders"], ids=str)
def test_readers_get_identical_bytes_from_two_hundred_table_pairs(setup, part, tmp_path):
    same(setup, part, tmp_path)
