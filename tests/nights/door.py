"""The door while others crowd it: six addresses that renew half-sent forms, and 1,500 idle connections.

`python -m tests.nights.door` prints how long a seated phone needs to be back, and a new one for its page.
"""

import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import aiohttp

from benchmarks.b_taps import seated
from tests.running import ROOT, RunningTable

FORMS: Final = [f"127.0.0.{n}" for n in range(2, 8)]
OF_EACH: Final = 80
IDLE: Final = 1500
IDLER: Final = "127.0.0.8"
HALF: Final = (
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nseat=1&na"
)
RENEWED: Final = 8.0  # seconds, before the table cuts them off
ATTEMPTS: Final = 20
BOUND: Final = 3.0  # seconds


async def hold_connection(port: int, address: str, said: bytes) -> None:
    """Hold one connection; reopen it when it is cut off or about to expire."""
    while True:
        with suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            writer.write(said)
            with suppress(TimeoutError):
                async with asyncio.timeout(RENEWED):
                    await reader.read()
            writer.transport.abort()
        await asyncio.sleep(0.2)


async def hold_all_connections(port: int) -> None:
    """Hold all connections until cancelled."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    async with asyncio.TaskGroup() as group:
        for address in FORMS:
            for _ in range(OF_EACH):
                group.create_task(hold_connection(port, address, HALF))
        for _ in range(IDLE):
            group.create_task(hold_connection(port, IDLER, b""))


async def seconds_to_reconnect(port: int, key: str) -> float:
    """Measure the seconds until a seated phone that was away receives a snapshot again."""
    began = time.monotonic()
    connector = aiohttp.TCPConnector(local_addr=("127.0.0.20", 0))
    async with aiohttp.ClientSession(connector=connector) as web:
        while True:
            with suppress(aiohttp.ClientError, OSError):
                async with web.ws_connect(f"ws://127.0.0.1:{port}/socket/{key}") as socket:
                    while '"snapshot"' not in str((await socket.receive()).data)[:30]:
                        pass
                    return time.monotonic() - began


async def seconds_to_first_page(port: int, number: int) -> float:
    """Measure the seconds until a new phone has its page."""
    began = time.monotonic()
    connector = aiohttp.TCPConnector(local_addr=(f"127.0.0.{100 + number}", 0))
    async with aiohttp.ClientSession(connector=connector) as web:
        while True:
            with suppress(aiohttp.ClientError, OSError):
                async with web.get(f"http://127.0.0.1:{port}/") as answer:
                    if answer.status == 200 and await answer.read():
                        return time.monotonic() - began


async def main() -> int:
    with tempfile.TemporaryDirectory(prefix="wondertable-door-") as folder:
        table = await RunningTable(Path(folder), "table", "--host-address", "127.0.0.1").ready()
        crowding = None
        try:
            [key, _] = await seated(table, seats=2)
            command = [sys.executable, "-m", "tests.nights.door", str(table.port)]
            crowding = subprocess.Popen(command, cwd=ROOT)
            await asyncio.sleep(2 * RENEWED)
            returns, pages = [], []
            for number in range(ATTEMPTS):
                returns.append(await seconds_to_reconnect(table.port, key))
                pages.append(await seconds_to_first_page(table.port, number))
                await asyncio.sleep(0.5)
        finally:
            if crowding:
                crowding.kill()
                crowding.wait()
            table.kill()
    print(
        f"door: {len(FORMS)} × {OF_EACH} half-sent forms and {IDLE} idle connections; "
        f"of {ATTEMPTS} tries a seated phone "
        f"was back after {max(returns):.2f} s at most, a new one had its page after {max(pages):.2f} s; bound {BOUND}"
    )
    return 0 if max(*returns, *pages) <= BOUND else 1


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        if sys.argv[1:]:
            asyncio.run(hold_all_connections(int(sys.argv[1])))
        else:
            sys.exit(asyncio.run(main()))
