"""The screen's connection to its table: a thread, found by run.json, back at once whenever it breaks.

Messages are handed to Kivy's thread by `hand`; wishes come from it by `send`. Nothing is kept for later: a wish that
meets no table is dropped, and the screen says that the table is away.

The WebSocket is spoken here, in a few lines: it is loopback only and text only, and a library's import would cost the
screen a fifth of its start and a tenth of its memory.
"""

import os
import socket
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final

import msgspec

from app.protocol import messages as said

RETRY: Final = 0.05  # seconds between two tries
STOPPED: Final = "stopped"  # a file in the folder of whoever starts the table again; without it, the table is started
GONE: Final = 60.0  # seconds after which a screen whose table has gone ends itself
BEAT: Final = 1.5  # seconds of silence after which a ping is sent
MISSED: Final = 3  # beats without a word after which the link is broken
LARGEST: Final = 64 * 2**20  # bytes in a message
CONTINUED, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA


class RunFile(msgspec.Struct, frozen=True):
    """What a running table tells its screen (run.json)."""

    port: int
    pid: int
    key: str
    run: str


class _Snapshot(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot"):
    """A Snapshot as it comes: msgspec reads no object into `Raw | None`."""

    rev: int
    table: msgspec.Raw
    game: msgspec.Raw
    questions: tuple[said.Question, ...]
    news: tuple[said.Line, ...]
    codes: tuple[said.Code, ...] = ()


HEARD = (
    said.Hello
    | _Snapshot
    | said.Done
    | said.Refused
    | said.Secret
    | said.Recalled
    | said.LookedBack
    | said.Cue
    | said.Pong
    | said.Panel
    | said.Heard
    | said.Diagnosis
)
_decoder: Final = msgspec.json.Decoder(HEARD)


def read_message(text: bytes) -> said.Messages:
    """One message of the table."""
    heard: HEARD = _decoder.decode(text)
    if isinstance(heard, _Snapshot):
        game = None if bytes(heard.game) == b"null" else heard.game
        return said.Snapshot(heard.rev, heard.table, game, heard.questions, heard.news, heard.codes)
    return heard


def read_run(folder: Path) -> RunFile | None:
    """The run of the table in a data folder; None while there is none."""
    try:
        return msgspec.json.decode((folder / "run.json").read_bytes(), type=RunFile)
    except (OSError, msgspec.DecodeError):
        return None


class Fate:
    """Whether a screen should go on: not when its table has been gone for long, nor when another run has begun.

    `run` is the run that started this screen; None: it was started by hand and waits for any table. `watch` is the
    folder of whoever starts a dead table again: as long as it is there, the screen waits. What it shows when the table
    has said goodbye stays until another run begins.
    """

    def __init__(self, run: str | None, now: float, watch: Path | None = None) -> None:
        self._run = run
        self._seen = now
        self._watch = watch
        self._ended: str | None = None

    def met(self, now: float) -> None:
        """The table is there."""
        self._seen = now

    def goodbye(self, run: str) -> None:
        """This run of the table ends because people wish so."""
        self._ended = run

    def has_ended(self, file: RunFile) -> bool:
        """Whether that run has said goodbye: it may answer for a moment, and is not asked."""
        return file.run == self._ended

    def is_over(self, file: RunFile | None, now: float) -> bool:
        if self._run is None:
            return False
        if file is not None and file.run != self._run:
            return True
        if self._ended is not None:
            return False
        return now - self._seen >= GONE if self._watch is None else not self._watch.exists()

    def stopped(self) -> bool:
        """Whether the table has died too often to be started again by itself."""
        return self._watch is not None and (self._watch / STOPPED).exists()


class Wire:
    """A WebSocket to this machine (RFC 6455, the client's half). OSError when it breaks; writing is for any thread."""

    def __init__(self, port: int, path: str, key: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), BEAT)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read, self._parts = bytearray(), bytearray()  # what has come, and of a message in several frames
        self._writing = Lock()
        try:
            self._greet(port, path, key)
        except OSError:
            self.close()
            raise

    def _greet(self, port: int, path: str, key: str) -> None:
        hello = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {key}",
        ]
        self._socket.sendall("\r\n".join([*hello, "", ""]).encode())
        while b"\r\n\r\n" not in self._read:
            self._more()
        head, _, rest = bytes(self._read).partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionRefusedError(head.split(b"\r\n")[0].decode(errors="replace"))
        self._read = bytearray(rest)

    def receive(self) -> bytes | None:
        """The next text; None once it is closed. TimeoutError after a beat of silence, and nothing is lost by it."""
        while True:
            kind, last, payload = self._frame()
            if kind == PING:
                self._send(PONG, payload)
            elif kind == CLOSE:
                return None
            elif kind in (TEXT, CONTINUED):
                self._parts += payload
                if last:
                    text, self._parts = bytes(self._parts), bytearray()
                    return text

    def _frame(self) -> tuple[int, bool, bytes]:
        size, at = -1, 2
        while True:
            have = len(self._read)
            if have >= 2:
                size, at = self._read[1] & 0x7F, 2
                if size >= 126:
                    at = 4 if size == 126 else 10
                    size = int.from_bytes(self._read[2:at]) if have >= at else -1
            if size > LARGEST:
                raise ConnectionAbortedError("a message is too large")
            if 0 <= size <= have - at:
                break
            self._more()
        kind, last = self._read[0] & 0x0F, bool(self._read[0] & 0x80)
        payload = bytes(self._read[at : at + size])
        del self._read[: at + size]
        return kind, last, payload

    def _more(self) -> None:
        some = self._socket.recv(65536)
        if not some:
            raise ConnectionResetError("the table has gone")
        self._read += some

    def send(self, text: bytes) -> None:
        self._send(TEXT, text)

    def _send(self, kind: int, payload: bytes) -> None:
        mask = os.urandom(4)
        size = len(payload)
        head = bytes((0x80 | kind, 0x80 | (size if size < 126 else 126 if size < 65536 else 127)))
        if size >= 126:
            head += size.to_bytes(2 if size < 65536 else 8)
        masked = bytes(byte ^ mask[i & 3] for i, byte in enumerate(payload))
        with self._writing:
            self._socket.sendall(head + mask + masked)

    def close(self) -> None:
        """End it; whoever reads is woken."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


class Mailbox:
    """Calls for another thread, kept until that thread is there to take them."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []
        self._take: Callable[[Callable[[], None]], None] | None = None
        self._lock = Lock()

    def hand(self, call: Callable[[], None]) -> None:
        with self._lock:
            if self._take is None:
                self._waiting.append(call)
            else:
                self._take(call)

    def open(self, take: Callable[[Callable[[], None]], None]) -> None:
        """From now on calls go to `take`, those that wait first."""
        with self._lock:
            for call in self._waiting:
                take(call)
            self._waiting, self._take = [], take


