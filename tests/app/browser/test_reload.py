"""A page equals its reload: after every update of a game, a page that has followed it shows what a fresh one shows.

Pages stay open for whole games, in four sizes and languages, and are never laid out by anything but the updates: a
change of their size would have hidden what a live update had lost.
"""

import pytest

from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import EndEarly, ReturnToLobby
from app.protocol.play_messages import Vote
from engine.game import Seat
from tests.app.browser.equal_pages import Pair
from tests.app.browser.reload_games import GAMES, SIZES, begin, check_equal, follow
from tests.pictures.pages import ended, seated, served, told

SAMPLE = 2  # actions
DRAFT = 8  # choices of wonders in Duel, before cards are taken

pytestmark = pytest.mark.usefixtures("two_pages_of_a_seat")


@pytest.mark.parametrize(
    ("kind", "sizes", "turned", "most"),
    [
        ("architects", SIZES[:1], 0, SAMPLE),
        *(pytest.param(kind, SIZES, turned, None, marks=pytest.mark.full) for turned, kind in enumerate(GAMES)),
    ],
)
async def test_page_equals_its_reload_after_every_update(browser, tmp_path, kind, sizes, turned, most):
    async with served(tmp_path) as at:
        game = begin(at, kind, turned)
        keys = [at.keys[nth % len(at.keys) + 1] for nth in range(len(sizes))]
        pairs = [await Pair.take(browser, f"{at.base}/seat/{key}", size) for key, size in zip(keys, sizes, strict=True)]
        await follow(at, game, pairs, most)


@pytest.mark.rotated
async def test_open_tab_equals_its_reload_while_games_begin_and_end(browser, tmp_path):
    """Parts of closed tabs are older and must not change this one."""
    async with served(tmp_path) as at:
        seated(at, 2, "en")
        pair = await Pair.take(browser, f"{at.base}/seat/{at.keys[1]}", SIZES[1], "more")
        at.start()
        await check_equal([pair], "the start")
        ended(at)
        at.send(ReturnToLobby)
        await check_equal([pair], "the return to the lobby")


@pytest.mark.rotated
async def test_tab_beside_the_hand_equals_its_reload_when_a_turn_comes(browser, tmp_path):
    async with served(tmp_path) as at:
        seated(at, 2, "en", "duel")
        at.start()
        other = next(seat for seat in at.keys if seat != at.asked().seat)
        pair = await Pair.take(browser, f"{at.base}/seat/{at.keys[other]}", SIZES[1], "more")
        for _ in range(DRAFT):
            at.act(at.asked().legal[0])
        while at.asked().seat != other:
            at.act(at.asked().legal[0])
        await check_equal([pair], "its turn")


@pytest.mark.rotated
async def test_packing_list_opens_in_an_open_page_before_the_next_game(browser, tmp_path):
    async with served(tmp_path) as at:
        told(at, 2, "en")
        at.send(EndEarly, Actor("seat", Seat(0)), sure=True)
        at.send(Vote, Actor("seat", Seat(1)), row=at.table_view()["vote"]["row"], seat=2, yes=True)
        pair = await Pair.take(browser, f"{at.base}/seat/{at.keys[1]}", SIZES[1], "table")
        await pair.live.page.wait_for_selector("#d-box:not([open])")
        at.send(ReturnToLobby)
        await pair.live.page.wait_for_selector("#d-box[open]")
        await check_equal([pair], "the return to the lobby")
