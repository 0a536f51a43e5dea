"""The wall in a real browser: all tables fit a television, a phone scrolls them, and the page comes back by itself."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle, islice

import aiohttp
import msgspec
import pytest
from playwright.async_api import expect

from app.club import wall
from app.club.database import DatabaseProblem
from app.club.game_store import ClubStore
from app.club.tournaments import TournamentPlan
from app.protocol.network_messages import Network
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.protocol.wall_messages import WallMessage, WallSeat, WallTable
from tests.app.browser.phones import PHONE, STICKS_OUT
from tests.app.club.clubs import Club
from tests.app.club.evenings import FIRST

SCREENS = ((1280, 720), (1920, 1080))
CUT = """() => [...document.querySelectorAll("main > section:not([hidden]) > .board")].flatMap((board) => {
  const out = [], name = board.querySelector("h2").textContent, end = board.getBoundingClientRect();
  if (board.scrollHeight > board.clientHeight || board.scrollWidth > board.clientWidth) out.push(name);
  for (const node of board.querySelectorAll("li,strong,.badge,.way *:not(wbr)")) {
    const box = node.getBoundingClientRect();
    if (box.bottom > end.bottom || box.right > end.right || !box.width) out.push(`${name}: ${node.textContent}`);
  }
  const way = board.querySelector(".way");
  for (const node of way ? board.querySelectorAll("h2,.plays,li") : []) {
    if (node.getBoundingClientRect().right > way.getBoundingClientRect().left + 1) out.push(`${name} under the code`);
  }
  return out;
}).concat([document.documentElement, document.body].some((node) => node.scrollHeight > innerHeight) ? "page" : [])"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".name b")]
  .map((node) => parseFloat(getComputedStyle(node).fontSize))) / innerHeight"""
# Wonders that are cut: neither whole nor left out for want of room; and those that are left out.
CUT_WONDERS = """() => {
  const all = [...document.querySelectorAll("main > section:not([hidden]) .name small")].map((node) => {
    const box = node.getBoundingClientRect(), room = node.parentNode.getBoundingClientRect();
    const whole = box.right <= room.right + 1 && box.bottom <= room.bottom + 1;
    return [node.textContent, whole, !whole && box.top >= room.bottom - 2];
  });
  return [all.filter(([, whole, out]) => !whole && !out).map(([name]) => name), all.filter((entry) => entry[2]).length];
}"""
ELLIPSES = """() => [...document.querySelectorAll("h2,.plays > *,.name,.name b")]
  .filter((node) => node.scrollWidth > node.clientWidth && getComputedStyle(node).textOverflow === "ellipsis")
  .map((node) => node.textContent)"""
PAIRED = """() => [...document.querySelectorAll("#rounds li")].filter((node) => {
  const box = node.closest(".turns").getBoundingClientRect(), { left, bottom } = node.getBoundingClientRect();
  return left >= box.left - 1 && left < box.right && bottom <= innerHeight &&
    parseFloat(getComputedStyle(node).fontSize) >= innerHeight * .02;
}).map((node) => node.textContent.replace(/^.*?Some/s, "Some").trim())"""
NAMES = ("Wolfeschlegelsteinha", "Ada", "Bartholomäus", "Ὀδυσσεύς 👑", "Jo", "Aleksandra", "Ben")
WONDERS = ("halicarnassus", "giza", "alexandria", "olympia", "babylon", "rhodes", "ephesus")


def wall_table(n):
    """Build the nth table, with as much text as possible: a game of seven, or a free seat and a long address."""
    kind, seats, waits = ("seven-wonders", "architects", "duel")[n % 3], 2 if n % 3 == 2 else 7, n % 4 == 1
    return WallTable(
        kind,
        "play",
        "lobby" if waits else ("game", "over")[n % 5 == 4],
        tuple(
            WallSeat(seat, "free")
            if waits and seat == seats
            else WallSeat(
                seat,
                ("phone", "bot")[seat == 2],
                NAMES[seat - 1],
                "" if kind == "duel" else WONDERS[seat - 1],
                EMBLEMS[seat],
                COLOURS[seat],
                None if waits else 100 + seat,
                acts=not waits and seat in (1, 3),
                won=n % 5 == 4 and seat == 1,
            )
            for seat in range(1, seats + 1)
        ),
        age=3 if kind != "architects" else 0,
        turn=123,
        address="http://192.168.178.254:18080" if waits else "",
    )


@pytest.fixture
def book(tmp_path):
    book = ClubStore(tmp_path / "club.db")
    book.rename("A café with a name as long as it may be")
    yield book
    book.close()


@asynccontextmanager
async def tables(club, count):
    """Connect `count` tables to the club, each of which reports its state."""
    async with AsyncExitStack() as stack:
        web = await stack.enter_async_context(aiohttp.ClientSession(club.address))
        lines = []
        for n in range(count):
            name = (f"Table {n}", "By the long window at the very back left")[n % 3 == 0]
            headers = {"Authorization": f"Bearer {club.book.join(f't{n}', name, 0.0)}"}
            lines.append(await stack.enter_async_context(web.ws_connect("/table/live", headers=headers)))
            await lines[-1].send_bytes(msgspec.json.encode(WallMessage(wall_table(n))))
        listening = [asyncio.create_task(line.receive()) for line in lines]
        yield lines
        for each in listening:
            each.cancel()


@asynccontextmanager
async def page_of(browser, club, width, height, asks="", **more):
    """Open a page with the wall, and check at the end that it logged no errors."""
    page = await browser.new_page(viewport={"width": width, "height": height}, **more)
    said = []
    page.on("pageerror", lambda fault: said.append(str(fault)))
    page.on("console", lambda message: said.append(message.text) if "Content Security" in message.text else None)
    await page.goto(f"{club.address}/wall?{asks}")
    yield page
    assert said == []
    await page.close()


@pytest.mark.rotated
@pytest.mark.sampled(7)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 9, 12])
async def test_wall_fits_all_tables_on_a_television(browser, book, count):
    async with Club(book).serving() as club, tables(club, count):
        club.server._walls._member_code = lambda: "123456"
        club.server.set_network(Network("http://192.168.178.254:8090", None))
        for (width, height), lang in zip(
            SCREENS, islice(cycle(("de", "fr", "nl", "en")), count % 4, None), strict=False
        ):
            async with page_of(browser, club, width, height, f"lang={lang}") as page:
                await expect(page.locator("main > section:visible .plays b")).to_have_count(count)
                assert await page.evaluate(CUT) == [], (width, lang)
                assert await page.evaluate(SMALLEST) >= 0.02  # names, of the picture's height
                cut, out = await page.evaluate(CUT_WONDERS)
                assert (cut, out if count < 5 else 0) == ([], 0), (width, lang)
                await expect(page.locator("footer")).to_be_in_viewport(ratio=1)


@pytest.mark.full
async def test_wall_turns_pages_if_tables_do_not_fit(browser, book):
    async with Club(book).serving() as club, tables(club, 14), page_of(browser, club, 1280, 720) as page:
        await page.clock.install()
        await page.reload()
        seen = set()
        for _ in range(2):
            shown = page.locator("main > section:visible")
            await expect(shown).to_have_count(7)
            seen |= {await each.get_attribute("id") for each in await shown.all()}
            assert await page.evaluate(CUT) == []
            await page.clock.run_for(15_100)
        assert len(seen) == 14


@pytest.mark.rotated
async def test_wall_shows_pairings_and_updates_results(browser, book, monkeypatch):
    monkeypatch.setattr(wall, "HEARTBEAT_SECONDS", 0.2)
    names = [f"Somebody {n}" for n in range(1, 51)]
    plan = TournamentPlan("Autumn", "duel", "", 2, 2, 3)
    id = book.tournaments.begin(plan, (), names, FIRST)
    book.tournaments.begin(TournamentPlan("Without a round", "duel", "", 2, 2, 3), (), names, FIRST)
    async with AsyncExitStack() as stack:
        club = await stack.enter_async_context(Club(book).serving())
        await stack.enter_async_context(tables(club, 2))
        page = await stack.enter_async_context(page_of(browser, club, 1920, 1080))
        await expect(page.locator("#rounds section")).to_have_count(0)
        book.tournaments.make_round(id, 1, ("By the door",), FIRST)
        await expect(page.locator("#rounds section")).to_have_count(1)
        await page.clock.install()
        await page.reload()
        await expect(page.locator("main > section:visible")).to_have_count(2)
        await page.clock.run_for(15_100)
        await expect(page.locator("main")).to_be_hidden()
        await expect(page.locator("#rounds h2")).to_contain_text("Autumn 7 Wonders Duel · Round 1 of 3")
        seen, pages = set(), 0
        while await page.locator("#rounds section").is_visible():
            seen |= set(await page.evaluate(PAIRED))
            pages += 1
            assert pages < 9
            await page.clock.run_for(15_100)
        assert (len(seen), pages > 1) == (50, True)
        await expect(page.locator("main > section:visible")).to_have_count(2)
        book.tournaments.enter(id, 1, 1, (1, 2))
        await expect(page.locator("#rounds .meet").first.locator(".best")).to_have_count(1)
        await expect(page.locator("#rounds .meet").first.locator(".where")).to_contain_text("By the door")
        await page.set_viewport_size(PHONE)
        await expect(page.locator("#rounds .meet").first).to_be_visible()
        assert await page.evaluate(STICKS_OUT) == []
        book.tournaments.end(id, FIRST + 1)
        await expect(page.locator("#rounds section")).to_have_count(0)


@pytest.mark.rotated
async def test_wall_scrolls_through_all_tables_on_a_phone(browser, book):
    async with AsyncExitStack() as stack:
        club = await stack.enter_async_context(Club(book).serving())
        await stack.enter_async_context(tables(club, 14))
        page = await stack.enter_async_context(page_of(browser, club, **PHONE, asks="lang=de"))
        await expect(page.locator("main > section:visible .plays b")).to_have_count(14)
        assert await page.evaluate(STICKS_OUT) == []
        assert await page.evaluate(ELLIPSES) == []


@pytest.mark.full
async def test_wall_shows_a_lost_club_and_reconnects(browser, book, monkeypatch):
    monkeypatch.setattr(wall, "HEARTBEAT_SECONDS", 0.5)
    first = Club(book)
    async with AsyncExitStack() as stack:
        async with first.serving(), tables(first, 1):
            page = await stack.enter_async_context(page_of(browser, first, 1280, 720))
            await expect(page.locator("#lost")).to_be_hidden()
            await expect(page.locator("h2")).to_have_count(1)
        await expect(page.locator("#lost")).to_be_visible(timeout=60_000)
        port = int(first.address.rpartition(":")[2])
        async with Club(book).serving(port) as again, tables(again, 2):
            await expect(page.locator("#lost")).to_be_hidden(timeout=60_000)
            await expect(page.locator("main > section")).to_have_count(2)
            await page.evaluate("window.before = true")
            book.rename("Called otherwise")  # another page, which is fetched
            await expect(page.locator("h1")).to_have_text("Called otherwise", timeout=60_000)


@pytest.mark.rotated
@pytest.mark.parametrize("path", ["wall", "tournaments"])
async def test_error_page_reloads_once_the_club_answers(browser, book, monkeypatch, path):
    """The database fails, then the whole club, then both return: nobody has to reload the page by hand."""
    first, patience = Club(book), {"timeout": 60_000}
    page = await browser.new_page(viewport={"width": 1280, "height": 720})
    await page.clock.install()

    async def later():
        for _ in range(3):
            async with page.expect_event("requestfinished", lambda request: path in request.url) as _:
                await page.clock.run_for(5_100)

    async with first.serving():
        with monkeypatch.context() as away:
            away.setattr(ClubStore, "name", property(lambda _: (_ for _ in ()).throw(DatabaseProblem("away"))))
            answer = await page.goto(f"{first.address}/{path}")
            assert answer.status == 503
            await expect(page.locator("main")).to_contain_text("database is not available now")
            await later()
            await expect(page.locator("main")).to_contain_text("database is not available now")
    port = int(first.address.rpartition(":")[2])
    async with page.expect_event("requestfailed"):
        await page.clock.run_for(5_100)
    async with Club(book).serving(port):
        await page.clock.run_for(5_100)
        await expect(page.locator("h1")).to_have_text(book.name, **patience)
        await expect(page.locator("main")).not_to_contain_text("database", **patience)
    await page.close()


async def test_reduced_motion_stops_all_wall_animations(browser, book):
    async with AsyncExitStack() as stack:
        club = await stack.enter_async_context(Club(book).serving())
        await stack.enter_async_context(tables(club, 1))
        page = await stack.enter_async_context(page_of(browser, club, 1280, 720, reduced_motion="reduce"))
        await expect(page.locator("li").first).to_be_visible()
        assert await page.evaluate("document.getAnimations().length") == 0
