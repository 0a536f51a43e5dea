"""WebSocket connections: a writer task for each client, which sends only the newest state, and presence of phones.

Each writer sends when its socket is ready, so that a slow phone delays nobody else.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Any, Final, Literal, Protocol, TypeVar, Union

import msgspec
from aiohttp import WSMsgType, web
from msgspec.structs import replace

from app.phones.game_page_interface import PhoneGames, get_game_on_table
from app.protocol.base_messages import Hello, Intent, Message, Mode, Ping, Refusal
from app.protocol.client_rights import ONLOOKER, Actor, tag
from app.protocol.network_messages import Wifi
from app.protocol.panel_messages import ButtonEvent, Keys, Panel
from app.protocol.play_messages import Act, Cue, Look, LookAhead, Undo, Vote
from app.protocol.rejection import Rejection
from app.table.core.seen_intents import ID_LENGTH
from app.table.core.write_queue import DirectQueue, WriteQueue
from app.table.table import Table, TableChanged
from app.text import table_text as table_words
from app.text import translation
from app.text.terminal_output import version
from app.text.words_protocols import GameWords
from app.web.rate_limits import TokenBucket
from app.web.response_headers import NAME
from app.web.route_budgets import Budget, BudgetSpent, counted_message, max_body, spend

T = TypeVar("T")
log = logging.getLogger(__name__)
PROTOCOL: Final = 1
# Of anything: the lists of finished games, ten a day for fifty years, and of suspended ones are read when needed.
LISTS: Final = Budget(statements=4_000, rows=200_000)
SOCKET: Final = replace(LISTS, body=16 * 1024)  # of one message from a client, or one update for it
MAX_QUEUED: Final = 64  # answers and cues queued for a slow client
MAX_QUEUED_BYTES: Final = 256 * 1024  # bytes in the queue; a single message may be larger
WRITE_BUFFER_BYTES: Final = 64 * 1024  # bytes in a socket's buffer before writing waits for it
DRAIN_SECONDS: Final = 10.0  # seconds for a client to drain its queue before it is disconnected
SILENCE_SECONDS: Final = 4.0  # seconds of silence until a phone counts as away
RECONNECT_SECONDS: Final = 1.5  # for a closed page to reconnect; longer than RETRY in phone.js
PRESENCE_CHECK_SECONDS: Final = 0.5  # between presence checks
PING_AFTER_SECONDS: Final = 1.5  # of silence until a client without its own heartbeat is pinged
PONG_SECONDS: Final = SILENCE_SECONDS - PING_AFTER_SECONDS  # to answer a ping
CLOSE_SECONDS: Final = 1.0  # for the other side to close too
MOVED: Final = 4001  # close code: another tab or phone has the seat
NO_KEY: Final = 4004  # close code: this key opens no seat


class ClientParts(msgspec.Struct, frozen=True, tag="have", tag_field="type"):
    """The open tab of an HTML phone and the parts it shows there; the server answers with the diff.

    `heard`: the newest log line read aloud there; later ones follow. `zone`, `at`: the phone's time zone and clock
    (seconds since 1970).
    """

    parts: dict[str, str] = {}
    tab: str = ""
    heard: int | None = None  # reads none aloud
    zone: str = ""
    at: float | None = None


class _Lang(msgspec.Struct, frozen=True):
    lang: str


class _LanguageFacts(msgspec.Struct, frozen=True):
    """The fields of a TableView that select the game's words and the languages."""

    game: str
    mode: Mode
    phase: str
    seats: tuple[_Lang, ...]


class _Id(msgspec.Struct, frozen=True):
    id: str = ""


_ID: Final = msgspec.json.Decoder(_Id)
_WRITE: Final = msgspec.json.Encoder()


