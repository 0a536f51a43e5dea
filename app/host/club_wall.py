"""What a table tells its club's wall, while it goes on: only the newest, so nothing waits, and nothing is kept."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final, Protocol

import aiohttp
import msgspec

from app.host.club import trusted
from app.protocol.club import Membership
from app.protocol.rights import ONLOOKER
from app.protocol.wall_messages import MIN_INTERVAL_SECONDS, WallMessage, WallTable, seen
from app.table.table import Table

AGAIN: Final = 2.0  # seconds until a club that could not be reached is tried again
BEAT: Final = 6.0  # seconds between two signs of life
LIMITS: Final = aiohttp.ClientTimeout(total=None, sock_connect=2.0, sock_read=8.0)  # until a line is open
LOOKS: Final = 15  # times in vain, after which the network is asked where the club is now


class TakesBytes(Protocol):
    """A WebSocket to the club."""

    @property
    def closed(self) -> bool: ...

    async def send_bytes(self, data: bytes) -> None: ...


class WallLink:
    """One table's line to its club's wall. `club`: of which it is a member; `ended`: its key is no good any more.

    `look`: asks the network where the club is. `run` alone speaks; the table only wakes it.
    """

    def __init__(
        self,
        table: Table,
        club: Callable[[], Membership | None],
        ended: Callable[[Membership], Awaitable[None]],
        look: Callable[[], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._table, self._club, self._ended, self._look, self._sleep = table, club, ended, look, sleep
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._seen: WallTable | None = None
        table.subscribe(self._changed)

    async def run(self) -> None:
        """Until cancelled: tell the club how the table stands, whenever that changes."""
        failed = 0
        async with aiohttp.ClientSession(timeout=LIMITS) as web:
            while True:
                self._woken.clear()
                club = self._club()
                if club is None:
                    await self._woken.wait()
                    continue
                failed += 1
                with suppress(aiohttp.ClientError, OSError, ValueError):
                    await self._connect(web, club)
                    failed = 0
                if failed and failed % LOOKS == 0:
                    await self._look()
                await self._sleep(AGAIN)

    def _changed(self, _: object) -> None:
        """Comes in the table's turns, from their thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._woken.set)

    async def _connect(self, web: aiohttp.ClientSession, club: Membership) -> None:
        """Until the line is cut, or the table is in this club no more."""
        headers = {"Authorization": f"Bearer {club.key}"}
        try:
            live = f"{club.address}/table/live"
            socket = await web.ws_connect(live, headers=headers, heartbeat=BEAT, ssl=trusted(club.pin))
        except aiohttp.WSServerHandshakeError as refused:
            if refused.status == HTTPStatus.UNAUTHORIZED:
                await self._ended(club)
            raise
        async with socket:
            listening = asyncio.create_task(self._listen(socket))
            try:
                await self.tell(socket, club)
            finally:
                listening.cancel()

    async def tell(self, line: TakesBytes, club: Membership) -> None:
        """What is new, over a line that is open."""
        told = None
        while self._club() == club and not line.closed:
            self._woken.clear()
            now = self.look()
            if now != told:
                told = now
                await line.send_bytes(msgspec.json.encode(WallMessage(now)))
            await self._sleep(MIN_INTERVAL_SECONDS)
            await self._woken.wait()

    def look(self) -> WallTable:
        """What an onlooker sees."""
        self._seen = seen(self._table.snapshot(ONLOOKER, self._table.log_end), self._seen)
        return self._seen

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Nothing is said to a table here; but so its end is heard."""
        async for _ in socket:
            pass
        self._woken.set()
