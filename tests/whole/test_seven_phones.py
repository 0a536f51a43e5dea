"""The whole house at once: browsers join by the codes on the running screen and play, if wished seven to the end.

Everything that crosses the wire to the phones is kept and searched for what it must not hold.
"""

import random
import sqlite3
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright

from tests.app.browser.phones import CHROMIUM, FLAGS, SLOWLY
from tests.running import PATIENCE, RunningTable, eventually
from tests.sight import codes
from tests.whole.window import open_house

NAMES = ("Ada", "Ben", "Cléo", "Dirk", "Eva", "Femke", "Gül")
LANGUAGES = ("en", "de", "fr", "nl")
QUESTION_BUTTONS = "#ask form[data-do]:has(button[type=submit]), #ask button[type=button][data-do]"
GROUPS = "form => [...new Set([...form.querySelectorAll('[type=radio]')].map(radio => radio.name))]"


def join_codes(seen: Path) -> list[str]:
    """List the codes of free seats that can be read on the screen."""
    return sorted({code for code in codes(seen) if "/join/" in code})


async def read_all_join_codes(seen: Path, seats: int) -> list[str]:
    """Wait until the codes of all seats can be read at once, and return them."""
    found: list[str] = []

    def read() -> bool:
        found[:] = join_codes(seen)
        return len(found) == seats

    await eventually(read)
    return found


def record_frames(page: Page, frames: list[str]) -> None:
    """Keep every frame the table sends to a phone."""
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))


async def sit_down(page: Page, url: str, name: str, lang: str) -> None:
    await page.goto(url)
    await page.fill("input[name=name]", name)
    await page.locator("details:has(input[name=lang]) > summary").click()
    await page.locator(f"label:has(input[name=lang][value={lang}])").click()
    await page.locator("form button.go").first.click()
    await page.wait_for_selector("html[data-link=live]")


async def answer(page: Page, question: int, rng: random.Random) -> None:
    """Tap through this question as soon as the page asks it, whatever it is."""
    await page.wait_for_selector(f'html[data-link=live] #head [data-question="{question}"]')
    cover = page.locator("#peek[open] [data-fold]")
    if await cover.is_visible():  # a card was looked at
        await cover.click()
    asked = page.locator(QUESTION_BUTTONS)
    one = asked.nth(rng.randrange(await asked.count()))
    if await one.evaluate("found => found.tagName") == "FORM":
        for group in await one.evaluate(GROUPS):
            choices = one.locator(f"label:has(input[name='{group}'])")
            await choices.nth(rng.randrange(await choices.count())).click()
        await one.locator("button[type=submit]").click()
    else:
        await one.click()


async def play(table: RunningTable, pages: dict[str, Page], rng: random.Random, most: int) -> int:
    """Answer for the seats asked, at most that often or until the game is over; return the number of answers.

    `pages`: by name of seat.
    """
    answers = 0
    async with table.screen() as screen:
        await screen.until(lambda: bool(screen.questions))
        while screen.questions and answers < most:
            asked = screen.questions[0]
            await answer(pages[screen.table["seats"][asked["seat"] - 1]["name"]], asked["number"], rng)
            answers += 1
            await screen.until(lambda old=asked["number"]: old not in [open["number"] for open in screen.questions])
        assert screen.table["phase"] == ("game" if screen.questions else "over")
    return answers


def secrets_of(table: RunningTable) -> list[str]:
    """List the strings that no phone may receive: the screen's key, and the dealer's secrets in every encoding."""
    with sqlite3.connect(f"file:{table.folder / 'table.db'}?mode=ro", uri=True) as database:
        dealt = [value for (value,) in database.execute("select secret from secrets")]
    database.close()
    assert dealt
    return [table.run.key, *(value.hex() for value in dealt), *(str(list(value))[1:-1] for value in dealt)]


@pytest.mark.parametrize(("seats", "most"), [(2, 4), pytest.param(7, 1000, marks=pytest.mark.full)])
async def test_phones_join_by_the_qr_codes_on_the_screen_and_play(tmp_path, seats, most):
    frames: list[list[str]] = [[] for _ in range(seats)]
    pages: list[Page] = []
    house = open_house(tmp_path / "data", (1280, 720) if seats == 2 else (1920, 1080), "--seed", "seven")
    async with house as opened, async_playwright() as browsers:
        table, seen = opened.table, opened.framebuffer
        async with table.screen() as screen:
            await screen.send("set-seats", count=seats)
        links = await read_all_join_codes(seen, seats)
        browser = await browsers.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE * 1000)
        for seat, link in enumerate(links):
            context = await browser.new_context(viewport={"width": 390, "height": 780}, has_touch=True)
            context.set_default_timeout(PATIENCE * 1000)
            await context.add_init_script(SLOWLY)
            page = await context.new_page()
            record_frames(page, frames[seat])
            await sit_down(page, link, NAMES[seat], LANGUAGES[seat % len(LANGUAGES)])
            pages.append(page)
        await eventually(lambda: not join_codes(seen))
        await pages[0].locator("[data-do=start]").click()
        answers = await play(table, dict(zip(NAMES, pages, strict=False)), random.Random(7), most)
        assert answers == most or answers > 50
        for page in pages if answers < most else ():
            await page.wait_for_selector("[data-do=rematch]")
        keys, forbidden = [page.url.rsplit("/", 1)[1] for page in pages], secrets_of(table)
        await browser.close()
    for seat, told in enumerate("".join(kept) for kept in frames):
        assert len(told) > 10_000, "the frames were not kept"
        others = [key for other, key in enumerate(keys) if other != seat]
        assert not [secret for secret in (*others, *forbidden) if secret in told]
