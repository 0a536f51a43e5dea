"""Everybody who is connected: one writer for each, only the newest state waiting, and who of the phones is still there.

Each writer takes what is waiting whenever its socket is ready for more; a slow phone holds up nobody but itself.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, Literal, Protocol

import msgspec
from aiohttp import WSMsgType, web

from app.phones.game_pages import PhoneGames, on_table
from app.protocol import messages
from app.protocol.rights import ONLOOKER, Rejected, Who
from app.table.core.seen_intents import ID_LENGTH
from app.table.core.write_queue import DirectQueue, WriteQueue
from app.table.table import Table, TableChanged
from app.text import languages
from app.text import table as table_words
from app.text.game import GameWords
from app.text.terminal import version
from app.web.rate_limits import TokenBucket
from app.web.response_headers import NAME

PROTOCOL: Final = 1
LARGEST: Final = 16 * 1024  # bytes of one message from a client
WAITING: Final = 64  # answers and cues that may wait for a slow reader
HELD: Final = 256 * 1024  # bytes of them; a single one may be larger
WRITTEN: Final = 64 * 1024  # bytes handed to a socket before it is asked whether it keeps up
READS: Final = 10.0  # seconds to read what was said, before anything more is heard
SILENT: Final = 4.0  # seconds without a word, then a phone is away
GRACE: Final = 1.5  # seconds a closed page has to come back
TICK: Final = 0.5  # seconds between two looks at who is still there
BEAT: Final = 1.5  # seconds without a word, then those whose protocol has no heartbeat of its own are pinged,
ANSWER: Final = SILENT - BEAT  # and have so many to answer
FAREWELL: Final = 1.0  # seconds for the other side to close too
MOVED: Final = 4001  # close code: another tab or phone has the seat
NO_KEY: Final = 4004  # close code: this key opens no seat


class Have(msgspec.Struct, frozen=True, tag="have", tag_field="type"):
    """An HTML phone tells which tab is open and which parts it shows there; it wants what differs.

    `heard`: the newest line of the log that was told by ear there; the lines after it are.
    `zone`, `at`: the phone's time zone, and its clock (seconds since 1970).
    """

    parts: dict[str, str] = {}
    tab: str = ""
    heard: int | None = None  # it tells none
    zone: str = ""
    at: float | None = None


class _Lang(msgspec.Struct, frozen=True):
    lang: str


class _Spoken(msgspec.Struct, frozen=True):
    """The part of a TableView that says which game is spoken of, and in which languages."""

    game: str
    mode: messages.Mode
    phase: str
    seats: tuple[_Lang, ...]


class _Id(msgspec.Struct, frozen=True):
    id: str = ""


_ID: Final = msgspec.json.Decoder(_Id)
_WRITE: Final = msgspec.json.Encoder()


class Connection(ABC):
    """One connected client. `who` is who they are now; None when their key opens no seat any more."""

    decoder = msgspec.json.Decoder(messages.Intents | Have)

    def __init__(
        self,
        connections: "Connections",
        socket: web.WebSocketResponse,
        who: Who,
        key: str | None = None,
        page: str = "",
    ) -> None:
        self.connections = connections
        self.table = connections.table
        self.socket = socket
        self.who = who
        self.key = key
        self.page = page  # one tab, over its reconnects
        self.heard_at = connections.clock()
        self.asked: float | None = None  # when it was pinged, until it answers
        self.token_bucket = TokenBucket(self.heard_at)
        self.closing: int | None = None  # close code, once everything waiting has been said
        self._acts = False  # it has said something that is not answered yet, and is not heard before
        self._waiting: deque[bytes] = deque()
        self._fresh = False  # there is newer state than what was sent
        self._asks = False  # a ping is to be sent
        self._woken = asyncio.Event()
        self._caught_up = asyncio.Event()  # nothing waits but the newest state
        self.writer: asyncio.Task[None] | None = None
        self.transport: asyncio.Transport | None = None

    # ---- out ---------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """There is something new to show."""
        self._fresh = True
        self._woken.set()

    def say(self, message: msgspec.Struct) -> None:
        """Queue one message. Who does not read is let go."""
        said = _WRITE.encode(message)
        if len(self._waiting) >= WAITING or (self._waiting and self.held + len(said) > HELD):
            self.drop()
            return
        self._waiting.append(said)
        self._woken.set()

    @property
    def held(self) -> int:
        """Bytes that wait for this reader here, without those that its socket has taken."""
        return sum(map(len, self._waiting))

    def missed(self, now: float) -> bool:
        """Whether it has been silent for too long; who does not speak by itself is asked for a word before."""
        if self._acts:
            return False
        if self.key is not None and self.page:
            return now - self.heard_at > SILENT
        if self.asked is not None:
            return now - self.asked > ANSWER
        if now - self.heard_at > BEAT:
            self.asked, self._asks = now, True
            self._woken.set()
        return False

    def end(self, code: int) -> None:
        """Close when all that waits has been said."""
        self.closing = code
        self._woken.set()

    def drop(self) -> None:
        """Close at once, without a farewell: nobody is there."""
        self.closing = 1001
        self._waiting.clear()
        self._woken.set()
        if self.writer is not None:
            self.writer.cancel()
        self._cut_off()

    async def write(self) -> None:
        """Say what waits, then the newest state, whenever there is something; ends when the connection is closing."""
        try:
            while True:
                await self._woken.wait()
                self._woken.clear()
                while self._waiting:
                    await self.socket.send_frame(self._waiting.popleft(), WSMsgType.TEXT)
                self._caught_up.set()
                if self.closing is not None:
                    break
                if self._asks:
                    self._asks = False
                    await self.socket.ping()
                if self._fresh:
                    self._fresh = False
                    text = self.state()
                    if text is not None:
                        await self.socket.send_frame(text, WSMsgType.TEXT)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._caught_up.set()
            await self._close(self.closing or 1000)

    async def _close(self, code: int) -> None:
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(FAREWELL):
                await self.socket.close(code=code)
                return
        self._cut_off()

    def _cut_off(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    @abstractmethod
    def state(self) -> bytes | None:
        """The newest state for this client, as one message; None if there is nothing to say."""

    # ---- in ----------------------------------------------------------------------------------------------

    async def read(self) -> None:
        """Take messages until the socket closes."""
        async for message in self.socket:
            self._alive(self.connections.clock())
            if message.type is WSMsgType.TEXT:
                await self.receive(message.data)
            elif message.type is WSMsgType.PING:
                with suppress(ConnectionError):
                    await self.socket.pong(message.data)
            elif message.type is WSMsgType.BINARY:
                self._refuse("", "message")
            if self.held >= HELD // 2:
                await self._catch_up()

    def _alive(self, now: float) -> None:
        """There was a sign of life."""
        self.heard_at, self.asked = now, None
        self.connections.heard(self, now)

    async def _catch_up(self) -> None:
        """Nothing more is heard from a reader to whom much has to be said; one who does not read it is let go."""
        self._caught_up.clear()
        try:
            async with asyncio.timeout(READS):
                await self._caught_up.wait()
        except TimeoutError:
            self.drop()

    async def receive(self, text: str) -> None:
        """Carry out one message, and answer it. What changes something takes its turn; nobody waits with a ping."""
        now = self.connections.clock()
        self._alive(now)
        if self.closing is not None:
            return
        if not self.seated():  # who does not read is not told by `state` that the seat has moved, or ended
            self.gone()
            return
        try:
            intent = self.decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self._refuse(_id(text), "message")
            return
        if isinstance(intent, Have):
            self.have(intent)
            return
        if not self.token_bucket.allows(now):
            self._refuse(intent.id, "too-fast")
            return
        if not 1 <= len(intent.id) <= ID_LENGTH:
            self._refuse("", "message")
            return
        if isinstance(intent, messages.Ping):
            self._carry_out(intent)
            return
        self._acts = True
        try:
            await self.connections.turns.take(partial(self._carry_out, intent))
        finally:
            self._acts = False
            self._alive(self.connections.clock())

    def _carry_out(self, intent: messages.Intents) -> None:
        if not self.seated():  # by now
            self.gone()
            return
        try:
            self.say(self.answered(self.table.handle(self.who, intent)))
        except Rejected as no:
            self.refused(intent, no)

    def refused(self, intent: messages.Intents, no: Rejected) -> None:
        """The table has refused it."""
        self._refuse(intent.id, no.code, no.params, _for_seat(intent))

    def answered(self, answer: messages.Message) -> msgspec.Struct:
        """What the table answers, as this client hears it."""
        return answer

    def have(self, have: Have) -> None:
        """Only HTML phones have parts."""
        self._refuse("", "message")

    def _refuse(self, id: str, rule: str, facts: dict[str, int | str] | None = None, seat: int | None = None) -> None:
        seat = seat if self.who.role == "screen" else None
        text = table_words.refusal(languages.words(self.lang(seat)), rule, facts or {}, self.connections.game_words())
        lit = self.named(facts) if facts else ()
        self.say(messages.Refused(id=id, rule=rule, facts=facts or {}, text=text, seat=seat or self.own, lit=lit))

    def named(self, facts: dict[str, int | str]) -> tuple[str, ...]:
        """Return the keys of what a refusal names; only HTML phones have things to mark."""
        return ()

    def lang(self, seat: int | None = None) -> str:
        """The language of a seat (from 1), or of this client's own."""
        return self.connections.lang(seat or self.own)

    # ---- who ---------------------------------------------------------------------------------------------

    def seated(self) -> bool:
        """Whether this connection's key still opens a seat; finds out which. True for those without a key."""
        if self.key is None:
            return True
        seat = self.table.joining.seat_of_key(self.key)
        if seat is None:
            return False
        if seat != self.who.seat:
            self.who = Who("seat", seat)
        return True

    @property
    def own(self) -> int | None:
        """Its own seat, from 1."""
        return None if self.who.seat is None else self.who.seat + 1

    def hello(self) -> messages.Hello:
        role = self.who.role
        you: Literal["screen", "seat", "onlooker"] = (
            "screen" if role == "screen" else "seat" if role == "seat" else "onlooker"
        )
        return messages.Hello(PROTOCOL, self.connections.version, self.table.id, you, self.own)

    def gone(self) -> None:
        """Tell that the key has ended, and close."""
        self.say(messages.Cue("moved", self.own or 0))
        self.end(NO_KEY)

    def replaced(self) -> None:
        """Tell that a newer tab acts now, and close."""
        self.say(messages.Cue("moved", self.own or 0))
        self.end(MOVED)


