"""The page of a friend far away: table and hand side by side, or on a phone in two tabs; fresh after every update."""

import random

import pytest

from app.protocol.network_messages import Network
from app.protocol.seat_messages import InviteFar, JoinRequest, SetSeat
from engine.game import Seat
from tests.app.browser.arabic import in_letters
from tests.app.browser.equal_pages import Pair
from tests.app.browser.phones import Phone, heard, until
from tests.app.browser.reload_games import act, begin, follow
from tests.pictures.pages import seated, served

PUBLIC = "https://table.example.org"
LAPTOP, PHONE = (1280, 800), (390, 844)
SAMPLE = 1  # actions; test_reload.py has more
PLACES = """() => ["#table-side", "#hand-side"].map((side) => document.querySelector(side).getBoundingClientRect())
  .map(({left, right, height}) => ({left, right, height}))"""
HAND, TABLE = "nav [data-tab=mine]", "nav [data-tab=table]"
NEWS = f"{TABLE} .dot"
MAX_ACTIONS = 40  # actions until a seat is asked, or is not

pytestmark = pytest.mark.usefixtures("two_pages_of_a_seat")


class PairOfTabs(Pair):
    """Two narrow pages of a far seat. Each is compared on both tabs; the live one waits on the table's.

    A turn that comes after a touch on the table's tab brings the hand, so `at` has told everything before the touch.
    """

    at = None

    async def differences(self):
        await heard(self.live, self.at)
        found = []
        for tab in (TABLE, HAND):
            for phone in (self.live, self.fresh):
                await phone.page.click(tab)
            found += await super().differences()
        await self.live.page.click(TABLE)
        return found


def invite(at, seat, lang="en"):
    """Give a seat to a friend far away. Return the address of the seat's page."""
    at.table.presence.set_network(Network(address="http://192.168.1.5:8080", name=None, public=PUBLIC))
    at.send(SetSeat, seat=seat, by="touch", lang=lang)
    at.send(InviteFar, seat=seat)
    ticket = at.table.joining.far_ticket(Seat(seat - 1))
    at.keys[seat] = at.table.joining.join(ticket, Seat(seat - 1), JoinRequest("Mia", lang, far=True))
    return f"{at.base}/seat/{at.keys[seat]}"


@pytest.mark.rotated
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
async def test_far_page_with_table_and_hand_equals_its_reload(browser, tmp_path, kind, most):
    async with served(tmp_path) as at:
        game = begin(at, kind, 0, before=lambda: invite(at, 2))
        address = f"{at.base}/seat/{at.keys[2]}"
        pairs = [await Pair.take(browser, address, LAPTOP), await PairOfTabs.take(browser, address, PHONE)]
        pairs[1].at = at
        await follow(at, game, pairs, most)
        for pair, beside in zip(pairs, (True, False), strict=True):
            page = pair.fresh.page
            table, hand = await page.evaluate(PLACES)
            assert hand["height"] > 50
            assert (table["height"] > 50) is beside
            if beside and at.phase() == "game":
                assert table["right"] <= hand["left"]
            ids = await page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
            assert len(ids) == len(set(ids))
            assert await pair.fresh.wider_than_the_screen() == []
            assert await page.evaluate("[...document.querySelectorAll('a[href^=\"/\"]')].map((one) => one.href)") == []


def play(at, rng, *, until_asked):
    """Play until seat 2 is asked, or until somebody else is."""
    for _ in range(MAX_ACTIONS):
        if (at.asked().seat == 2) is until_asked:
            return
        act(at, "architects", rng)
    raise LookupError(until_asked)


async def wait_for_front(phone, front, behind):
    """Wait until a side is in front, alone and in its tab's name."""
    await phone.page.wait_for_selector(f"#{front}-side", state="visible")
    assert not await phone.page.is_visible(f"#{behind}-side")
    here = await phone.page.evaluate("document.querySelector('nav [aria-current]').dataset.tab")
    assert here == ("mine" if front == "hand" else front)
    assert await phone.page.is_visible("#strip") is (front == "hand")


@pytest.mark.rotated
async def test_far_turn_opens_the_hand_and_news_are_marked_by_a_dot(browser, tmp_path, arabic):
    async with served(tmp_path) as at:
        rng = random.Random(5)
        seated(at, 3, "ar")
        invite(at, 2, "ar")
        at.start()
        phone = await Phone.take(browser, {"width": 320, "height": 568})
        page = phone.page
        await page.goto(f"{at.base}/seat/{at.keys[2]}")
        await phone.live()
        play(at, rng, until_asked=False)
        act(at, "architects", rng)
        await page.wait_for_selector(NEWS)
        assert await page.evaluate("document.dir") == "rtl"
        assert in_letters("there is news") in await page.inner_text(f"{NEWS} .read")
        play(at, rng, until_asked=False)
        await heard(phone, at)
        await page.click(TABLE)
        await wait_for_front(phone, "table", "hand")
        assert await page.is_hidden(NEWS)
        await page.evaluate("scrollTo(0, 120)")
        play(at, rng, until_asked=True)
        await wait_for_front(phone, "hand", "table")
        assert await page.evaluate("scrollY") == 0
        await page.click(TABLE)
        assert await page.evaluate("scrollY") == 120, "where the turn has interrupted"
        play(at, rng, until_asked=False)
        await heard(phone, at)
        await page.click("#explain")
        await page.wait_for_selector("#say", state="visible")
        play(at, rng, until_asked=True)
        await page.wait_for_selector("html[data-turn]")
        await wait_for_front(phone, "table", "hand")
        await page.click("#hush")
        await page.click(HAND)
        while (number := at.asked().number) and at.asked().seat == 2:
            await phone.asked(number)
            await phone.tap_something(rng)
            await until(lambda number=number: at.asked().number != number, "answered")
        await heard(phone, at)
        assert await page.is_hidden(NEWS), "what one has done oneself"
        await page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
        await page.wait_for_selector("#hand-side", state="visible")
        assert await page.is_visible("#strip")
        assert await page.is_hidden(TABLE)
        assert phone.faults == []
