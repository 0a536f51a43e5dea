"""The live view of a table on its club's wall. Only the newest state is sent, so nothing is queued or stored."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final, Protocol

import aiohttp
import msgspec

from app.host.club_connection import make_tls_check
from app.protocol.client_rights import ONLOOKER
from app.protocol.club_messages import Membership
from app.protocol.wall_messages import MIN_INTERVAL_SECONDS, WallMessage, WallTable, seen
from app.table.table import Table

RETRY_SECONDS: Final = 2.0  # after the club was unreachable
HEARTBEAT_SECONDS: Final = 6.0  # WebSocket heartbeat
TIMEOUTS: Final = aiohttp.ClientTimeout(total=None, sock_connect=2.0, sock_read=8.0)  # of the handshake
DISCOVERY_ATTEMPTS: Final = 15  # failures, after which the network is asked for the club's address


class ByteSocket(Protocol):
    """A WebSocket to the club."""

    @property
    def closed(self) -> bool: ...

    async def send_bytes(self, data: bytes) -> None: ...


class WallLink:
    """A table's WebSocket to its club's wall. `club` returns its membership; `ended` is called if its key is invalid.

    `look` asks the network for the club's address. Only `run` uses the socket; the table merely wakes it.
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
        """Send the state of the table to the club whenever it changes, until cancelled."""
        failed = 0
        async with aiohttp.ClientSession(timeout=TIMEOUTS) as web:
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
                if failed and failed % DISCOVERY_ATTEMPTS == 0:
                    await self._look()
                await self._sleep(RETRY_SECONDS)

    def _changed(self, _: object) -> None:
        """Wake the loop; called on the table's thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._woken.set)

    async def _connect(self, web: aiohttp.ClientSession, club: Membership) -> None:
        """Connect and send until the connection breaks or the table is no longer in this club."""
        headers = {"Authorization": f"Bearer {club.key}"}
        try:
            live = f"{club.address}/table/live"
            socket = await web.ws_connect(
                live, headers=headers, heartbeat=HEARTBEAT_SECONDS, ssl=make_tls_check(club.pin)
            )
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

    async def tell(self, line: ByteSocket, club: Membership) -> None:
        """Send each new state over an open socket."""
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
        """Return the table's state as an onlooker sees it."""
        self._seen = seen(self._table.snapshot(ONLOOKER, self._table.log_end), self._seen)
        return self._seen

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Read the socket, on which the club sends nothing, in order to notice its end."""
        async for _ in socket:
            pass
        self._woken.set()
