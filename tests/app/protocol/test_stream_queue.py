"""A relayed stream: forwarded in order while it is read, and closed when its unread part exceeds the limit."""

from app.protocol.relay_messages import LOST_CODE, MESSAGE_BYTES, RelayEnd, RelayPiece, StreamQueue

PIECE = RelayPiece(7, b"x" * 100)
BYTES = MESSAGE_BYTES + 100


class _Socket:
    def __init__(self) -> None:
        self.sent: list[str] = []
        self.code: int | None = None

    async def send_str(self, text: str) -> None:
        if text == "lost":
            raise ConnectionError
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.code = code


async def test_stream_stays_open_while_it_is_read():
    stream = StreamQueue(7, 2 * BYTES)
    for _ in range(9):
        stream.put(PIECE)
        assert await stream.get() == PIECE
    assert stream.pending == 0


async def test_stream_ends_when_unread_bytes_exceed_the_limit():
    stream = StreamQueue(7, 2 * BYTES)
    for _ in range(5):
        stream.put(PIECE)
    assert [await stream.get() for _ in range(3)] == [PIECE, PIECE, RelayEnd(7, LOST_CODE)]


async def test_stream_forwards_pieces_and_close_code_to_the_socket():
    for pieces, code, sent in (
        (["a", "b"], 1001, ["a", "b"]),
        (["a", "lost", "b"], LOST_CODE, ["a"]),
    ):
        stream, socket = StreamQueue(7, 99 * BYTES), _Socket()
        for piece in pieces:
            stream.put(RelayPiece(7, piece.encode()))
        stream.put(RelayEnd(7, 1001))
        await stream.forward_to(socket)
        assert (socket.sent, socket.code) == (sent, code)
