"""Rows b1 and b2: from a tap to the last of seven phones, against a bare echo server, interleaved block by block."""

import asyncio
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.doctor_measure import time_writes
from benchmarks.figures import Figure, median, p99
from benchmarks.machine import ROOT
from benchmarks.sockets import Client, connect
from tests.running import RunningTable

PHONES = 7
BLOCKS = 20
TAPS = 250  # in a block
PAUSE = 1 / 150  # seconds from one tap to the next, for both sides: a socket may say 30 things a second
SILENCE = 0.25  # seconds after which a phone has nothing to show for a tap
BEAT = 1.5  # seconds between two heartbeats
PATIENCE = 5.0  # seconds until somebody has to be told something
REV = re.compile(rb'"rev":(\d+)')
KEEP = re.compile(rb'name=\\"keep\\" value=\\"([a-z0-9-]+)')  # what only the seat's own page offers


class _Question(msgspec.Struct):
    number: int
    seat: int
    legal: list[str]


class _Snapshot(msgspec.Struct):
    questions: list[_Question] = []


def b1() -> Figure:
    """Measure the JSON form."""
    ours, theirs, note = asyncio.run(measure_taps())
    return Figure("b1", "tap to 7 phones, JSON, p99", ours, theirs, "ms", "≤ 8", "≤ 5", note)


def b2() -> list[Figure]:
    """Measure the HTML form that phones use."""
    return asyncio.run(_b2())


async def measure_taps(game: str = "architects", variant: Sequence[str] = ()) -> tuple[float, float, str]:
    """Measure a tap to the last of seven phones, in JSON. Return p99 of ours and of the echo (ms), and the notes."""
    async with _echo() as echo, _table(game, variant) as (table, keys):
        phones = [await connect(table.port, f"/socket/{key}") for key in keys]
        taps = Taps(phones, phones)
        async with beating(phones):
            ours, theirs, disk = await _interleaved(taps.block, echo)
        note = f"disk's own append and fdatasync p99 {disk * 1000:.3g} ms; p50 {taps.p50 * 1000:.3g} ms"
    return ours * 1000, theirs * 1000, note


async def _b2() -> list[Figure]:
    async with _echo() as echo, _table() as (table, keys):
        paths = [f"/seat/{key}/live?page={n:016x}" for n, key in enumerate(keys)]
        phones = [await connect(table.port, path) for path in paths]
        for phone in phones:
            phone.say(b'{"type":"have","parts":{}}')
        screen = await connect(table.port, "/socket", f"Authorization: Bearer {table.run.key}")
        taps = Taps(phones, [screen])
        async with beating([*phones, screen]):
            ours, theirs, disk = await _interleaved(taps.block, echo)
        url = f"http://127.0.0.1:{table.port}/seat/{keys[0]}"
        page = await asyncio.to_thread(lambda: len(urllib.request.urlopen(url).read()))
        sent = median(taps.sent)
    note = f"disk's own append and fdatasync p99 {disk * 1000:.3g} ms; p50 {taps.p50 * 1000:.3g} ms"
    time_row = Figure("b2", "tap to 7 phones, HTML, p99", ours * 1000, theirs * 1000, "ms", "≤ 12", "≤ 8", note)
    note = "median over blocks of the mean, both without compression"
    return [
        time_row,
        Figure("b2 bytes", "bytes per phone and tap against the page", sent, page, "bytes", "≤ 0.25", "≤ 0.1", note),
    ]


class Taps:
    """A player that sends one tap after the other, and times each until the last phone has its result."""

    def __init__(self, phones: list[Client], askers: list[Client]) -> None:
        self._phones, self._askers = phones, askers
        self._rng = random.Random(1)
        self._newest: dict[Client, bytes] = {}
        self._rev = 0
        self._waiting: set[Client] = set()
        self._last = 0.0
        self._all = asyncio.Event()
        self._refused = False
        self._id = 0
        self.sent: list[float] = []  # bytes per phone and tap, by block
        self.p50 = 0.0
        for client in {*phones, *askers}:
            client.listen(self._listener(client))

    def _listener(self, client: Client) -> Callable[[bytes, float], None]:
        def on_payload(payload: bytes, when: float) -> None:
            rev = _rev(payload)
            if rev < 0:
                if payload.startswith(b'{"type":"refused"'):  # something else at the table came between
                    self._refused = True
                    self._all.set()
                return
            self._newest[client] = payload
            if rev > self._rev and client in self._waiting:
                self._waiting.discard(client)
                self._last = when
                if not self._waiting:
                    self._all.set()

        return on_payload

    async def block(self, taps: int = TAPS) -> float:
        """Return the p99 of a block of that many taps."""
        times: list[float] = []
        before = sum(phone.bytes for phone in self._phones)
        while len(times) < taps:
            began = time.perf_counter()
            took = await self._tap(*await self._next_question())
            if not self._refused:
                times.append(took)
            await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - began)))
        self.sent.append((sum(phone.bytes for phone in self._phones) - before) / taps / len(self._phones))
        self.p50 = median(times)
        return p99(times)

    async def _next_question(self) -> tuple[Client, _Question]:
        """Return the seat to act and its question; begin a new game if the last is over."""
        for _ in range(30_000):
            for client in self._askers if self._is_delivered() else ():
                if questions := self._questions(client):
                    phone = self._phones[questions[0].seat - 1]
                    questions[0].legal += [
                        f"keep {card.decode()}" for card in KEEP.findall(self._newest.get(phone, b""))
                    ]
                    if questions[0].legal:
                        return phone, questions[0]
            if any(b'"phase":"over"' in self._newest.get(client, b"") for client in self._askers):
                self._send(self._askers[0], type="rematch")
                self._newest.clear()
            await asyncio.sleep(0.001)
        raise AssertionError("nobody is asked anything")

    def _is_delivered(self) -> bool:
        """Check whether every client that gets the questions has received the result of the last tap."""
        newest = max(map(_rev, self._newest.values()), default=0)
        return all(_rev(self._newest.get(client, b"")) == newest for client in self._askers)

    def _questions(self, client: Client) -> list[_Question]:
        return msgspec.json.decode(self._newest.get(client, b"{}"), type=_Snapshot).questions

    def _send(self, client: Client, **fields: Any) -> None:
        self._id += 1
        client.say(msgspec.json.encode({"id": f"tap{self._id}", **fields}))

    async def _tap(self, phone: Client, asked: _Question) -> float:
        self._rev = max(map(_rev, self._newest.values()))
        self._waiting, self._last = set(self._phones), 0.0
        self._all.clear()
        self._refused = False
        action = self._rng.choice(asked.legal)
        began = time.perf_counter()
        self._send(phone, type="act", seat=asked.seat, question=asked.number, action=action)
        while time.perf_counter() - max(began, self._last) < (SILENCE if self._last else PATIENCE):
            with suppress(TimeoutError):
                async with asyncio.timeout(SILENCE):
                    await self._all.wait()
                    return self._last - began
        assert self._last, f"nobody was told anything about {action}"
        return self._last - began


