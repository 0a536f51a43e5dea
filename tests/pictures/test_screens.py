"""The screen looks as it is kept: each state once, and every size, number of seats, language and light together.

And its words can be read on whatever lies behind them.
"""

import pytest

from tests.app.screen.reading import Read
from tests.pictures.kept import hold
from tests.pictures.legible import faint
from tests.pictures.screens import drawn, pictures, room, size


@pytest.mark.sampled(26)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
def test_the_screen_looks_as_it_is_kept(picture, renew):
    hold(picture.name, drawn(picture), renew)


@pytest.mark.sampled(24)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
def test_all_words_can_be_read(picture):
    read = Read(room(picture), size(picture))
    read.still()
    assert faint(read.words(), *read.bare_and_marked()) == []
