"""A thousand games of every player that looks no further than one action ahead, over all games and variants."""

import pytest

from tests.honest.played import AHEAD, BLOCKS, games_are_legal


@pytest.mark.sampled(len(BLOCKS) * len(AHEAD))
@pytest.mark.parametrize("numbers", BLOCKS, ids=lambda block: str(block.start))
@pytest.mark.parametrize("name", AHEAD)
def test_lookahead_players_play_legal_and_reproducible_games(name, numbers):
    games_are_legal(name, numbers)
