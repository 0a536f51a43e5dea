"""Everybody who is connected: one writer for each, only the newest state waiting, and who of the phones is still there.

A link's writer takes what is waiting whenever its socket is ready for more; a slow phone holds up nobody but itself.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, Literal, Protocol

import msgspec
from aiohttp import WSMsgType, web

from app.games.words import SHEETS, WORDS
from app.phones.limits import Pace
from app.protocol import messages as m
from app.protocol.rights import ONLOOKER, SCREEN, Refusal, Who, check
from app.table.table import ID_LENGTH, Changed, Table
from app.text import languages as i18n
from app.text import table as words
from app.text.game import GameWords
from engine.game import Seat

PROTOCOL: Final = 1
VERSION: Final = "0.1.0"
LARGEST: Final = 16 * 1024  # bytes of one message from a client
WAITING: Final = 64  # answers and cues that may wait for a slow reader
HELD: Final = 256 * 1024  # bytes of them; a single one may be larger
READS: Final = 10.0  # seconds to read what was said, before anything more is heard
SILENT: Final = 4.0  # seconds without a word, then a phone is away
GRACE: Final = 1.5  # seconds a closed page has to come back
TICK: Final = 0.5  # seconds between two looks at who is still there
BEAT: Final = 1.5  # seconds between pings to those whose protocol has no heartbeat of its own
FAREWELL: Final = 1.0  # seconds for the other side to close too
MOVED: Final = 4001  # close code: another tab or phone has the seat
NO_KEY: Final = 4004  # close code: this key opens no seat


class Rename(msgspec.Struct, frozen=True, tag="rename", tag_field="type"):
    """A seat's own name and language."""

    id: str
    name: str
    lang: m.Lang


class Leave(msgspec.Struct, frozen=True, tag="leave", tag_field="type"):
    """Stand up from one's own seat."""

    id: str


class Have(msgspec.Struct, frozen=True, tag="have", tag_field="type"):
    """An HTML phone tells which tab is open and which parts it shows there; it wants what differs."""

    parts: dict[str, str] = {}
    tab: str = ""


class _Lang(msgspec.Struct, frozen=True):
    lang: str


class _Spoken(msgspec.Struct, frozen=True):
    """The part of a TableView that says which game is spoken of, and in which languages."""

    game: str
    mode: m.Mode
    phase: str
    seats: tuple[_Lang, ...]


class _Id(msgspec.Struct, frozen=True):
    id: str = ""


_READ: Final = msgspec.json.Decoder(m.Intents | Rename | Leave | Have)
_ID: Final = msgspec.json.Decoder(_Id)
_WRITE: Final = msgspec.json.Encoder()


