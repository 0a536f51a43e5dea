"""The door to a server: so many connections in all and from each address, and never closed for long.

Whoever comes is let in. Where that is one too many, whoever has been quiet longest goes: of that address, or of the
one that is quiet on most. So a device that opens a thousand connections pushes out its own, several pushes out each
other's, and who comes with a request gets an answer. Nobody goes while a request, or a socket, of theirs is served; one
of which half is here is quiet. Who has still to show that they speak TLS is no guest yet, and is the first to go.
"""

import asyncio
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Coroutine
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, NamedTuple, TypeVar

from aiohttp import web

T = TypeVar("T")

ALL: Final = 400  # connections: room for them is in the 1,024 files that a process may open everywhere
EACH: Final = 80  # of one address: several phones may share one
FULL_REQUEST: Final = 10.0  # seconds from one request, or the start, until the next one is here as a whole
BACKLOG: Final = 1024  # who may wait to be accepted
SENT: Final = 128 * 1024  # bytes on their way to one of them: else the machine takes megabytes for who reads nothing
RECEIVED: Final = 32 * 1024  # bytes from one of them that wait to be read: else each may bring half a megabyte at once
AGAIN: Final = 0.2  # seconds until the next try where nothing could be accepted


class LetIn(NamedTuple):
    """Who is inside. `socket`: of the connection; a transport over TLS that has ended knows none any more."""

    address: str
    socket: socket.socket


class Door:
    """Accepts connections for a server, for as long as `run` runs. `speaks`: what answers on one; `tls`: over that."""

    def __init__(
        self, listening: socket.socket, speaks: Callable[[], asyncio.Protocol], tls: ssl.SSLContext | None = None
    ) -> None:
        self._listening = listening
        self._listening.listen(BACKLOG)
        self._listening.setblocking(False)
        self._speaks, self._tls = speaks, tls
        self._before_tls: dict[asyncio.Task[None], str] = {}  # those that have still to begin it, the oldest first
        self._inside: dict[asyncio.BaseTransport, LetIn] = {}  # who was quiet longest is first
        self._served: set[asyncio.BaseTransport] = set()

    @property
    def port(self) -> int:
        return int(self._listening.getsockname()[1])

    def __len__(self) -> int:
        """How many are inside."""
        self._forget()
        return len(self._inside)

    async def run(self) -> None:
        """Until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                coming, (address, *_) = await loop.sock_accept(self._listening)
            except OSError:  # it has gone already, or there is no room for one more open file
                self._let_go(self._quiet(None))
                await asyncio.sleep(AGAIN)
            else:
                if not self._has_room(address):
                    coming.close()
                    await asyncio.sleep(0)
                elif self._tls is None:
                    await self._let_in(loop, coming, address)
                else:  # nobody waits for who is slow to begin
                    task = loop.create_task(self._let_in(loop, coming, address))
                    self._before_tls[task] = address
                    task.add_done_callback(lambda done: self._before_tls.pop(done, None))

    def close(self) -> None:
        """Free the port. Who is inside stays."""
        self._listening.close()
        for task in self._before_tls:
            task.cancel()

    def _has_room(self, address: str) -> bool:
        """Whether one more of an address comes in, for which another one may have to go."""
        self._forget()
        if comes_from_afar(address):
            return False
        there = (*(it.address for it in self._inside.values()), *self._before_tls.values())
        if there.count(address) >= EACH:
            return self._turn_away(address) or self._let_go(self._quiet(address))
        return len(there) < ALL or self._turn_away(None) or self._let_go(self._quiet(None))

    async def _let_in(self, loop: asyncio.AbstractEventLoop, coming: socket.socket, address: str) -> None:
        patience = FULL_REQUEST if self._tls is not None else None
        try:
            coming.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT)
            coming.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)
            transport, _ = await loop.connect_accepted_socket(
                self._speaks, coming, ssl=self._tls, ssl_handshake_timeout=patience
            )
        except OSError:  # no TLS is one, too
            coming.close()
            return
        except asyncio.CancelledError:
            coming.close()
            raise
        self._inside[transport] = LetIn(address, transport.get_extra_info("socket"))

    def _turn_away(self, address: str | None) -> bool:
        """Whoever has had most time to begin TLS, of one address or of all, and did not; whether there was anybody."""
        for task, where in self._before_tls.items():
            if address in (None, where):
                task.cancel()
                del self._before_tls[task]
                return True
        return False

    def serves(self, transport: asyncio.BaseTransport | None) -> None:
        """A request is here as a whole, and is served from now on."""
        if transport in self._inside:
            self._served.add(transport)

    def served(self, transport: asyncio.BaseTransport | None) -> None:
        """It has its answer, and is quiet from now on."""
        self._served.discard(transport)
        if transport in self._inside:
            self._inside[transport] = self._inside.pop(transport)

    async def served_by(self, request: web.Request, work: Coroutine[Any, Any, T]) -> T:
        """Answer a request, which is served once all of it is here, until it has its answer."""
        transport, asks = request.transport, True  # the request forgets its transport when it is cut off

        def is_whole() -> None:
            if asks:
                self.serves(transport)

        request.content.on_eof(is_whole)
        try:
            return await work
        finally:
            asks = False
            self.served(transport)

    def _quiet(self, address: str | None) -> asyncio.BaseTransport | None:
        """Who has been quiet longest, of one address, or of the one that is quiet on most connections."""
        quiet = {one: it.address for one, it in self._inside.items() if one not in self._served}
        if address is None and quiet:
            [(address, _)] = Counter(quiet.values()).most_common(1)
        return next((one for one, where in quiet.items() if where == address), None)

    def _let_go(self, transport: asyncio.BaseTransport | None) -> bool:
        if isinstance(transport, asyncio.Transport):
            transport.abort()
            del self._inside[transport]
        return transport is not None

    def _forget(self) -> None:
        """Whoever has gone holds no file any more."""
        gone = [one for one, it in self._inside.items() if it.socket.fileno() < 0]
        for transport in gone:
            del self._inside[transport]
            self._served.discard(transport)


def comes_from_afar(address: str) -> bool:
    """Whether this is a public address of IPv6. With IPv4 a router stands in between; with IPv6 it may let anybody in,
    while phones at home have an address of the home's own for an address of the table's that is.
    """
    ip = ip_address(address)
    return isinstance(ip, IPv6Address) and ip.ipv4_mapped is None and ip.is_global
