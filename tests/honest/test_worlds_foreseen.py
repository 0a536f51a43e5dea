"""Previews of an action: the same in every world that the reader cannot tell from the true one.

They also match the next state, unless chance comes between.
"""

import random
from itertools import islice

import pytest

from engine.game import CHANCE, HasForesight
from tests.honest.played import SET_UPS, positions

PAIRS = 200  # of worlds, for each set-up
QUICK_POSITIONS = 3
ACTIONS = 3  # of those that a seat may do


def sample_actions(state, seat, rng, most=ACTIONS):
    legal = list(state.legal(seat))
    return rng.sample(legal, min(most, len(legal)))


def readers(state, seat):
    """List the seat that is asked, and None for everyone if its actions are public."""
    return (seat, None) if state.is_public(seat) else (seat,)


def check_equal_previews(setup, pairs):
    rng = random.Random(f"foreseen {setup}")
    for state, seat in islice(positions(setup, "foreseen"), pairs):
        assert isinstance(state, HasForesight)
        for reader in readers(state, seat):
            other = state.resample(reader, rng)
            for action in sample_actions(state, seat, rng):
                assert state.foreseen(seat, action, reader) == other.foreseen(seat, action, reader), str(action)


@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_preview_ignores_hidden_information(setup):
    check_equal_previews(setup, QUICK_POSITIONS)


@pytest.mark.full
@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_preview_ignores_hidden_information_in_two_hundred_pairs(setup):
    check_equal_previews(setup, PAIRS)


def check_previews(setup, pairs):
    rng = random.Random(f"kept {setup}")
    whole = 0
    for state, seat in islice(positions(setup, "kept"), pairs):
        for action in sample_actions(state, seat, rng):
            guess = state.resample(seat, rng).foreseen(seat, action, seat)
            real = state.copy()
            real.apply(seat, action)
            if setup.slug == "seven-wonders":
                whole += check_secret_preview(real, seat, guess, rng)
                continue
            seen = real.view(seat)
            if guess.pending is None:
                assert seen == guess, str(action)
                whole += 1
            elif seen.pending == guess.pending:
                assert seen.seats == guess.seats, str(action)
                whole += 1
            if setup.slug == "duel" and guess.derived.active == seat + 1 and guess.derived.ask is None:
                while real.to_act[:1] == (CHANCE,):
                    real.apply(CHANCE, real.deal(rng))
                later = real.view(None)
                assert [chair.score for chair in later.seats] == [chair.score for chair in guess.seats], str(action)
                assert [chair.coins for chair in later.seats] == [chair.coins for chair in guess.seats], str(action)
                assert later.military == guess.military
    assert whole > 0


def check_secret_preview(real, seat, guess, rng):
    """Compare the preview of a seat's own secret choice with the result; return 1 if there is anything to compare."""
    acted = real.view(None)
    if guess.seats[seat].chosen or acted.asked == "draft":
        return 0
    while real.to_act and real.view(None).seats[seat].chosen:
        other = real.to_act[0]
        real.apply(other, rng.choice(list(real.legal(other))))
    then, told = real.view(None).seats[seat], guess.seats[seat]
    assert (then.cards, then.stages, then.shields) == (told.cards, told.stages, told.shields)
    assert (then.score.blue, then.leaders) == (told.score.blue, told.leaders)
    return 1


@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_preview_matches_the_result(setup):
    check_previews(setup, 2 * QUICK_POSITIONS)


@pytest.mark.full
@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_preview_matches_the_result_in_two_hundred_positions(setup):
    check_previews(setup, PAIRS)
