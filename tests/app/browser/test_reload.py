"""A page equals its reload: after every update of a game, a page that has followed it shows what a fresh one shows.

Pages stay open for whole games, in four sizes and languages, and are never laid out by anything but the updates: a
change of their size would have hidden what a live update had lost.
"""

import asyncio
import random

import pytest

from app.phones.phone_connection import PhoneConnection
from app.protocol import messages
from tests.app.browser.equal_pages import Pair
from tests.app.browser.seven_pages import view
from tests.app.phones.served import LANGS
from tests.pictures.pages import VARIANTS, say, seated, served, some

SIZES = ((320, 568), (390, 664), (412, 915), (768, 1024))
CEREMONY = 30.0  # seconds, until a conflict has been counted and a page shows all of it
GAMES = {  # seats, variants
    "architects": ("architects", 4, ()),
    "architects with medals": ("architects", 4, VARIANTS),
    "duel": ("duel", 2, ()),
    "7 wonders with leaders": ("seven-wonders", 4, ("leaders",)),
}
SAMPLE = 2  # actions


def act(at, game, rng):
    """Whoever is asked says something; what only takes its time is over."""
    if game == "seven-wonders":
        say(at, min(view(at)["to_act"]), rng)
    else:
        at.act(some(at.asked(), rng))
    at.now += CEREMONY
    at.table.tick(at.now)


def begun(at, kind, turned):
    """A game of that kind begins; its slug. Each seat reads another language."""
    game, seats, variant = GAMES[kind]
    seated(at, seats, "en", game, variant=variant)
    for seat in at.keys:
        at.send(messages.SetSeat, seat=seat, lang=LANGS[(seat + turned) % 4])
    at.start()
    return game


async def follow(at, game, pairs, most=None):
    """Play, and compare the pages after each action; `most`: that many of them."""
    rng, count = random.Random(game), 0
    while at.phase() == "game" and count != most:
        act(at, game, rng)
        count += 1
        if at.phase() != "game":  # a page that has seen the end counts it up, until a key
            await asyncio.gather(*(pair.live.page.keyboard.press("Shift") for pair in pairs))
        await equal(pairs, f"{count} actions, the last: {at.said}")
    assert [fault for pair in pairs for fault in pair.live.faults] == []


@pytest.fixture(autouse=True)
def both_pages_of_a_seat_stay(monkeypatch):
    """The table ends the older of two pages of one seat; here they are compared."""
    monkeypatch.setattr(PhoneConnection, "replaced", lambda self: None)


async def equal(pairs, when):
    """No page of these differs from its reload."""
    found = await asyncio.gather(*(pair.differences() for pair in pairs))
    wrong = [
        f"{pair.live.page.viewport_size} {pair.tab}: {each}"
        for pair, differences in zip(pairs, found, strict=True)
        for each in differences
    ]
    assert wrong == [], f"after {when}:\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("kind", "sizes", "turned", "most"),
    [
        ("architects", SIZES[:2], 0, SAMPLE),
        *(pytest.param(kind, SIZES, turned, None, marks=pytest.mark.full) for turned, kind in enumerate(GAMES)),
    ],
)
async def test_a_page_equals_its_reload_after_every_update(browser, tmp_path, kind, sizes, turned, most):
    async with served(tmp_path) as at:
        game = begun(at, kind, turned)
        keys = [at.keys[nth % len(at.keys) + 1] for nth in range(len(sizes))]
        pairs = [await Pair.take(browser, f"{at.base}/seat/{key}", size) for key, size in zip(keys, sizes, strict=True)]
        await follow(at, game, pairs, most)


@pytest.mark.full
@pytest.mark.parametrize("kind", GAMES)
async def test_so_do_the_other_tabs_and_that_of_an_onlooker(browser, tmp_path, kind):
    async with served(tmp_path) as at:
        game = begun(at, kind, 0)
        pairs = [await Pair.take(browser, f"{at.base}/watch", SIZES[1], "table")]
        for tab in ("table", "score", "more"):
            pairs.append(await Pair.take(browser, f"{at.base}/seat/{at.keys[1]}", SIZES[1], tab))
        await follow(at, game, pairs)
