"""A table as a process of its own, and guests who speak its protocol: for tests, benchmarks and pictures."""

import asyncio
import itertools
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self

import aiohttp

from app.protocol.table_client import RunFile, read_run

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 120.0  # seconds until something that has to come counts as missing; only so that nothing hangs for ever
PORTS = 20_000, 32_000  # below those that Linux gives to connections
FINAL_CLOSE_CODES = {4001, 4004}  # codes of a close after which one does not come back: another has the seat


def hears() -> None:
    """Restore the default handlers of SIGINT and SIGHUP, which background jobs and nohup ignore."""
    for name in (signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_DFL)


def free_port() -> int:
    """Return an unused port outside of the range for outgoing connections."""
    while True:
        port = secrets.randbelow(PORTS[1] - PORTS[0]) + PORTS[0]
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def children(pid: int) -> list[int]:
    """List the child processes of a process, whichever of its threads started them."""
    found: list[int] = []
    for task in sorted(Path(f"/proc/{pid}/task").iterdir(), key=lambda task: int(task.name)):
        with suppress(OSError):  # a thread that has just ended
            found += map(int, (task / "children").read_text().split())
    return found


class Refused(Exception):
    """The table said no to a wish."""


class RunningTable:
    """`wondertable run` or `table` in a data folder; `run` is what its run.json says. `program` stands for main.py."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        env: dict[str, str] | None = None,
        output: int = subprocess.DEVNULL,
        program: Sequence[str] = (str(ROOT / "main.py"),),
    ):
        command = [sys.executable, *program, *(words or ("table",)), "--data-dir", str(folder)]
        if "--port" not in words:
            command += ["--port", "0"]
        self.folder = folder
        self.began = time.monotonic()
        self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=output, stderr=output)
        self.run = RunFile(port=0, pid=0, key="", run="")

    @property
    def port(self) -> int:
        return self.run.port

    async def ready(self) -> Self:
        """Wait until it serves pages."""
        while self.run.pid != self.process.pid:
            assert self.process.poll() is None, "the table ended by itself"
            with suppress(FileNotFoundError):
                self.run = read_run(self.folder)
            await self._patience()
        async with aiohttp.ClientSession() as web, web.get(f"http://127.0.0.1:{self.port}/here") as answer:
            assert answer.status == 200
        return self

    async def _patience(self) -> None:
        assert time.monotonic() < self.began + PATIENCE, "the table did not come up"
        await asyncio.sleep(0.002)

    def children(self) -> list[int]:
        """List the table's child processes: the screen and the thinker."""
        return children(self.process.pid)

    def screens(self) -> list[int]:
        """List the child processes that are a screen."""
        return self._that_run(b"screen")

    def thinkers(self) -> list[int]:
        """List the child processes that think for bots."""
        return self._that_run(b"think")

    def _that_run(self, command: bytes) -> list[int]:
        return [pid for pid in self.children() if command in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")]

    def kill(self) -> None:
        """Pull its plug."""
        self.process.kill()
        self.process.wait()

    def end(self) -> int:
        """Ask it to end, as Ctrl-C does; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    @asynccontextmanager
    async def screen(self) -> "AsyncIterator[Guest]":
        """Connect as the screen does."""
        headers = {"Authorization": f"Bearer {self.run.key}"}
        async with Guest.at(self.port, "/socket", headers) as guest:
            yield guest

    @asynccontextmanager
    async def phone(self, key: str) -> "AsyncIterator[Guest]":
        """Connect as the phone with this seat key."""
        async with Guest.at(self.port, f"/socket/{key}") as guest:
            yield guest

    async def join(self, ticket: str, name: str, lang: str = "en") -> str:
        """Answer a join ticket as a phone's form does; the seat key."""
        form = {"name": name, "lang": lang}
        url = f"http://127.0.0.1:{self.port}/join/{ticket}"
        async with aiohttp.ClientSession() as web, web.post(url, data=form, allow_redirects=False) as answer:
            assert answer.status == 303, await answer.text()
            return answer.headers["Location"].removeprefix("/seat/")


class Guest:
    """One JSON client. `table`, `game`, `questions`, `codes`, `hints`, `upkeep`, `rev` are the newest it was told.

    Whoever is slow to answer a ping is let go by the table, and connects anew, as a screen and any phone does. So a
    test may be held up for as long as it likes.
    """

    _ids = itertools.count()

    def __init__(self, connect: Callable[[], AbstractAsyncContextManager[aiohttp.ClientWebSocketResponse]]) -> None:
        self._connect = connect
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._said: dict[str, dict[str, Any]] = {}  # what is not answered yet, and is said again after a reconnect
        self._changed = asyncio.Event()
        self.table: dict[str, Any] = {}
        self.game: dict[str, Any] | None = None
        self.questions: list[dict[str, Any]] = []
        self.codes: list[dict[str, Any]] = []
        self.lines: list[dict[str, Any]] = []
        self.hints: list[dict[str, Any]] = []
        self.upkeep: dict[str, Any] | None = None
        self.rev = -1
        self.meant = 0  # how often it was asked whether it means that, and did

    @classmethod
    @asynccontextmanager
    async def at(cls, port: int, path: str, headers: dict[str, str] | None = None) -> "AsyncIterator[Guest]":
        """Connect, and be there with a first snapshot."""
        url = f"ws://127.0.0.1:{port}{path}"
        async with aiohttp.ClientSession() as web, asyncio.TaskGroup() as group:
            guest = cls(lambda: web.ws_connect(url, headers=headers or {}, max_msg_size=0))
            listening = group.create_task(guest._stay())
            await guest.until(lambda: bool(guest.table))
            try:
                yield guest
            finally:
                listening.cancel()

    async def _stay(self) -> None:
        """Keep connected while the table runs and the seat is this phone's."""
        while True:
            try:
                async with self._connect() as self._socket:
                    for said in tuple(self._said.values()):
                        await self._socket.send_json(said)
                    await self._listen(self._socket)
                    if self._socket.close_code in FINAL_CLOSE_CODES:
                        return
            except (aiohttp.ClientError, ConnectionError):
                if not self.table:
                    raise
            await asyncio.sleep(0.05)

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        first = True
        async for message in socket:
            told = json.loads(message.data)
            if told["type"] == "snapshot":
                if first or told["table"]["game_id"] != self.table["game_id"]:
                    self.lines.clear()
                first = False
                self.table, self.game, self.questions = told["table"], told["game"], told["questions"]
                self.codes, self.rev, self.hints = told["codes"], told["rev"], told["hints"]
                self.upkeep = told["upkeep"]
                self.lines += told["news"]
            elif answer := self._answers.pop(told.get("id", ""), None):
                answer.set_result(told)
            self._changed.set()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for a snapshot that makes it true."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._changed.clear()
                await self._changed.wait()

    async def send(self, what: str, **fields: Any) -> dict[str, Any]:
        """Send an intent and return its answer; raise Refused if it is refused."""
        return await self.say(what, f"{os.getpid()}-{next(self._ids)}", **fields)

    async def say(self, what: str, id: str, **fields: Any) -> dict[str, Any]:
        """Send the same under a given id."""
        while True:
            self._answers[id] = answer = asyncio.get_running_loop().create_future()
            self._said[id] = {"type": what, "id": id, **fields}
            with suppress(ConnectionError):
                assert self._socket is not None
                await self._socket.send_json(self._said[id])
            async with asyncio.timeout(PATIENCE):
                told = await answer
            del self._said[id]
            if told["type"] != "refused":
                return told
            if told["rule"] == "meant":  # it is
                self.meant += 1
                await self.say("give-pin", f"{id} meant", pin=str(told["facts"]["number"]))
                continue
            if told["rule"] != "too-fast":
                raise Refused(told["rule"], told["text"])
            await asyncio.sleep(0.2)

    async def act(self, choose: Callable[[list[str]], str]) -> str:
        """Answer the first open question by touch; where the choice itself is secret, by looking."""
        await self.until(lambda: bool(self.questions))
        open = self.questions[0]
        secret = [] if open["legal"] else (await self.send("look", seat=open["seat"]))["legal"]
        action = choose(open["legal"] or secret)
        await self.send("act", seat=open["seat"], question=open["number"], action=action)
        await self.until(lambda: not self.questions or self.questions[0]["number"] != open["number"])
        return action

    def ticket(self, seat: int) -> str:
        """Return the ticket in the code in front of a free seat."""
        return str(next(code["url"] for code in self.codes if code["seat"] == seat)).rsplit("/join/", 1)[1]


async def eventually(ask: Callable[[], Awaitable[bool] | bool]) -> None:
    """Wait until something outside is so; for what no message tells."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = ask()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.02)
