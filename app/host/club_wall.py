"""The live view of a table on its club's wall. Only the newest state is sent, so nothing is queued or stored."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final, Protocol

import aiohttp
import msgspec

from app.host.club_http import make_tls_check
from app.protocol.client_rights import ONLOOKER
from app.protocol.table_to_club_messages import Membership
from app.protocol.wall_messages import MIN_INTERVAL_SECONDS, WallMessage, WallTable, convert_snapshot
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
    """A table's WebSocket to its club's wall. `club` returns its membership; `expel` is called if its key is invalid.

    `find_address` asks the network for the club's address. Only `run` uses the socket; the table merely wakes it.
    """

    def __init__(
        self,
        table: Table,
        club: Callable[[], Membership | None],
        expel: Callable[[Membership], Awaitable[None]],
        find_address: Callable[[], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._table, self._club, self._expel, self._find_address, self._sleep = table, club, expel, find_address, sleep
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._last_state: WallTable | None = None
        table.subscribe(self._on_change)

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
                    await self._find_address()
                await self._sleep(RETRY_SECONDS)

    def _on_change(self, _: object) -> None:
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
                await self._expel(club)
            raise
        async with socket:
            listening = asyncio.create_task(self._listen(socket))
            try:
                await self.send_states(socket, club)
            finally:
                listening.cancel()

    async def send_states(self, socket: ByteSocket, club: Membership) -> None:
        """Send each new state over an open socket."""
        sent = None
        while self._club() == club and not socket.closed:
            self._woken.clear()
            now = self.read_state()
            if now != sent:
                sent = now
                await socket.send_bytes(msgspec.json.encode(WallMessage(now)))
            await self._sleep(MIN_INTERVAL_SECONDS)
            await self._woken.wait()

    def read_state(self) -> WallTable:
        """Return the table's state as an onlooker sees it."""
        self._last_state = convert_snapshot(self._table.snapshot(ONLOOKER, self._table.log_end), self._last_state)
        return self._last_state

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Read the socket, on which the club sends nothing, in order to notice its end."""
        with suppress(aiohttp.ClientError, OSError):  # a ping cannot be answered any more
            async for _ in socket:
                pass
        await socket.close()
        self._woken.set()
