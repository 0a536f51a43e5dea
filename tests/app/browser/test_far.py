"""The page of a friend far away: the table and the hand together, fresh after every update, in three games."""

import pytest

from app.protocol.network_messages import Network
from app.protocol.seat_messages import InviteFar, SetSeat
from engine.game import Seat
from tests.app.browser.equal_pages import Pair
from tests.app.browser.reload_games import begin, follow
from tests.pictures.pages import served

PUBLIC = "https://table.example.org"
LAPTOP, PHONE = (1280, 800), (390, 844)
SAMPLE = 3  # actions
PLACES = """() => ["#table-side", "#hand-side"].map((side) => document.querySelector(side).getBoundingClientRect())
  .map(({left, right, top, bottom, height}) => ({left, right, top, bottom, height}))"""

pytestmark = pytest.mark.usefixtures("two_pages_of_a_seat")


def invite(at, seat):
    """Give a seat to a friend far away. Return the address of the seat's page."""
    at.table.presence.set_network(Network(address="http://192.168.1.5:8080", name=None, public=PUBLIC))
    at.send(SetSeat, seat=seat, by="touch", lang="en")
    at.send(InviteFar, seat=seat)
    ticket = at.table.joining.far_ticket(Seat(seat - 1))
    at.keys[seat] = at.table.joining.join(ticket, Seat(seat - 1), "Mia", "en", far=True)
    return f"{at.base}/seat/{at.keys[seat]}"


@pytest.mark.parametrize(
    ("kind", "most"),
    [
        ("duel", SAMPLE),
        *(
            pytest.param(kind, None, marks=pytest.mark.full)
            for kind in ("architects", "7 wonders with leaders", "duel")
        ),
    ],
)
async def test_table_and_hand_are_together_and_equal_a_reload_after_every_update(browser, tmp_path, kind, most):
    async with served(tmp_path) as at:
        game = begin(at, kind, 0, before=lambda: invite(at, 2))
        address = f"{at.base}/seat/{at.keys[2]}"
        pairs = [await Pair.take(browser, address, size) for size in (LAPTOP, PHONE)]
        await follow(at, game, pairs, most)
        for pair, beside in zip(pairs, (True, False), strict=True):
            page = pair.fresh.page
            table, hand = await page.evaluate(PLACES)
            assert min(table["height"], hand["height"]) > 50
            if at.phase() == "game":
                assert (table["right"] <= hand["left"]) is beside
                assert (table["bottom"] <= hand["top"]) is not beside
            ids = await page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
            assert len(ids) == len(set(ids))
            assert await pair.fresh.wider_than_the_screen() == []
            assert await page.evaluate("[...document.querySelectorAll('a[href^=\"/\"]')].map((one) => one.href)") == []
