"""Connection limits of a server: in total and for each address, always accepting new connections.

A new connection is accepted even at the limit; then the longest idle one is closed, of the same address, or of the
address with most idle ones. So a device that opens a thousand connections evicts its own, several evict each other's,
and a client with a request gets an answer. A connection is not evicted while a complete request or a socket is served;
half a request counts as idle. Connections before the TLS handshake are evicted first.
"""

import asyncio
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, NamedTuple

from aiohttp import web

MAX_CONNECTIONS: Final = 400  # connections in total, below the usual limit of 1,024 open files
MAX_PER_ADDRESS: Final = 80  # connections of one address, which several phones may share
FULL_REQUEST: Final = 10.0  # seconds until the next request must be complete
PENALTY_SECONDS: float = 1.0  # seconds until too many wrong keys are answered
BACKLOG: Final = 1024  # connections waiting to be accepted
# Bytes of a connection's send buffer, to bound memory for clients that do not read.
SEND_BUFFER_BYTES: Final = 128 * 1024
RECEIVE_BUFFER_BYTES: Final = 32 * 1024  # bytes of a connection's receive buffer, to bound memory
ACCEPT_RETRY_SECONDS: Final = 0.2  # seconds until the next try after a failed accept


class AcceptedConnection(NamedTuple):
    """A connection's address and `socket`, stored since a closed TLS transport no longer has it."""

    address: str
    socket: socket.socket


class ConnectionLimiter:
    """Accepts connections for a server while `run` runs. `speaks`: the protocol factory; `tls`: its TLS context."""

    def __init__(
        self, listening: socket.socket, speaks: Callable[[], asyncio.Protocol], tls: ssl.SSLContext | None = None
    ) -> None:
        self._listening = listening
        self._listening.listen(BACKLOG)
        self._listening.settimeout(0.0)
        self._speaks, self._tls = speaks, tls
        self._before_tls: dict[asyncio.Task[None], str] = {}  # handshakes in progress, oldest first
        self._inside: dict[asyncio.BaseTransport, AcceptedConnection] = {}  # longest idle first
        self._served: set[asyncio.BaseTransport] = set()

    @property
    def port(self) -> int:
        return int(self._listening.getsockname()[1])

    def __len__(self) -> int:
        """Return the number of connections."""
        self._drop_closed()
        return len(self._inside)

    async def run(self) -> None:
        """Accept connections until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                coming, (address, *_) = await loop.sock_accept(self._listening)
            except OSError:  # the client has gone, or no file descriptor is left
                self._evict(self._longest_idle(None))
                await asyncio.sleep(ACCEPT_RETRY_SECONDS)
            else:
                if not self._has_room(address):
                    coming.close()
                    await asyncio.sleep(0)
                elif self._tls is None:
                    await self._accept(loop, coming, address)
                else:  # a slow handshake delays nobody
                    task = loop.create_task(self._accept(loop, coming, address))
                    self._before_tls[task] = address
                    task.add_done_callback(lambda done: self._before_tls.pop(done, None))

    def close(self) -> None:
        """Free the port; existing connections stay."""
        self._listening.close()
        for task in self._before_tls:
            task.cancel()

    def _has_room(self, address: str) -> bool:
        """Check that an address gets one more connection, evicting another one if needed."""
        self._drop_closed()
        if is_public_ipv6(address):
            return False
        there = (*(each.address for each in self._inside.values()), *self._before_tls.values())
        if there.count(address) >= MAX_PER_ADDRESS:
            return self._cancel_handshake(address) or self._evict(self._longest_idle(address))
        return len(there) < MAX_CONNECTIONS or self._cancel_handshake(None) or self._evict(self._longest_idle(None))

    async def _accept(self, loop: asyncio.AbstractEventLoop, coming: socket.socket, address: str) -> None:
        patience = FULL_REQUEST if self._tls is not None else None
        try:
            coming.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
            coming.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
            transport, _ = await loop.connect_accepted_socket(
                self._speaks, coming, ssl=self._tls, ssl_handshake_timeout=patience
            )
        except OSError:  # also without a TLS handshake
            coming.close()
            return
        except asyncio.CancelledError:
            coming.close()
            raise
        self._inside[transport] = AcceptedConnection(address, transport.get_extra_info("socket"))

    def _cancel_handshake(self, address: str | None) -> bool:
        """Cancel the oldest TLS handshake of an address (None: of all); return True if there was one."""
        for task, where in self._before_tls.items():
            if address in (None, where):
                task.cancel()
                del self._before_tls[task]
                return True
        return False

    def assign_client(self, transport: asyncio.BaseTransport | None, address: str) -> bool:
        """Count a proxy's connection for the client behind it. Return False if there is no room for that client."""
        inside = self._inside.get(transport) if transport else None
        if transport is None or inside is None or inside.address == address:
            return True
        self._drop_closed()
        count = sum(other.address == address for other in self._inside.values())
        has_room = count < MAX_PER_ADDRESS or self._evict(self._longest_idle(address))
        if has_room:
            self._inside[transport] = inside._replace(address=address)
        return has_room

    def drop_clients(self, prefix: str) -> None:
        """Disconnect the clients whose address begins so."""
        for transport in [one for one, each in self._inside.items() if each.address.startswith(prefix)]:
            self._evict(transport)

    def mark_busy(self, transport: asyncio.BaseTransport | None) -> None:
        """Mark a connection as busy, once its request is complete."""
        if transport in self._inside:
            self._served.add(transport)

    def mark_idle(self, transport: asyncio.BaseTransport | None) -> None:
        """Mark a connection as idle again."""
        self._served.discard(transport)
        if transport in self._inside:
            self._inside[transport] = self._inside.pop(transport)

    async def run_marked_busy(
        self, request: web.Request, work: Coroutine[Any, Any, web.StreamResponse]
    ) -> web.StreamResponse:
        """Run a request's handler, with the connection marked busy from the end of the body to the answer.

        An answer to too many wrong keys (429) is delayed, while the connection may be evicted.
        """
        transport, asks = request.transport, True  # a request loses its transport on disconnect

        def is_whole() -> None:
            if asks:
                self.mark_busy(transport)

        request.content.on_eof(is_whole)
        try:
            response = await work
        finally:
            asks = False
            self.mark_idle(transport)
        if response.status == HTTPStatus.TOO_MANY_REQUESTS:
            await asyncio.sleep(PENALTY_SECONDS)
        return response

    def _longest_idle(self, address: str | None) -> asyncio.BaseTransport | None:
        """Return the longest idle connection of an address, or of the address with most idle ones."""
        quiet = {one: each.address for one, each in self._inside.items() if one not in self._served}
        if address is None and quiet:
            [(address, _)] = Counter(quiet.values()).most_common(1)
        return next((one for one, where in quiet.items() if where == address), None)

    def _evict(self, transport: asyncio.BaseTransport | None) -> bool:
        if isinstance(transport, asyncio.Transport):
            transport.abort()
            del self._inside[transport]
        return transport is not None

    def _drop_closed(self) -> None:
        """Forget closed connections."""
        gone = [one for one, each in self._inside.items() if each.socket.fileno() < 0]
        for transport in gone:
            del self._inside[transport]
            self._served.discard(transport)


def is_public_ipv6(address: str) -> bool:
    """Check for a public IPv6 address. A router may forward IPv6 from the internet, while phones at home use local
    addresses for a table's local address; IPv4 is behind NAT.
    """
    ip = ip_address(address)
    return isinstance(ip, IPv6Address) and ip.ipv4_mapped is None and ip.is_global
