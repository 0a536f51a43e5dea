"""The screen looks as its fingerprints say: each state once, and every size, number of seats, language and light
together. And its words can be read on whatever lies behind them.
"""

import pytest

from tests.app.screen.catalogue import FAMILIES, dressed
from tests.app.screen.reading import Read
from tests.pictures.baselines import check
from tests.pictures.legible import cut, faint
from tests.pictures.screens import drawn, pictures, room, size


@pytest.mark.sampled(260)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
def test_screen_matches_its_fingerprint(picture, renew, differences):
    check(picture, drawn(picture), differences, renew=renew)


@pytest.mark.sampled(240)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
def test_every_word_on_the_screen_is_legible(picture):
    read = Read(room(picture), size(picture))
    read.still()
    assert faint(read.words(), *read.bare_and_marked()) == []


PLAYED = ("architects play", "duel age 2", "seven playing")


@pytest.mark.full
@pytest.mark.parametrize("across", ["800x480", "1280x720", "720x1280"])
@pytest.mark.parametrize("state", PLAYED)
def test_no_word_is_covered_during_a_game(state, across):
    """No wonder that breaks its frame, no light, no card; with as many people as can play."""
    family, name = state.split(" ", 1)
    width, height = map(int, across.split("x"))
    made = FAMILIES[family].states[name](max(FAMILIES[family].seats), "de")
    read = Read(dressed(made, "de"), (width, height))
    read.still()
    assert cut(read.words(), *read.bare_and_marked()) == []
