"""Minimal WebSockets: the echo server, and clients that time it and our table in the same way."""

import asyncio
import base64
import hashlib
import os
import struct
import sys
import time
from collections.abc import Callable

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, 1.3


def frame(payload: bytes, *, masked: bool) -> bytes:
    """Encode one text frame."""
    size, mask = len(payload), 0x80 if masked else 0
    head = bytes([0x81])
    if size < 126:
        head += bytes([mask | size])
    elif size < 65536:
        head += bytes([mask | 126]) + struct.pack("!H", size)
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", size)
    return head + (bytes(4) + payload if masked else payload)  # a mask of zeros changes nothing


class Frames:
    """A decoder from a stream to the payloads of its frames."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Return every complete frame: its kind and its payload."""
        held = self._held
        held += data
        found = []
        while len(held) >= 2:
            size, at = held[1] & 0x7F, 2
            if size == 126:
                size, at = int.from_bytes(held[2:4]), 4
            elif size == 127:
                size, at = int.from_bytes(held[2:10]), 10
            masked = held[1] & 0x80
            mask = held[at : at + 4] if masked else b""
            at += len(mask)
            if len(held) < at + size:
                break
            payload = bytes(held[at : at + size])
            if any(mask):
                payload = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
            found.append((held[0] & 0x0F, payload))
            del held[: at + size]
        return found


class Echo(asyncio.Protocol):
    """A server that sends each message of one client to all of them."""

    clients: set["Echo"] = set()  # noqa: RUF012  # the room is shared on purpose

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._head, self._frames = bytearray(), Frames()

    def data_received(self, data: bytes) -> None:
        if self not in self.clients:
            self._head += data
            if b"\r\n\r\n" in self._head:
                key = next(x for x in self._head.split(b"\r\n") if x.lower().startswith(b"sec-websocket-key:"))
                accept = base64.b64encode(hashlib.sha1(key.split(b":")[1].strip() + GUID).digest())
                self.transport.write(
                    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
                )
                self.clients.add(self)
            return
        for _, payload in self._frames.feed(data):
            out = frame(payload, masked=False)
            for client in self.clients:
                client.transport.write(out)

    def connection_lost(self, error: Exception | None) -> None:
        self.clients.discard(self)


class Client(asyncio.Protocol):
    """A client that calls its listener (payload, time) for every text frame, earlier ones too; it answers pings."""

    def __init__(self, request: bytes) -> None:
        self._request, self._frames, self._open = request, Frames(), False
        self._head = b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._early: list[tuple[bytes, float]] = []
        self._heard: Callable[[bytes, float], None] = lambda payload, when: self._early.append((payload, when))
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        when = time.perf_counter()
        if not self._open:
            self._head += data
            head, end, data = self._head.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.splitlines()[0]:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self._open = True
            self.opened.set_result(None)
        self.bytes += len(data)
        for kind, payload in self._frames.feed(data):
            if kind == 1:
                self._heard(payload, when)
            elif kind == 9:
                self.transport.write(b"\x8a" + frame(payload, masked=True)[1:])

    def listen(self, heard: Callable[[bytes, float], None]) -> None:
        self._heard = heard
        for payload, when in self._early:
            heard(payload, when)

    def say(self, payload: bytes) -> None:
        self.transport.write(frame(payload, masked=True))


async def connect(port: int, path: str, *headers: str) -> Client:
    """Open a client connection."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}"]
    lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
    request = "\r\n".join([*lines, *headers, "", ""]).encode()
    _, client = await asyncio.get_running_loop().create_connection(lambda: Client(request), "127.0.0.1", port)
    await client.opened
    return client


async def _serve() -> None:
    server = await asyncio.get_running_loop().create_server(Echo, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    sys.exit(asyncio.run(_serve()))
