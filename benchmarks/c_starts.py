"""Rows c1 to c4: the time until people can begin, against the smallest Kivy window."""

import asyncio
import os
import random
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from app.protocol.table_client import read_run
from benchmarks.figures import Figure, median
from benchmarks.machine import Flips, end, start
from tests.running import ROOT, RunningTable
from tests.sight import display

STARTS = 9
ACTIONS = 400  # lines of the game that is taken up again
WORDS = ("--host-address", "127.0.0.1")


def c1() -> Figure:
    """Measure the process start to the first flip that shows a seat's code."""
    with display() as environment:

        def measure_run(folder: Path) -> float:
            flips = Flips(environment, folder)
            words = ("run", "--size", "1280x720", *WORDS)
            welcome(folder)
            table = RunningTable(folder, *words, env=flips.environment)
            try:
                return flips.first(code=True) - table.began
            finally:
                table.end()

        mine, theirs = _interleaved(measure_run, lambda folder: _hello(environment, folder))
    return Figure("c1", "start to the first code on the screen", mine, theirs, "s", "≤ 1.8", "≤ 1.5")


def c2() -> Figure:
    """Measure the process start to the first phone page served."""
    with display() as environment:
        mine, theirs = _interleaved(_measure_first_page, lambda folder: _hello(environment, folder))
    return Figure("c2", "start to the first page for a phone", mine, theirs, "s", "≤ 2", "≤ 1.5")


def c3() -> Figure:
    """Measure the restart after a kill in mid-game until the table serves pages."""
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as kept:
        asyncio.run(_killed_in_mid_game(Path(kept)))
        mine, theirs = _interleaved(lambda folder: _measure_first_page(Path(kept)), _measure_first_page)
    return Figure("c3", f"restart in a game of {ACTIONS} lines", mine, theirs, "s", "≤ 1.2", "≤ 1.05")


def c4() -> Figure:
    """Kill a table started by `./setup.sh run` in mid-game, and measure until it serves pages again, against c3."""
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as kept:
        asyncio.run(_killed_in_mid_game(Path(kept)))
        mine, theirs = _interleaved(
            lambda folder: _measure_restart(Path(kept)), lambda folder: _measure_first_page(Path(kept))
        )
    return Figure("c4", "killed under ./setup.sh, against c3", mine, theirs, "s", "≤ 3", "≤ 1.5")


def _measure_restart(folder: Path) -> float:
    """Return the seconds from the kill of a table to a page served by the next one."""
    (folder / "run.json").unlink(missing_ok=True)
    words = ["run", "--headless", "--data-dir", str(folder), "--port", "0", *WORDS]
    none = subprocess.DEVNULL
    shell = subprocess.Popen([str(ROOT / "setup.sh"), *words], stdin=none, stdout=none, stderr=none)
    try:
        first = _wait_for_page(folder, 0)
        os.kill(first, signal.SIGKILL)
        killed = time.monotonic()
        _wait_for_page(folder, first)
        return time.monotonic() - killed
    finally:
        shell.terminate()
        shell.wait()


def _wait_for_page(folder: Path, before: int) -> int:
    """Wait for a page of another process than `before`. Return its process id."""
    while True:
        with suppress(OSError, msgspec.MsgspecError):
            run = read_run(folder)
            if run.pid != before:
                with urllib.request.urlopen(f"http://127.0.0.1:{run.port}/") as page:
                    page.read()
                return run.pid
        time.sleep(0.002)


def welcome(folder: Path) -> None:
    """Write settings with which the first start skips its welcome."""
    (folder / "settings").mkdir()
    (folder / "settings" / "settings.json").write_text('{"welcomed": true}')


def _hello(environment: dict[str, str], folder: Path) -> float:
    flips = Flips(environment, folder)
    began = time.monotonic()
    window = start("benchmarks/hello.py", environment=flips.environment)
    try:
        return flips.first() - began
    finally:
        end(window)


def _measure_first_page(folder: Path) -> float:
    """Return the seconds from the start of a table to its first page."""
    table = RunningTable(folder, "table", *WORDS)
    try:
        asyncio.run(table.ready())
        with urllib.request.urlopen(f"http://127.0.0.1:{table.port}/") as page:
            page.read()
        return time.monotonic() - table.began
    finally:
        table.kill()


async def _killed_in_mid_game(folder: Path) -> None:
    """Store a long unfinished game of seven in a folder."""
    rng = random.Random(5)
    table = await RunningTable(folder, "table", "--seed", "c", *WORDS).ready()
    try:
        async with table.screen() as screen:
            await screen.send("set-seats", count=7)
            for seat in range(1, 8):
                await screen.send("set-seat", seat=seat, by="touch")
            await screen.send("start")
            await screen.until(lambda: bool(screen.questions))
            lines = 0
            while lines < ACTIONS:
                await screen.act(rng.choice)
                lines = max(line["row"] for line in screen.lines)
    finally:
        table.kill()


def _interleaved(measure_run: Callable[[Path], float], theirs: Callable[[Path], float]) -> tuple[float, float]:
    rows = []
    for _ in range(STARTS + 1):
        row = []
        for side in (measure_run, theirs):
            with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
                row.append(side(Path(folder)))
        rows.append(row)
    return median(row[0] for row in rows[1:]), median(row[1] for row in rows[1:])  # the first fills caches