class Link(ABC):
    """One connected client. `who` is who they are now; None when their key opens no seat any more."""

    def __init__(
        self, links: "Links", socket: web.WebSocketResponse, who: Who, key: str | None = None, page: str = ""
    ) -> None:
        self.links = links
        self.table = links.table
        self.socket = socket
        self.who = who
        self.key = key
        self.page = page  # one tab, over its reconnects
        self.heard = links.clock()
        self.pace = Pace(self.heard)
        self.closing: int | None = None  # close code, once everything waiting has been said
        self._waiting: deque[bytes] = deque()
        self._fresh = False  # there is newer state than what was sent
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

    def cue(self, cue: m.Cue) -> None:
        self.say(cue)

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
        """Say what waits, then the newest state, whenever there is something; ends when the link is closing."""
        try:
            while True:
                await self._woken.wait()
                self._woken.clear()
                while self._waiting:
                    await self.socket.send_frame(self._waiting.popleft(), WSMsgType.TEXT)
                self._caught_up.set()
                if self.closing is not None:
                    break
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
            if message.type is WSMsgType.TEXT:
                self.receive(message.data)
            elif message.type is WSMsgType.BINARY:
                self._refuse("", "message")
            if self.held >= HELD // 2:
                await self._catch_up()

    async def _catch_up(self) -> None:
        """Nothing more is heard from a reader to whom much has to be said; one who does not read it is let go."""
        self._caught_up.clear()
        try:
            async with asyncio.timeout(READS):
                await self._caught_up.wait()
        except TimeoutError:
            self.drop()

    def receive(self, text: str) -> None:
        """Do what one message wishes, and answer it."""
        now = self.links.clock()
        self.heard = now
        self.links.heard(self, now)
        if self.closing is not None:
            return
        if not self.seated():  # who does not read is not told by `state` that the seat has moved, or ended
            self.gone()
            return
        try:
            wish = _READ.decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self._refuse(_id(text), "message")
            return
        if isinstance(wish, Have):
            self.have(wish)
            return
        if not self.pace.allows(now):
            self._refuse(wish.id, "too-fast")
            return
        if not 1 <= len(wish.id) <= ID_LENGTH:
            self._refuse("", "message")
            return
        try:
            self._do(wish)
        except Refusal as no:
            self._refuse(wish.id, no.rule, no.facts, _for_seat(wish))

    def _do(self, wish: m.Intent | Rename | Leave) -> None:
        match wish:
            case m.Ping(id=id):
                self.say(m.Pong(id))
                return
            case m.Look(id=id, seat=seat):
                self.say(self.table.look(self.who, Seat(seat - 1), id))
                return
            case m.Recall():
                self.say(self.table.recall(self.who, wish))
                return
            case m.LookBack():
                self.say(self.table.look_back(self.who, wish))
                return
            case m.Diagnose(id=id):
                check(self.who, m.Diagnose)
                self.say(m.Diagnosis(id, self.links.diagnose(i18n.words(self.lang()))))
                return
            case m.Press() | m.TryPart():
                self._at_the_bench(wish)
            case Rename(name=name, lang=lang):
                if self.key is None:
                    raise Refusal("rights", what="rename")
                self.table.rename(self.key, name, lang)
            case Leave():
                if self.key is None:
                    raise Refusal("rights", what="leave")
                self.table.leave(self.key)
            case _:
                assert isinstance(wish, m.Intent)
                self.table.handle(self.who, wish)
        self.say(m.Done(wish.id))

    def _at_the_bench(self, wish: m.Press | m.TryPart) -> None:
        """What the screen does to the panel."""
        check(self.who, type(wish))
        bench = self.links.bench
        if bench is None:
            raise Refusal("no-part")
        if isinstance(wish, m.Press):
            bench.touch(wish.part, wish.down)
        else:
            bench.try_part(wish.part)

    def have(self, have: Have) -> None:
        """Only HTML phones have parts."""
        self._refuse("", "message")

    def _refuse(self, id: str, rule: str, facts: dict[str, int | str] | None = None, seat: int | None = None) -> None:
        seat = seat if self.who.role == "screen" else None
        text = words.refusal(i18n.words(self.lang(seat)), rule, facts or {}, self.links.game_words())
        own = None if self.who.seat is None else self.who.seat + 1
        self.say(m.Refused(id=id, rule=rule, facts=facts or {}, text=text, seat=seat or own))

    def lang(self, seat: int | None = None) -> str:
        """The language of a seat (from 1), or of this client's own."""
        own = None if self.who.seat is None else self.who.seat + 1
        return self.links.lang(seat or own)

    # ---- who ---------------------------------------------------------------------------------------------

    def seated(self) -> bool:
        """Whether this link's key still opens a seat; finds out which. True for those without a key."""
        if self.key is None:
            return True
        seat = self.table.seat_of_key(self.key)
        if seat is None:
            return False
        if seat != self.who.seat:
            self.who = Who("seat", seat)
        return True

    def hello(self) -> m.Hello:
        role = self.who.role
        you: Literal["screen", "seat", "onlooker"] = (
            "screen" if role == "screen" else "seat" if role == "seat" else "onlooker"
        )
        return m.Hello(PROTOCOL, VERSION, self.table.id, you, None if self.who.seat is None else self.who.seat + 1)

    def gone(self) -> None:
        """Tell that the key has ended, and close."""
        self.say(m.Cue("moved", 0 if self.who.seat is None else self.who.seat + 1))
        self.end(NO_KEY)

    def replaced(self) -> None:
        """Tell that a newer tab acts now, and close."""
        self.say(m.Cue("moved", 0 if self.who.seat is None else self.who.seat + 1))
        self.end(MOVED)


