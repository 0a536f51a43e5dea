"""Standings as people read them: who may, pages, a spreadsheet, a sheet, leagues, and what the club decides."""

import asyncio
import re

import aiohttp
import msgspec
import pytest

from app.club import game_store, rating_text
from app.club.database import DatabaseProblem
from app.club.page_helpers import LISTS
from app.club.rating_worker import RatingWorker
from app.club.ratings import ROWS_PER_PAGE, SendingTime
from app.protocol.table_to_club_messages import GameNews, GamesUpload
from tests.app.club.evenings import by_chance, count_all, fill_standings, game, members

PIN = "31415926"
IDS = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hana")


@pytest.fixture
async def web(club, monkeypatch):
    monkeypatch.setattr(game_store, "COST", 2)  # nobody guesses here for long
    club.book.set_pin(PIN)
    members(club.book, *IDS)
    async with aiohttp.ClientSession(club.address, cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


async def sign_in(web):
    answer = await web.post("/organiser", data={"pin": PIN}, allow_redirects=False)
    return f"{answer.headers['Location']}/standings"


async def fetch_text(web, path, **more):
    answer = await web.get(path, **more)
    assert answer.status == 200
    return await answer.text()


def strip_tags(page):
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


async def test_standings_are_private_until_the_organiser_opens_them(club, web):
    club.book.store_games("a", list(by_chance(20)))
    count_all(club.book)
    assert (await web.get("/standings")).status == 403
    assert (await web.get("/standings/architects-4")).status == 403
    assert (await web.get("/organiser/standings", allow_redirects=False)).status == 303
    page = await sign_in(web)
    assert "Architects · 4 seats" in strip_tags(await fetch_text(web, page))
    assert "Hana" in await fetch_text(web, f"{page}/architects-3")
    assert 'href="/standings"' not in await fetch_text(web, "/")
    await web.post(page, data={"do": "decide", "open": "yes"})
    assert 'href="/standings"' in await fetch_text(web, "/")
    assert "Architects · 4 seats" in strip_tags(await fetch_text(web, "/standings"))
    assert (await web.get("/standings/architects-9")).status == 404
    assert (await web.get("/standings/architects-4/nobody")).status == 404


@pytest.mark.rotated
async def test_long_standings_are_split_into_pages(club, web):
    """Fill a pool with more players than a visitor's request may read rows."""
    club.book.ratings.let_all_read(True)
    fill_standings(club.book, LISTS.rows + 1)
    page = await fetch_text(web, "/standings/architects-7")
    assert page.count("<tr>") == ROWS_PER_PAGE + 1
    assert "Player 1<" in page
    assert "?page=0" not in page
    last = LISTS.rows // ROWS_PER_PAGE + 1
    page = await fetch_text(web, f"/standings/architects-7?page={last}")
    assert f"{LISTS.rows + 1} Player {LISTS.rows + 1} " in strip_tags(page)
    assert f"?page={last - 1}" in page
    assert f"?page={last + 1}" not in page
    sheet = await fetch_text(web, "/standings/architects-7?as=csv&page=2")
    assert sheet.splitlines()[1].startswith(f"{ROWS_PER_PAGE + 1},Player {ROWS_PER_PAGE + 1},")
    assert "Place 700" in strip_tags(await fetch_text(web, "/standings/architects-7/p700"))


async def test_every_rating_change_is_explained(club, web):
    """The parts come to the whole, and what is said of whom was beaten to how it was before."""
    sat = {1: "ada", 2: "bo", 3: "cy"}
    ends = ([50, 40, 30], [30, 40, 50], [40, 40, 30])
    told = [GameNews(played.id, 1, played, sat) for played in (game(n, points) for n, points in enumerate(ends, 1))]
    club.book.store_games("a", told)
    count_all(club.book)
    page = await sign_in(web)
    said = strip_tags(await fetch_text(web, f"{page}/architects-3/cy"))
    assert "Beat 2 who were rated higher." in said  # Ada and Bo, in the second game
    assert "Came in behind 2 with the same rating." in said
    assert "Came in behind 1 who was rated lower." in said
    assert "Shared a place with 1." in strip_tags(await fetch_text(web, f"{page}/architects-3/bo"))
    for member in sat.values():
        changes = club.book.ratings.changes("architects-3", member, 9)
        shown = [rating_text.displayed_change(change) for change in changes]
        [(_, stands)] = club.book.ratings.list_standings(member)
        assert 1000 + sum(shown) == round(stands.points)
        assert [change.after for change in changes[1:]] == [change.before for change in changes[:-1]]


@pytest.mark.rotated
@pytest.mark.sampled(6)
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
async def test_every_page_can_be_read_in_each_language(club, web, lang):
    club.book.store_games("a", list(by_chance(30)))
    count_all(club.book)
    page, reads = await sign_in(web), {"headers": {"Accept-Language": lang}}
    for path in ("", "/architects-3", "/architects-3/hana", "/architects-3?as=sheet"):
        assert f'<html lang="{lang}"' in await fetch_text(web, page + path, **reads)
    sheet = await (await web.get(f"{page}/architects-3?as=csv", **reads)).read()
    first, *rows = sheet.decode("utf-8-sig").splitlines()
    assert len(rows) == len(club.book.ratings.standings("architects-3")[1])
    assert first.count("," if lang == "en" else ";") == 5


async def test_member_name_is_escaped_in_pages_and_spreadsheets(club, web):
    with club.book._database.transaction() as db:
        db.execute("UPDATE members SET name = '=1+<b>' WHERE id = 'ada'")
    played = game(1, [40, 30])
    club.book.store_games("a", [GameNews(played.id, 1, played, {1: "ada", 2: "bo"})])
    count_all(club.book)
    page = await sign_in(web)
    assert "=1+&lt;b&gt;" in await fetch_text(web, f"{page}/architects-2")
    assert ",'=1+<b>," in await fetch_text(web, f"{page}/architects-2?as=csv")


async def test_page_shows_that_games_are_being_counted(club, web, monkeypatch):
    first, second = [
        GameNews(played.id, 1, played, {1: "ada", 2: "bo"}) for played in (game(1, [4, 3]), game(2, [4, 3]))
    ]
    club.book.store_games("a", [first])
    count_all(club.book)
    page = await sign_in(web)
    assert "being counted" not in await fetch_text(web, f"{page}/architects-2")
    monkeypatch.setattr(club.book.ratings, "_recount_next", lambda *_: False)  # it has not come to it yet
    club.book.store_games("a", [second])
    assert "Games are being counted. These standings are from" in await fetch_text(web, f"{page}/architects-2")


@pytest.mark.sampled(2)
async def test_uploaded_games_are_rated_automatically(club, web):
    key = club.book.join("a", "Window", 0.0)
    played = game(1, [40, 30])
    told = msgspec.json.encode(GamesUpload((GameNews(played.id, 1, played, {1: "ada", 2: "bo"}),), at=0.0))
    assert (await web.post("/games", data=told, headers={"Authorization": f"Bearer {key}"})).status == 200
    async with asyncio.timeout(60):
        while club.book.ratings.standings("architects-2") is None:
            await asyncio.sleep(0)


async def test_organiser_starts_and_ends_a_league(club, web):
    played = game(1, [40, 30])
    club.book.store_games("a", [GameNews(played.id, 1, played, {1: "ada", 2: "bo"})])
    page = await sign_in(web)
    wanted = {"do": "begin", "name": "Autumn", "of": "architects 2"}
    wrong = await web.post(page, data={**wanted, "first": "2025-10-10", "last": "2025-10-09"})
    assert wrong.status == 400
    assert "A league needs a name" in await wrong.text()
    seats = await web.post(page, data={**wanted, "of": "duel 4", "first": "2025-10-01", "last": "2025-10-31"})
    assert seats.status == 400, "Duel is for two"
    assert [pool for pool in club.book.ratings.pools() if pool.name] == []
    made = await web.post(page, data={**wanted, "first": "2025-10-01", "last": "2025-10-31"})
    assert "01/10/2025 to 31/10/2025" in await made.text()
    count_all(club.book)
    [league] = [pool for pool in club.book.ratings.pools() if pool.name]
    assert "Ada" in await fetch_text(web, f"{page}/{league.id}")
    await web.post(page, data={"do": "end", "league": league.id})  # it has ended by itself
    assert [pool.ends for pool in club.book.ratings.pools() if pool.name] == [league.ends]
    await web.post(page, data={"do": "remove", "league": league.id})  # nobody was sure
    assert "Autumn" in await fetch_text(web, page)
    assert (
        "Autumn" not in await (await web.post(page, data={"do": "remove", "league": league.id, "sure": "yes"})).text()
    )


async def test_wrong_clock_is_marked_for_readers_and_organisers(club, web):
    played = game(1, [40, 30])
    club.book.join("a", "Window", 0.0)
    club.book.store_games(
        "a", [GameNews(played.id, 1, played, {1: "ada", 2: "bo"})], SendingTime(played.ended - 9000.0, None)
    )
    count_all(club.book)
    page = await sign_in(web)
    assert "clock was ahead" in strip_tags(await fetch_text(web, page))
    assert "Ada *" in strip_tags(await fetch_text(web, f"{page}/architects-2"))
    assert "Ada *" in strip_tags(await fetch_text(web, f"{page}/architects-2?as=sheet"))
    assert "clock was ahead" in strip_tags(await fetch_text(web, f"{page}/architects-2/ada"))


async def test_bot_games_are_rated_apart_if_the_club_decides_so(club, web):
    page = await sign_in(web)
    await web.post(page, data={"do": "decide", "bots": "apart"})
    assert (club.book.ratings.bots_apart, club.book.ratings.is_open) == (True, False)
    played = game(1, [50, 40], bots=(1,), bot_names=("Brisko", ""))
    club.book.store_games("a", [GameNews(played.id, 1, played, {2: "ada"})])
    count_all(club.book)
    assert "2 seats · games with bots" in strip_tags(await fetch_text(web, page))
    shown = await fetch_text(web, f"{page}/architects-2-bots")
    [link] = re.findall(r'href="([^"]+)">Brisko', shown)
    assert "Beat 1 with the same rating." in strip_tags(await fetch_text(web, link))


@pytest.mark.rotated
async def test_member_page_shows_own_rating_and_its_reasons(club):
    """The page is the same whether or not the standings are open to all."""
    members(club.book, "bo")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as phone:
        joins = {"do": "join", "code": club.server._members.wall_code(), "name": "Zoe"}
        assert (await phone.post(f"{club.address}/me", data=joins)).status == 200
        with club.book._database.transaction() as db:
            [(zoe,)] = db.execute("SELECT id FROM members WHERE name = 'Zoe'")
        played = game(1, [40, 30])
        club.book.store_games("a", [GameNews(played.id, 1, played, {1: zoe, 2: "bo"})])
        count_all(club.book)
        [(pool, mine, [change])] = club.book.ratings.list_with_changes(zoe)
        assert (pool.id, mine.name, change.place) == ("architects-2", "Zoe", 1)
        said = strip_tags(await (await phone.get(f"{club.address}/me")).text())
        assert f"Rating {round(mine.points)} · Place 1" in said
        assert "Beat 1 with the same rating." in said


async def test_failed_request_with_a_stored_commit_triggers_a_recount(club, web, monkeypatch):
    """Begin a league whose commit is stored, although the database fails before it answers."""
    page, woken, ratings = await sign_in(web), [], club.book.ratings
    begin = ratings.begin_league

    def fails(*wanted):
        begin(*wanted)
        raise DatabaseProblem("away", "cut off")

    monkeypatch.setattr(ratings, "begin_league", fails)
    monkeypatch.setattr(RatingWorker, "wake", lambda self: woken.append(self))
    form = {"do": "begin", "name": "Spring", "of": "architects 4", "first": "2026-01-01", "last": "2026-12-31"}
    answer = await web.post(page, data=form)
    assert answer.status == 503
    assert [pool.name for pool in ratings.pools() if pool.name] == ["Spring"]
    assert woken
