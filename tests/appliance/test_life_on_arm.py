"""A disk that was written with the image of arm64, as people have it for years: games by a phone, versions, a reset."""

import pytest

from tests.appliance import life

pytestmark = pytest.mark.root


@pytest.fixture(scope="module")
def armed(image_of_arm64):
    with life.played_at(image_of_arm64, "arm") as made:
        yield made


def test_arm_machine_is_updated_and_rolled_back_with_all_games(armed):
    life.is_updated_and_goes_back(armed)


def test_arm_machine_is_reset_with_all_games_kept(armed):
    life.is_reset(armed)
