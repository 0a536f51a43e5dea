"""A club while a stranger holds 100 connections, each with all but the last byte of an 8 MB body, and tries PINs.

`python -m tests.nights.strangers` prints the memory of the club's process and how long another client waits for a page,
each before and meanwhile.
"""

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import aiohttp

from benchmarks.machine import resident
from tests.nights.club import RunningClub
from tests.running import ROOT

STRANGER: Final = "127.0.0.2"
CONNECTIONS: Final = 100
BODY: Final = 8 << 20
ROUTES: Final = (
    ("/games", "application/json"),
    ("/tables", "application/json"),
    ("/organiser", "application/x-www-form-urlencoded"),
    ("/me", "application/x-www-form-urlencoded"),
)
PINS: Final = 350
RENEWED: Final = 20.0  # seconds after which a connection is opened again, if it was not cut off before
SETTLES: Final = {"bodies": 6.0, "pins": 0.5}  # seconds until it is at work
MEMORY: Final = {"bodies": 1.2, "pins": 1.4}  # times that of before, at most; one PIN at a time is hashed in 16 MB
LATENCY: Final = 3.0  # times that of before, at most


async def hold(port: int, number: int) -> None:
    """Hold back the last byte of a body, and begin again when that is cut off."""
    path, kind = ROUTES[number % len(ROUTES)]
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {BODY}\r\n\r\n".encode()
    while True:
        with suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(STRANGER, 0))
            try:
                writer.write(head + b"a" * (BODY - 1))
                async with asyncio.timeout(RENEWED):
                    await writer.drain()
                    while await reader.read(65536):
                        pass
            finally:
                writer.transport.abort()
        await asyncio.sleep(1.0)


async def guess(port: int) -> None:
    """Try many PINs at once."""
    connector = aiohttp.TCPConnector(local_addr=(STRANGER, 0), limit=CONNECTIONS)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}", connector=connector) as web:

        async def one(pin: int) -> None:
            with suppress(aiohttp.ClientError, OSError):
                async with web.post("/organiser", data={"pin": str(pin)}) as answer:
                    await answer.read()

        await asyncio.gather(*(one(n) for n in range(PINS)))


async def crowd(port: int, what: str) -> None:
    if what == "pins":
        while True:
            await guess(port)
            await asyncio.sleep(1.0)
    await asyncio.gather(*(hold(port, n) for n in range(CONNECTIONS)))


async def waited(port: int, tries: int) -> float:
    """Return the median of the seconds until a page is there for somebody else, over `tries`."""
    found = []
    connector = aiohttp.TCPConnector(local_addr=("127.0.0.20", 0), force_close=True)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}", connector=connector) as web:
        for _ in range(tries):
            began = time.monotonic()
            async with web.get("/") as answer:
                assert answer.status == 200
                await answer.read()
            found.append(time.monotonic() - began)
            await asyncio.sleep(0.05)
    return statistics.median(found)


async def crowded(folder: Path, what: str, tries: int = 100) -> tuple[float, float]:
    """Return how many times as much memory and latency a club has while a stranger does one of these."""
    club = RunningClub(folder / "club")
    await club.start()
    assert club.process is not None
    stranger = None
    try:
        await waited(club.port, 20)
        memory, latency = resident(club.process.pid), await waited(club.port, tries)
        stranger = subprocess.Popen([sys.executable, "-m", "tests.nights.strangers", str(club.port), what], cwd=ROOT)
        await asyncio.sleep(SETTLES[what])
        meanwhile = await waited(club.port, tries)
        most = resident(club.process.pid)
    finally:
        if stranger is not None:
            stranger.kill()
            stranger.wait()
        club.end()
    print(f"{what}: {memory:.1f} MB, then {most:.1f} MB; {1000 * latency:.1f} ms, then {1000 * meanwhile:.1f} ms")
    return most / memory, meanwhile / latency


async def main() -> int:
    fine = True
    for what in SETTLES:
        with tempfile.TemporaryDirectory(prefix="wondertable-strangers-") as folder:
            memory, latency = await crowded(Path(folder), what)
        print(
            f"{what}: {memory:.2f} × the memory ({MEMORY[what]} allowed), {latency:.2f} × the wait ({LATENCY} allowed)"
        )
        fine = fine and memory <= MEMORY[what] and latency <= LATENCY
    return int(not fine)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        if sys.argv[1:]:
            asyncio.run(crowd(int(sys.argv[1]), sys.argv[2]))
        else:
            sys.exit(asyncio.run(main()))
