"""Every tab of a page equals its reload, and so does the page of an onlooker."""

import pytest

from tests.app.browser.equal_pages import Pair
from tests.app.browser.reload_games import GAMES, SIZES, begin, follow
from tests.pictures.pages import served

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("two_pages_of_a_seat")]


@pytest.mark.parametrize("kind", GAMES)
async def test_unopened_tabs_and_the_onlooker_page_equal_their_reload(browser, tmp_path, kind):
    async with served(tmp_path) as at:
        game = begin(at, kind, 0)
        pairs = [await Pair.take(browser, f"{at.base}/watch", SIZES[1], "table")]
        for tab in ("table", "score", "more"):
            pairs.append(await Pair.take(browser, f"{at.base}/seat/{at.keys[1]}", SIZES[1], tab))
        await follow(at, game, pairs)
