"""Tests that a count has the same number on every surface in 300 games of 7 Wonders with Leaders."""

import pytest

from tests.app.screen.one_number import BLOCKS, read_block


@pytest.mark.full
@pytest.mark.parametrize("begin", BLOCKS)
def test_every_count_is_consistent_in_three_hundred_games(begin):
    assert read_block("leaders", begin) == []
