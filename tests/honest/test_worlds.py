"""Actions of bots reveal nothing that their seat may not know: every player, in every game and with every variant."""

import random
from itertools import islice

import pytest

from engine.game import BadHeader
from engine.players import KINDS
from tests.honest.played import AHEAD, EVERYBODY, HARD, PLAYERS, SEARCHING, SET_UPS, positions

PAIRS = 200  # of worlds, for each player and set-up
PARTS = 4  # in which they are asked, so that several processes share what is hard


def test_every_setup_can_be_started():
    for setup in SET_UPS:
        try:
            setup.begun(random.Random(1))
        except BadHeader as unfit:
            pytest.fail(f"{setup}: {unfit}")


def test_every_player_is_checked():
    assert {*KINDS, *PLAYERS.levels} == {name.partition(":")[0] for name in EVERYBODY}


def check_equal_choices(name, setup, seed, pairs):
    choose, rng = setup.player(name), random.Random(7)
    for state, seat in islice(positions(setup, seed), pairs):
        other = state.resample(seat, rng)
        assert choose(state, seat, random.Random(1)) == choose(other, seat, random.Random(1)), str(setup)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [*AHEAD, *SEARCHING])
def test_players_ignore_hidden_information(name):
    for setup in SET_UPS:
        check_equal_choices(name, setup, name, 2)


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("setup", SET_UPS, ids=str)
@pytest.mark.parametrize("name", [HARD, *AHEAD, *SEARCHING])
def test_players_ignore_hidden_information_in_two_hundred_pairs(name, setup, part):
    check_equal_choices(name, setup, f"{name} {part}", PAIRS // PARTS)
