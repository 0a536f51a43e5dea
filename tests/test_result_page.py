"""The page that shows a result without a table is one file, and is made of what the house says now."""

import re

from app.games.game_list import GAMES
from app.games.tally.score_icons import signs_of
from docs import result


def test_result_page_is_up_to_date_and_fetches_nothing():
    """Run `python -m docs.result` to repair a failure."""
    page = result.PAGE.read_text(encoding="utf-8")
    assert page == result.page()
    assert re.findall(r"(?:https?:)?//(?!www\.w3\.org)[\w.]+|\ssrc=|\b(?:fetch|XMLHttpRequest|import)\b", page) == []
    assert len(page.encode()) < 48_000


def test_result_page_has_the_icons_of_every_game():
    signs, page = result.facts()["signs"], result.page()
    drawn = set(re.findall(r'<symbol id="i-([\w-]+)"', page))
    for slug, pack in GAMES.items():
        assert signs[slug] == signs_of(pack)
        assert {picture or colour for picture, colour in signs[slug].values()} <= drawn
