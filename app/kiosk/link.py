"""The screen's connection to its table: a thread with its own loop, found by run.json, back at once whenever it breaks.

Messages are handed to Kivy's thread by `hand`; wishes come from it by `send`. Nothing is kept for later: a wish that meets no
table is dropped, and the screen says that the table is away.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Final

import msgspec

from app import messages as said

RETRY: Final = 0.2  # seconds between two tries
GONE: Final = 60.0  # seconds after which a screen whose table has gone ends itself
BEAT: Final = 2.0  # seconds between pings
SILENCE: Final = 5.0  # seconds without a word after which the link is broken


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


_decoder: Final = msgspec.json.Decoder(said.Hello | _Snapshot | said.Done | said.Refused | said.Secret | said.Cue | said.Pong)


def read_message(text: str) -> said.Messages:
    """One message of the table."""
    heard: _Snapshot | said.Hello | said.Done | said.Refused | said.Secret | said.Cue | said.Pong = _decoder.decode(text)
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

    `run` is the run that started this screen; None: it was started by hand and waits for any table.
    """

    def __init__(self, run: str | None, now: float) -> None:
        self._run = run
        self._seen = now

    def met(self, now: float) -> None:
        """The table is there."""
        self._seen = now

    def is_over(self, file: RunFile | None, now: float) -> bool:
        if self._run is None:
            return False
        if file is not None and file.run != self._run:
            return True
        return now - self._seen >= GONE


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
    ) -> None:
        self._folder = folder
        self._hand, self._hear, self._lost, self._over = hand, hear, lost, over
        self._clock = clock
        self._fate = Fate(run, clock())
        self._loop: asyncio.AbstractEventLoop | None = None
        self._queue: asyncio.Queue[bytes] | None = None
        self._task: asyncio.Task[None] | None = None
        self._thread = Thread(target=self._run, name="link", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def send(self, intent: said.Intents) -> None:
        """Say a wish; from any thread."""
        loop, queue = self._loop, self._queue
        if loop is not None and queue is not None and not loop.is_closed():
            loop.call_soon_threadsafe(queue.put_nowait, msgspec.json.encode(intent))

    def close(self) -> None:
        """End the thread; from any other."""
        loop, task = self._loop, self._task
        if loop is not None and task is not None and not loop.is_closed():
            loop.call_soon_threadsafe(task.cancel)
        if self._thread.is_alive():
            self._thread.join(2)

    def _run(self) -> None:
        try:
            asyncio.run(self._live())
        except asyncio.CancelledError:
            return

    async def _live(self) -> None:
        from aiohttp import ClientSession

        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        async with ClientSession() as session:
            while True:
                file = read_run(self._folder)
                if self._fate.is_over(file, self._clock()):
                    self._hand(self._over)
                    return
                if file is not None and _is_alive(file.pid) and await self._talk(session, file):
                    self._hand(self._lost)
                    continue
                await asyncio.sleep(RETRY)

    async def _talk(self, session: "object", file: RunFile) -> bool:
        """One connection, from its opening to its end; False if there was none."""
        from aiohttp import ClientError, ClientSession, WSMsgType

        assert isinstance(session, ClientSession)
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._queue = queue
        url = f"http://127.0.0.1:{file.port}/socket"
        try:
            socket = await session.ws_connect(url, headers={"Authorization": f"Bearer {file.key}"}, max_msg_size=0)
        except (ClientError, OSError, TimeoutError):
            return False
        writer = asyncio.ensure_future(self._write(socket, queue))
        try:
            while True:
                message = await asyncio.wait_for(socket.receive(), SILENCE)
                if message.type is not WSMsgType.TEXT:
                    break
                self._fate.met(self._clock())
                heard = read_message(message.data)
                self._hand(lambda heard=heard: self._hear(heard))  # type: ignore[misc]  # bound now
        except (TimeoutError, ClientError, OSError):
            pass
        finally:
            self._queue = None
            writer.cancel()
            await socket.close()
        return True

    async def _write(self, socket: "object", queue: "asyncio.Queue[bytes]") -> None:
        """Send wishes as they come, and a ping when there are none."""
        from aiohttp import ClientWebSocketResponse

        assert isinstance(socket, ClientWebSocketResponse)
        beat = 0
        while True:
            try:
                wish = await asyncio.wait_for(queue.get(), BEAT)
            except TimeoutError:
                beat += 1
                wish = msgspec.json.encode(said.Ping(id=f"beat-{beat}"))
            try:
                await socket.send_str(wish.decode())
            except (ConnectionError, RuntimeError):
                return


def _is_alive(pid: int) -> bool:
    """Whether a process runs; run.json outlives a table that was killed."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