class Link:
    """Runs until `close` or until its fate is over; then `over` is handed across."""

    def __init__(
        self,
        folder: Path,
        hand: Callable[[Callable[[], None]], None],
        hear: Callable[[said.Messages], None],
        lost: Callable[[], None],
        over: Callable[[], None],
        run: str | None = None,
        clock: Callable[[], float] = monotonic,
        watch: Path | None = None,
    ) -> None:
        self._folder = folder
        self._hand, self._hear, self._lost = hand, hear, lost
        self.over = over
        self._clock = clock
        self._watch = watch
        self._fate = Fate(run, clock(), watch)
        self.stopped: Callable[[bool], None] = lambda stopped: None  # handed across when that changes
        self._wire: Wire | None = None
        self._closed = Event()
        self._thread = Thread(target=self._live, name="link", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def send(self, intent: said.Intents) -> None:
        """Say a wish; from any thread."""
        wire = self._wire
        if wire is not None:
            try:
                wire.send(msgspec.json.encode(intent))
            except OSError:
                wire.close()  # the reader notices, and comes back

    def close(self) -> None:
        """End the thread; from any other."""
        self._closed.set()
        if self._wire is not None:
            self._wire.close()
        if self._thread.is_alive():
            self._thread.join(2)

    def start_again(self) -> None:
        """Ask for another start of a table that has died too often."""
        if self._watch is not None:
            (self._watch / STOPPED).unlink(missing_ok=True)

    def _live(self) -> None:
        stopped = False
        while not self._closed.is_set():
            file = read_run(self._folder)
            if self._fate.is_over(file, self._clock()):
                self._hand(lambda: self.over())
                return
            if stopped != self._fate.stopped():
                stopped = not stopped
                self._hand(partial(self._say_stopped, stopped))
            if file and not self._fate.has_ended(file) and _is_alive(file.pid) and self._talk(file):
                self._hand(self._lost)
                continue
            self._closed.wait(RETRY)

    def _say_stopped(self, stopped: bool) -> None:
        self.stopped(stopped)

    def _talk(self, file: RunFile) -> bool:
        """One connection, from its opening to its end; False if there was none."""
        try:
            wire = Wire(file.port, "/socket", file.key)
        except OSError:
            return False
        self._wire = wire
        with suppress(OSError):
            self._listen(wire, file.run)
        self._wire = None
        wire.close()
        return True

    def _listen(self, wire: Wire, run: str) -> None:
        missed = 0
        while not self._closed.is_set():
            try:
                text = wire.receive()
            except TimeoutError:
                missed += 1
                if missed >= MISSED:
                    return
                wire.send(msgspec.json.encode(said.Ping(id=f"beat {missed}")))
                continue
            if text is None:
                return
            missed = 0
            self._fate.met(self._clock())
            try:
                heard = read_message(text)
            except msgspec.MsgspecError:  # of another version: what it does not know it cannot show
                continue
            if isinstance(heard, said.Cue) and heard.what == "bye":
                self._fate.goodbye(run)
            self._hand(partial(self._hear, heard))


def _is_alive(pid: int) -> bool:
    """Whether a process runs; run.json outlives a table that was killed."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
