"""Connections of real HTTP clients to a club in one process, on the network of evenings, with repeated requests."""

import asyncio
from collections import deque
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

import aiohttp
from aiohttp.client_proto import ResponseHandler

from tests.evening.wire import Line

if TYPE_CHECKING:
    from tests.evening.club_house import Machine

OWNER: ContextVar["Machine | None"] = ContextVar("owner", default=None)  # whose program runs
MAX_STORED_REQUESTS: Final = 6  # requests of a machine that may be said again


class _Unheard:
    """The end of a line at which nobody listens."""

    def on_data(self, data: bytes) -> None:
        pass

    def on_end(self) -> None:
        pass


class ClientEnd(asyncio.Transport):
    """A client's transport on a line, as much of it as aiohttp uses."""

    def __init__(self, machine: "Machine", protocol: ResponseHandler) -> None:
        super().__init__({"peername": ("192.168.1.2", 8090)})
        self.machine, self.protocol = machine, protocol
        self.line: Line | None = None
        self._closing = False

    # ---- what the line calls

    def on_data(self, data: bytes) -> None:
        if not self._closing:
            self.protocol.data_received(data)

    def on_end(self) -> None:
        if not self._closing:
            self.protocol.eof_received()
            self.close()

    # ---- what aiohttp calls

    def write(self, data: Any) -> None:
        if self.line is None or self._closing:
            return
        self.machine.sends(self, bytes(data))
        self.line.say(bytes(data))

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            if self.line is not None:
                self.line.hang_up()
            self.machine.ends.pop(self, None)
            self.machine.world.loop.call_soon(self.protocol.connection_lost, None)

    def abort(self) -> None:
        self.close()

    def pause_reading(self) -> None:
        assert self.line is not None
        self.line.to_client.pause(True)

    def resume_reading(self) -> None:
        assert self.line is not None
        self.line.to_client.pause(False)

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_write_buffer_size(self) -> int:
        return 0

    def can_write_eof(self) -> bool:
        return False


class SimConnector(aiohttp.BaseConnector):
    """A connector whose every connection leads from one machine to the club's."""

    def __init__(self, machine: "Machine") -> None:
        super().__init__(force_close=False, keepalive_timeout=5.0)
        self._machine = machine

    async def _create_connection(self, req: Any, traces: Any, timeout: Any) -> ResponseHandler:
        protocol = self._factory()
        end = ClientEnd(self._machine, protocol)
        end.line = self._machine.connect(end)
        if end.line is None:
            raise aiohttp.ClientConnectorError(req.connection_key, ConnectionRefusedError(111, "refused"))
        protocol.connection_made(end)
        return protocol


class Sent:
    """The requests of a machine as bytes, so that the network can deliver one once more, later."""

    def __init__(self) -> None:
        self._begun: dict[int, list[bytes]] = {}
        self.requests: deque[list[bytes]] = deque(maxlen=MAX_STORED_REQUESTS)

    def add(self, end: ClientEnd, data: bytes) -> None:
        if data.split(b" ", 1)[0] in (b"POST", b"PUT", b"DELETE"):
            self.requests.append([data])
            self._begun[id(end)] = self.requests[-1]
        elif data.startswith(b"GET "):
            self._begun.pop(id(end), None)
        elif id(end) in self._begun:
            self._begun[id(end)].append(data)

    def repeat(self, machine: "Machine", n: int) -> bool:
        """Deliver one of the last requests once more; its answer is lost. Return False if there is none."""
        line = machine.connect(_Unheard()) if self.requests else None
        if line is None:
            return False
        for data in self.requests[n % len(self.requests)]:
            line.say(data)
        machine.world.loop.call_later(5.0, line.hang_up)
        return True


def open_session(*args: Any, **more: Any) -> aiohttp.ClientSession:
    """Open a client session of the program that asks for it, on its machine's network."""
    machine = OWNER.get()
    assert machine is not None
    return _Session(*args, **more, connector=SimConnector(machine))


_Session: Final = aiohttp.ClientSession