class Connection(ABC):
    """A connected client. `who` is its current role and seat."""

    strict = True  # values have the types of JSON; a form sends text, which is parsed by each field's type
    is_acting = True  # replaces the page that its seat acted with before

    def __init__(
        self,
        connections: "Connections",
        socket: web.WebSocketResponse,
        who: Actor,
        key: str | None = None,
        page: str = "",
    ) -> None:
        self.connections = connections
        self.table = connections.table
        self.decoder = connections.decoders[self.strict]
        self.socket = socket
        self.who = who
        self.key = key
        self.page = page  # id of a tab, kept when it reconnects
        self.greeted: int | None = None  # the seat of the last hello
        self.last_message_at = connections.clock()
        self.ping_sent_at: float | None = None  # time of an unanswered ping
        self.token_bucket = TokenBucket(self.last_message_at)
        self.closing: int | None = None  # close code, once the queue is empty
        self._is_handling = False  # an intent is in progress; the socket is not read meanwhile
        self._waiting: deque[bytes] = deque()
        self._is_outdated = False  # the sent state is outdated
        self._must_ping = False  # send a ping
        self._wake = asyncio.Event()
        self._caught_up = asyncio.Event()  # the queue is empty
        self.writer: asyncio.Task[None] | None = None
        self.transport: asyncio.Transport | None = None

    # ---- out ---------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Mark the state as outdated and wake the writer."""
        self._is_outdated = True
        self._wake.set()

    def enqueue(self, message: msgspec.Struct) -> None:
        """Queue a message. Disconnect a client whose queue is full."""
        frame = _WRITE.encode(message)
        if len(self._waiting) >= MAX_QUEUED or (self._waiting and self.queued_bytes + len(frame) > MAX_QUEUED_BYTES):
            self.drop()
            return
        self._waiting.append(frame)
        self._wake.set()

    @property
    def queued_bytes(self) -> int:
        """Bytes in the queue, without those in the socket's buffer."""
        return sum(map(len, self._waiting))

    def check_timeout(self, now: float) -> bool:
        """Check that the client has been silent for too long; ping one without its own heartbeat first."""
        if self._is_handling:
            return False
        if self.key is not None and self.page:
            return now - self.last_message_at > SILENCE_SECONDS
        if self.ping_sent_at is not None:
            return now - self.ping_sent_at > PONG_SECONDS
        if now - self.last_message_at > PING_AFTER_SECONDS:
            self.ping_sent_at, self._must_ping = now, True
            self._wake.set()
        return False

    def close_when_sent(self, code: int) -> None:
        """Close once the queue is sent."""
        self.closing = code
        self._wake.set()

    def drop(self) -> None:
        """Close at once without a farewell: the client is gone."""
        self.closing = 1001
        self._waiting.clear()
        self._wake.set()
        if self.writer is not None:
            self.writer.cancel()
        self._cut_off()

    async def write(self) -> None:
        """Send queued messages, then the newest state, whenever there are any; return once the connection closes."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting:
                    await self.socket.send_frame(self._waiting.popleft(), WSMsgType.TEXT)
                self._caught_up.set()
                if self.closing is not None:
                    break
                if self._must_ping:
                    self._must_ping = False
                    await self.socket.ping()
                if self._is_outdated:
                    self._is_outdated = False
                    with counted_message(SOCKET):
                        text = self.state()
                    if text is not None:
                        await self.socket.send_frame(text, WSMsgType.TEXT)
        except (ConnectionError, asyncio.CancelledError):
            pass
        except BudgetSpent as spent:
            log.warning("an update was stopped: %s", spent)
        finally:
            self._caught_up.set()
            await self._close(self.closing or 1000)

    async def _close(self, code: int) -> None:
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.socket.close(code=code)
                return
        self._cut_off()

    def _cut_off(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    @abstractmethod
    def state(self) -> bytes | None:
        """Encode the newest state for this client; None if there is nothing to send."""

    # ---- in ----------------------------------------------------------------------------------------------

    async def read_messages(self) -> None:
        """Receive messages until the socket closes."""
        async for message in self.socket:
            self._record_message(self.connections.clock())
            if message.type is WSMsgType.TEXT:
                await self.receive(message.data)
            elif message.type is WSMsgType.PING:
                with suppress(ConnectionError):
                    await self.socket.pong(message.data)
            elif message.type is WSMsgType.BINARY:
                self._refuse("", "message")
            if self.queued_bytes >= MAX_QUEUED_BYTES // 2:
                await self._catch_up()

    def _record_message(self, now: float) -> None:
        """Record a sign of life."""
        self.last_message_at, self.ping_sent_at = now, None
        self.connections.record_presence(self, now)

    async def _catch_up(self) -> None:
        """Stop reading from a client until it has drained its queue; disconnect it after `DRAIN_SECONDS`."""
        self._caught_up.clear()
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await self._caught_up.wait()
        except TimeoutError:
            self.drop()

    async def receive(self, text: str) -> None:
        """Handle one message and answer it. Changes wait in the table's write queue; a ping is answered at once."""
        now = self.connections.clock()
        self._record_message(now)
        if self.closing is not None or not self.follow_seat():  # `state` does not run for one that does not read
            return
        try:
            intent = self.decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self._refuse(_read_id(text), "message")
            return
        budget = self.connections.budgets[type(intent)]
        if len(text.encode()) > budget.body:
            self._refuse(_read_id(text), "message")
        elif isinstance(intent, ClientParts):
            self.receive_parts(intent)
        else:
            try:
                with counted_message(budget):
                    await self._take(intent, now)
            except BudgetSpent as spent:
                log.warning("a message %s was stopped: %s", tag(type(intent)), spent)
                self._refuse(intent.id, "too-fast")

    async def _take(self, intent: Intent, now: float) -> None:
        if not self.token_bucket.allows(now):
            self._refuse(intent.id, "too-fast")
            return
        if not 1 <= len(intent.id) <= ID_LENGTH:
            self._refuse("", "message")
            return
        if isinstance(intent, Ping):
            self._handle(intent)
            return
        self._is_handling = True
        try:
            await self.connections.write_queue.take(partial(self._handle, intent))
        finally:
            self._is_handling = False
            self._record_message(self.connections.clock())

    def _handle(self, intent: Intent) -> None:
        if not self.follow_seat():  # the key may have expired in the queue
            return
        try:
            self.enqueue(self.convert_answer(self.table.handle(self.who, intent)))
        except Rejection as no:
            self.refuse_intent(intent, no)

    def refuse_intent(self, intent: Intent, no: Rejection) -> None:
        """Answer an intent that the table refused."""
        self._refuse(intent.id, no.code, no.params, _seat_of_intent(intent))

    def convert_answer(self, answer: Message) -> msgspec.Struct:
        """Convert the table's answer for this kind of client."""
        return answer

    def receive_parts(self, have: ClientParts) -> None:
        """Refuse a report of parts: only HTML phones have them."""
        self._refuse("", "message")

    def _refuse(self, id: str, rule: str, facts: dict[str, int | str] | None = None, seat: int | None = None) -> None:
        seat = seat if self.who.role == "screen" else None
        text = table_words.refusal(translation.words(self.lang(seat)), rule, facts or {}, self.connections.game_words())
        lit = self.highlighted_keys(facts) if facts else ()
        self.enqueue(Refusal(id=id, rule=rule, facts=facts or {}, text=text, seat=seat or self.own_seat, lit=lit))

    def highlighted_keys(self, facts: dict[str, int | str]) -> tuple[str, ...]:
        """Return the keys of the things that a refusal mentions; only HTML phones can mark them."""
        return ()

    def lang(self, seat: int | None = None) -> str:
        """Return the language of a seat (from 1), or of this client."""
        return self.connections.lang(seat or self.own_seat)

    # ---- who ---------------------------------------------------------------------------------------------

    def follow_seat(self) -> bool:
        """Follow the key to its seat. Without one, say so, close and return False. True for clients without a key."""
        if self.key is None:
            return True
        seat = self.table.joining.seat_of_key(self.key)
        if seat is None:
            self.close_expired()
            return False
        if seat != self.who.seat:
            self.who = Actor("seat", seat)
            self.on_seat_changed()
        return True

    @abstractmethod
    def on_seat_changed(self) -> None:
        """Adapt to another seat: people have changed places."""

    @property
    def own_seat(self) -> int | None:
        """The client's own seat, from 1."""
        return None if self.who.seat is None else self.who.seat + 1

    def hello(self) -> Hello:
        role, self.greeted = self.who.role, self.own_seat
        you: Literal["screen", "seat", "onlooker"] = (
            "screen" if role == "screen" else "seat" if role == "seat" else "onlooker"
        )
        return Hello(PROTOCOL, self.connections.version, self.table.id, you, self.own_seat)

    def close_expired(self) -> None:
        """Notify the client that its key has expired, and close."""
        self.enqueue(Cue("moved", self.own_seat or 0))
        self.close_when_sent(NO_KEY)

    def close_replaced(self) -> None:
        """Notify the client that a newer tab is active, and close."""
        self.enqueue(Cue("moved", self.own_seat or 0))
        self.close_when_sent(MOVED)


