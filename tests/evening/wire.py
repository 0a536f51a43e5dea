"""A network in one process: bytes arrive late, in parts, after a hold, or never.

Each device has its own `Air`. A `Line` is one connection from a device, which gets callbacks, to a server.
"""

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Final, Protocol

WINDOW: Final = 192 * 1024  # bytes on their way to a device, before the server is asked to wait
ROOM: Final = 64 * 1024  # as few of them, and it may go on


class Air:
    """The network between one device and the table."""

    def __init__(self, loop: asyncio.AbstractEventLoop, rng: Random) -> None:
        self.loop = loop
        self._rng = rng
        self.delay = 0.005  # seconds one way
        self.jitter = 0.01
        self.held_until = 0.0

    def hold(self, seconds: float) -> None:
        """Delay all bytes for some seconds; none are lost."""
        self.held_until = max(self.held_until, self.loop.time() + seconds)

    def arrives(self) -> float:
        return max(self.loop.time() + self.delay + self.jitter * self._rng.random(), self.held_until)

    def pieces(self, data: bytes) -> list[bytes]:
        """Split bytes into the parts in which they arrive; most stay whole."""
        if len(data) < 2 or self._rng.random() < 0.9:
            return [data]
        at = self._rng.randrange(1, len(data))
        return [data[:at], data[at:]]


