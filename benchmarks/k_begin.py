"""Row k11: four phones from the code on the table to everybody's first action in a lesson, in Chromium.

The players know no rule and no page: each reads what is drawn, and touches what looks touchable (`tests/novice.py`).
"""

import asyncio
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Error

from tests.app.browser.conftest import chromium
from tests.app.browser.novices import Reader
from tests.app.browser.phones import PHONE, Phone
from tests.running import Guest, RunningTable

NAMES: Final = ("Ada", "Ben", "Cleo", "Dora")
GAMES: Final = {"architects": 4, "duel": 2, "seven-wonders": 4}  # seats; of Duel two look on
PATIENCE: Final = 120.0  # seconds until somebody counts as lost
POLL_SECONDS: Final = 0.05  # seconds from one look at a phone to the next, of who waits


@dataclass(frozen=True, slots=True)
class Begun:
    """Seconds until everybody had acted, and the touches and words of each."""

    seconds: float
    touches: list[int]
    words: list[int]


async def begin_table(game: str) -> Begun:
    """Start a new table with a code on the screen, and people who have never seen it."""
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        table = await RunningTable(Path(folder), "table", "--seed", "k11", "--host-address", "127.0.0.1").ready()
        try:
            async with chromium() as browser, table.screen() as screen:
                await screen.send("set-game", game=game)
                await screen.send("set-seats", count=GAMES[game])
                return await _played(browser, table, screen, GAMES[game])
        finally:
            table.kill()


async def _played(browser: Browser, table: RunningTable, screen: Guest, seats: int) -> Begun:
    readers = [Reader(await Phone.take(browser, PHONE, guest=True), f"k11 {seat}") for seat in range(seats)]
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        for seat, reader in enumerate(readers, start=1):
            await _sit_down(reader, f"http://127.0.0.1:{table.port}/join/{screen.ticket(seat)}", NAMES[seat - 1])
        while screen.table["phase"] == "lobby":
            await readers[0].go_on()
            await asyncio.sleep(POLL_SECONDS)
        await asyncio.gather(*(_acts(reader, screen, seat) for seat, reader in enumerate(readers, start=1)))
    seconds = time.monotonic() - began
    return Begun(seconds, [reader.novice.touches for reader in readers], [reader.novice.words for reader in readers])


async def _sit_down(reader: Reader, address: str, name: str) -> None:
    """Type a name, letter by letter, and touch the button that continues."""
    page = reader.phone.page
    await page.goto(address)
    await reader.look()
    await page.tap("input[type=text]")
    await page.keyboard.type(name)
    reader.novice.touches += 1 + len(name)
    while "/join/" in page.url:
        with suppress(Error):  # the page has gone meanwhile: they sit
            await reader.go_on()
        await asyncio.sleep(POLL_SECONDS)
    await reader.phone.live()
    reader.novice.start_question()


async def _acts(reader: Reader, screen: Guest, seat: int) -> None:
    """Read the page, and when there is a question, touch until it is answered."""
    mine: int | None = None
    while True:
        asked = next((each["number"] for each in screen.questions if each["seat"] == seat), None)
        if mine is not None and asked != mine:
            return
        if asked is None or not await reader.phone.page.locator(f'#head [data-question="{asked}"]').count():
            await reader.look()
        else:
            if mine is None:
                reader.novice.start_question()
            mine = asked
            await reader.touch()
        await asyncio.sleep(POLL_SECONDS)
