"""Every page of a phone in 7 Wonders with Leaders: met in a game that brings them all, and looked at.

Axe finds nothing in it, nothing sticks out at 320 pixels or in letters of twice the size, what one taps is large
enough, and all that can be done is there once. A state that is never met fails.
"""

import random
from collections.abc import AsyncIterator

import pytest
from axe_playwright_python.async_playwright import Axe

from app.protocol.client_rights import Actor
from app.protocol.play_messages import Act
from engine.architects.game import Architects
from engine.game import Seat
from engine.seven_wonders.game import SevenWonders
from tests.app.browser.conftest import Evening
from tests.app.browser.phones import SMALL, SMALL_TARGETS, Phone
from tests.app.browser.seven_pages import KINDS, PANEL, SHOWN, TOUCHED, choice, lies_face_down, seated, shown, view
from tests.app.phones.served import serving

PICK = "#ask .tile.offer"
MET = {*KINDS, *TOUCHED, *SHOWN, "face down"} - {"leaders kept so far"}  # one look at a draft, at its beginning
SOON = {"draft", "recruit", "play", "face down", *TOUCHED} - {"who sells"}  # what the first two ages come to


@pytest.fixture
async def table(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    game = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    shelf = {"architects": Architects(facts), "seven-wonders": game}
    async with serving(Evening(tmp_path, facts, shelf=shelf, seed="states0")) as served:
        yield served


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


@pytest.mark.full
@pytest.mark.parametrize(
    ("lang", "enough", "whole"),
    [
        pytest.param("de", SOON, False, id="sample"),
        *(pytest.param(lang, MET, lang == "de", id=lang) for lang in ("de", "en", "nl", "fr")),
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
        who = Actor("seat", Seat(seat - 1))
        [asked] = table.table.snapshot(who, table.table.log_end).questions
        dear = several_ways(asked.legal) if "who sells" not in met else []
        if now["asked"] not in met or dear or (whole and looks.random() < 0.2):
            await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
            await phone.live()
            met |= await shown(phone, SHOWN, met)
            await looked_at(phone, now["asked"])
            if enough != SOON or now["asked"] == "play":
                await heard(phone, now["asked"], "html" if whole or now["asked"] == "play" else "#ask")
            if now["asked"] != "lose":
                said = [text.removeprefix("choose ").split() for text in asked.legal]
                things = list(dict.fromkeys(words[1] for words in said if len(words) > 1))
                met |= await touched(phone, things if whole else [*things[:1], *dear])
            met.add(now["asked"])
        table.send(Act, who, seat=seat, question=asked.number, action=choice(asked.legal, rng))
        if "face down" not in met and (now["asked"], now["age"]) == ("play", 2) and len(now["to_act"]) > 1:
            await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
            await phone.live()
            await lies_face_down(phone)
            for fold in await phone.page.locator("#last summary, #things summary:visible").all():
                await fold.click()
            await looked_at(phone, "face down")
            if enough != SOON:
                await heard(phone, "face down", "html")
                await fits(phone)
            met.add("face down")
    assert met >= enough
    if whole:
        await phone.page.wait_for_selector("#verdict:not(:empty)")
        await fits(phone)
    assert phone.faults == []
