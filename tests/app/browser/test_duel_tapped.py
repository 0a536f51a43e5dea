"""Whole games of Duel on two phones by tapping what is drawn; every state of a phone is met on the way.

What is offered is read from the page. The table is only asked whose turn it is, and how the game was won.
"""

import random
from types import SimpleNamespace

import pytest

from tests.app.browser.duel_pages import CARD, STATE_SELECTORS, WANTED_COLOURS, choice, view
from tests.app.browser.duel_pages import table as table
from tests.app.browser.duel_taps import OFFERED, tap
from tests.app.browser.phones import PHONE, SMALL, Phone, until

ENDS = {"military", "science", "civilian"}


async def visible_states(phone, tapped=""):
    """Return the states that a page shows now; with `tapped`, those that are shown only after that tap."""
    found = set()
    for state, (shown, first) in STATE_SELECTORS.items():
        if first == tapped and await phone.page.locator(shown).count():
            found.add(state)
    return found


async def answer(table, phone, asked, wanted, rng):
    """Answer one question by taps, and return the states that were seen."""
    await phone.asked(asked.number)
    offered = await phone.page.evaluate(OFFERED)
    assert sorted(offered) == sorted(asked.legal or offered), "exactly what is legal can be tapped"
    met = await visible_states(phone)
    action = choice(table, SimpleNamespace(seat=asked.seat, legal=offered), wanted, rng)
    if action.split()[0] in ("build", "discard"):
        await phone.page.click(f'#ask label[for="d-pick-{action.split()[-1]}"]:visible')
        met |= await visible_states(phone, CARD)
    await tap(phone, action)
    await until(lambda: table.phase() != "game" or table.asked().number != asked.number, "answered")
    return met


async def refuse_an_undo(phones, offer):
    """Ask for an undo of an action that revealed something, and refuse it on the other phone."""
    await phones[offer["seat"] - 1].undo(f"*='row={offer['row']};'")
    other = phones[2 - offer["seat"]]
    await other.page.click("#vote [data-do$='yes=false']")
    await other.page.wait_for_selector("#vote [data-do]", state="detached")


async def reload_phone(table, phones):
    """Close the page of the seat that is asked: the other phone shows that, and back it is asked the same."""
    asked = table.asked()
    phone, other = phones[asked.seat - 1], phones[2 - asked.seat]
    await phone.page.goto("about:blank")
    await other.page.wait_for_selector("#head >> text=(away)")
    await phone.page.goto(f"{table.base}/seat/{table.keys[asked.seat]}")
    await phone.live()
    await phone.asked(asked.number)
    await other.page.wait_for_selector("#head >> text=/[^)]$/")


async def open_replay(table, browser):
    """Open the game that is over, as it began, from the history."""
    phone = await Phone.take(browser, PHONE)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}?history")
    await phone.page.click("a.line[href*='game=']:visible >> nth=0")
    await phone.page.click("a[href$='line=']")
    await phone.page.click(".steps a >> nth=-1")
    await phone.page.wait_for_selector(".city")
    assert phone.faults == []


@pytest.mark.full
async def test_every_phone_state_of_duel_is_reached_by_tapping(table, browser):
    table.sit("Nora", "Maximiliana")
    phones, met = [], set()
    for seat, size in ((1, PHONE), (2, SMALL)):
        phone = await Phone.take(browser, size)
        await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
        phones.append(await phone.live())
    for game, wanted in enumerate(WANTED_COLOURS.values()):
        begin = '#ended [data-do="rematch"]' if game else '#start [data-do="start"]'
        await phones[0].page.click(begin)
        await until(lambda: table.phase() == "game", "a game begins")
        rng = random.Random(1)
        while table.phase() == "game":
            asked = table.asked()
            met |= await answer(table, phones[asked.seat - 1], asked, wanted, rng)
            offer = table.table_view()["undo"]
            if "an undo asked" not in met and offer and not offer["free"] and "discard" in met:
                await refuse_an_undo(phones, offer)
                await reload_phone(table, phones)
                met.add("an undo asked")
        for phone in phones:
            await phone.page.wait_for_selector("#verdict:not(:empty)")
        met.add(view(table)["victory"])
    await open_replay(table, browser)
    assert met == {*STATE_SELECTORS, *ENDS, "an undo asked"}
    assert [phone.faults for phone in phones] == [[], []]
