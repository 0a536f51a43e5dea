"""A tournament's page in a real browser: it fills a television, turns its pages, and renews itself in place."""

import pytest
from playwright.async_api import expect

from app.club.game_store import ClubStore
from app.club.tournaments import TournamentPlan
from tests.app.browser.phones import PHONE, STICKS_OUT
from tests.app.club.clubs import Club
from tests.app.club.evenings import FIRST

TELEVISIONS = ((1280, 720), (1920, 1080), (3840, 2160))
LONG = "Wolfeschlegelsteinha"  # as long as a name may be
TIMEOUT = 60_000
# How many columns there are, what of the first screen is smaller than 2 % of its height, and what is cut sideways.
LAID_OUT = """() => {
  const shown = [...document.querySelectorAll("#round li,#standings tr > *,#course > *,.where")].filter((node) => {
    const { top, left, right } = node.getBoundingClientRect(), turns = node.closest(".turns");
    const box = turns ? turns.getBoundingClientRect() : { left: 0, right: innerWidth };
    return top < innerHeight && left >= box.left - 1 && left < box.right;
  });
  const edge = (node) => (node.closest(".turns") || node.parentNode).getBoundingClientRect().right + 1;
  return {
    columns: new Set([...document.querySelectorAll(".turns li,.standing")].flatMap((node) => {
      const { left } = node.getBoundingClientRect(), box = node.closest(".turns").getBoundingClientRect();
      return left >= box.left - 1 && left < box.right ? [Math.round(left)] : [];
    })).size,
    small: shown.filter((node) => parseFloat(getComputedStyle(node).fontSize) < innerHeight * .02)
      .map((node) => node.textContent),
    cut: shown.filter((node) => node.getBoundingClientRect().right > edge(node)).map((node) => node.textContent),
    below: [...document.querySelectorAll(".turns")]
      .filter((node) => node.getBoundingClientRect().bottom > innerHeight).length,
  };
}"""
VISIBLE_ROWS_SCRIPT = """() => [...document.querySelectorAll(".standing td:nth-child(2)")].filter((node) => {
  const { left, right } = node.closest(".turns").getBoundingClientRect(), at = node.getBoundingClientRect().left;
  return at >= left - 1 && at < right;
}).map((node) => node.textContent.trim())"""


@pytest.fixture
def book(tmp_path):
    book = ClubStore(tmp_path / "club.db")
    book.rename("Dice and coffee")
    yield book
    book.close()


def begin_tournament(book, count, most=2):
    names = [LONG, *(f"Somebody {n}" for n in range(2, count + 1))]
    plan = TournamentPlan("Autumn", "duel" if most == 2 else "architects", "without the cat", most, most, 9)
    id = book.tournaments.begin(plan, (), names, FIRST)
    next_round(book, id, 1)
    return id


def next_round(book, id, number):
    book.tournaments.make_round(id, number, [f"Table {n}" for n in range(1, 99)], FIRST + number)


@pytest.mark.rotated
@pytest.mark.parametrize(("width", "height"), TELEVISIONS)
@pytest.mark.parametrize("lang", ["de", "fr"])
async def test_round_and_standings_fill_a_television(browser, book, width, height, lang):
    id = begin_tournament(book, 16, 4)
    book.tournaments.enter(id, 1, 1, (1, 1, 3, 4))
    async with Club(book).serving() as club:
        page = await browser.new_page(viewport={"width": width, "height": height})
        await page.goto(f"{club.address}/tournaments/{id}?lang={lang}")
        laid = await page.evaluate(LAID_OUT)
        assert (laid["columns"] >= 3, laid["small"], laid["cut"], laid["below"]) == (True, [], [], 0), laid
        assert len(await page.evaluate(VISIBLE_ROWS_SCRIPT)) >= 12
        await page.set_viewport_size(PHONE)
        assert await page.evaluate(STICKS_OUT) == []
        await page.close()


@pytest.mark.rotated
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
async def test_tournament_page_fits_the_smallest_phone(browser, book, lang):
    """Five columns, below their longest words, with halves of points and shared places."""
    id = begin_tournament(book, 8, 4)
    for n in (1, 2):
        book.tournaments.enter(id, 1, n, (1, 1, 1, 4))
    async with Club(book).serving() as club:
        page = await browser.new_page(viewport={"width": 320, "height": 568})
        for path in (f"/tournaments/{id}?", f"/tournaments/{id}?as=sheet&"):
            await page.goto(f"{club.address}{path}lang={lang}")
            assert await page.evaluate("document.documentElement.scrollWidth") <= 320, path
            assert await page.evaluate(STICKS_OUT) == [], path
        await page.close()


@pytest.mark.rotated
@pytest.mark.parametrize("lang", ["en", pytest.param("ar", marks=pytest.mark.full)])
async def test_long_tournament_turns_pages_on_a_television(browser, book, arabic, lang):
    id = begin_tournament(book, 50)
    async with Club(book).serving() as club:
        page = await browser.new_page(viewport={"width": 1920, "height": 1080})
        await page.clock.install()
        await page.goto(f"{club.address}/tournaments/{id}?lang={lang}")
        seen = []
        for _ in range(5):
            seen.append(await page.evaluate(VISIBLE_ROWS_SCRIPT))
            await page.clock.run_for(15_100)
        assert len({name for each in seen for name in each}) == 50
        assert max(map(len, seen)) < 30
        assert seen[0] in seen[1:], "after the last page comes the first"
        await page.close()


@pytest.mark.rotated
async def test_tournament_page_refreshes_in_place_and_shows_a_lost_club(browser, book):
    id = begin_tournament(book, 4)
    first = Club(book)
    page = await browser.new_page(viewport={"width": 1280, "height": 720})
    await page.clock.install()

    async def later():
        await page.clock.run_for(5_100)

    async with first.serving():
        await page.goto(f"{first.address}/tournaments/{id}")
        await page.evaluate("window.before = true")
        await expect(page.locator("#round li").first).to_contain_text("–")
        book.tournaments.enter(id, 1, 1, (1, 2))
        async with page.expect_event("requestfinished"):
            await later()
        await expect(page.locator("#round li.best")).to_have_count(1, timeout=TIMEOUT)
        book.tournaments.enter(id, 1, 2, (1, 2))
        next_round(book, id, 2)
        async with page.expect_event("requestfinished"):
            await later()
        await expect(page.locator("#round h2")).to_have_text("Round 2", timeout=TIMEOUT)
        await page.locator("#before summary").click()
        await expect(page.locator("#before li").first).to_be_visible()
    async with page.expect_event("requestfailed"):
        await later()
    await expect(page.locator("#lost")).to_be_visible(timeout=TIMEOUT)
    async with Club(book).serving(int(first.address.rpartition(":")[2])):
        async with page.expect_event("requestfinished"):
            await later()
        await expect(page.locator("#lost")).to_be_hidden(timeout=TIMEOUT)
        book.tournaments.enter(id, 2, 1, (2, 1))
        async with page.expect_event("requestfinished"):
            await later()
        await expect(page.locator("#round li.best")).to_have_count(1, timeout=TIMEOUT)
        await expect(page.locator("#before li").first).to_be_visible()
        assert await page.evaluate("window.before"), "it was never loaded again"
        book.tournaments.remove(id)
        async with page.expect_event("load"):
            await later()
        await expect(page.locator("main")).to_contain_text("leads nowhere")
    await page.close()
