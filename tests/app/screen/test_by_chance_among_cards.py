"""Hands that know nothing touch Duel, and 7 Wonders."""

import pytest

from tests.app.screen import by_chance


@pytest.fixture
def table(tmp_path):
    with by_chance.tables(tmp_path) as begin:
        yield begin


@pytest.mark.parametrize("game", ["duel", "seven-wonders"])
def test_what_outlives_the_game_does_not_happen_by_chance_among_cards(table, game):
    by_chance.touched(table(game), f"few {game}", by_chance.FEW)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", ["duel", "seven-wonders"])
def test_nor_among_cards_by_two_thousand_touches(table, game, seed):
    by_chance.touched(table(game), seed, by_chance.TOUCHES)