class _Pipe:
    """One direction of a line. Bytes stay in order; `None` ends it."""

    def __init__(self, air: Air, arrived: Callable[[bytes | None], None]) -> None:
        self._air, self._arrived = air, arrived
        self._on_their_way: deque[tuple[float, bytes | None]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self.paused = False
        self.size = 0
        self.lost = False  # nothing arrives any more

    def send(self, data: bytes | None) -> None:
        if self.lost:
            return
        last = self._on_their_way[-1][0] if self._on_their_way else 0.0
        at = max(self._air.arrives(), last)
        for piece in [data] if data is None else self._air.pieces(data):
            self._on_their_way.append((at, piece))
            self.size += len(piece or b"")
        self._go_on()

    def lose(self) -> None:
        """Drop everything that has not arrived yet."""
        self.lost = True
        self._on_their_way.clear()
        self.size = 0
        if self._timer is not None:
            self._timer.cancel()

    def pause(self, paused: bool) -> None:
        self.paused = paused
        self._go_on()

    def _go_on(self) -> None:
        if self._timer is None and self._on_their_way and not self.paused and not self.lost:
            at = max(self._on_their_way[0][0], self._air.held_until)
            self._timer = self._air.loop.call_at(at, self._deliver)

    def _deliver(self) -> None:
        self._timer = None
        now = self._air.loop.time() + 1e-9
        while self._on_their_way and not self.paused and not self.lost:
            if max(self._on_their_way[0][0], self._air.held_until) > now:
                break
            _, data = self._on_their_way.popleft()
            self.size -= len(data or b"")
            self._arrived(data)
        self._go_on()


class Client(Protocol):
    """The device's end of a line."""

    def on_data(self, data: bytes) -> None: ...

    def on_end(self) -> None:
        """Handle the end of the line: closed by the other side, or broken."""


class Line:
    """One connection. The device's half is `say`, `hang_up`, `vanish`; the server's is a transport."""

    def __init__(self, air: Air, address: str, client: Client) -> None:
        self.air, self.address, self._client = air, address, client
        self.transport: _ServerEnd | None = None
        self.open = True  # on the device's side
        self.to_server = _Pipe(air, self._at_server)
        self.to_server.paused = True  # until somebody serves it
        self.to_client = _Pipe(air, self._at_client)

    # ---- the device's half -----------------------------------------------------------------------------

    def say(self, data: bytes) -> None:
        if self.open:
            self.to_server.send(data)

    def hang_up(self) -> None:
        """Close in good order."""
        if self.open:
            self.open = False
            self.to_server.send(None)
            self.to_client.lose()

    def vanish(self) -> None:
        """Close the line without notice to the other side, as a device that is off or out of reach."""
        self.open = False
        self.to_server.lose()
        self.to_client.lose()

    def tear(self, kept: int) -> None:
        """Break the line for both sides; the first `kept` bytes on their way to the table still arrive."""
        if self.open:
            self.open = False
            self.to_client.lose()
            waiting = b"".join(data for _, data in self.to_server._on_their_way if data)
            self.to_server.lose()
            if self.transport is not None and not self.transport.dead:
                if kept and waiting:
                    self.transport.protocol.data_received(waiting[:kept])
                self.transport.lose_connection(ConnectionResetError("reset by peer"))

    # ---- what arrives ----------------------------------------------------------------------------------

    def _at_client(self, data: bytes | None) -> None:
        if not self.open:
            return
        if data is None:
            self.open = False
            self.to_server.lose()
            self._client.on_end()
        else:
            self._client.on_data(data)
        if self.transport is not None:
            self.transport.drained()

    def _at_server(self, data: bytes | None) -> None:
        end = self.transport
        if end is None or end.dead or end.closing:
            return
        if data is None:
            if not end.protocol.eof_received():
                end.close()
        else:
            end.protocol.data_received(data)

    # ---- the server's half -----------------------------------------------------------------------------

    def died(self, *, told: bool) -> None:
        """End the process at the other end. `told`: its machine still closes its connections."""
        if self.transport is not None:
            self.transport.dead = True
        self.to_server.lose()
        if told:
            self.to_client.send(None)


class _ServerEnd(asyncio.Transport):
    """A transport on a line, as much of it as the server uses."""

    def __init__(self, line: Line, protocol: Any) -> None:
        super().__init__({"peername": (line.address, 40_000), "socket": _Socket(line, self)})
        self.line, self.protocol = line, protocol
        self.dead = False  # its process is
        self.closing = False
        self._waits = False

    def write(self, data: Any) -> None:
        if self.dead or self.closing or not data:
            return
        self.line.to_client.send(bytes(data))
        if self.line.to_client.size > WINDOW and not self._waits:
            self._waits = True
            self.protocol.pause_writing()

    def drained(self) -> None:
        if self._waits and not self.dead and self.line.to_client.size < ROOM:
            self._waits = False
            self.protocol.resume_writing()

    def get_write_buffer_size(self) -> int:
        return max(0, self.line.to_client.size - ROOM)

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        if not self.closing and not self.dead:
            self.line.to_client.send(None)
            self.lose_connection(None)

    def abort(self) -> None:
        if not self.closing and not self.dead:
            self.line.to_client._on_their_way.clear()
            self.line.to_client.send(None)
            self.lose_connection(None)

    def lose_connection(self, why: Exception | None) -> None:
        if not self.closing:
            self.closing = True
            self.line.to_server.lose()
            self.line.air.loop.call_soon(self.protocol.connection_lost, why)

    def pause_reading(self) -> None:
        self.line.to_server.pause(True)

    def resume_reading(self) -> None:
        self.line.to_server.pause(False)

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def can_write_eof(self) -> bool:
        return False


class _Socket:
    """The part of a socket's interface that a server uses."""

    family = socket.AF_INET

    def __init__(self, line: Line, end: _ServerEnd | None = None) -> None:
        self._line, self._end = line, end

    def setsockopt(self, *_: Any) -> None:
        pass

    def fileno(self) -> int:
        return -1 if self._end is not None and self._end.closing else 1

    def close(self) -> None:
        self._line.died(told=True)

    def served_by(self, protocol: Any) -> _ServerEnd:
        end = self._line.transport = _ServerEnd(self._line, protocol)
        protocol.connection_made(end)
        self._line.to_server.pause(False)
        return end


class Listening:
    """A port that a house listens at."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._coming: deque[Line] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self.lines: list[Line] = []
        self.open = True

    def connect(self, air: Air, address: str, client: Client) -> Line | None:
        """Open a line for a device. Return None if the server does not listen."""
        if not self.open:
            return None
        line = Line(air, address, client)
        self.lines = [each for each in self.lines if each.open or (each.transport and not each.transport.closing)]
        self.lines.append(line)
        self._loop.call_at(air.arrives(), self._arrived, line)
        return line

    def _arrived(self, line: Line) -> None:
        self._coming.append(line)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def die(self, *, told: bool) -> None:
        """End the listening process and all its lines."""
        self.open = False
        for line in self.lines:
            line.died(told=told)

    # ---- as a socket that listens ----------------------------------------------------------------------

    def listen(self, backlog: int) -> None:
        pass

    def settimeout(self, seconds: float) -> None:
        pass

    def getsockname(self) -> tuple[str, int]:
        return "0.0.0.0", 8080

    def close(self) -> None:
        self.open = False

    async def accept(self) -> tuple[_Socket, tuple[str, int]]:
        while not self._coming:
            self._waiter = self._loop.create_future()
            await self._waiter
        line = self._coming.popleft()
        return _Socket(line), (line.address, 40_000)
