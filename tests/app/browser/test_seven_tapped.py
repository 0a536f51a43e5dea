"""A whole game of 7 Wonders with Leaders and experts on seven phones, by tapping what is drawn; every state is met.

What is offered is read from the pages. The table is only asked who is to act, what for, and which turn it is; it is
never asked what is legal. Seed and boards are those with which chance brings every question.
"""

import random
from collections.abc import AsyncIterator

import pytest

from engine.architects.game_facade import Architects
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.browser.conftest import Evening
from tests.app.browser.duel_taps import OFFERED
from tests.app.browser.phones import PHONE, SMALL, Phone, until
from tests.app.browser.seven_pages import (
    KINDS,
    STATE_SELECTORS,
    TOUCHED,
    choice,
    lies_face_down,
    seated,
    view,
    visible_states,
)
from tests.app.browser.seven_taps import tap
from tests.app.phones.served import serving

SEATS = 7
DEEDS = {
    "face down",
    "who is waited for",
    "a choice taken back",
    "a phone away",
    "a phone back",
    "the last turn opened",
    "another city opened",
    "a card of another city",
    "all cards by age",
    "leaders seen under a finger",
    "leaders that were drawn",
    "paid otherwise",
    "a conflict",
    "the end",
    "the score sheet",
    "a rematch",
}
MEANWHILE = {"a choice taken back", "a card of another city", "leaders seen under a finger"}
STATES = {*KINDS, *STATE_SELECTORS, *TOUCHED, *DEEDS}


@pytest.fixture
async def table(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    game = SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])
    shelf = {"architects": Architects(facts), "seven-wonders": game}
    async with serving(Evening(tmp_path, facts, shelf=shelf, seed="states13")) as served:
        yield served


