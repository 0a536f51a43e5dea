"""Random touches in games of Duel and 7 Wonders."""

import pytest

from tests.app.screen import by_chance


@pytest.mark.full
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", ["duel", "seven-wonders"])
def test_two_thousand_random_touches_in_card_games_change_nothing_lasting(tmp_path, game, seed):
    by_chance.touch_at_random(tmp_path, game, seed, by_chance.TOUCHES)