def _rev(payload: bytes) -> int:
    found = REV.search(payload, 0, 60)
    return int(found.group(1)) if found else -1


async def _interleaved(
    ours: Callable[[], Awaitable[float]], theirs: Callable[[], Awaitable[float]]
) -> tuple[float, float, float]:
    """Return the medians over blocks of both p99s, and of the disk's."""
    await ours()  # warm
    await theirs()
    rows = [(await ours(), await theirs(), await asyncio.to_thread(_disk)) for _ in range(BLOCKS)]
    return median(row[0] for row in rows), median(row[1] for row in rows), median(row[2] for row in rows)


def _disk() -> float:
    """Return the p99 of appending and syncing as many bytes as a row has."""
    return p99(time_writes(Path(tempfile.gettempdir())))


@asynccontextmanager
async def _echo() -> AsyncIterator[Callable[[], Awaitable[float]]]:
    """Connect seven clients to the echo server. Yield its block."""
    server = subprocess.Popen([sys.executable, "-m", "benchmarks.sockets"], cwd=ROOT, stdout=subprocess.PIPE)
    assert server.stdout
    port = int(server.stdout.readline())
    clients = [await connect(port, "/") for _ in range(PHONES)]
    left, last, done = 0, 0.0, asyncio.Event()

    def on_payload(payload: bytes, when: float) -> None:
        nonlocal left, last
        left, last = left - 1, when
        if not left:
            done.set()

    async def block() -> float:
        nonlocal left
        times = []
        for n in range(TAPS):
            left = PHONES
            done.clear()
            began = time.perf_counter()
            clients[n % PHONES].say(b"x" * 60)
            await done.wait()
            times.append(last - began)
            await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - began)))
        return p99(times)

    for client in clients:
        client.listen(on_payload)
    try:
        yield block
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


@asynccontextmanager
async def _table(
    game: str = "architects", variant: Sequence[str] = ()
) -> AsyncIterator[tuple[RunningTable, list[str]]]:
    """Start a table in a game of seven. Yield it with the keys of its phones."""
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        table = await RunningTable(Path(folder), "table", "--seed", "b", "--host-address", "127.0.0.1").ready()
        try:
            yield table, await seated(table, game=game, variant=variant)
        finally:
            table.kill()


@asynccontextmanager
async def beating(clients: list[Client]) -> AsyncIterator[None]:
    """Send heartbeats from clients, as phones do."""

    async def beat() -> None:
        number = 0
        while True:
            for client in clients:
                number += 1
                client.say(b'{"type":"ping","id":"beat%d"}' % number)
            await asyncio.sleep(BEAT)

    task = asyncio.create_task(beat())
    try:
        yield
    finally:
        task.cancel()


async def seated(
    table: RunningTable, lang: str = "en", game: str = "architects", variant: Sequence[str] = (), seats: int = PHONES
) -> list[str]:
    """Seat that many phones and begin a game. Return their keys."""
    async with table.screen() as screen:
        if game != screen.table["game"]:
            await screen.send("set-game", game=game, variant=list(variant))
        await screen.send("set-seats", count=seats)
        names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus"][:seats]
        keys = [await table.join(screen.ticket(n), name, lang) for n, name in enumerate(names, start=1)]
        await screen.send("start")
        with suppress(TimeoutError):  # the last change that is nobody's tap
            async with asyncio.timeout(5):
                await screen.until(lambda: screen.table["network"]["name"] is not None)
    return keys
