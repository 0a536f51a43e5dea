"""The relay: forwards requests of friends far away over the connection that their table keeps open to the club.

It has a port of its own, and so an origin of its own: what a table sends is no page of the club's. The club knows which
paths a far seat may open, and the table checks that again.
"""

import asyncio
from contextlib import suppress
from itertools import count
from typing import Final

import msgspec
from aiohttp import WSMsgType, web
from msgspec.structs import replace

from app.club.database import DatabaseProblem
from app.club.page_helpers import LOOKUP, ClubPages
from app.club.table_routes import TableRoutes
from app.protocol import relay_messages as said
from app.web.connection_limits import ConnectionLimiter
from app.web.public_address import ROUTES
from app.web.request_helpers import Handler, as_text, host_of
from app.web.response_headers import HEADERS, NAME
from app.web.route_budgets import Budget, Route, RouteBudgets, max_body

METHODS: Final = "GET", "POST"
FAREWELL_SECONDS: Final = 1.0  # until a closed connection counts as gone
CHECK_SECONDS: Final = 5.0  # between checks that a table is still in the club


class TableLine:
    """The open connection of a table, and the streams on it."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._numbers = count(1)
        self.streams: dict[int, said.StreamQueue] = {}

    def open(self, client: str) -> said.StreamQueue | None:
        """Open a stream for a client; None if there are too many."""
        of_client = sum(each.client == client for each in self.streams.values())
        if len(self.streams) >= said.STREAMS or of_client >= said.CLIENT_STREAMS:
            return None
        stream = said.StreamQueue(next(self._numbers), said.LARGEST, client)
        self.streams[stream.number] = stream
        return stream

    def receive(self, data: bytes) -> None:
        """Sort a message of the table into its stream. ValueError if it is none, or too large."""
        message = said.decode_from_table(data)
        if len(data) > said.FROM_TABLE_BYTES[type(message)]:
            raise msgspec.ValidationError("a message is larger than its kind may be")
        if stream := self.streams.get(message.stream):
            has_room = sum(each.pending for each in self.streams.values()) < said.TABLE_BYTES
            stream.put(message if has_room else said.RelayEnd(stream.number, said.LOST_CODE))

    async def close(self, stream: said.StreamQueue) -> None:
        """Close a stream, and tell the table."""
        del self.streams[stream.number]
        with suppress(ConnectionError):
            await self.socket.send_bytes(said.encode(said.RelayEnd(stream.number)))


class Relay:
    """Handlers for tables, at the club's port, and for browsers, at the relay's.

    `url`: the relay's address, https and without a path; `door`: the connection limits of its port.
    """

    def __init__(self, pages: ClubPages, tables: TableRoutes, url: str) -> None:
        self._pages, self._tables, self._url = pages, tables, url
        self.lines: dict[str, TableLine] = {}  # of the tables that use the relay now, by path
        self.door: ConnectionLimiter | None = None
        self.budgets = RouteBudgets()

    def routes(self) -> list[Route]:
        """List the routes at the club's port."""
        return [Route("GET", said.PATH, self._serve_table, replace(LOOKUP, verified_body=2 * said.LARGEST))]

    def app(self) -> web.Application:
        """Make the application at the relay's port."""
        app = web.Application(middlewares=[self._guard], client_max_size=said.BODY_BYTES)
        far = Budget(body=said.BODY_BYTES)
        paths = [f"/far/{{id}}{path}" for path in sorted(ROUTES)]
        self.budgets.register(app, *(Route(method, path, self._relay, far) for path in paths for method in METHODS))
        return app

    async def _serve_table(self, request: web.Request) -> web.StreamResponse:
        table = await self._tables.table_of(request)
        path = said.relay_path(request.headers["Authorization"].removeprefix("Bearer "))
        beat, most = said.HEARTBEAT_SECONDS, max_body()
        socket = web.WebSocketResponse(heartbeat=beat, max_msg_size=most, compress=False, timeout=FAREWELL_SECONDS)
        socket.headers.update(NAME)
        await socket.prepare(request)
        before, line = self.lines.get(path), TableLine(socket)
        self.lines[path] = line
        if before is not None:
            await before.socket.close()
        checks = asyncio.create_task(self._check_membership(table, socket))
        try:
            with suppress(ConnectionError, msgspec.MsgspecError, TypeError):  # TypeError: not bytes
                await socket.send_bytes(said.encode(said.RelayAddress(f"{self._url}{path}")))
                async for message in socket:
                    line.receive(message.data)
        finally:
            checks.cancel()
            for stream in line.streams.values():
                stream.put(said.RelayEnd(stream.number, said.LOST_CODE))
            if self.lines.get(path) is line:
                del self.lines[path]
        return socket

    async def _check_membership(self, table: str, socket: web.WebSocketResponse) -> None:
        """Close the connection of a table that the organiser has removed."""
        names = {table}
        while table in names:
            await asyncio.sleep(CHECK_SECONDS)
            with suppress(DatabaseProblem):
                names = set(await asyncio.to_thread(self._pages.store.list_current_names))
        await socket.close()

    async def close(self, _: web.Application) -> None:
        """Disconnect all tables, and with them all browsers."""
        for line in tuple(self.lines.values()):
            await line.socket.close()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        assert self.door is not None
        answering = self.budgets.run_counted(request, self._answer(request, handler))
        return await self.door.run_marked_busy(request, answering)

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if f"https://{host_of(request).lower()}" != self._url:
            return web.Response(status=421, text="This relay has another name.")
        try:
            return await handler(request)
        except web.HTTPException as no:
            return as_text(no)
        except (ConnectionError, ValueError, web.RequestPayloadError):
            return web.Response(status=400)

    async def _relay(self, request: web.Request) -> web.StreamResponse:
        """Lead a request to its table and answer as the table does."""
        prefix = f"/far/{request.match_info['id']}"
        line, w = self.lines.get(prefix), self._pages.words_for(request)
        if line is None:
            return web.Response(status=404, text=w("No table can be reached here now. Ask your friends at the table."))
        client = request.remote or ""
        is_socket = request.headers.get("Upgrade", "").lower() == "websocket"
        body = b"" if is_socket else await request.read()
        stream = line.open(client)
        if stream is None:
            return web.Response(status=503, text=w("Too much comes at once. Please try again in a moment."))
        headers = {name: request.headers[name] for name in said.REQUEST_HEADERS if name in request.headers}
        cookies = {name: request.cookies[name] for name in said.COOKIES if name in request.cookies}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        path = request.rel_url.raw_path_qs.removeprefix(prefix)
        try:
            ask = said.RelayRequest(
                stream.number,
                method=request.method,
                path=path,
                client=client,
                headers=headers,
                body=body,
                socket=is_socket,
            )
            await line.socket.send_bytes(said.encode(ask))
            head: said.FromTable | None = None
            with suppress(TimeoutError):
                async with asyncio.timeout(said.ANSWER_SECONDS):
                    head = await stream.get()
            if not isinstance(head, said.RelayHead):
                return web.Response(status=504, text=w("The table does not answer. Please try again."))
            if head.status == 101:
                return await self._relay_socket(request, line, stream)
            return await self._relay_body(request, head, stream)
        finally:
            await line.close(stream)

    async def _relay_body(
        self, request: web.Request, head: said.RelayHead, stream: said.StreamQueue
    ) -> web.StreamResponse:
        response = web.StreamResponse(status=head.status)
        theirs = {name: head.headers[name] for name in said.RESPONSE_HEADERS if name in head.headers}
        response.headers.update(HEADERS | theirs)
        await response.prepare(request)
        piece = None
        with suppress(TimeoutError):
            while isinstance(piece := await stream.get(), said.RelayPiece):
                async with asyncio.timeout(said.SEND_SECONDS):
                    await response.write(piece.data)
        if piece != said.RelayEnd(stream.number) and request.transport is not None:
            request.transport.abort()  # half a page must not look like a whole one
        await response.write_eof()
        return response

    async def _relay_socket(
        self, request: web.Request, line: TableLine, stream: said.StreamQueue
    ) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=said.BODY_BYTES, compress=False)
        socket.headers.update(NAME)
        await socket.prepare(request)
        sending = asyncio.create_task(stream.forward_to(socket))
        with suppress(ConnectionError):
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                await line.socket.send_bytes(said.encode(said.RelayPiece(stream.number, message.data.encode())))
        sending.cancel()
        await socket.close(code=said.LOST_CODE)  # unless it is closed already
        return socket