class JsonConnection(Connection):
    """A client of the documented JSON protocol."""

    since = 0

    def on_seat_changed(self) -> None:
        self.since = 0

    def state(self) -> bytes | None:
        if not self.follow_seat():
            return None
        if self.own_seat != self.greeted:  # the client learns its new seat before it gets that seat's log
            self.enqueue(self.hello())
            self.changed()
            return None
        snapshot = self.table.snapshot(self.who, self.since)
        self.since = self.table.log_end
        return _WRITE.encode(snapshot)


class CountedWrites:
    """The table's write queue, in which the changes of requests are counted."""

    def __init__(self, queue: WriteQueue) -> None:
        self._queue = queue

    async def take(self, work: Callable[[], T]) -> T:
        spend("changes")
        return await self._queue.take(work)


class ConnectionFactory(Protocol):
    """A factory of connections."""

    def __call__(
        self, connections: "Connections", socket: web.WebSocketResponse, who: Actor, key: str | None, page: str, /
    ) -> Connection: ...


class Connections:
    """The connections of a table: forwards its changes to them, and their presence to it."""

    def __init__(
        self, table: Table, games: PhoneGames, clock: Callable[[], float], write_queue: WriteQueue | None = None
    ) -> None:
        self.table = table
        self.clock = clock
        self.games = games
        self.write_queue = CountedWrites(write_queue or DirectQueue())
        self.version = version()  # read once, at start
        self._all: dict[Connection, None] = {}  # the last to speak comes last: its answer and its state arrive together
        self._acting: dict[str, Connection] = {}  # the newest connection by key
        self._seen: dict[str, float] = {}  # by key of a present phone: last sign of life
        self._language: tuple[int, _LanguageFacts | None] = (-1, None)  # cached, by rev
        self.decoders = {strict: intent_decoder(tuple(table.intents), strict=strict) for strict in (True, False)}
        self.budgets: dict[type[msgspec.Struct], Budget] = {ClientParts: SOCKET} | {
            kind: replace(SOCKET, body=intent.max_bytes, changes=int(kind is not Ping))
            for kind, intent in table.intents.items()
        }
        self._unsubscribe = table.subscribe(self.listen)

    def lang(self, seat: int | None) -> str:
        """Return the language of a seat (from 1), or the table's."""
        seats = self._language_facts().seats
        return seats[seat - 1].lang if seat is not None and 1 <= seat <= len(seats) else self.table.settings.lang

    def game_words(self) -> GameWords:
        now = self._language_facts()
        return get_game_on_table(self.games, now.game, now.mode, now.phase).words

    def _language_facts(self) -> _LanguageFacts:
        rev, facts = self._language
        if facts is None or rev != self.table.rev:
            raw = self.table.snapshot(ONLOOKER, self.table.log_end).table
            facts = msgspec.json.decode(raw, type=_LanguageFacts)
            self._language = (self.table.rev, facts)
        return facts

    @property
    def screens(self) -> int:
        return sum(connection.who.role == "screen" for connection in self._all)

    @property
    def onlookers(self) -> int:
        return sum(connection.who.role == "onlooker" for connection in self._all)

    def listen(self, notice: TableChanged | Cue) -> None:
        """Notify the connections of a change or a cue of the table. Only queues, never waits."""
        if isinstance(notice, TableChanged):
            for connection in self._all:
                connection.changed()
            return
        for connection in tuple(self._all):
            if notice.what not in ("moved", "marker") or connection.who.role == "screen":
                connection.enqueue(notice)
            connection.changed()

    def send_to_screens(self, message: Panel | ButtonEvent | Keys | Wifi) -> bool:
        """Send a message to the screens only; return True if there is one."""
        screens = [each for each in self._all if each.who.role == "screen" and each.closing is None]
        for connection in screens:
            connection.enqueue(message)
        return bool(screens)

    async def serve(
        self, request: web.Request, opens: ConnectionFactory, who: Actor, key: str | None = None, page: str = ""
    ) -> web.WebSocketResponse:
        """Serve one socket from handshake to close."""
        socket = web.WebSocketResponse(
            max_msg_size=max_body(), compress=False, autoping=False, writer_limit=WRITE_BUFFER_BYTES
        )
        await _answer_handshake(socket, request)
        connection = opens(self, socket, who, key, page)
        self._add(connection)
        connection.transport = request.transport
        connection.writer = asyncio.create_task(connection.write())
        connection.enqueue(connection.hello())
        if who.role == "screen":
            machine = self.table.machine
            for part in (machine.panel, machine.keys, machine.wifi):
                shown = part.current_message() if part else None
                if shown is not None:
                    connection.enqueue(shown)
        connection.changed()
        try:
            await connection.read_messages()
        finally:
            self._remove(connection)
            if connection.closing is None:
                connection.close_when_sent(1000)
            if connection.writer is not None:
                await asyncio.wait([connection.writer])
            _break_reference_cycle(socket)
        return socket

    async def refuse(self, request: web.Request, farewell: msgspec.Struct) -> web.WebSocketResponse:
        """Send a farewell to a client whose key opens no seat, and close: browsers cannot read an HTTP error of a
        socket.
        """
        socket = web.WebSocketResponse(max_msg_size=max_body(), compress=False, timeout=CLOSE_SECONDS)
        await _answer_handshake(socket, request)
        with suppress(ConnectionError):
            await socket.send_str(_WRITE.encode(farewell).decode())
            await socket.close(code=NO_KEY)
        _break_reference_cycle(socket)
        return socket

    def _add(self, connection: Connection) -> None:
        self._all[connection] = None
        if connection.who.role == "screen":
            self._screens_changed()
        if connection.key is not None:
            if connection.is_acting:
                self._replace_acting(connection.key, connection)
            self.record_presence(connection, self.clock())
        elif connection.who.role == "onlooker":
            self._report_onlookers()

    def _replace_acting(self, key: str, connection: Connection) -> None:
        before, self._acting[key] = self._acting.get(key), connection
        if before is None:
            return
        if before.page and before.page == connection.page:
            before.close_when_sent(1000)
        else:
            before.close_replaced()

    def _remove(self, connection: Connection) -> None:
        self._all.pop(connection, None)
        key = connection.key
        if connection.who.role == "screen" and not self.screens:
            for machine in (self.table.machine.panel, self.table.machine.keys):
                if machine:
                    machine.release()
            self._screens_changed()
        if key is None:
            if connection.who.role == "onlooker":
                self._report_onlookers()
            return
        if self._acting.get(key) is connection:
            del self._acting[key]
            if key in self._seen:
                self._seen[key] = min(self._seen[key], self.clock() - SILENCE_SECONDS + RECONNECT_SECONDS)

    def _screens_changed(self) -> None:
        """Report the number of screens to the table and update pages, which offer touch play only with a screen."""
        self.table.presence.set_screens(self.screens)
        for connection in self._all:
            if connection.page:
                connection.changed()

    def _report_onlookers(self) -> None:
        self.table.presence.set_onlookers(self.onlookers)

    def record_presence(self, connection: Connection, now: float) -> None:
        """Record a sign of life of a phone; report it present if it was away."""
        if connection in self._all:
            self._all[connection] = self._all.pop(connection)
        key = connection.key
        if key is None or (connection.is_acting and self._acting.get(key) is not connection):
            return
        fresh = key not in self._seen
        self._seen[key] = now
        if fresh:
            self._report_presence(key, here=True)

    def _report_presence(self, key: str, *, here: bool) -> None:
        if (seat := self.table.joining.seat_of_key(key)) is not None:
            self.table.presence.set_connected(seat, here=here)

    def tick(self, now: float) -> None:
        """Drop silent clients and report their phones as away. `now`: monotonic seconds."""
        for connection in tuple(self._all):
            key = connection.key
            if connection.check_timeout(now):
                connection.drop()
                if key is not None and self._acting.get(key) is connection:
                    self._seen[key] = connection.last_message_at
            elif key is not None and not connection.page and not connection.socket.closed:
                self.record_presence(connection, now)  # present until a ping stays unanswered
        for key in [key for key, at in self._seen.items() if now - at > SILENCE_SECONDS]:
            del self._seen[key]
            self._report_presence(key, here=False)

    async def watch_presence(self) -> None:
        """Check presence every `PRESENCE_CHECK_SECONDS`, until cancelled."""
        while True:
            began = self.clock()
            await asyncio.sleep(PRESENCE_CHECK_SECONDS)
            blocked = self.clock() - began > 2 * PRESENCE_CHECK_SECONDS  # the event loop
            if blocked:  # read the pending messages first
                await asyncio.sleep(PRESENCE_CHECK_SECONDS)
            self.tick(self.clock())

    async def close(self) -> None:
        """Close all connections."""
        self._unsubscribe()
        connections = tuple(self._all)
        for connection in connections:
            connection.close_when_sent(1001)
        tasks = [connection.writer for connection in connections if connection.writer is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=2)


