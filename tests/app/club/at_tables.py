"""Real tables in a real club, and members' phones that go there and back."""

import asyncio
import random
import re
from html import unescape

from app.host.club_connection import ClubLink
from app.host.member_visits import ClubMembersLink
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import EndEarly, Rematch
from app.protocol.network_messages import Network
from app.protocol.play_messages import Act
from app.table.core.write_queue import DirectQueue
from engine.game import Seat

LINK = re.compile(r'href="(http://127[^"]+/me/(?:sit|claim)[^"]+)"')


class Evening:
    """A table in a club, and who sits there with a phone."""

    def __init__(self, served, club):
        self.served, self.club, self.told = served, club, []
        served.table.presence.set_network(Network(address=served.base, name=None))

        async def list_nobody():
            return []

        async def sleep(_):
            await asyncio.sleep(0)

        def tell(standing):
            self.told.append(standing)
            served.table.presence.set_club(standing)

        turns = DirectQueue()
        self.link = ClubLink(served.table.id, "Window", served.store, turns, tell, list_nobody, sleep)
        self.people = served.table.machine.people = ClubMembersLink(served.table, turns, self.link)
        self._running = asyncio.create_task(self.link.run())

    async def close(self):
        self._running.cancel()
        await asyncio.wait([self._running])

    async def join(self):
        self.link.join(self.club.code(), self.club.address)
        await self.until_told()
        await self.people.exchange()

    async def until_told(self):
        async with asyncio.timeout(60):
            while not (self.told and self.told[-1] and self.told[-1].how == "in"):
                await asyncio.sleep(0.01)
            while self.served.store.for_club.waiting():
                await asyncio.sleep(0.01)

    def play(self):
        """Play a game that is ended at once, and return its id."""
        if self.served.phase() == "over":
            self.served.send(Rematch)
        else:
            self.served.start()
        self.served.send(EndEarly, sure=True)
        return self.served.table.finished.list_games()[0].mark

    def asks(self):
        """List the open questions with their legal actions, by seat from 1."""
        table = self.served.table
        seats = range(len(table.committed.state.chairs))
        found = (table.snapshot(Actor("seat", Seat(seat)), table.log_end).questions for seat in seats)
        return [each for seat, asked in enumerate(found, 1) for each in asked if each.seat == seat and each.legal]

    def play_on(self):
        """Play the game on the table to its end with random actions."""
        rng = random.Random("on")
        while self.served.table.phase == "game":
            ask = self.asks()[0]
            who = Actor("seat", Seat(ask.seat - 1))
            self.served.send(Act, who, seat=ask.seat, question=ask.number, action=rng.choice(ask.legal))

    def version(self, game):
        """Return the version of the game's news that the club has stored."""
        with self.club.book._database.transaction() as db:
            [(version,)] = db.execute("SELECT version FROM games WHERE id = ?", (game,))
        return version

    def seats(self):
        """List game, seat and name of every seat of a member in the club's games."""
        with self.club.book._database.transaction() as db:
            return db.execute("SELECT game, seat, name FROM seats JOIN members ON id = member ORDER BY game, seat")


async def become(phone, club, name="Ada", way=""):
    return await phone.post(
        f"{club.address}/me{way}", data={"do": "join", "code": club.server._members.wall_code(), "name": name}
    )


async def sit(phone, evening, seat, path="/", **form):
    """Follow the page's link to the club and back, take a seat, and return the seat's address."""
    page = await (await phone.get(evening.served.base + path)).text()
    [way] = [unescape(each) for each in LINK.findall(page)]
    back = await phone.get(way)
    assert str(back.url).startswith(evening.served.base)
    page = await back.text()
    [ticket] = re.findall(r'name="member" value="(\d+)"', page)
    form = {"seat": str(seat), "lang": "en", "member": ticket, **form}
    answer = await phone.post(evening.served.base + path, data=form, allow_redirects=False)
    return answer.headers.get("Location", "") or await answer.text()
