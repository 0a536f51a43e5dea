"""Latency of pings and pages of other phones while somebody plays on a disk whose every sync takes 1.5 s.

`python -m tests.nights.slow_disk` prints its figure, and ends with 1 where it is above the bound.
"""

import asyncio
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import aiohttp

from benchmarks.b_taps import seated
from benchmarks.figures import median, p99
from tests.evening.disk import Disk
from tests.running import RunningTable

SYNC: Final = 1.5  # seconds
TAPS: Final = 20
PING: Final = 0.03  # seconds between two pings
PAGE: Final = 0.2  # and two pages
BOUND: Final = 0.1  # seconds of a ping's p99
PROGRAM: Final = ("-m", "tests.nights.slow_disk", "--program")
SIGN: Final = "slow"  # a file beside the table's: from now on


class SlowDisk(Disk):
    """A disk whose syncs are slow while a sign file exists."""

    @property
    def slow(self) -> float:
        return SYNC if (self.folder.parent / SIGN).exists() else 0.0

    @slow.setter
    def slow(self, seconds: float) -> None:
        """Ignore the value: only the sign file counts."""


def run_program(words: list[str]) -> int:
    """Run main.py on the slow disk."""
    folder = Path(words[words.index("--data-dir") + 1])
    folder.mkdir(exist_ok=True)
    SlowDisk(folder, Random(), sleep=time.sleep)
    import main  # once sqlite is bent

    return main.main(words)


async def time_pings(web: aiohttp.ClientSession, port: int, key: str) -> list[float]:
    """Measure the seconds that each ping of a phone waits for its answer, until cancelled."""
    took: list[float] = []
    with suppress(asyncio.CancelledError):
        async with web.ws_connect(f"http://127.0.0.1:{port}/socket/{key}") as phone:
            while True:
                began, id = time.perf_counter(), f"p{len(took)}"
                await phone.send_str(f'{{"type":"ping","id":"{id}"}}')
                while f'"id":"{id}"' not in (await phone.receive_str())[:60]:
                    pass
                took.append(time.perf_counter() - began)
                await asyncio.sleep(PING)
    return took


async def time_pages(web: aiohttp.ClientSession, port: int, key: str) -> list[float]:
    """Measure the seconds that each page of a phone takes, until cancelled."""
    took: list[float] = []
    with suppress(asyncio.CancelledError):
        while True:
            began = time.perf_counter()
            async with web.get(f"http://127.0.0.1:{port}/seat/{key}") as page:
                assert page.status == 200
                await page.read()
            took.append(time.perf_counter() - began)
            await asyncio.sleep(PAGE)
    return took


async def time_taps(table: RunningTable, folder: Path) -> tuple[list[float], int]:
    """Measure the seconds that each tap takes; count how often the screen then says that the disk is slow."""
    took, said = [], 0
    async with table.screen() as screen:
        (folder / SIGN).touch()
        while len(took) < TAPS:
            began = time.perf_counter()
            sent = asyncio.create_task(screen.send("set-table", undo=("ask", "always")[len(took) % 2]))
            await asyncio.sleep(SYNC * 0.8)
            said += screen.table["slow"]
            await sent
            took.append(time.perf_counter() - began)
        (folder / SIGN).unlink()
    return took, said


async def main_() -> int:
    with tempfile.TemporaryDirectory(prefix="wondertable-slow-") as name:
        folder = Path(name)
        table = RunningTable(folder / "table", "table", "--host-address", "127.0.0.1", program=PROGRAM)
        await table.ready()
        try:
            keys = await seated(table, seats=3)
            async with aiohttp.ClientSession() as web:
                beside = [
                    asyncio.create_task(time_pings(web, table.port, keys[0])),
                    asyncio.create_task(time_pages(web, table.port, keys[1])),
                ]
                tapped, said = await time_taps(table, folder)
                for task in beside:
                    task.cancel()
                pinged, made = await asyncio.gather(*beside)
        finally:
            table.kill()
    print(
        f"a sync of {SYNC} s: {TAPS} taps take {median(tapped):.2f} s each and it is said in {said} of them; "
        f"{len(pinged)} pings of another p99 {p99(pinged) * 1000:.0f} ms, slowest {max(pinged) * 1000:.0f} ms "
        f"(p99 at most {BOUND * 1000:.0f}); {len(made)} pages p99 {p99(made) * 1000:.0f} ms"
    )
    return 0 if p99(pinged) <= BOUND and said >= TAPS - 1 else 1


if __name__ == "__main__":
    sys.exit(run_program(sys.argv[2:]) if sys.argv[1:2] == ["--program"] else asyncio.run(main_()))
