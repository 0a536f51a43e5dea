"""A thousand games of every player that searches, over all games and variants; of *hard* twenty."""

import pytest

from tests.honest.played import BLOCKS, HARD, SEARCHING, games_are_legal


@pytest.mark.full
@pytest.mark.parametrize("numbers", BLOCKS, ids=lambda block: str(block.start))
@pytest.mark.parametrize("name", SEARCHING)
def test_searching_players_play_legal_and_reproducible_games(name, numbers):
    games_are_legal(name, numbers)


@pytest.mark.full
@pytest.mark.parametrize("number", range(20))
def test_hard_level_plays_twenty_legal_and_reproducible_games(number):
    games_are_legal(HARD, range(number, number + 1))