class JsonConnection(Connection):
    """A client that speaks the documented JSON."""

    since = 0

    def state(self) -> bytes | None:
        before = self.own
        if not self.seated():
            self.gone()
            return None
        if self.own != before:  # people have moved: it is told which seat is its own, and reads that seat's log
            self.since = 0
            self.say(self.hello())
            self.changed()
            return None
        snapshot = self.table.snapshot(self.who, self.since)
        self.since = self.table.log_end
        return _WRITE.encode(snapshot)


class Opens(Protocol):
    """Makes a connection of a socket."""

    def __call__(
        self, connections: "Connections", socket: web.WebSocketResponse, who: Who, key: str | None, page: str, /
    ) -> Connection: ...


class Connections:
    """All connections of a table. Listens to it and tells everybody; tells it who is there."""

    def __init__(
        self, table: Table, games: PhoneGames, clock: Callable[[], float], turns: WriteQueue | None = None
    ) -> None:
        self.table = table
        self.clock = clock
        self.games = games
        self.turns = turns or DirectQueue()
        self.version = version()  # as it was when this program began
        self._all: dict[Connection, None] = {}  # who spoke last is told last: its answer and its news come in one go
        self._acting: dict[str, Connection] = {}  # the newest of each key
        self._seen: dict[str, float] = {}  # keys whose phone is there: when it was last heard, or will be missed from
        self._spoken: tuple[int, _Spoken | None] = (-1, None)  # as of a rev
        self._unsubscribe = table.subscribe(self.listen)

    def lang(self, seat: int | None) -> str:
        """The language of a seat (from 1), or the table's."""
        seats = self._now().seats
        return seats[seat - 1].lang if seat is not None and 1 <= seat <= len(seats) else self.table.settings.lang

    def game_words(self) -> GameWords:
        """The words of the game on the table."""
        now = self._now()
        return on_table(self.games, now.game, now.mode, now.phase).words

    def _now(self) -> _Spoken:
        rev, spoken = self._spoken
        if spoken is None or rev != self.table.rev:
            raw = self.table.snapshot(ONLOOKER, self.table.log_end).table
            spoken = msgspec.json.decode(raw, type=_Spoken)
            self._spoken = (self.table.rev, spoken)
        return spoken

    @property
    def screens(self) -> int:
        return sum(connection.who.role == "screen" for connection in self._all)

    @property
    def onlookers(self) -> int:
        return sum(connection.who.role == "onlooker" for connection in self._all)

    def listen(self, told: TableChanged | messages.Cue) -> None:
        """The table has changed, or there is something to see and hear right now. Only queues."""
        if isinstance(told, TableChanged):
            for connection in self._all:
                connection.changed()
            return
        for connection in tuple(self._all):
            if told.what not in ("moved", "marker") or connection.who.role == "screen":
                connection.say(told)
            connection.changed()

    def tell_screen(self, message: messages.Panel | messages.Heard | messages.Keys | messages.Wifi) -> bool:
        """Say something to the screen alone; whether there is one."""
        screens = [
            connection for connection in self._all if connection.who.role == "screen" and connection.closing is None
        ]
        for connection in screens:
            connection.say(message)
        return bool(screens)

    async def serve(
        self, request: web.Request, opens: Opens, who: Who, key: str | None = None, page: str = ""
    ) -> web.WebSocketResponse:
        """Run one socket from its opening to its end."""
        socket = web.WebSocketResponse(max_msg_size=LARGEST, compress=False, autoping=False, writer_limit=WRITTEN)
        await _opened(socket, request)
        connection = opens(self, socket, who, key, page)
        self._open(connection)
        connection.transport = request.transport
        connection.writer = asyncio.create_task(connection.write())
        connection.say(connection.hello())
        if who.role == "screen":
            machine = self.table.machine
            for part in (machine.panel, machine.keys, machine.wifi):
                shown = part.now() if part else None
                if shown is not None:
                    connection.say(shown)
        connection.changed()
        try:
            await connection.read()
        finally:
            self._closed(connection)
            if connection.closing is None:
                connection.end(1000)
            if connection.writer is not None:
                await asyncio.wait([connection.writer])
            _let_go(socket)
        return socket

    async def refuse(self, request: web.Request, farewell: msgspec.Struct) -> web.WebSocketResponse:
        """Tell somebody whose key opens no seat, where a browser can hear it, and close."""
        socket = web.WebSocketResponse(max_msg_size=LARGEST, compress=False, timeout=FAREWELL)
        await _opened(socket, request)
        with suppress(ConnectionError):
            await socket.send_str(_WRITE.encode(farewell).decode())
            await socket.close(code=NO_KEY)
        _let_go(socket)
        return socket

    def _open(self, connection: Connection) -> None:
        self._all[connection] = None
        if connection.who.role == "screen":
            self._screens_changed()
        if connection.key is not None:
            before = self._acting.get(connection.key)
            self._acting[connection.key] = connection
            if before is not None:
                if before.page and before.page == connection.page:
                    before.end(1000)
                else:
                    before.replaced()
            self.heard(connection, self.clock())
        elif connection.who.role == "onlooker":
            self._count()

    def _closed(self, connection: Connection) -> None:
        self._all.pop(connection, None)
        key = connection.key
        if connection.who.role == "screen" and not self.screens:
            for machine in (self.table.machine.panel, self.table.machine.keys):
                if machine:
                    machine.let_go()
            self._screens_changed()
        if key is None:
            if connection.who.role == "onlooker":
                self._count()
            return
        if self._acting.get(key) is connection:
            del self._acting[key]
            if key in self._seen:
                self._seen[key] = min(self._seen[key], self.clock() - SILENT + GRACE)

    def _screens_changed(self) -> None:
        """A page whose table has a screen again offers to play on it, one whose table has none any more does not."""
        self.table.presence.be_shown(self.screens)
        for connection in self._all:
            if connection.page:
                connection.changed()

    def _count(self) -> None:
        self.table.presence.watch(self.onlookers)

    def heard(self, connection: Connection, now: float) -> None:
        """A phone has given a sign of life."""
        if connection in self._all:
            self._all[connection] = self._all.pop(connection)
        key = connection.key
        if key is None or self._acting.get(key) is not connection:
            return
        fresh = key not in self._seen
        self._seen[key] = now
        if fresh:
            seat = self.table.joining.seat_of_key(key)
            if seat is not None:
                self.table.presence.phone(seat, True)

    def tick(self, now: float) -> None:
        """Miss those who have been silent; tell the table."""
        for connection in tuple(self._all):
            key = connection.key
            if connection.missed(now):
                connection.drop()
                if key is not None and self._acting.get(key) is connection:
                    self._seen[key] = connection.heard_at
            elif key is not None and not connection.page and not connection.socket.closed:
                self.heard(connection, now)  # is there until it does not answer
        for key in [key for key, at in self._seen.items() if now - at > SILENT]:
            del self._seen[key]
            seat = self.table.joining.seat_of_key(key)
            if seat is not None:
                self.table.presence.phone(seat, False)

    async def watch(self) -> None:
        """Look who is still there, for as long as this runs."""
        while True:
            began = self.clock()
            await asyncio.sleep(TICK)
            if self.clock() - began > 2 * TICK:  # the table itself was held up: what was said meanwhile is read first
                await asyncio.sleep(TICK)
            self.tick(self.clock())

    async def close(self) -> None:
        """Say goodbye to everybody."""
        self._unsubscribe()
        connections = tuple(self._all)
        for connection in connections:
            connection.end(1001)
        tasks = [connection.writer for connection in connections if connection.writer is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=2)


async def _opened(socket: web.WebSocketResponse, request: web.Request) -> None:
    """Answer the handshake; HTTPBadRequest if it is none."""
    socket.headers.update(NAME)
    try:
        await socket.prepare(request)
    except UnicodeEncodeError:  # what would be quoted of it cannot be written
        raise web.HTTPBadRequest from None


def _let_go(socket: web.WebSocketResponse) -> None:
    """A socket that was cut off remembers how, and with that every frame it came through, and by them itself.

    Without this, all a page ever had would stay until the collector comes.
    """
    cut_off = socket.exception()
    while cut_off is not None:
        cut_off.__traceback__, cut_off = None, cut_off.__context__


def _for_seat(intent: object) -> int | None:
    """Whose seat an intent is for: it is refused in that person's language."""
    if not isinstance(intent, messages.Act | messages.Undo | messages.Vote | messages.Look | messages.LookAhead):
        return None
    return intent.seat if intent.seat and intent.seat > 0 else None


def _id(text: str) -> str:
    """The id of a message that could not be read, if it has one."""
    try:
        return _ID.decode(text).id[:ID_LENGTH]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
