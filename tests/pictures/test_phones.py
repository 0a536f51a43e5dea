"""Pages of phones look as their fingerprints say, and their words can be read."""

import pytest

from tests.pictures.baselines import check
from tests.pictures.pages import pictures, shown
from tests.pictures.phones import drawn, grow, most
from tests.pictures.read import faint_words


@pytest.mark.sampled(104)
@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: picture.name)
async def test_phone_page_matches_its_fingerprint(painter, picture, tmp_path, renew, differences):
    async with shown(painter, picture, tmp_path) as phone:
        height = most(phone.page)
        await grow(phone.page, height)
        found = await drawn(phone.page)
        await grow(phone.page, height)  # a high page has more room than a low one takes, and may be higher
        hard_to_read = await faint_words(phone.page)
    check(picture, found, differences, renew=renew)
    assert hard_to_read == []
