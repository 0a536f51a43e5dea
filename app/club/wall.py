"""The wall: a live page for a television that shows all tables of the club, fed by WebSockets of the tables.

Walls get server-sent events. Nothing is stored. A slow wall delays nobody: only the newest state waits for it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from aiohttp import WSMsgType, web
from msgspec.structs import replace

from app.club.database import DatabaseProblem
from app.club.page_helpers import LISTS, LOOKUP, ClubPages
from app.club.tournament_pages import format_points, participant_name
from app.club.tournaments import TournamentCourse
from app.club.wall_snapshots import WallSnapshots, encode_event, parse_message
from app.protocol.network_messages import Network
from app.protocol.wall_messages import LARGEST
from app.text.translation import Words
from app.web.appearance_cookies import LOOK, parse_appearance
from app.web.rate_limits import TokenBucket
from app.web.response_headers import HEADERS, NAME
from app.web.route_budgets import Route, max_body

MAX_WALLS: Final = 40  # walls
HEARTBEAT_SECONDS: Final = 4.0  # between heartbeats for walls
LINE: Final = 6.0  # seconds between pings of a table, which has half of that to answer
CLOSE_SECONDS: Final = 1.0  # for a table to answer a close
SEND_SECONDS: Final = 10.0  # seconds for a wall to receive an event
THROTTLE_SECONDS: Final = 0.1  # seconds of pause for a table that sends too much


class WallPages:
    """Handlers for walls, and for the tables shown on them.

    `table_of`: authenticates a table. `member_code`: returns a code to become a member, or "".
    """

    def __init__(
        self,
        pages: ClubPages,
        table_of: Callable[[web.Request], Awaitable[str]],
        member_code: Callable[[], str] = lambda: "",
    ) -> None:
        self._pages, self._table_of, self._member_code = pages, table_of, member_code
        self._board = WallSnapshots(pages.words, lambda w, table: pages.html(w, "wall_table.html", table=table))
        self._sockets: dict[str, web.WebSocketResponse] = {}  # by table id
        self.network = Network(address=None, name=None)  # addresses of the club
        self._streams: set[asyncio.Task[object]] = set()
        self._closing: set[asyncio.Task[bool]] = set()
        self._running: asyncio.Task[None] | None = None
        self._loads = self._loaded = 0  # numbers of the last load that began, and of the newest that has ended
        self._code = ""
        self._club = ""
        self._rounds: list[TournamentCourse] = []
        self._sent: dict[str, object] = {}  # latest event to all walls by kind

    def routes(self) -> list[Route]:
        return [
            Route("GET", "/wall", self._show_wall, LISTS),
            Route("GET", "/wall/live", self._stream_events, LISTS),
            Route("GET", "/table/live", self._receive, replace(LOOKUP, verified_body=LARGEST)),
        ]

    async def open(self, _: web.Application) -> None:
        """Start the heartbeat of the walls."""
        self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await self._load_tables()
            await self._send_changes()
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def _send_changes(self) -> None:
        """Send the page's version, so that walls reload after an update, and other changes."""
        mark = await self._read_version()
        self._board.send_to_all("page", lambda _: mark)
        if not len(self._board):
            return
        await self._load_extras()
        for kind, now, html in (
            ("member", self._code, self._render_member_code),
            ("rounds", self._rounds, self._render_rounds),
        ):
            if self._sent.get(kind) != now:
                self._sent[kind] = now
                self._board.send_to_all(kind, html)

    async def _load_extras(self) -> None:
        """Load the code to become a member, and the rounds of running tournaments."""
        with suppress(DatabaseProblem):  # keep the old state
            self._code = await asyncio.to_thread(self._member_code)
            self._rounds = await asyncio.to_thread(self._pages.store.tournaments.running)

    def _render_rounds(self, w: Words) -> str:
        return self._pages.html(
            w,
            "wall_rounds.html",
            courses=self._rounds,
            words=self._pages.words,
            participant_name=participant_name,
            format_points=format_points,
        )

    def _render_member_code(self, w: Words) -> str:
        return self._pages.html(w, "wall_member.html", code=self._code, club=self.network.address or "")

    async def _read_version(self) -> str:
        """Return the page's version, which changes with its files and the club's name."""
        files = self._pages.files
        with suppress(DatabaseProblem):
            self._club = await asyncio.to_thread(lambda: self._pages.store.name)
        return " ".join((files["wall.js"], files["wall.css"], self._club))

    async def close(self, _: web.Application) -> None:
        """Disconnect all walls and tables."""
        if self._running is not None:
            self._running.cancel()
        for stream in tuple(self._streams):
            stream.cancel()
        for socket in self._sockets.values():
            self._close_socket(socket)
        if self._closing:
            await asyncio.wait(self._closing, timeout=CLOSE_SECONDS)

    def _close_socket(self, socket: web.WebSocketResponse) -> None:
        task = asyncio.create_task(socket.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _load_tables(self) -> None:
        """Load the tables of the club. A slow read neither overwrites a newer one nor delays it."""
        self._loads += 1
        load = self._loads
        with suppress(DatabaseProblem):  # keep the old state
            names = await asyncio.to_thread(self._pages.store.list_current_names)
            if load < self._loaded:
                return
            self._loaded = load
            self._board.set_tables(names)
            for table in self._sockets.keys() - names.keys():
                self._close_socket(self._sockets[table])

    async def _show_wall(self, request: web.Request) -> web.Response:
        await self._load_tables()
        await self._load_extras()
        w, light = self._pages.words_for(request), request.query.get("light")
        if light:  # a television has no settings of its own
            LOOK.set(parse_appearance({**request.cookies, "light": light}, plain=False))
        return await self._pages.page(
            request,
            "wall",
            tables=self._board.render_all(w),
            live=f"/wall/live?lang={w.lang}",
            mark=await self._read_version(),
            member=self._render_member_code(w),
            rounds=self._render_rounds(w),
        )

    async def _stream_events(self, request: web.Request) -> web.StreamResponse:
        if len(self._board) >= MAX_WALLS:
            return web.Response(status=503, text="There are too many walls.")
        await self._load_tables()
        await self._load_extras()
        w = self._pages.words_for(request)
        stream = web.StreamResponse(headers=HEADERS | {"Content-Type": "text/event-stream"})
        await stream.prepare(request)
        if request.method == "HEAD":
            return stream
        wall, task = self._board.add_wall(w.lang), asyncio.current_task()
        wall.put("member", encode_event("member", self._render_member_code(w)))
        wall.put("rounds", encode_event("rounds", self._render_rounds(w)))
        assert task is not None
        self._streams.add(task)
        try:
            while True:
                async with asyncio.timeout(SEND_SECONDS):
                    await stream.write(wall.take())
                await wall.woken.wait()
        except (ConnectionError, TimeoutError):
            return stream
        finally:
            self._streams.discard(task)
            self._board.remove_wall(w.lang, wall)

    async def _receive(self, request: web.Request) -> web.StreamResponse:
        table = await self._table_of(request)
        await self._load_tables()
        socket = web.WebSocketResponse(heartbeat=LINE, max_msg_size=max_body(), compress=False, timeout=CLOSE_SECONDS)
        socket.headers.update(NAME)
        await socket.prepare(request)
        before, self._sockets[table] = self._sockets.get(table), socket
        if before is not None:
            self._close_socket(before)
        try:
            await self._receive_all(table, socket)
        finally:
            if self._sockets.get(table) is socket:
                del self._sockets[table]
                self._board.set_state(table, None)
        return socket

    async def _receive_all(self, table: str, socket: web.WebSocketResponse) -> None:
        rate = TokenBucket(self._pages.clock())
        async for message in socket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            while not rate.allows(self._pages.clock()):
                await asyncio.sleep(THROTTLE_SECONDS)
            if self._sockets.get(table) is socket:
                said = message.data.encode() if isinstance(message.data, str) else message.data
                try:
                    self._board.set_state(table, parse_message(said))
                except ValueError:
                    return