class JsonLink(Link):
    """A client that speaks the documented JSON."""

    since = 0

    def state(self) -> bytes | None:
        if not self.seated():
            self.gone()
            return None
        snapshot = self.table.snapshot(self.who, self.since)
        self.since = self.table.log_end
        return _WRITE.encode(snapshot)


class Bench(Protocol):
    """The panel of lights and buttons, as far as the screen sees and touches it."""

    def now(self) -> m.Panel | None: ...

    def touch(self, button: str, down: bool) -> None: ...

    def try_part(self, name: str) -> None: ...

    def let_go(self) -> None: ...


class Opens(Protocol):
    """Makes a link for a socket."""

    def __call__(
        self, links: "Links", socket: web.WebSocketResponse, who: Who, key: str | None, page: str, /
    ) -> Link: ...


class Links:
    """All links of a table. Listens to it and tells everybody; tells it who is there."""

    def __init__(self, table: Table, clock: Callable[[], float], say: Mapping[str, GameWords] = WORDS) -> None:
        self.table = table
        self.clock = clock
        self.say = say  # words of the table's games
        self._all: dict[Link, None] = {}  # who spoke last is told last: its answer and its news come in one go
        self._acting: dict[str, Link] = {}  # the newest link of each key
        self._seen: dict[str, float] = {}  # keys whose phone is there: when it was last heard, or will be missed from
        self._spoken: tuple[int, _Spoken | None] = (-1, None)  # as of a rev
        self._unsubscribe = table.subscribe(self.listen)
        self.bench: Bench | None = None
        self.diagnose: Callable[[i18n.Words], tuple[m.Finding, ...]] = lambda w: ()

    def lang(self, seat: int | None) -> str:
        """The language of a seat (from 1), or the table's."""
        seats = self._now().seats
        return seats[seat - 1].lang if seat is not None and 1 <= seat <= len(seats) else self.table.settings.lang

    def game_words(self) -> GameWords:
        """The words of the game on the table."""
        now = self._now()
        return SHEETS[now.game] if now.mode == "tally" and now.phase != "lobby" else self.say[now.game]

    def _now(self) -> _Spoken:
        rev, spoken = self._spoken
        if spoken is None or rev != self.table.rev:
            raw = self.table.snapshot(ONLOOKER, self.table.log_end).table
            spoken = msgspec.json.decode(raw, type=_Spoken)
            self._spoken = (self.table.rev, spoken)
        return spoken

    @property
    def screens(self) -> int:
        return sum(link.who.role == "screen" for link in self._all)

    @property
    def onlookers(self) -> int:
        return sum(link.who.role == "onlooker" for link in self._all)

    def listen(self, told: Changed | m.Cue) -> None:
        """The table has changed, or there is something to see and hear right now. Only queues."""
        if isinstance(told, Changed):
            for link in self._all:
                link.changed()
            return
        for link in tuple(self._all):
            if told.what not in ("moved", "marker") or link.who.role == "screen":
                link.cue(told)
            link.changed()

    def tell_screen(self, message: m.Panel | m.Heard) -> bool:
        """Say something to the screen alone; whether there is one."""
        screens = [link for link in self._all if link.who.role == "screen" and link.closing is None]
        for link in screens:
            link.say(message)
        return bool(screens)

    async def serve(
        self, request: web.Request, opens: Opens, who: Who, key: str | None = None, page: str = ""
    ) -> web.WebSocketResponse:
        """Run one socket from its opening to its end."""
        silent_by_itself = key is None or not page
        socket = web.WebSocketResponse(
            max_msg_size=LARGEST, compress=False, heartbeat=BEAT if silent_by_itself else None
        )
        await socket.prepare(request)
        link = opens(self, socket, who, key, page)
        self._open(link)
        link.transport = request.transport
        link.writer = asyncio.create_task(link.write())
        link.say(link.hello())
        panel = self.bench.now() if self.bench and who.role == "screen" else None
        if panel is not None:
            link.say(panel)
        link.changed()
        try:
            await link.read()
        finally:
            self._closed(link)
            if link.closing is None:
                link.end(1000)
            if link.writer is not None:
                await asyncio.wait([link.writer])
            _let_go(socket)
        return socket

    async def refuse(self, request: web.Request, farewell: msgspec.Struct) -> web.WebSocketResponse:
        """Tell somebody whose key opens no seat, where a browser can hear it, and close."""
        socket = web.WebSocketResponse(max_msg_size=LARGEST, compress=False, timeout=FAREWELL)
        await socket.prepare(request)
        with suppress(ConnectionError):
            await socket.send_str(_WRITE.encode(farewell).decode())
            await socket.close(code=NO_KEY)
        _let_go(socket)
        return socket

    def _open(self, link: Link) -> None:
        self._all[link] = None
        if link.key is not None:
            before = self._acting.get(link.key)
            self._acting[link.key] = link
            if before is not None:
                if before.page and before.page == link.page:
                    before.end(1000)
                else:
                    before.replaced()
            self.heard(link, self.clock())
        elif link.who.role == "onlooker":
            self._count()

    def _closed(self, link: Link) -> None:
        self._all.pop(link, None)
        key = link.key
        if link.who.role == "screen" and not self.screens:
            if self.bench:
                self.bench.let_go()
            for other in self._all:  # who has no screen any more is not offered to play on one
                other.changed()
        if key is None:
            if link.who.role == "onlooker":
                self._count()
            return
        if self._acting.get(key) is link:
            del self._acting[key]
            if key in self._seen:
                self._seen[key] = min(self._seen[key], self.clock() - SILENT + GRACE)

    def _count(self) -> None:
        self.table.onlookers(self.onlookers)

    def heard(self, link: Link, now: float) -> None:
        """A phone has given a sign of life."""
        if link in self._all:
            self._all[link] = self._all.pop(link)
        key = link.key
        if key is None or self._acting.get(key) is not link:
            return
        fresh = key not in self._seen
        self._seen[key] = now
        if fresh:
            seat = self.table.seat_of_key(key)
            if seat is not None:
                self.table.present(seat, True)

    def tick(self, now: float) -> None:
        """Miss those who have been silent; tell the table."""
        for link in tuple(self._all):
            if link.key is not None and not link.page and not link.socket.closed:
                self.heard(link, now)  # its pongs are the socket's own business
            elif link.key is not None and link.page and now - link.heard > SILENT:
                link.drop()
        for key in [key for key, at in self._seen.items() if now - at > SILENT]:
            del self._seen[key]
            seat = self.table.seat_of_key(key)
            if seat is not None:
                self.table.present(seat, False)

    async def watch(self) -> None:
        """Look who is still there, for as long as this runs."""
        while True:
            await asyncio.sleep(TICK)
            self.tick(self.clock())

    async def close(self) -> None:
        """Say goodbye to everybody."""
        self._unsubscribe()
        links = tuple(self._all)
        for link in links:
            link.end(1001)
        tasks = [link.writer for link in links if link.writer is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=2)


def _let_go(socket: web.WebSocketResponse) -> None:
    """A socket that was cut off remembers how, and with that every frame it came through, and by them itself.

    Without this, all a page ever had would stay until the collector comes.
    """
    cut_off = socket.exception()
    while cut_off is not None:
        cut_off.__traceback__, cut_off = None, cut_off.__context__


def _for_seat(wish: object) -> int | None:
    """Whose seat a wish is for: it is refused in that person's language."""
    seat = getattr(wish, "seat", None) if isinstance(wish, m.Act | m.Undo | m.Vote | m.Look) else None
    return seat if isinstance(seat, int) and seat > 0 else None


def _id(text: str) -> str:
    """The id of a message that could not be read, if it has one."""
    try:
        return _ID.decode(text).id[:ID_LENGTH]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


__all__ = ["ONLOOKER", "SCREEN", "Have", "JsonLink", "Leave", "Link", "Links", "Rename"]
