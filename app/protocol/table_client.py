"""A WebSocket client for programs on the table's own machine, which find the running table by its run.json."""

import os
import socket
from collections import deque
from contextlib import suppress
from functools import reduce
from operator import or_
from pathlib import Path
from threading import Lock
from typing import Final, get_args

import msgspec
from wsproto import ConnectionType, WSConnection
from wsproto.events import BytesMessage, CloseConnection, Event, Ping, RejectConnection, Request, TextMessage
from wsproto.utilities import LocalProtocolError, RemoteProtocolError

from app.protocol import messages
from app.protocol.base_messages import Message
from app.protocol.play_messages import Secret
from app.protocol.run_file_path import find_run_file
from app.protocol.table_messages import Snapshot

RECEIVE_SECONDS: Final = 1.5  # of silence until `receive` raises TimeoutError
LARGEST: Final = 64 * 2**20  # characters in a message


class RunFile(msgspec.Struct, frozen=True):
    """The file run.json: how programs on this machine reach the running table."""

    port: int
    pid: int
    key: str
    run: str

    def __repr__(self) -> str:
        return f"RunFile({self.port}, {self.pid})"


def read_run(folder: Path) -> RunFile:
    """Read the run.json of a data folder. Raise OSError or msgspec.MsgspecError if that fails."""
    return msgspec.json.decode(find_run_file(folder).read_bytes(), type=RunFile)


def is_alive(pid: int) -> bool:
    """Check that a process runs; run.json outlives a table that was killed."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class Client:
    """A WebSocket to the table of this machine (RFC 6455). Methods raise OSError when it breaks; `send` is
    thread-safe.
    """

    def __init__(self, port: int, path: str, key: str) -> None:
        self._socket = socket.socket()  # not create_connection, which imports tables of the names of other scripts
        self._socket.settimeout(RECEIVE_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._protocol = WSConnection(ConnectionType.CLIENT)
        self._lock = Lock()  # guards the protocol state and the order of sending
        self._events: deque[Event] = deque()
        self._text: list[str] = []  # fragments of an incomplete message
        try:
            self._socket.connect(("127.0.0.1", port))
            self._greet(port, path, key)
        except OSError:
            self.close()
            raise

    def _greet(self, port: int, path: str, key: str) -> None:
        bearer = (b"Authorization", f"Bearer {key}".encode())
        self._send_event(Request(host=f"127.0.0.1:{port}", target=path, extra_headers=[bearer]))
        answer = self._next_event()
        if isinstance(answer, RejectConnection):
            raise ConnectionRefusedError(f"the table answers {answer.status_code}")

    def receive(self) -> str | None:
        """Return the next message; None after a close. TimeoutError, losing nothing, after `RECEIVE_SECONDS`."""
        while True:
            match self._next_event():
                case TextMessage(data=some, message_finished=last):
                    self._text.append(some)
                    if last:
                        text = "".join(self._text)
                        self._text.clear()
                        return text
                    if sum(map(len, self._text)) > LARGEST:
                        raise ConnectionAbortedError("a message is too large")
                case Ping() as ping:
                    self._send_event(ping.response())
                case CloseConnection() | BytesMessage():  # a table never sends bytes
                    return None

    def _next_event(self) -> Event:
        """Return the next event, or part of one. Raise TimeoutError after `RECEIVE_SECONDS` of silence."""
        while not self._events:
            some = self._socket.recv(65536)
            if not some:
                raise ConnectionResetError("the table has gone")
            with self._lock:
                try:
                    self._protocol.receive_data(some)
                    self._events += self._protocol.events()
                except RemoteProtocolError as error:
                    raise ConnectionAbortedError(f"this is no table: {error}") from None
        return self._events.popleft()

    def send(self, text: bytes) -> None:
        """Send a message in UTF-8. Any thread may call it."""
        self._send_event(TextMessage(data=text.decode()))

    def _send_event(self, event: Event) -> None:
        with self._lock:
            try:
                self._socket.sendall(self._protocol.send(event))
            except LocalProtocolError:
                raise ConnectionResetError("the table has closed it") from None
            except TimeoutError:  # half a message may have gone out
                raise ConnectionAbortedError("the table does not listen") from None

    def close(self) -> None:
        """Close the socket and wake a reader. Any thread may call it."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


_NULL: Final = msgspec.Raw(b"null")


class _Snapshot(Snapshot, frozen=True, kw_only=True, tag="snapshot"):
    """A Snapshot on the wire: msgspec decodes no object into `Raw | None`."""

    game: msgspec.Raw


class _Secret(Secret, frozen=True, kw_only=True, tag="secret"):
    """A Secret on the wire, for the same reason."""

    view: msgspec.Raw = _NULL


_ON_THE_WIRE: Final[dict[type[Message], type[Message]]] = {Snapshot: _Snapshot, Secret: _Secret}
_decoder: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(
    reduce(or_, (_ON_THE_WIRE.get(kind, kind) for kind in get_args(messages.Messages)))
)


def read_message(text: str | bytes) -> Message:
    """Decode one message of the table."""
    heard = _decoder.decode(text)
    if isinstance(heard, _Snapshot):
        return Snapshot(**{**msgspec.structs.asdict(heard), "game": _decode_null(heard.game)})
    if isinstance(heard, _Secret):
        return Secret(**{**msgspec.structs.asdict(heard), "view": _decode_null(heard.view)})
    return heard


def _decode_null(raw: msgspec.Raw) -> msgspec.Raw | None:
    return None if bytes(raw) == b"null" else raw
