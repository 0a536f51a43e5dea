"""Random touches on the menus and in every game, most of them in the menus and in Architects."""

from contextlib import closing

import pytest

from app.table.intent_list import INTENTS
from tests.app.screen import by_chance


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", [None, *by_chance.GAMES], ids=lambda game: game or "menus")
def test_random_touches_change_nothing_that_outlives_the_game(tmp_path, game):
    by_chance.touch_at_random(tmp_path, game, f"few {game}", by_chance.FEW)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", [None, "architects"], ids=lambda game: game or "menus")
def test_two_thousand_random_touches_change_nothing_that_outlives_the_game(tmp_path, game, seed):
    by_chance.touch_at_random(tmp_path, game, seed, by_chance.TOUCHES)


@pytest.mark.rotated
def test_random_touches_change_lasting_data_without_confirmation(tmp_path, monkeypatch):
    """Random touches reach irreversible actions: without confirmation they would change lasting data."""
    for kind, listed in INTENTS.items():
        if listed.outlives:
            monkeypatch.setitem(INTENTS, kind, type(listed)(listed.intent, listed.roles, listed.handler))
    with closing(by_chance.table(tmp_path, None)) as evening:
        before = by_chance.read_permanent_state(evening)
        child = by_chance.Child(evening, 3)
        while child.touches < by_chance.TOUCHES and by_chance.read_permanent_state(evening) == before:
            child.touch()
        child.lift_fingers()
        assert by_chance.read_permanent_state(evening) != before
