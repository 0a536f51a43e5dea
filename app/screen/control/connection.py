"""The screen's connection to its table: a thread that finds it by run.json and reconnects whenever it breaks.

`post` passes messages to Kivy's thread; `send` takes intents from it. Nothing is queued: an intent without a connection
is dropped, and the controller sends it again after the next hello.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final

import msgspec

from app.protocol.base_messages import Intent, Message, Ping
from app.protocol.play_messages import Cue
from app.protocol.table_client import Client, RunFile, is_alive, read_message, read_run

RETRY_SECONDS: Final = 0.05  # between two tries
STOPPED_FILE: Final = "stopped"  # in the supervisor's folder; deleting it starts the table again
EXIT_SECONDS: Final = 60.0  # without its table, after which the screen exits
MAX_MISSED_BEATS: Final = 3  # without an answer, after which the connection counts as broken


class ScreenLifetime:
    """The rules for when a screen exits: its table has been gone too long, or another run has begun.

    `run` is the run that started this screen; None: started by hand, waiting for any table. `watch` is the folder of
    the supervisor that restarts a dead table: while it exists, the screen waits. After a goodbye the screen stays until
    another run begins.
    """

    def __init__(self, run: str | None, now: float, watch: Path | None = None) -> None:
        self._run = run
        self._seen = now
        self._watch = watch
        self._ended: str | None = None

    def record_answer(self, now: float) -> None:
        self._seen = now

    def record_goodbye(self, run: str) -> None:
        """Record that people ended this run of the table."""
        self._ended = run

    def has_ended(self, file: RunFile) -> bool:
        """Check whether that run has said goodbye; it may still answer for a moment."""
        return file.run == self._ended

    def should_exit(self, file: RunFile | None, now: float) -> bool:
        if self._run is None:
            return False
        if file is not None and file.run != self._run:
            return True
        if self._ended is not None:
            return False
        if self._watch is not None:
            return not self._watch.exists()
        return now - self._seen >= EXIT_SECONDS

    def has_stopped(self) -> bool:
        """Check whether the table has crashed too often to be restarted automatically."""
        return self._watch is not None and (self._watch / STOPPED_FILE).exists()


class Mailbox:
    """A queue of calls for another thread that is not running yet."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []
        self._take: Callable[[Callable[[], None]], None] | None = None
        self._lock = Lock()

    def post(self, call: Callable[[], None]) -> None:
        with self._lock:
            if self._take is None:
                self._waiting.append(call)
            else:
                self._take(call)

    def deliver_to(self, take: Callable[[Callable[[], None]], None]) -> None:
        """Pass all calls to `take` from now on, the queued ones first."""
        with self._lock:
            for call in self._waiting:
                take(call)
            self._waiting, self._take = [], take


class TableConnection:
    """A connection that runs until `close`, or until its lifetime ends; then `on_over` is posted."""

    def __init__(
        self,
        folder: Path,
        post: Callable[[Callable[[], None]], None],
        on_message: Callable[[Message], None],
        on_lost: Callable[[], None],
        run: str | None = None,
        clock: Callable[[], float] = monotonic,
        watch: Path | None = None,
    ) -> None:
        self._folder = folder
        self._post, self._on_message, self._on_lost = post, on_message, on_lost
        self._clock = clock
        self._watch = watch
        self._lifetime = ScreenLifetime(run, clock(), watch)
        self.on_over: Callable[[], None] = lambda: None
        self.on_stopped: Callable[[bool], None] = lambda stopped: None  # posted when that changes
        self._client: Client | None = None
        self._closed = Event()
        self._thread = Thread(target=self._run_until_closed, name="connection", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def send(self, intent: Intent) -> None:
        """Send an intent. Thread-safe."""
        client = self._client
        if client is not None:
            try:
                client.send(msgspec.json.encode(intent))
            except OSError:
                client.close()  # the reader notices and reconnects

    def close(self) -> None:
        """End the thread. Call it from another one."""
        self._closed.set()
        if self._client is not None:
            self._client.close()
        if self._thread.is_alive():
            self._thread.join(2)

    def request_restart(self) -> None:
        """Ask the supervisor to restart a table that crashed too often."""
        if self._watch is not None:
            (self._watch / STOPPED_FILE).unlink(missing_ok=True)

    def _run_until_closed(self) -> None:
        stopped = False
        while not self._closed.is_set():
            file = self._read_run()
            if self._lifetime.should_exit(file, self._clock()):
                self._post(lambda: self.on_over())  # looked up when called: `Screen.build` sets it later
                return
            if stopped != self._lifetime.has_stopped():
                stopped = not stopped
                self._post(partial(self._report_stopped, stopped))
            if file and not self._lifetime.has_ended(file) and is_alive(file.pid) and self._serve(file):
                self._post(self._on_lost)
                continue
            self._closed.wait(RETRY_SECONDS)

    def _read_run(self) -> RunFile | None:
        try:
            return read_run(self._folder)
        except (OSError, msgspec.MsgspecError):
            return None

    def _report_stopped(self, stopped: bool) -> None:
        self.on_stopped(stopped)

    def _serve(self, file: RunFile) -> bool:
        """Serve one connection from opening to end; False if there was none."""
        try:
            client = Client(file.port, "/socket", file.key)
        except OSError:
            return False
        self._client = client
        with suppress(OSError):
            self._listen(client, file.run)
        self._client = None
        client.close()
        return True

    def _listen(self, client: Client, run: str) -> None:
        """Post all messages of one connection, until it ends."""
        for text in self._receive_texts(client):
            try:
                heard = read_message(text)
            except msgspec.MsgspecError:  # from another version: skip unknown messages
                continue
            if isinstance(heard, Cue) and heard.what == "bye":
                self._lifetime.record_goodbye(run)
            self._post(partial(self._on_message, heard))

    def _receive_texts(self, client: Client) -> Iterator[str]:
        """Yield what arrives until the connection ends, with a ping for each silent beat."""
        missed = 0
        while not self._closed.is_set():
            try:
                text = client.receive()
            except TimeoutError:
                missed += 1
                if missed >= MAX_MISSED_BEATS:
                    return
                client.send(msgspec.json.encode(Ping(id=f"beat {missed}")))
                continue
            if text is None:
                return
            missed = 0
            self._lifetime.record_answer(self._clock())
            yield text
