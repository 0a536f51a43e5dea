"""The screen looks as it is kept: each state once, and every size, number of seats, language and light together."""

import pytest

from tests.pictures.kept import hold
from tests.pictures.screens import drawn, pictures


@pytest.mark.sampled(26)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
def test_the_screen_looks_as_it_is_kept(picture, renew):
    hold(picture.name, drawn(picture), renew)
