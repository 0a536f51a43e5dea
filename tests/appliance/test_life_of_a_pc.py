"""A disk that was written with the image of a PC, as people have it for years: games by a phone, versions, a reset."""

import pytest

from tests.appliance import life

pytestmark = pytest.mark.root


@pytest.fixture(scope="module")
def pc(image_of_a_pc):
    with life.played_at(image_of_a_pc, "uefi") as made:
        yield made


def test_pc_is_updated_and_rolled_back_with_all_games(pc):
    life.is_updated_and_goes_back(pc)


def test_pc_is_reset_with_all_games_kept(pc):
    life.is_reset(pc)
