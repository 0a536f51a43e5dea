"""Every state of a game of Duel, as a phone shows it: met in four games, each wanting something else, and looked at.

Axe finds nothing in it, nothing sticks out at 320 to 430 pixels or in letters of twice the size, and what one taps is
large enough. A state that is never met fails.
"""

import random

import pytest

from app.protocol.client_rights import Actor
from app.protocol.seat_messages import Rename
from engine.game import Seat
from tests.app.browser.duel_pages import (
    ASKED,
    LAST,
    OPEN,
    STATES,
    WANTED,
    WIDTHS,
    Look,
    an_undo_is_asked,
    asked_states,
    choice,
    looked_back,
    sound,
    view,
)
from tests.app.browser.duel_pages import table as table
from tests.app.browser.phones import PHONE, Phone, until

OFTEN = {
    *LAST - {"a rematch"},
    "military",
    "draft",
    "the tokens of the draft",
    "both prices",
    "a card chosen",
    "build",
    "discard",
}
OFTEN |= {"under a wonder", "too dear", "a chain", "another turn"}  # what a game comes to
LANGS = dict(zip(WANTED, ("en", "de", "nl", "fr"), strict=True))


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.full)], ids=["quickly", "closely"], autouse=True)
def closely(request, monkeypatch):
    if not request.param:
        monkeypatch.setattr(Look, "widths", WIDTHS[:1])
        monkeypatch.setattr(Look, "heard", sorted(STATES)[::12])
        monkeypatch.setattr(Look, "looked_at", sorted(STATES)[::2])
        monkeypatch.setattr(Look, "wishes", ("military",))
        monkeypatch.setattr(Look, "met", OFTEN)


async def look(phone, state):
    """Tap what has to be tapped, find what the state is about, look at it."""
    shown, tapped = ASKED[state]
    if tapped:
        await phone.page.locator(tapped).first.click()
    if " .under " in shown:
        await phone.page.locator(f"{OPEN} .under .offer").first.click()
    await phone.page.wait_for_selector(shown)
    await sound(phone, state)
    if tapped:
        await phone.page.locator(f"{OPEN} .shut").click()


async def away_and_back(table, phones, asked):
    """Whoever is asked goes away with the phone: the other one sees that, and whoever comes back is asked the same."""
    phone, other = phones[asked.seat - 1], phones[2 - asked.seat]
    await phone.page.goto("about:blank")
    await other.page.wait_for_selector("#head >> text=/\\((away|weg|afwezig|absent)/")
    await sound(other, "a phone away")
    await phone.page.goto(f"{table.base}/seat/{table.keys[asked.seat]}")
    await phone.live()
    await phone.asked(asked.number)
    await other.page.wait_for_selector("#head >> text=/[^)]$/")
    await sound(phone, "a phone back")


@pytest.mark.full
async def test_every_state_is_met_and_looked_at(table, browser):
    table.sit("Nora", "Maximiliana")
    phones = []
    for seat in (1, 2):
        phone = await Phone.take(browser, PHONE)
        await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
        phones.append(await phone.live())
    met = set()
    for wish in Look.wishes:
        wanted = WANTED[wish]
        for seat, name in enumerate(("Nora", "Maximiliana")):
            table.send(Rename, Actor("seat", Seat(seat)), name=name, lang=LANGS[wish])
        for phone in phones:  # a page that is about to come in another language takes no tap
            await phone.page.wait_for_selector(f"html[lang={LANGS[wish]}][data-link=live]")
        if table.phase() == "over":
            await phones[0].page.click('#ended [data-do="rematch"]')
            await until(lambda: table.phase() == "game", "they play again")
            met.add("a rematch")
        else:
            table.start()
        rng = random.Random(1)
        while table.phase() == "game":
            asked = table.asked()
            phone = phones[asked.seat - 1]
            for state in sorted(asked_states(table, asked) - met):
                met.add(state)
                if state in Look.looked_at:
                    await phone.asked(asked.number)
                    await look(phone, state)
            if "discard" in met and "a phone away" not in met:
                await away_and_back(table, phones, asked)
                met |= {"a phone away", "a phone back"}
            table.act(choice(table, asked, wanted, rng))
            offer = table.table_view()["undo"]
            if "an undo asked" not in met and "discard" in met and offer and not offer["free"]:
                await an_undo_is_asked(phones, offer)
                met.add("an undo asked")
        for phone in phones:
            await phone.page.wait_for_selector("#verdict:not(:empty)")
        met.add(view(table)["victory"])
        await sound(phones[0], view(table)["victory"])
    await looked_back(table, browser, 1)
    met.add("looked back at")
    assert met >= Look.met
    assert [phone.faults for phone in phones] == [[], []]
