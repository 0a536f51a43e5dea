"""What a player does says nothing that follows from what its seat may not know: every player, in every game and with
every variant.
"""

import random
from itertools import islice

import pytest

from engine.game import BadHeader
from engine.players import KINDS
from tests.honest.played import AHEAD, EVERYBODY, HARD, PLAYERS, SEARCHING, SET_UPS, positions

PAIRS = 200  # of worlds, for each player and set-up
PARTS = 4  # in which they are asked, so that several processes share what is hard


def test_every_set_up_can_be_had():
    for setup in SET_UPS:
        try:
            setup.begun(random.Random(1))
        except BadHeader as unfit:
            pytest.fail(f"{setup}: {unfit}")


def test_everybody_is_asked():
    assert {*KINDS, *PLAYERS.levels} == {name.partition(":")[0] for name in EVERYBODY}


def same(name, setup, seed, pairs):
    choose, rng = setup.player(name), random.Random(7)
    for state, seat in islice(positions(setup, seed), pairs):
        other = state.resample(seat, rng)
        assert choose(state, seat, random.Random(1)) == choose(other, seat, random.Random(1)), str(setup)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [*AHEAD, *SEARCHING])
def test_two_worlds_that_a_seat_cannot_tell_apart_are_the_same_to_whoever_plays_there(name):
    for setup in SET_UPS:
        same(name, setup, name, 2)


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("setup", SET_UPS, ids=str)
@pytest.mark.parametrize("name", [HARD, *AHEAD, *SEARCHING])
def test_two_hundred_are(name, setup, part):
    same(name, setup, f"{name} {part}", PAIRS // PARTS)
