"""Standings as people read them: who may, pages, a spreadsheet, a sheet, leagues, and what the club decides."""

import re

import aiohttp
import pytest

from app.club import book
from tests.app.club.evenings import by_chance, count_all, members

PIN = "31415926"
IDS = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hana")


@pytest.fixture
async def web(club, monkeypatch):
    monkeypatch.setattr(book, "COST", 2)  # nobody guesses here for long
    club.book.set_pin(PIN)
    members(club.book, *IDS)
    async with aiohttp.ClientSession(club.address) as session:
        yield session


async def inside(web):
    answer = await web.post("/organiser", data={"pin": PIN}, allow_redirects=False)
    return f"{answer.headers['Location']}/standings"


async def text(web, path, **more):
    answer = await web.get(path, **more)
    assert answer.status == 200
    return await answer.text()


def words(page):
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


async def test_they_are_the_organisers_until_they_open_them(club, web):
    club.book.take("a", list(by_chance(20)))
    count_all(club.book)
    assert (await web.get("/standings")).status == 403
    assert (await web.get("/standings/architects-4")).status == 403
    assert (await web.get("/organiser/nokey/standings", allow_redirects=False)).status == 303
    page = await inside(web)
    assert "Architects · 4 seats" in words(await text(web, page))
    assert "Hana" in await text(web, f"{page}/architects-3")
    assert 'href="/standings"' not in await text(web, "/")
    await web.post(page, data={"do": "decide", "open": "yes"})
    assert 'href="/standings"' in await text(web, "/")
    assert "Architects · 4 seats" in words(await text(web, "/standings"))
    assert (await web.get("/standings/architects-9")).status == 404
    assert (await web.get("/standings/architects-4/nobody")).status == 404
