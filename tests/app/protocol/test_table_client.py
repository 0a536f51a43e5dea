"""The WebSocket client of local programs: it reads every message of a table, and complies with RFC 6455."""

import re
import socket
import threading
from base64 import b64encode
from hashlib import sha1

import msgspec
import pytest

from app.protocol.machine_messages import Upkeep
from app.protocol.play_messages import Question, Secret, UndoOffer
from app.protocol.seat_messages import Code
from app.protocol.table_client import Client, read_message
from app.protocol.table_messages import Snapshot
from app.protocol.teaching_messages import Hint, LessonTip, Reason
from tests.running import PATIENCE


@pytest.mark.parametrize("view", [None, msgspec.Raw(b'{"seats":[]}')], ids=["lobby", "game"])
def test_snapshot_is_unchanged_after_encoding_and_decoding(view):
    question = Question(number=1, seat=2, legal=("take left",))
    own = (UndoOffer(row=3, seat=2, action="", more=0, free=True),)
    codes = (Code(1, "http://table/join/abc"),)
    more = {"host": True, "lessons": (LessonTip("red", 2),), "hints": (Hint(2, thinking=True),)}
    more |= {"planned": (2,), "plan": "stage 2", "upkeep": Upkeep("1.2")}
    sent = Snapshot(4, msgspec.Raw(b"{}"), view, (question,), (), codes, own, **more)
    assert {name for name, value in msgspec.structs.asdict(sent).items() if value in ((), False, None, "")} - {
        "game"
    } == {"news"}
    heard = read_message(msgspec.json.encode(sent))
    assert isinstance(heard, Snapshot)
    assert (heard.game is None) is (view is None)
    assert msgspec.structs.replace(heard, table=None, game=None) == msgspec.structs.replace(sent, table=None, game=None)


@pytest.mark.parametrize("view", [None, msgspec.Raw(b'{"mine":{}}')], ids=["nothing more", "a view"])
def test_secret_is_unchanged_after_encoding_and_decoding(view):
    hint = Hint(2, action="sell loom", because=(Reason("coins", {"n": 3}),))
    sent = Secret("look", 2, None, ("wood",), ("sell loom",), view, hint, "stage 2")
    heard = read_message(msgspec.json.encode(sent))
    assert isinstance(heard, Secret)
    assert (heard.view and bytes(heard.view)) == (view and bytes(view))
    assert msgspec.structs.replace(heard, view=None) == msgspec.structs.replace(sent, view=None)


# ---- the WebSocket ----------------------------------------------------------------------------------------


def accepted(key):
    """Build the response to the handshake of a client with this key (RFC 6455, 4.2.2)."""
    proof = b64encode(sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    head = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    return head + b"Sec-WebSocket-Accept: " + proof + b"\r\n\r\n"


class Peer:
    """The other end of a WebSocket, written byte by byte."""

    def __init__(self, answer=None):
        self.answer, self.server = answer, socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.thread = threading.Thread(target=self._accept, daemon=True)
        self.thread.start()

    def _accept(self):
        self.end, _ = self.server.accept()
        asked = self.end.recv(4096)
        key = re.search(rb"Sec-WebSocket-Key: (\S+)", asked, re.IGNORECASE)[1]
        self.end.sendall(self.answer or accepted(key))

    def say(self, *pieces):
        self.thread.join(5)
        for piece in pieces:
            self.end.sendall(piece)

    def close(self):
        self.thread.join(5)
        self.end.close()
        self.server.close()


@pytest.fixture
def connection():
    peer = Peer()
    client = Client(peer.port, "/socket", "k")
    yield peer, client
    client.close()
    peer.close()


def test_client_reassembles_fragmented_messages(connection):
    peer, client = connection
    text = b"x" * 70000
    peer.say(
        b"\x01\x02ab",
        b"\x80\x01c",
        b"\x81\x7f" + len(text).to_bytes(8),
        text[:5],
        text[5:],
        b"\x81\x7e\x01\x00" + b"y" * 256,
    )
    assert [client.receive(), client.receive(), client.receive()] == ["abc", text.decode(), "y" * 256]


def test_a_ping_between_two_frames_is_answered(connection):
    peer, client = connection
    peer.say(b"\x01\x01a", b"\x89\x02hi", b"\x80\x01b")
    assert client.receive() == "ab"
    peer.end.settimeout(PATIENCE)
    pong = peer.end.recv(64)
    assert pong[0] == 0x8A
    assert bytes(byte ^ pong[2 + i % 4] for i, byte in enumerate(pong[6:])) == b"hi"


@pytest.mark.parametrize("size", [1, 125, 126, 65535, 65536])
def test_sent_messages_of_any_length_are_masked(connection, size):
    peer, client = connection
    peer.say()
    sent = bytes(i % 127 for i in range(size))
    threading.Thread(target=client.send, args=(sent,), daemon=True).start()
    peer.end.settimeout(PATIENCE)
    heard = bytearray()
    at = 6 if size < 126 else 8 if size < 65536 else 14
    while len(heard) < at + size:
        heard += peer.end.recv(65536)
    mask = heard[at - 4 : at]
    assert bytes(byte ^ mask[i % 4] for i, byte in enumerate(heard[at:])) == sent


def test_closed_client_refuses_to_send(connection):
    peer, client = connection
    peer.say(b"\x88\x00")
    assert client.receive() is None
    with pytest.raises(OSError, match="closed"):
        client.send(b"hello?")


def test_receive_raises_when_the_peer_vanishes(connection):
    peer, client = connection
    peer.thread.join(5)
    peer.end.shutdown(socket.SHUT_RDWR)
    with pytest.raises(OSError, match="gone"):
        client.receive()


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"\x82\x01x", id="binary"),
        pytest.param(b"\x81\x81abcdx", id="masked, as only a client does"),
        pytest.param(b"\x80\x01x", id="the rest of nothing"),
        pytest.param(b"\xc1\x01x", id="compressed, which nobody agreed on"),
        pytest.param(b"\x81\x02\xc3\x28", id="not UTF-8"),
    ],
)
def test_invalid_frame_ends_the_connection(connection, said):
    peer, client = connection
    peer.say(said)
    assert client.receive() is None


def test_oversized_message_aborts_the_connection(connection, monkeypatch):
    monkeypatch.setattr("app.protocol.table_client.LARGEST", 1000)
    peer, client = connection
    peer.say(b"\x81\x7f" + (10**9).to_bytes(8) + b"x" * 1001)
    with pytest.raises(ConnectionAbortedError, match="too large"):
        client.receive()


@pytest.mark.parametrize(
    ("answer", "error", "why"),
    [
        pytest.param(b"HTTP/1.1 403 Forbidden\r\n\r\n", ConnectionRefusedError, "403", id="refused"),
        pytest.param(accepted(b"another key"), ConnectionAbortedError, "no table", id="an answer to somebody else"),
        pytest.param(b"220 mail.example ESMTP\r\n\r\n", ConnectionAbortedError, "no table", id="not HTTP"),
    ],
)
def test_handshake_with_a_server_that_is_no_table_fails(answer, error, why):
    peer = Peer(answer)
    with pytest.raises(error, match=why):
        Client(peer.port, "/socket", "wrong")
    peer.close()
