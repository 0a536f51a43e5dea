"""A table in a club with a relay, in one process, and browsers of friends far away that reach it by plain HTTP."""

import asyncio
import socket
from contextlib import asynccontextmanager
from random import Random

from msgspec.structs import replace

from app.host.club_relay import RelayLink
from app.protocol.client_rights import Actor
from app.protocol.club_membership_messages import UseRelay
from app.protocol.seat_messages import InviteFar
from app.web.guarded_server import serve_app
from tests.app.club.at_tables import Evening
from tests.app.club.clubs import Club
from tests.app.host.far_away import Line


class RelayEvening:
    """A table in a club with a relay, and friends far away. `base`: the relay's address for these tests. `line`: from
    the table to the club.
    """

    def __init__(self, served, club, port, line=None):
        self.served, self.club, self.base, self.line = served, club, f"http://127.0.0.1:{port}", line
        self.evening = Evening(served, club)
        self._told = asyncio.Event()

        def trust(public):
            served.running.routes.public = public

        async def sleep(_):
            await asyncio.sleep(0.01)

        def tell(state, url):
            served.table.presence.set_network(replace(self.network, public=url or None, relay=state))
            self._told.set()

        self.link = RelayLink(self.evening.link, served.port, trust, tell, sleep)
        served.table.machine.switch_relay = self.link.switch
        self._running = asyncio.create_task(self.link.run())

    @property
    def home(self):
        """The path of the table at the relay."""
        return self.network.public.removeprefix(self.base.replace("http", "https"))

    @property
    def network(self):
        return self.served.table.presence.network

    async def until(self, state):
        async with asyncio.timeout(30):
            while self.network.relay != state:
                self._told.clear()
                await self._told.wait()

    async def open(self):
        await self.evening.join()
        await self.switch_on()

    async def switch_on(self):
        self.served.send(UseRelay, on=True)
        await self.until("open")

    async def switch_off(self):
        self.served.send(UseRelay, on=False)
        await self.until("")

    def invite(self, seat):
        """Invite somebody to a seat. Return the path of the link."""
        self.served.send(InviteFar, seat=seat)
        codes = self.served.table.joining.codes(Actor("screen", None))
        [url] = [code.url for code in codes if code.far and code.seat == seat]
        return url.removeprefix(self.base.replace("http", "https"))

    async def close(self):
        self._running.cancel()
        await asyncio.wait([self._running])
        await self.evening.close()


@asynccontextmanager
async def relaying(served, book):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        club = Club(book, relay_url=f"https://127.0.0.1:{port}")
        async with club.serving(), Line(lambda at=club.address: int(at.rpartition(":")[2]), Random("relay"), 0) as line:
            club.address = line.base
            runner, door = await serve_app(club.server.relay.app(), listening)
            club.server.relay.door = door
            lets_in = asyncio.create_task(door.run())
            evening = RelayEvening(served, club, port, line)
            try:
                await evening.open()
                yield evening
            finally:
                await evening.close()
                lets_in.cancel()
                await asyncio.wait([lets_in])
                await runner.cleanup()
