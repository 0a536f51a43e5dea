"""Members of a club at a table, from the wall's code to games that are theirs: a real table, a real club, phones."""

import asyncio
import re
from html import unescape

import aiohttp
import pytest

from app.host.club import ClubLink
from app.host.people import PeopleLink
from app.protocol import messages
from app.table.turns import TurnsAtOnce
from tests.app.phones.served import Served, serving

LINK = re.compile(r'href="(http://127[^"]+/me/(?:sit|claim)[^"]+)"')


class Evening:
    """A table in a club, and who sits there with a phone."""

    def __init__(self, served, club):
        self.served, self.club, self.told = served, club, []
        served.table.presence.be_found(messages.Network(address=served.base, name=None))

        async def nobody():
            return []

        async def sleep(_):
            await asyncio.sleep(0)

        def tell(standing):
            self.told.append(standing)
            served.table.presence.be_in_club(standing)

        turns = TurnsAtOnce()
        self.link = ClubLink(served.table.id, "Window", served.store, turns, tell, nobody, sleep)
        self.people = served.table.machine.people = PeopleLink(served.table, turns, self.link)
        self._running = asyncio.create_task(self.link.run())

    async def close(self):
        self._running.cancel()
        await asyncio.wait([self._running])

    async def join(self):
        self.link.join(self.club.code(), self.club.address)
        await self.until_told()
        await self.people.hear()

    async def until_told(self):
        async with asyncio.timeout(60):
            while not (self.told and self.told[-1] and self.told[-1].how == "in"):
                await asyncio.sleep(0.01)
            while self.served.store.for_club.waiting():
                await asyncio.sleep(0.01)

    def play(self):
        """A game, ended at once; its id."""
        if self.served.phase() == "over":
            self.served.send(messages.Rematch)
        else:
            self.served.start()
        self.served.send(messages.EndEarly, sure=True)
        return self.served.table.finished.all()[0].mark

    def seats(self):
        """Who of the members sat where, in all games that the club has."""
        with self.club.book._database.transaction() as db:
            return db.execute("SELECT game, seat, name FROM seats JOIN members ON id = member ORDER BY game, seat")


@pytest.fixture
async def evening(tmp_path, facts, club):
    async with serving(Served(tmp_path, facts)) as served:
        served.seats(2)
        evening = Evening(served, club)
        yield evening
        await evening.close()


@pytest.fixture
async def phone():
    """A browser: it keeps cookies by host and path."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


@pytest.fixture
async def other_phone():
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


async def become(phone, club, name="Ada", way=""):
    return await phone.post(
        f"{club.address}/me{way}", data={"do": "join", "code": club.server._members.wall_code(), "name": name}
    )


async def sit(phone, evening, seat, path="/", **form):
    """Go to the club and back, and sit down; the address of the seat."""
    page = await (await phone.get(evening.served.base + path)).text()
    [way] = [unescape(each) for each in LINK.findall(page)]
    back = await phone.get(way)
    assert str(back.url).startswith(evening.served.base)
    page = await back.text()
    [ticket] = re.findall(r'name="member" value="(\d+)"', page)
    form = {"seat": str(seat), "lang": "en", "member": ticket, **form}
    answer = await phone.post(evening.served.base + path, data=form, allow_redirects=False)
    return answer.headers.get("Location", "") or await answer.text()


async def test_a_member_sits_down_and_the_club_has_the_seat(evening, club, phone):
    await evening.join()
    assert "Ada" in await (await become(phone, club)).text()
    where = await sit(phone, evening, 1)
    assert where.startswith("/seat/")
    evening.served.table.joining.join(None, 1, "Ben", "en")
    game = evening.play()
    await evening.until_told()
    assert evening.seats() == [(game, 1, "Ada")]
    assert "1 game" in await (await phone.get(f"{club.address}/me")).text()
