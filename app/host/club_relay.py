"""The table's end of the club's relay: while the owner has it switched on, friends far away play through the club.

Each request goes to the table's own server as if from a proxy, so a far seat's limits hold (app/web/public_address.py).
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import aiohttp
from yarl import URL

from app.host.club_connection import ClubLink
from app.host.club_http import make_tls_check
from app.protocol import relay_messages as said
from app.protocol.host_names import HOST
from app.protocol.network_messages import RelayState
from app.protocol.table_to_club_messages import Membership
from app.web.public_address import FORWARDED, NO_PUBLIC_ADDRESS, PublicAddress

RETRY_SECONDS: Final = 2.0  # after the club was unreachable
TIMEOUTS: Final = aiohttp.ClientTimeout(total=None, sock_connect=2.0, sock_read=said.ANSWER_SECONDS)
LOOPBACK: Final = "127.0.0.1"
METHODS: Final = ("GET", "HEAD", "POST")
PATH: Final = re.compile("/[!-~]*")
TEXT: Final = re.compile("[ -~]*")
NORMAL_CODE: Final = 1000  # code of a stream that has ended as it should
OWN_CODES: Final = 4000  # close codes from here on are the table's own

Socket = aiohttp.ClientWebSocketResponse
Streams = dict[int, tuple[said.StreamQueue, asyncio.Task[None]]]
Sender = Callable[[said.FromTable], Awaitable[None]]


class RelayLink:
    """A table's connection to its club's relay. `port`: of the table's server, which `trust` tells its public address.

    `tell` receives the state and the public address, "" if there is none, whenever they change.
    """

    def __init__(
        self,
        link: ClubLink,
        port: int,
        trust: Callable[[PublicAddress], None],
        tell: Callable[[RelayState, str], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._link, self._port, self._trust, self._tell, self._sleep = link, port, trust, tell, sleep
        self._loop = asyncio.get_running_loop()
        self._on = asyncio.Event()
        self._work: asyncio.Task[RelayState] | None = None
        self._public, self._url = NO_PUBLIC_ADDRESS, ""

    def switch(self, on: bool) -> None:
        """Switch the relay on, or off at once; from any thread."""
        self._loop.call_soon_threadsafe(self._on.set if on else self._switch_off)

    def _switch_off(self, state: RelayState = "") -> None:
        self._on.clear()
        if self._work is not None:
            self._work.cancel()
        self._url = ""
        self._tell(state, "")

    async def run(self) -> None:
        """Keep a connection while the relay is switched on, until cancelled."""
        try:
            while await self._on.wait():
                self._tell("away" if self._url else "opening", self._url)
                self._work = asyncio.create_task(self._connect())
                await asyncio.wait([self._work])
                if self._work.cancelled():
                    continue
                if (state := self._work.result()) != "away":
                    self._switch_off(state)
                    continue
                self._tell(state, self._url)
                await self._sleep(RETRY_SECONDS)
        finally:
            if self._work is not None:
                self._work.cancel()

    async def _connect(self) -> RelayState:
        """Connect to the club and answer its requests until the connection ends. Return the state after it."""
        club = self._link.club
        if club is None:
            return ""
        skipped, connector = ("User-Agent", "Accept-Encoding", "Content-Type"), aiohttp.TCPConnector(limit=0)
        jar, key = aiohttp.DummyCookieJar(), {"Authorization": f"Bearer {club.key}"}
        at, checks = f"{club.address}{said.PATH}", make_tls_check(club.pin)
        async with aiohttp.ClientSession(
            timeout=TIMEOUTS, auto_decompress=False, cookie_jar=jar, skip_auto_headers=skipped, connector=connector
        ) as web:
            try:
                async with web.ws_connect(
                    at, headers=key, heartbeat=said.HEARTBEAT_SECONDS, max_msg_size=said.LARGEST, ssl=checks
                ) as socket:
                    await self._answer_all(web, socket, club)
            except aiohttp.WSServerHandshakeError as refused:
                if refused.status == HTTPStatus.UNAUTHORIZED:
                    await self._link.handle_expulsion(club)
                return "refused" if refused.status < HTTPStatus.INTERNAL_SERVER_ERROR else "away"
            except (aiohttp.ClientError, OSError, ValueError, TypeError):  # TypeError: not bytes
                pass
            return "away"

    async def _answer_all(self, web: aiohttp.ClientSession, socket: Socket, club: Membership) -> None:
        streams: Streams = {}
        try:
            async for message in socket:
                match said.decode_to_table(message.data):
                    case said.RelayAddress(url):
                        self._set_address(club, url)
                    case said.RelayRequest(number) as ask if self._url and number not in streams:
                        if len(streams) < said.STREAMS:
                            task = asyncio.create_task(self._answer(web, socket, ask, streams))
                            streams[number] = said.StreamQueue(number, said.REQUEST_BYTES), task
                    case said.RelayPiece(number) as piece if number in streams:
                        streams[number][0].put(piece)
                    case said.RelayEnd(number) if number in streams:
                        streams.pop(number)[1].cancel()
        finally:
            for _, task in tuple(streams.values()):
                task.cancel()

    def _set_address(self, club: Membership, url: str) -> None:
        """Set the public address and trust the loopback as its proxy from now on. ValueError for another address."""
        public = PublicAddress(url, frozenset({LOOPBACK}))
        if url != f"https://{public.host}{said.relay_path(club.key)}" or HOST.fullmatch(public.host) is None:
            raise ValueError
        self._public, self._url = public, url
        self._trust(public)
        self._tell("open", url)

    async def _answer(self, web: aiohttp.ClientSession, club: Socket, ask: said.RelayRequest, streams: Streams) -> None:
        """Answer one request by the table's own server."""
        stream, code = streams[ask.stream][0], said.LOST_CODE

        async def send(message: said.FromTable) -> None:
            await club.send_bytes(said.encode(message))

        try:
            with suppress(aiohttp.ClientError, OSError, ValueError):
                if _is_sound(ask):
                    code = await self._relay(web, ask, stream, send)
            with suppress(ConnectionError):
                await send(said.RelayEnd(ask.stream, code))
        finally:
            streams.pop(ask.stream, None)

    async def _relay(
        self, web: aiohttp.ClientSession, ask: said.RelayRequest, stream: said.StreamQueue, send: Sender
    ) -> int:
        """Relay one request to the table's own server. Return the code of its end."""
        url = URL(f"http://{LOOPBACK}:{self._port}{ask.path}", encoded=True)
        headers = {name: text for name, text in ask.headers.items() if name in said.REQUEST_HEADERS}
        headers |= {"Host": self._public.host, FORWARDED: ask.client}
        if ask.socket:
            return await _relay_socket(web.ws_connect(url, headers=headers, max_msg_size=said.LARGEST), stream, send)
        async with web.request(ask.method, url, headers=headers, data=ask.body, allow_redirects=False) as answer:
            theirs = {name: answer.headers[name] for name in said.RESPONSE_HEADERS if name in answer.headers}
            if "Location" in theirs:
                theirs["Location"] = f"{urlsplit(self._url).path}{theirs['Location']}"
            await send(said.RelayHead(stream.number, answer.status, theirs))
            async for data in answer.content.iter_chunked(said.PIECE_BYTES):
                await send(said.RelayPiece(stream.number, data))
        return NORMAL_CODE


async def _relay_socket(opening: AbstractAsyncContextManager[Socket], stream: said.StreamQueue, send: Sender) -> int:
    """Forward the messages of a WebSocket until either side ends it. Return the code of its end."""
    try:
        async with opening as socket:
            await send(said.RelayHead(stream.number, HTTPStatus.SWITCHING_PROTOCOLS))
            sending = asyncio.create_task(stream.forward_to(socket))
            try:
                async for message in socket:
                    if message.type is aiohttp.WSMsgType.TEXT:
                        await send(said.RelayPiece(stream.number, message.data.encode()))
            finally:
                sending.cancel()
    except aiohttp.WSServerHandshakeError as refused:
        await send(said.RelayHead(stream.number, refused.status))
        return NORMAL_CODE
    code = socket.close_code or said.LOST_CODE
    return code if code == NORMAL_CODE or code >= OWN_CODES else said.LOST_CODE


def _is_sound(ask: said.RelayRequest) -> bool:
    """Check that a request is one line of text each, so that the club cannot send a second one inside it."""
    texts = (ask.client, *ask.headers.values())
    return ask.method in METHODS and PATH.fullmatch(ask.path) is not None and all(map(TEXT.fullmatch, texts))
