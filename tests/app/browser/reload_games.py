"""Games that open pages follow, compared with their reload after each action."""

import asyncio
import random

from app.protocol.seat_messages import SetSeat
from tests.app.browser.seven_pages import view
from tests.app.phones.served import LANGS
from tests.pictures.pages import VARIANTS, say, seated, some

SIZES = ((320, 568), (390, 664), (412, 915), (768, 1024))
CEREMONY = 30.0  # seconds, until a conflict has been counted and a page shows all of it
GAMES = {  # seats, variants
    "architects": ("architects", 4, ()),
    "architects with medals": ("architects", 4, VARIANTS),
    "duel": ("duel", 2, ()),
    "7 wonders with leaders": ("seven-wonders", 4, ("leaders",)),
}


def act(at, game, rng):
    """Answer for a seat that is asked, and let every ceremony of the answer pass."""
    if game == "seven-wonders":
        say(at, min(view(at)["to_act"]), rng)
    else:
        at.act(some(at.asked(), rng))
    at.now += CEREMONY
    at.table.tick(at.now)


def begin(at, kind, turned, before=lambda: None):
    """Begin a game of a kind, each seat in another language; `before`: done in the lobby. Return the game's slug."""
    game, seats, variant = GAMES[kind]
    seated(at, seats, "en", game, variant=variant)
    for seat in at.keys:
        at.send(SetSeat, seat=seat, lang=LANGS[(seat + turned) % 4])
    before()
    at.start()
    return game


async def follow(at, game, pairs, most=None):
    """Play to the end, or `most` actions, and compare the pages after each."""
    rng, count = random.Random(game), 0
    while at.phase() == "game" and count != most:
        act(at, game, rng)
        count += 1
        if at.phase() != "game":  # a page that has seen the end counts it up, until a key
            await asyncio.gather(*(pair.live.page.keyboard.press("Shift") for pair in pairs))
        await check_equal(pairs, f"{count} actions, the last: {at.said}")
    assert [fault for pair in pairs for fault in pair.live.faults] == []


async def check_equal(pairs, when):
    """Check that no page differs from its reload."""
    found = await asyncio.gather(*(pair.differences() for pair in pairs))
    wrong = [
        f"{pair.live.page.viewport_size} {pair.tab}: {each}"
        for pair, differences in zip(pairs, found, strict=True)
        for each in differences
    ]
    assert wrong == [], f"after {when}:\n" + "\n".join(wrong)
