"""A table and a club while strangers hold 100 connections: half-sent, huge, slow, with wrong keys, silent.

`python -m tests.nights.strangers` prints the memory of each server, the processor time that they cost it, and how long
others wait, at the 99th percentile, without them, before or afterwards, and while they come from one address, and from
six. Where others wait longer though they cost little, this machine has other work.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import aiohttp

from benchmarks.b_taps import seated
from benchmarks.machine import resident
from tests.nights.club import RunningClub
from tests.running import ROOT, RunningTable

ADDRESSES: Final = [f"127.0.0.{n}" for n in range(2, 8)]  # of the strangers
OTHER_ADDRESS: Final = "127.0.0.20"
CONNECTIONS: Final = 100
BODY: Final = 64 << 20
CHUNK: Final = b"a" * (128 << 10)  # of a huge body, ten times a second: together more than a Wi-Fi carries
FORM: Final = "application/x-www-form-urlencoded"
WRITES: Final = {"table": ("/", "/seat/wrong"), "club": ("/games", "/tables", "/organiser", "/me")}
WRONG_KEY_REQUESTS: Final = {  # requests with wrong keys
    "table": ("GET /seat/wrong-key", "GET /join/wrong-key", "GET /socket/wrong-key", "GET /carry/wrong-key"),
    "club": ("GET /table/forgotten", "POST /organiser", "GET /me/claim?table=x&game=x&seat=1&sign=x", "DELETE /table"),
}
RENEWED: Final = 8.0  # seconds after which a connection is opened again, if it was not cut off before
SETTLE_SECONDS: Final = 12.0  # seconds until all are at work, and the tries of each address are used up
QUIET_SECONDS: Final = 5.0  # seconds in which nobody else asks anything
REQUESTS: Final = 150  # requests of others
MEMORY: Final = 1.2  # times that of before, at most
HASH_MB: Final = {"table": 0, "club": 16}  # one PIN at a time is hashed in 16 MB
LATENCY: Final = 2.0  # times that of before, at most
NOISE_SECONDS: Final = 0.020  # differences below that are the machine's


class Sent(NamedTuple):
    """The messages of a hostile connection: at first, and then again and again with a pause of `pause` seconds."""

    first: bytes
    then: bytes = b""
    pause: float = 0.0


def head(line: str, *more: str) -> bytes:
    """Return a request's line and headers; its end, too, if `more` ends with ""."""
    return "\r\n".join((f"{line} HTTP/1.1", "Host: localhost", *more, "")).encode()


