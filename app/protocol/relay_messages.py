"""Messages between a table and its club's relay for friends far away: MessagePack, on one WebSocket of the table's.

Each request of a browser is a stream with a number: RelayRequest, RelayHead, any number of RelayPiece, RelayEnd. The
pieces of a WebSocket are its messages, in both directions. Either side ends a stream with RelayEnd.
"""

import asyncio
import hashlib
from contextlib import suppress
from typing import Annotated, Any, Final

import msgspec

PATH: Final = "/table/relay"
LARGEST: Final = 2 * 1024 * 1024  # bytes of one message, and bytes of a stream that wait at the club
TABLE_BYTES: Final = 8 * 1024 * 1024  # bytes of all streams of a table that wait at the club
REQUEST_BYTES: Final = 128 * 1024  # bytes of a stream that wait at the table
MESSAGE_BYTES: Final = 64  # bytes of memory of a message, besides its data
PIECE_BYTES: Final = 32 * 1024  # of a page or file
BODY_BYTES: Final = 16 * 1024  # of a request, and of a message of a browser's WebSocket
STREAMS: Final = 48  # of a table
CLIENT_STREAMS: Final = 16  # of one address
ANSWER_SECONDS: Final = 30.0  # until a request is answered; then the stream ends
SEND_SECONDS: Final = 60.0  # until a browser has taken a piece
HEARTBEAT_SECONDS: Final = 6.0  # of the table's connection
LOST_CODE: Final = 1011  # RelayEnd.code if the other side is gone, or a stream too large
COOKIES: Final = "light", "words"  # of the phone's pages; a browser sends those of the club, too
REQUEST_HEADERS: Final = "Accept-Encoding", "Accept-Language", "Content-Type", "Cookie", "Origin", "Sec-Fetch-Site"
RESPONSE_HEADERS: Final = (
    *("Allow", "Cache-Control", "Content-Disposition", "Content-Encoding"),
    *("Content-Security-Policy", "Content-Type", "Location", "Vary"),
)


def relay_path(key: str) -> str:
    """Return the path of a table at its club's relay, by the table's key: the same after a restart of either."""
    return f"/far/{hashlib.sha256(f'relay {key}'.encode()).hexdigest()[:32]}"


class RelayAddress(msgspec.Struct, frozen=True, tag="address"):
    """The club's first message. `url`: the public address of this table."""

    url: str


class RelayRequest(msgspec.Struct, frozen=True, tag="ask"):
    """A request of a browser. `path` has its query; `client`: the address that the club sees."""

    stream: int
    method: str
    path: str
    client: str
    headers: dict[str, str]
    body: bytes = b""
    socket: bool = False

    def __repr__(self) -> str:  # the path has a key
        return f"RelayRequest({self.stream})"


class RelayHead(msgspec.Struct, frozen=True, tag="head"):
    """The start of an answer. Status 101: the WebSocket is open."""

    stream: int
    status: Annotated[int, msgspec.Meta(ge=101, le=599)]
    headers: dict[str, str] = {}


class RelayPiece(msgspec.Struct, frozen=True, tag="piece"):
    """A piece of a body, or one text message of a WebSocket."""

    stream: int
    data: bytes


class RelayEnd(msgspec.Struct, frozen=True, tag="end"):
    """The end of a stream. `code`: a WebSocket's; 1000 for a complete body."""

    stream: int
    code: Annotated[int, msgspec.Meta(ge=1000, le=4999)] = 1000


ToTable = RelayAddress | RelayRequest | RelayPiece | RelayEnd
FromTable = RelayHead | RelayPiece | RelayEnd
FROM_TABLE_BYTES: Final[dict[type, int]] = {RelayHead: 16 * 1024, RelayPiece: 2 * LARGEST, RelayEnd: 64}  # at most
encode: Final = msgspec.msgpack.Encoder().encode
decode_to_table: Final = msgspec.msgpack.Decoder(ToTable).decode
decode_from_table: Final = msgspec.msgpack.Decoder(FromTable).decode


class StreamQueue:
    """The messages of one stream that wait to be forwarded, up to `limit` bytes; more end the stream."""

    def __init__(self, number: int, limit: int, client: str = "") -> None:
        self.number, self.client = number, client
        self.pending = 0  # bytes
        self._limit, self._is_full = limit, False
        self._queue: asyncio.Queue[FromTable] = asyncio.Queue()

    def put(self, message: FromTable) -> None:
        """Add a message, or an end instead of what is too much."""
        if not self._is_full:
            self.pending += len(getattr(message, "data", b"")) + MESSAGE_BYTES
            self._is_full = self.pending > self._limit
            self._queue.put_nowait(RelayEnd(self.number, LOST_CODE) if self._is_full else message)

    async def get(self) -> FromTable:
        message = await self._queue.get()
        self.pending -= len(getattr(message, "data", b"")) + MESSAGE_BYTES
        return message

    # Any: a WebSocket of aiohttp's server or client; this room imports neither.
    async def forward_to(self, socket: Any) -> None:
        """Send the pieces as messages of a WebSocket, and close it at their end."""
        code = LOST_CODE
        with suppress(ConnectionError, TimeoutError, UnicodeDecodeError):
            while isinstance(piece := await self.get(), RelayPiece):
                async with asyncio.timeout(SEND_SECONDS):
                    await socket.send_str(piece.data.decode())
            code = piece.code if isinstance(piece, RelayEnd) else code
        await socket.close(code=code)
