"""Every page of a phone in 7 Wonders with Leaders: met in a game that brings them all, and looked at.

Axe finds nothing in it, nothing sticks out at 320 pixels or in letters of twice the size, what one taps is large
enough, and all that can be done is there once. A state that is never met fails.
"""

import json
import random
from collections.abc import AsyncIterator

import pytest
from axe_playwright_python.async_playwright import Axe

from app.protocol import messages
from app.protocol.rights import ONLOOKER, Who
from engine.architects.game import Architects
from engine.game import Seat
from engine.seven_wonders.game import SevenWonders
from tests.app.browser.conftest import Evening
from tests.app.browser.phones import SMALL, SMALL_TARGETS, Phone
from tests.app.phones.served import serving

NAMES = ("Nora", "Maximiliana Augustin", "Mei", "Tomás", "Aiko", "Ben", "Zoë")
BOARDS = ("abu-simbel-day", "roma-night", "halikarnassos-night", "babylon-night")  # those that ask
PICK = "#ask .tile.offer"
PANEL = "#ask :checked~.panel"
KINDS = {"draft", "recruit", "play", "extra", "bury", "seventh", "rebuild", "lose"}  # of questions
# What is on the page of whoever is asked, as it comes.
SHOWN = {
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
    "a card large": f"{PANEL} .row.large .dc",
    "what it brings now": f"{PANEL} .row.large b",
    "build": f"{PANEL} .u-build input",
    "recruit": f"{PANEL} .u-recruit input",
    "under a stage": f"{PANEL} .u-stage input",
    "sell": f"{PANEL} .u-sell input",
    "what is missing": f"{PANEL} .use.off small",
    "who sells": f"{PANEL} .sale>summary",
}
MET = {*KINDS, *TOUCHED, *SHOWN, "face down"} - {"leaders kept so far"}  # one look at a draft, at its beginning
SOON = {"draft", "recruit", "play", "face down", *TOUCHED} - {"who sells"}  # what the first two ages come to


@pytest.fixture
async def table(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    game = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    shelf = {"architects": Architects(facts), "seven-wonders": game}
    async with serving(Evening(tmp_path, facts, shelf=shelf, seed="states0")) as served:
        yield served


def seated(table, count, lang):
    """A table where 7 Wonders with Leaders begins, at the boards that ask."""
    table.send(messages.SetGame, game="seven-wonders", variant=("leaders", "experts"))
    table.sit(*NAMES[:count], lang=lang)
    for seat, board in enumerate(BOARDS, start=1):
        table.send(messages.SetSeat, seat=seat, wonder=board)


def view(table):
    return json.loads(bytes(table.table.snapshot(ONLOOKER, table.table.log_end).game))


def choice(offered, rng):
    """What a seat says that wants stages."""
    likely = [text for text in offered if "sell" not in text] or offered
    stages = [text for text in likely if " stage " in f" {text} "]
    return rng.choice(sorted(stages if stages and rng.random() < 0.5 else likely))


async def shown(phone, states, met=()):
    """Which of these, but for those met, are on a page now."""
    new = {state: what for state, what in states.items() if state not in met}
    return {state for state, what in new.items() if await phone.page.locator(f"{what} >> visible=true").count()}


async def looked_at(phone, state):
    """Nothing sticks out, in letters of twice the size neither; all is large enough, and has a name."""
    page = phone.page
    assert await page.evaluate(SMALL_TARGETS) == [], state
    assert await phone.unlabelled() == [], state
    for letters in ("200%", ""):
        await page.evaluate("size => { document.documentElement.style.fontSize = size }", letters)
        assert await phone.wider_than_the_screen() == [], (state, letters)


async def heard(phone, state, where="#ask"):
    """Axe finds nothing there."""
    found = (await Axe().run(phone.page, context=where)).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == [], state


async def lies_face_down(phone):
    """What was chosen shows while a finger holds it, and only then."""
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


async def fits(phone):
    """Nothing sticks out on any tab, nor with letters twice as large, and everything has a name."""
    for tab in ("table", "score", "more", "mine"):
        await phone.tab(tab)
        assert await phone.unlabelled() == []
        for letters in ("200%", ""):
            await phone.page.evaluate("size => { document.documentElement.style.fontSize = size }", letters)
            assert await phone.wider_than_the_screen() == [], (tab, letters)


async def touched(phone, cards):
    """Touch these cards, and where it matters who sells; which states that showed."""
    met = set()
    for card in cards:
        await phone.page.click(f'#ask .tile[for="d-pick-{card}"]')
        new = await shown(phone, TOUCHED, met)
        if new:
            await looked_at(phone, new)
            met |= new
        if "who sells" in new:
            await phone.page.locator(f"{TOUCHED['who sells']} >> visible=true").first.click()
            await looked_at(phone, "who sells")
            await heard(phone, "who sells")
            assert not await phone.page.locator(PICK).first.is_visible(), "a page of its own"
            await phone.page.locator(f"{PANEL} .sale[open]>summary").click()
    return met


def several_ways(legal):
    """The first card that can be paid for in several ways."""
    things = [" ".join(text.split()[1:3]) for text in legal if text.startswith("choose build")]
    return [thing.split()[1] for thing in dict.fromkeys(things) if things.count(thing) > 1][:1]


@pytest.mark.parametrize(
    ("lang", "enough", "whole"),
    [
        pytest.param("de", SOON, False, id="sample"),
        *(pytest.param(lang, MET, lang == "de", marks=pytest.mark.full, id=lang) for lang in ("de", "en", "nl", "fr")),
    ],
)
async def test_every_page_is_met_and_looked_at(table, browser, lang, enough, whole):
    """Until `enough` was met; a `whole` game: all cards are touched, at every fifth choice, too."""
    seated(table, 4, lang)
    table.start()
    phone, rng, met = await Phone.take(browser, SMALL), random.Random(1), set()
    looks = random.Random(2)  # apart: whatever is looked at, the game goes the same way
    while table.phase() == "game" and (whole or not met >= enough):
        now = view(table)
        seat = min(now["to_act"])
        who = Who("seat", Seat(seat - 1))
        [asked] = table.table.snapshot(who, table.table.log_end).questions
        dear = several_ways(asked.legal) if "who sells" not in met else []
        if now["asked"] not in met or dear or (whole and looks.random() < 0.2):
            await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
            await phone.live()
            met |= await shown(phone, SHOWN, met)
            await looked_at(phone, now["asked"])
            await heard(phone, now["asked"], "html" if whole or now["asked"] == "play" else "#ask")
            if now["asked"] != "lose":
                said = [text.removeprefix("choose ").split() for text in asked.legal]
                things = list(dict.fromkeys(words[1] for words in said if len(words) > 1))
                met |= await touched(phone, things if whole else [*things[:1], *dear])
            met.add(now["asked"])
        table.send(messages.Act, who, seat=seat, question=asked.number, action=choice(asked.legal, rng))
        if "face down" not in met and (now["asked"], now["age"]) == ("play", 2) and len(now["to_act"]) > 1:
            await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
            await phone.live()
            await lies_face_down(phone)
            for fold in await phone.page.locator("#last summary, #things summary:visible").all():
                await fold.click()
            await looked_at(phone, "face down")
            await heard(phone, "face down", "html")
            await fits(phone)
            met.add("face down")
    assert met >= enough
    if whole:
        await phone.page.wait_for_selector("#verdict:not(:empty)")
        await fits(phone)
    assert phone.faults == []