def hostile(kind: str, number: int) -> Sent:
    """Return what the connection of this number sends to a server of this kind."""
    nth = number // 5
    path, line = WRITES[kind][nth % len(WRITES[kind])], WRONG_KEY_REQUESTS[kind][nth % len(WRONG_KEY_REQUESTS[kind])]
    if number % 5 == 0:
        return Sent(head(f"POST {path}", f"Content-Type: {FORM}", "Content-Length: 900", "") + b"seat=1&na")
    if number % 5 == 1:
        whole = head(f"POST {path}", f"Content-Type: {FORM}", f"Content-Length: {BODY}", "")
        return Sent(whole + CHUNK, CHUNK, 0.1)
    if number % 5 == 2:
        return Sent(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", b"a", 0.5)
    if number % 5 == 3:
        body = b"pin=12345678" if line.startswith("POST") else b""
        asks = (f"Content-Type: {FORM}", f"Content-Length: {len(body)}", f"Authorization: Bearer wrong-{number}")
        whole = head(line, "Cookie: member=wrong", *asks, "") + body
        return Sent(whole, whole)
    socket = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    return Sent(head("GET /socket", *socket, "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "") if nth % 2 else b"")


async def hold(port: int, kind: str, number: int, address: str) -> None:
    """Keep one hostile connection, opened again whenever it ends or its time is up."""
    sent = hostile(kind, number)
    while True:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            try:
                writer.write(sent.first)
                async with asyncio.timeout(RENEWED):
                    await writer.drain()
                    while not reader.at_eof() and (sent.then or await reader.read(65536)):
                        if sent.pause:
                            await asyncio.sleep(sent.pause)
                        elif sent.then and not await reader.read(65536):
                            break
                        writer.write(sent.then)
                        await writer.drain()
            finally:
                writer.transport.abort()
        await asyncio.sleep(0.5)


async def crowd(port: int, kind: str, addresses: int) -> None:
    """Hold all hostile connections, for as long as this runs."""
    async with asyncio.TaskGroup() as group:
        for n in range(CONNECTIONS):
            group.create_task(hold(port, kind, n, ADDRESSES[n % addresses]))
            await asyncio.sleep(RENEWED / CONNECTIONS)  # so that they do not all begin again at the same moment


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used: other work on this machine does not count."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Other(NamedTuple):
    """A request of a normal client. `address` may be a stranger's, behind the same router."""

    path: str
    address: str
    headers: Mapping[str, str] = MappingProxyType({})


async def is_answered(web: aiohttp.ClientSession, other: Other) -> bool:
    """Send a request; return False if the connection is refused or cut off."""
    with suppress(aiohttp.ClientError, OSError):
        async with web.get(other.path, headers=other.headers) as answer:
            assert answer.status == 200, (other, answer.status)
            return bool(await answer.read())
    return False


async def wait_for(port: int, other: Other) -> float:
    """Return the 99th percentile of the seconds until the answer is there."""
    found = []
    connector = aiohttp.TCPConnector(local_addr=(other.address, 0), force_close=True)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}", connector=connector) as web:
        for _ in range(REQUESTS):
            began = time.monotonic()
            while not await is_answered(web, other):
                await asyncio.sleep(0.01)
            found.append(time.monotonic() - began)
            await asyncio.sleep(0.02)
    return sorted(found)[REQUESTS * 99 // 100 - 1]


@asynccontextmanager
async def running_table(folder: Path) -> AsyncIterator[tuple[int, int, list[Other]]]:
    """Run a table with two seated phones: the port, the process, and others."""
    table = await RunningTable(folder, "table", "--host-address", "127.0.0.1").ready()
    try:
        [key, _] = await seated(table, seats=2)
        yield table.port, table.process.pid, [Other("/", OTHER_ADDRESS), Other(f"/seat/{key}", ADDRESSES[0])]
    finally:
        table.kill()


@asynccontextmanager
async def running_club(folder: Path) -> AsyncIterator[tuple[int, int, list[Other]]]:
    """Run a club with a table: the port, the process, and others."""
    club = RunningClub(folder / "club")
    await club.start()
    try:
        assert club.process is not None
        [code] = await club.codes(1)
        async with aiohttp.ClientSession(club.address) as web:
            joined = await web.post("/tables", json={"code": code, "table": "a", "name": "A"})
            key = (await joined.json())["key"]
        headers = {"Authorization": f"Bearer {key}"}
        yield club.port, club.process.pid, [Other("/", OTHER_ADDRESS), Other("/table/forgotten", ADDRESSES[0], headers)]
    finally:
        club.end()


SERVERS: Final[dict[str, Callable]] = {"table": running_table, "club": running_club}


async def measure(kind: str, folder: Path) -> bool:
    """Measure one server before and during each crowd, and print it. Return False if a bound is exceeded."""
    fine = True
    async with SERVERS[kind](folder) as (port, pid, others):
        await asyncio.sleep(4.0)  # the table prepares its files
        for other in others:
            await wait_for(port, other)
        memory, before = resident(pid), [await wait_for(port, other) for other in others]
        for addresses in (1, len(ADDRESSES)):
            command = [sys.executable, "-m", "tests.nights.strangers", str(port), kind, str(addresses)]
            strangers = subprocess.Popen(command, cwd=ROOT)
            try:
                await asyncio.sleep(SETTLE_SECONDS)
                used = processor_seconds(pid)
                await asyncio.sleep(QUIET_SECONDS)
                share = (processor_seconds(pid) - used) / QUIET_SECONDS
                meanwhile = [await wait_for(port, other) for other in others]
                most = resident(pid)
            finally:
                strangers.kill()
                strangers.wait()
            await asyncio.sleep(1.0)
            after = [await wait_for(port, other) for other in others]  # other work on this machine is no stranger's
            before = [max(pair) for pair in zip(before, after, strict=True)]
            print(
                f"{kind}, {CONNECTIONS} connections from {addresses} address(es): {memory:.1f} MB, then {most:.1f} MB;"
                f" they alone take {share:.0%} of a core"
            )
            fine = fine and most <= MEMORY * memory + HASH_MB[kind]
            for other, was, now in zip(others, before, meanwhile, strict=True):
                print(f"  {other.path[:5]} p99 {1000 * was:.1f} ms, then {1000 * now:.1f} ms")
                fine = fine and now <= max(LATENCY * was, was + NOISE_SECONDS)
    return fine


async def main() -> int:
    fine = True
    for kind in SERVERS:
        with tempfile.TemporaryDirectory(prefix="wondertable-strangers-") as folder:
            fine = await measure(kind, Path(folder)) and fine
    print(
        f"allowed: {MEMORY} × the memory, and a hash at the club, {LATENCY} × the wait; load {os.getloadavg()[0]:.1f}"
    )
    return int(not fine)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        if sys.argv[1:]:
            asyncio.run(crowd(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
        else:
            sys.exit(asyncio.run(main()))
