"""Tests that a count has the same number on every surface: 300 games each of Architects, with medals, and of Duel."""

import pytest

from tests.app.screen.one_number import BLOCKS, read_block


@pytest.mark.full
@pytest.mark.parametrize("begin", BLOCKS)
@pytest.mark.parametrize("kind", ["architects", "medals", "duel"])
def test_every_count_is_consistent_in_three_hundred_games(kind, begin):
    assert read_block(kind, begin) == []