async def _answer_handshake(socket: web.WebSocketResponse, request: web.Request) -> None:
    """Answer the WebSocket handshake; raise HTTPBadRequest if it is invalid."""
    socket.headers.update(NAME)
    try:
        await socket.prepare(request)
    except UnicodeEncodeError:  # a header to echo cannot be encoded
        raise web.HTTPBadRequest from None


def _break_reference_cycle(socket: web.WebSocketResponse) -> None:
    """Break the reference cycle of an aborted socket: its exception's traceback holds every frame, and these the
    socket.

    Otherwise the memory of a page would stay until the garbage collector runs.
    """
    cut_off = socket.exception()
    while cut_off is not None:
        cut_off.__traceback__, cut_off = None, cut_off.__context__


@cache
def intent_decoder(kinds: tuple[type[Intent], ...], *, strict: bool) -> msgspec.json.Decoder[Intent | ClientParts]:
    """Return the decoder of these kinds of intent, and of the parts that an HTML phone reports."""
    union: Any = Union[(*kinds, ClientParts)]  # Any: known only once features are registered
    return msgspec.json.Decoder(union, strict=strict)


def _seat_of_intent(intent: object) -> int | None:
    """Return the seat of an intent, which is refused in that person's language."""
    if not isinstance(intent, Act | Undo | Vote | Look | LookAhead):
        return None
    return intent.seat if intent.seat and intent.seat > 0 else None


def _read_id(text: str) -> str:
    """Return the id of a message that could not be parsed; "" if it has none."""
    try:
        return _ID.decode(text).id[:ID_LENGTH]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
