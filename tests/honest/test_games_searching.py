"""A thousand games of every player that searches, over all games and variants; of *hard* twenty."""

import pytest

from tests.honest.played import BLOCKS, HARD, SEARCHING, games_are_legal


@pytest.mark.full
@pytest.mark.parametrize("numbers", BLOCKS, ids=lambda block: str(block.start))
@pytest.mark.parametrize("name", SEARCHING)
def test_its_games_are_legal_and_the_same_again(name, numbers):
    games_are_legal(name, numbers)


@pytest.mark.full
@pytest.mark.parametrize("number", range(20))
def test_twenty_games_at_hard_are(number):
    games_are_legal(HARD, range(number, number + 1))
