"""The screen's connection to its table: a thread, found by run.json, back at once whenever it breaks.

Messages are handed to Kivy's thread by `hand`; wishes come from it by `send`. Nothing is kept here: a wish that meets
no table is dropped, as is one whose connection breaks, and the controller says it again after the next hello.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final

import msgspec

from app.protocol import messages
from app.protocol.client import Client, RunFile, is_alive, read_message, read_run

RETRY: Final = 0.05  # seconds between two tries
STOPPED: Final = "stopped"  # a file in the folder of whoever starts the table again; without it, the table is started
GONE: Final = 60.0  # seconds after which a screen whose table has gone ends itself
MISSED: Final = 3  # beats without a word after which the connection is broken


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


class TableConnection:
    """Runs until `close` or until its fate is over; then `over` is handed across."""

    def __init__(
        self,
        folder: Path,
        hand: Callable[[Callable[[], None]], None],
        hear: Callable[[messages.Messages], None],
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
        self._client: Client | None = None
        self._closed = Event()
        self._thread = Thread(target=self._live, name="connection", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def send(self, intent: messages.Intents) -> None:
        """Say a wish; from any thread."""
        client = self._client
        if client is not None:
            try:
                client.send(msgspec.json.encode(intent))
            except OSError:
                client.close()  # the reader notices, and comes back

    def close(self) -> None:
        """End the thread; from any other."""
        self._closed.set()
        if self._client is not None:
            self._client.close()
        if self._thread.is_alive():
            self._thread.join(2)

    def start_again(self) -> None:
        """Ask for another start of a table that has died too often."""
        if self._watch is not None:
            (self._watch / STOPPED).unlink(missing_ok=True)

    def _live(self) -> None:
        stopped = False
        while not self._closed.is_set():
            file = self._find()
            if self._fate.is_over(file, self._clock()):
                self._hand(lambda: self.over())
                return
            if stopped != self._fate.stopped():
                stopped = not stopped
                self._hand(partial(self._say_stopped, stopped))
            if file and not self._fate.has_ended(file) and is_alive(file.pid) and self._talk(file):
                self._hand(self._lost)
                continue
            self._closed.wait(RETRY)

    def _find(self) -> RunFile | None:
        """The run of the table in the folder; None while there is none."""
        try:
            return read_run(self._folder)
        except (OSError, msgspec.MsgspecError):
            return None

    def _say_stopped(self, stopped: bool) -> None:
        self.stopped(stopped)

    def _talk(self, file: RunFile) -> bool:
        """One connection, from its opening to its end; False if there was none."""
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
        missed = 0
        while not self._closed.is_set():
            try:
                text = client.receive()
            except TimeoutError:
                missed += 1
                if missed >= MISSED:
                    return
                client.send(msgspec.json.encode(messages.Ping(id=f"beat {missed}")))
                continue
            if text is None:
                return
            missed = 0
            self._fate.met(self._clock())
            try:
                heard = read_message(text)
            except msgspec.MsgspecError:  # of another version: what it does not know it cannot show
                continue
            if isinstance(heard, messages.Cue) and heard.what == "bye":
                self._fate.goodbye(run)
            self._hand(partial(self._hear, heard))