class Game:
    """Seven phones, and what has been seen on any of them."""

    def __init__(self, table, phones) -> None:
        self.table = table
        self.phones = phones
        self.met = set()
        self.rng = random.Random(1)

    async def answer(self, seat, again="") -> str:
        """Answer a question by taps, and return the action; `again` is an action to repeat after an undo."""
        phone, now = self.phones[seat], view(self.table)
        page = phone.page
        await page.wait_for_selector("#head [data-question]")
        number = await page.locator("#head [data-question]").get_attribute("data-question")
        self.met |= {now["asked"]} | await visible_states(phone, STATE_SELECTORS, self.met)
        offered = await page.evaluate(OFFERED)
        action = again or choice(offered, self.rng)
        verb = action.removeprefix("choose ").split()[0]
        if not TOUCHED.keys() <= self.met and verb in ("build", "recruit", "stage", "sell"):
            for tile in await page.locator("#ask .tile.offer").all():
                await tile.click()
                new = await visible_states(phone, TOUCHED, self.met)
                assert not new or await phone.wider_than_the_screen() == [], new
                self.met |= new
        if "paid otherwise" not in self.met:
            action = await self.other_way(phone, action)
        await tap(phone, action)
        await page.wait_for_selector(f'#head [data-question="{number}"]', state="detached")
        return action

    async def other_way(self, phone, action) -> str:
        """Return a dearer payment for the same action if there is one, else the action itself."""
        thing = action.split()[:3]
        ways = [text for text in await phone.page.evaluate(OFFERED) if text.split()[:3] == thing]
        if len(ways) > 1 and thing[:2] == ["choose", "build"]:
            self.met.add("paid otherwise")
            return ways[-1]
        return action

    async def while_others_choose(self, seat) -> None:
        """Check what a seat that has chosen can look at, and take its choice back."""
        phone = self.phones[seat]
        page = phone.page
        await page.wait_for_selector("#hold .veil")
        await page.wait_for_selector("#things .who-list .now")
        self.met.add("who is waited for")
        await lies_face_down(phone)
        self.met.add("face down")
        if await page.locator("#last summary").count():
            await page.click("#last summary")
            await page.wait_for_selector("#last .turned .dc")
            await page.click("#last .turned button >> nth=0")
            await page.wait_for_selector("#say:not([hidden])")
            await page.click("#hush")
            self.met.add("the last turn opened")
        await page.click("#things .round summary >> nth=0")
        await page.wait_for_selector("#things .round .stages3:visible")
        self.met.add("another city opened")
        if await page.locator("#things .round [open] summary:has(.word)").count():
            await page.click("#things .round [open] summary:has(.word)")
            await page.click("#things .round [open] .heads button >> nth=0")
            await page.wait_for_selector("#say:not([hidden]) .shown")
            await page.click("#hush")
            self.met.add("a card of another city")
        if await page.locator("#things .secret.leaders .veil").count():
            await page.locator("#things [data-hold=leaders]").scroll_into_view_if_needed()
            button = await page.locator("#things [data-hold=leaders]").bounding_box()
            await page.mouse.move(button["x"] + 20, button["y"] + 20)
            await page.mouse.down()
            await page.wait_for_selector("#things .secret.leaders .truth .dc:visible")
            await page.mouse.up()
            assert not await page.locator("#things .secret.leaders .truth").is_visible()
            self.met.add("leaders seen under a finger")
        await phone.tab("table")
        await page.click("#references summary >> nth=0")
        await page.click("#references [open] .all-cards button >> nth=0")
        await page.wait_for_selector("#say:not([hidden]) .shown")
        await page.click("#hush")
        self.met.add("all cards by age")
        await phone.tab("mine")
        await page.click("#again [data-do^='undo;']")
        await page.wait_for_selector("#ask input")
        self.met.add("a choice taken back")

    async def away_and_back(self, seat, other) -> None:
        """Close a phone that others wait for: another one shows it as away, and back it is asked the same."""
        phone, sees = self.phones[other], self.phones[seat].page
        number = await phone.page.locator("#head [data-question]").get_attribute("data-question")
        await phone.page.goto("about:blank")
        await sees.wait_for_selector("#head >> text=(away)")
        self.met.add("a phone away")
        await phone.page.goto(f"{self.table.base}/seat/{self.table.keys[other]}")
        await phone.live()
        await phone.page.wait_for_selector(f'#head [data-question="{number}"]')
        await sees.wait_for_selector("#head:not(:has-text('(away)'))")
        self.met.add("a phone back")

    async def others_see(self) -> None:
        """Note what the pages of all seats show besides their questions: drawn leaders, and a conflict."""
        for phone in self.phones.values():
            if await phone.page.locator("#things >> text=You drew leaders").count():
                self.met.add("leaders that were drawn")
            if await phone.page.locator("#news .moment, #since .moment").count():
                self.met.add("a conflict")

    async def play(self) -> None:
        while self.table.phase() == "game":
            now = view(self.table)
            seat, *later = now["to_act"]
            said = await self.answer(seat)
            if later and (now["asked"], now["age"]) == ("play", 2) and now["turn"] > 3 and not self.met >= MEANWHILE:
                await self.away_and_back(seat, later[0])
                await self.while_others_choose(seat)
                await self.answer(seat, said)
            if not later:
                await self.others_see()


@pytest.mark.full
async def test_every_phone_state_is_reached_by_tapping(table, browser):
    seated(table, SEATS, "en")
    phones = {}
    for seat in table.keys:
        phone = await Phone.take(browser, SMALL if seat == SEATS else PHONE)
        await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
        phones[seat] = await phone.live()
    await phones[1].page.click('#start [data-do="start"]')
    await until(lambda: table.phase() == "game", "a game begins")
    game = Game(table, phones)
    await game.play()
    for phone in phones.values():
        assert "wins" in await phone.page.inner_text("#verdict")
        await phone.tab("score")
        assert await phone.page.locator("#sheets dt").count() == SEATS * 8
        await phone.tab("mine")
    await phones[1].page.click('#ended [data-do="rematch"]')
    await until(lambda: table.phase() == "game", "they play again")
    game.met |= {"the end", "the score sheet", "a rematch"}
    assert sorted(STATES - game.met) == []
    assert [phone.faults for phone in phones.values()] == [[]] * SEATS
