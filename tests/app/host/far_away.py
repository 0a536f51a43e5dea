"""A friend far away, behind a line with delay and loss: a proxy in the test, and a page that reconnects."""

import asyncio
import itertools
import json
import random
import re
from collections.abc import Callable
from html import unescape
from typing import Any, Self

import aiohttp

from tests.running import PATIENCE

HOST = "table.example.org"
PROXY_HEADERS = {"Host": HOST, "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
FORM = re.compile(r'<form[^>]*? data-do="(act;[^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
BUTTON = re.compile(r'<button[^>]*? data-do="((?:act|turn-marker|skip-opening)[;"][^"]*)"')
FIELD = re.compile(r"\{(\w+)\}")


class Line:
    """A proxy to a table that may restart at another port: each piece comes `delay` seconds late, some cut the line."""

    def __init__(self, port: Callable[[], int], rng: random.Random, delay: float) -> None:
        self._port, self._rng, self._delay = port, rng, delay
        self.loss = 0.0
        self.cuts = 0
        self._server: asyncio.Server
        self._open: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._open:
            task.cancel()
        if self._open:
            await asyncio.wait(self._open)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._carry_both(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _carry_both(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = [writer]
        try:
            there, to = await asyncio.open_connection("127.0.0.1", self._port())
            ends.append(to)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._carry(reader, to, ends))
                group.create_task(self._carry(there, writer, ends))
        except OSError:
            writer.transport.abort()
        except asyncio.CancelledError:
            for end in ends:
                end.transport.abort()
            raise

    async def _carry(self, reader: asyncio.StreamReader, to: asyncio.StreamWriter, ends: Any) -> None:
        loop = asyncio.get_running_loop()
        try:
            while piece := await reader.read(65536):
                if self._rng.random() < self.loss:
                    self.cuts += 1
                    break
                loop.call_later(self._delay, _write, to, piece)
        except ConnectionError:
            pass
        loop.call_later(self._delay, lambda: [end.transport.abort() for end in ends])


def _write(to: asyncio.StreamWriter, piece: bytes) -> None:
    if not to.transport.is_closing():
        to.write(piece)


async def choose_game(screen: Any, game: str, seats: int) -> None:
    """Choose a game for so many seats, with easy bots in all but the second."""
    await screen.send("set-game", game=game, guided=False)
    await screen.send("set-seats", count=seats)
    await screen.send("set-table", bot_pace=0)
    for seat in range(1, seats + 1):
        if seat != 2:
            await screen.send("set-seat", seat=seat, by="bot", bot="easy")


async def invite(screen: Any) -> str:
    """Invite a friend to the second seat; return the link."""
    await screen.send("invite-far", seat=2)
    await screen.until(lambda: any(code["far"] for code in screen.codes))
    [link] = [str(code["url"]) for code in screen.codes if code["far"]]
    return link


class Friend:
    """The page of a far seat without a browser: parts as they come, and wishes until they are answered."""

    def __init__(self, web: aiohttp.ClientSession, rng: random.Random) -> None:
        self._web, self._rng = web, rng
        self._ids = itertools.count()
        self.parts: dict[str, str] = {}
        self.path = ""
        self.acted = self.connected = 0
        self.is_connected = False
        self.ended = ""
        self._wish: dict[str, Any] | None = None
        self._done = ""  # the question answered last
        self._changed = asyncio.Event()

    async def sit(self, link: str) -> None:
        """Open an invitation and sit down."""
        got = await self._web.get(link)
        assert got.status == 200, (got.status, await got.text())
        answer = await self._web.post(link, data={"name": "Mia", "lang": "en"}, allow_redirects=False)
        assert answer.status == 303, await answer.text()
        self.path = answer.headers["Location"]

    async def play(self) -> None:
        """Keep connected and answer all questions, until the seat is ended."""
        while not self.ended:
            try:
                async with self._web.ws_connect(f"{self.path}/live?page={'a' * 16}", max_msg_size=0) as socket:
                    self.connected += 1
                    self.is_connected = True
                    self._changed.set()
                    await self._resume(socket)
            except (aiohttp.ClientError, ConnectionError):
                pass
            self.is_connected = False
            if not self.ended:
                await asyncio.sleep(0.02)

    async def _resume(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        await socket.send_json({"type": "have", "tab": "mine", "parts": dict.fromkeys(self.parts, "?")})
        if self._wish:
            await socket.send_json(self._wish)
        beat = asyncio.create_task(self._ping(socket))
        try:
            async for message in socket:
                await self._on_message(socket, json.loads(message.data))
        finally:
            beat.cancel()

    async def _ping(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        while True:
            await asyncio.sleep(1.5)
            await socket.send_json({"type": "ping", "id": "1"})

    async def _on_message(self, socket: aiohttp.ClientWebSocketResponse, told: dict[str, Any]) -> None:
        if told["type"] == "end":
            self.ended = told["why"]
        elif told["type"] == "parts":
            for name in told["gone"]:
                self.parts.pop(name, None)
            self.parts |= {name: html for name, (_, html) in told["parts"].items()}
        elif self._wish and told.get("id") == self._wish["id"]:
            assert told["type"] == "done" or told["rule"] in ("stale", "too-fast", "no-marker"), told
            self.acted += told["type"] == "done"
            self._wish = None
        self._changed.set()
        if self._wish is None and (wish := self._choose()):
            self._wish = {"id": f"far-{next(self._ids)}", **wish}
            await socket.send_json(self._wish)

    def _choose(self) -> dict[str, str] | None:
        """Return a wish for what the page asks; None if it asks nothing new."""
        found = [button for name in ("ask", "ritual") for button in BUTTON.findall(self.parts.get(name, ""))]
        for do, inside in FORM.findall(self.parts.get("ask", "")):
            for field in FIELD.findall(do):
                values = re.findall(rf'<input[^>]*?name="{field}"[^>]*?value="([^"]*)"', inside)
                do = do.replace(f"{{{field}}}", self._rng.choice(values))
            found.append(do)
        found = [unescape(each) for each in found if "action=peek" not in each]
        said = self._rng.choice(found) if found else ""
        kind, *fields = said.split(";")
        if not said or said == self._done:
            return None
        self._done = said
        return {"type": kind} | dict(field.split("=", 1) for field in fields)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for a message that makes it true."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._changed.clear()
                await self._changed.wait()
