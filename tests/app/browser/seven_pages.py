"""Phones in every state of a game of 7 Wonders."""

import json

from app.protocol.client_rights import ONLOOKER
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import SetSeat

NAMES = ("Nora", "Maximiliana Augustin", "Mei", "Tomás", "Aiko", "Ben", "Zoë")
BOARDS = ("abu-simbel-day", "roma-night", "halikarnassos-night", "babylon-night")  # those that ask
PANEL = "#ask :checked~.panel"
KINDS = {"draft", "recruit", "play", "extra", "bury", "seventh", "rebuild", "lose"}  # of questions
# What is on the page of whoever is asked, as it comes.
STATE_SELECTORS = {
    "a price": "#ask .tile .pill1:not(.no)",
    "a neighbour is paid": "#ask .tile [href='#i-left'], #ask .tile [href='#i-right']",
    "free by its chain": "#ask .tile .pill1.free",
    "it cannot be had": "#ask .tile .dc.off",
    "the next stage": "#ask .cell:not(:has(.off))",
    "a stage that cannot be built": "#ask .cell:has(.off)",
    "leaders kept so far": "#ask .heads .bare",
    "neighbours' goods and prices": "#things .seller:not(.me) .tags .dm",
    "what one makes": "#things .seller.me .wrap .t1",
    "other cities": "#things .round summary",
    "one's own city": "#things .city .stages3 .next",
    "leaders in hand": "#things .secret.leaders",
    "the last turn": "#last summary",
}
# After a card was touched.
TOUCHED = {
    "a card large": f"{PANEL} .row.large",
    "what it brings now": f"{PANEL} .row.large b",
    "build": f"{PANEL} .u-build input",
    "recruit": f"{PANEL} .u-recruit input",
    "under a stage": f"{PANEL} .u-stage input",
    "sell": f"{PANEL} .u-sell input",
    "what is missing": f"{PANEL} .use.off small",
    "who sells": f"{PANEL} .sale>summary",
}


def seated(table, count, lang):
    """Seat phones for 7 Wonders with Leaders, with the boards that ask questions."""
    table.send(SetGame, game="seven-wonders", variant=("leaders", "experts"))
    table.sit(*NAMES[:count], lang=lang)
    for seat, board in enumerate(BOARDS, start=1):
        table.send(SetSeat, seat=seat, wonder=board)


def view(table):
    return json.loads(bytes(table.table.snapshot(ONLOOKER, table.table.log_end).game))


def choice(offered, rng):
    """Choose a random action, half of the time a wonder stage."""
    likely = [text for text in offered if "sell" not in text] or offered
    stages = [text for text in likely if " stage " in f" {text} "]
    return rng.choice(sorted(stages if stages and rng.random() < 0.5 else likely))


async def visible_states(phone, states, met=()):
    """Return those of these states that a page shows now, without those already met."""
    new = {state: what for state, what in states.items() if state not in met}
    return {state for state, what in new.items() if await phone.page.locator(f"{what} >> visible=true").count()}


async def lies_face_down(phone):
    """Check that the chosen card is shown while a finger holds its button, and only then."""
    page = phone.page
    truth = page.locator("#hold .truth")
    await page.wait_for_selector("#hold .veil")
    assert not await truth.is_visible()
    await page.evaluate("scrollTo(0, 0)")
    button = await page.locator("#hold [data-hold]").bounding_box()
    await page.mouse.move(button["x"] + 20, button["y"] + 20)
    await page.mouse.down()
    assert await truth.is_visible()
    await page.mouse.up()
    assert not await truth.is_visible()
