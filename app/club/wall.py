"""The wall: a page for a television that shows every table as it stands, and tables that tell how they do.

Tables tell over a WebSocket each, walls are told by a stream of events; nothing of it is kept. A slow wall holds up
nobody: what waits for it is only the newest.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from aiohttp import WSMsgType, web

from app.club.database import DatabaseProblem
from app.club.page_shell import ClubPages
from app.club.tournament_pages import called, number
from app.club.tournaments import TournamentCourse
from app.club.wall_snapshots import Board, event, read
from app.protocol.messages import Network
from app.protocol.wall_messages import LARGEST
from app.text.languages import Words
from app.web.appearance import LOOK, wished
from app.web.rate_limits import TokenBucket
from app.web.response_headers import ALWAYS, NAME

MOST: Final = 40  # walls
BEAT: Final = 4.0  # seconds between two signs of life for walls
LINE: Final = 6.0  # seconds between two of a table, which has half of that to answer
FAREWELL: Final = 1.0  # seconds for a table to close, too
READS: Final = 10.0  # seconds for a wall to take what it is told
REST: Final = 0.1  # seconds for which a table that says too much is not heard


class ForWalls:
    """Answers walls, and tables that tell what hangs there.

    `table_of`: the table that asks, by its key. `member_code`: by which one becomes a member; "": none.
    """

    def __init__(
        self,
        pages: ClubPages,
        table_of: Callable[[web.Request], Awaitable[str]],
        member_code: Callable[[], str] = lambda: "",
    ) -> None:
        self._pages, self._table_of, self._member_code = pages, table_of, member_code
        self._board = Board(pages.words, lambda w, table: pages.html(w, "wall_table.html", table=table))
        self._sockets: dict[str, web.WebSocketResponse] = {}  # of tables, by their ids
        self.network = Network(address=None, name=None)  # where the club is
        self._streams: set[asyncio.Task[object]] = set()
        self._closing: set[asyncio.Task[bool]] = set()
        self._running: asyncio.Task[None] | None = None
        self._looks = asyncio.Lock()
        self._code = ""
        self._club = ""
        self._rounds: list[TournamentCourse] = []
        self._said: dict[str, object] = {}  # to all walls, by kind of event

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/wall", self._page),
            web.get("/wall/live", self._live),
            web.get("/table/live", self._hear),
        ]

    async def open(self, _: web.Application) -> None:
        """From now on it is known which tables are in the club."""
        self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await self._look()
            await self._say_all()
            await asyncio.sleep(BEAT)

    async def _say_all(self) -> None:
        """Send which page it is, so that another one is fetched; and what else has changed."""
        mark = await self._mark()
        self._board.say("page", lambda _: mark)
        if not len(self._board):
            return
        await self._look_besides()
        for kind, now, html in (("member", self._code, self._member), ("rounds", self._rounds, self._round)):
            if self._said.get(kind) != now:
                self._said[kind] = now
                self._board.say(kind, html)

    async def _look_besides(self) -> None:
        """Read by which code one becomes a member, and the rounds of tournaments that are played."""
        with suppress(DatabaseProblem):  # they stay as they were
            self._code = await asyncio.to_thread(self._member_code)
            self._rounds = await asyncio.to_thread(self._pages.book.tournaments.running)

    def _round(self, w: Words) -> str:
        return self._pages.html(
            w, "wall_rounds.html", courses=self._rounds, words=self._pages.words, called=called, number=number
        )

    def _member(self, w: Words) -> str:
        return self._pages.html(w, "wall_member.html", code=self._code, club=self.network.address or "")

    async def _mark(self) -> str:
        """Another one where the page is: a later version, or the club is called otherwise."""
        files = self._pages.files.addresses
        with suppress(DatabaseProblem):
            self._club = await asyncio.to_thread(lambda: self._pages.book.name)
        return " ".join((files["wall.js"], files["wall.css"], self._club))

    async def close(self, _: web.Application) -> None:
        """Nobody is told anything any more."""
        if self._running is not None:
            self._running.cancel()
        for stream in tuple(self._streams):
            stream.cancel()
        for socket in self._sockets.values():
            self._let_go(socket)
        if self._closing:
            await asyncio.wait(self._closing, timeout=FAREWELL)

    def _let_go(self, socket: web.WebSocketResponse) -> None:
        """Close a line; nobody waits until the other side does."""
        task = asyncio.create_task(socket.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _look(self) -> None:
        """Read which tables are in the club, one read at a time: a slow one must not undo what a later one found."""
        async with self._looks:
            await self._look_now()

    async def _look_now(self) -> None:
        with suppress(DatabaseProblem):  # they stay as they were
            names = await asyncio.to_thread(self._pages.book.inside)
            self._board.be_in(names)
            for table in self._sockets.keys() - names.keys():
                self._let_go(self._sockets[table])

    # ---- walls

    async def _page(self, request: web.Request) -> web.Response:
        await self._look()
        await self._look_besides()
        w, light = self._pages.reads(request), request.query.get("light")
        if light:  # a television has no other place where it could be said
            LOOK.set(wished({**request.cookies, "light": light}, False))
        return await self._pages.page(
            request,
            "wall",
            tables=self._board.shown(w),
            live=f"/wall/live?lang={w.lang}",
            mark=await self._mark(),
            member=self._member(w),
            rounds=self._round(w),
        )

    async def _live(self, request: web.Request) -> web.StreamResponse:
        if len(self._board) >= MOST:
            return web.Response(status=503, text="There are too many walls.")
        await self._look()
        await self._look_besides()
        w = self._pages.reads(request)
        stream = web.StreamResponse(headers=ALWAYS | {"Content-Type": "text/event-stream"})
        await stream.prepare(request)
        wall, task = self._board.hang(w.lang), asyncio.current_task()
        wall.put("member", event("member", self._member(w)))
        wall.put("rounds", event("rounds", self._round(w)))
        assert task is not None
        self._streams.add(task)
        try:
            while True:
                async with asyncio.timeout(READS):
                    await stream.write(wall.take())
                await wall.woken.wait()
        except (ConnectionError, TimeoutError):
            return stream
        finally:
            self._streams.discard(task)
            self._board.take_down(w.lang, wall)

    # ---- tables

    async def _hear(self, request: web.Request) -> web.StreamResponse:
        table = await self._table_of(request)
        await self._look()
        socket = web.WebSocketResponse(heartbeat=LINE, max_msg_size=LARGEST, compress=False, timeout=FAREWELL)
        socket.headers.update(NAME)
        await socket.prepare(request)
        before, self._sockets[table] = self._sockets.get(table), socket
        if before is not None:
            self._let_go(before)
        try:
            await self._hear_all(table, socket)
        finally:
            if self._sockets.get(table) is socket:
                del self._sockets[table]
                self._board.tell(table, None)
        return socket

    async def _hear_all(self, table: str, socket: web.WebSocketResponse) -> None:
        rate = TokenBucket(self._pages.clock())
        async for message in socket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            while not rate.allows(self._pages.clock()):
                await asyncio.sleep(REST)
            if self._sockets.get(table) is socket:
                said = message.data.encode() if isinstance(message.data, str) else message.data
                try:
                    self._board.tell(table, read(said))
                except ValueError:
                    return
