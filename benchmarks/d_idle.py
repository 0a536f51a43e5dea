"""Rows d1 and d2: CPU of an idle table, and memory of both processes after a game."""

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.b_taps import beating, seated
from benchmarks.doctor_measure import cpu, pss
from benchmarks.figures import Figure
from benchmarks.machine import Flips, end, start
from benchmarks.sockets import connect
from tests.running import RunningTable
from tests.sight import display

IDLE = 60.0  # seconds
LANG = "fr"  # where most is said
SETTLE = 10.0  # seconds until start-up is over and the rings of light stand still
ENDS = 5.0  # more of them after a game, until its end has been celebrated
REST_SECONDS = 4.0  # seconds, in which a screen gives memory back; one at rest uses less than
IDLE_SHARE = 0.02  # of a core; a busy machine has not shown everything by then
RESTS = 30  # for which it is waited at most


def d1() -> list[Figure]:
    """Measure an idle table: seven phones joined, a game open."""
    return asyncio.run(_d1())


def d2() -> Figure:
    """Measure memory after a whole game on the screen."""
    return memory("d2", "memory of both after a game", "architects")


def memory(row: str, what: str, game: str, variant: Sequence[str] = ()) -> Figure:
    """Return the memory of both processes after a whole game of seven by touch, against the hello window.

    The worker process of a review or a lesson is listed separately: row i1 has its memory.
    """
    held, theirs = asyncio.run(_memory(game, variant))
    both, thinks = held[:2], held[2:]
    note = " + ".join(f"{size:.0f}" for size in both) + "".join(f"; who thinks {size:.0f}" for size in thinks)
    return Figure(row, what, sum(both), theirs, "MB", "≤ 2", "≤ 1.7", note)


async def _d1() -> list[Figure]:
    with display() as environment, tempfile.TemporaryDirectory() as folder:
        hello = start("benchmarks/hello.py", environment=environment)
        flips = Flips(environment, Path(folder))
        async with open_table(flips.environment) as table:
            keys = await seated(table, LANG)
            paths = [f"/seat/{key}/live?page={n:016x}" for n, key in enumerate(keys)]
            phones = [await connect(table.port, path) for path in paths]
            for phone in phones:
                phone.say(b'{"type":"have","parts":{}}')
            async with beating(phones):
                await asyncio.sleep(SETTLE)
                both = [table.process.pid, *table.children()]
                drawn, mine, theirs = len(flips.list_flips()), sum(map(cpu, both)), cpu(hello.pid)
                await asyncio.sleep(IDLE)
                drawn, mine, theirs = (
                    len(flips.list_flips()) - drawn,
                    sum(map(cpu, both)) - mine,
                    cpu(hello.pid) - theirs,
                )
        end(hello)
    share = 100 * (mine - theirs) / IDLE
    what = "CPU of both processes, idle"
    note = f"less the window's, % of one core; {drawn} redraws"
    cost = Figure("d1", what, 100 * mine / IDLE, 100 * theirs / IDLE, "%", "≤ 1", "≤ 0.3", note, ratio=share)
    return [cost, Figure("d1 redraws", "in a minute", drawn, 0, "flips", "≤ 0", "≤ 0", ratio=float(drawn))]


async def _memory(game: str, variant: Sequence[str]) -> tuple[list[float], float]:
    """Return MB of the table, its screen, and its worker; and of the hello window."""
    rng = random.Random(4)
    with display() as environment, tempfile.TemporaryDirectory() as folder:
        hello = start("benchmarks/hello.py", environment=environment)
        async with open_table(Flips(environment, Path(folder)).environment) as table:
            await seated(table, LANG, game, variant)
            async with table.screen() as screen:
                for seat in range(1, 8):
                    await screen.send("set-seat", seat=seat, by="touch")
                await screen.until(lambda: bool(screen.questions))
                while screen.table["phase"] == "game":
                    await screen.act(rng.choice)
                await wait_for_rest(table, SETTLE + ENDS)
            held = [pss(pid) for pid in (table.process.pid, *table.children())]
        theirs = pss(hello.pid)
        end(hello)
    return held, theirs


async def wait_for_rest(table: RunningTable, seconds: float) -> None:
    """Wait that long, and then until the screen has shown everything."""
    await asyncio.sleep(seconds)
    [screen] = table.screens()
    for _ in range(RESTS):
        used = cpu(screen)
        await asyncio.sleep(REST_SECONDS)
        if cpu(screen) - used < IDLE_SHARE * REST_SECONDS:
            return


@asynccontextmanager
async def open_table(environment: dict[str, str], size: str = "1280x720") -> AsyncIterator[RunningTable]:
    """Start a table with its screen, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        (Path(folder) / "settings").mkdir()
        (Path(folder) / "settings" / "settings.json").write_text('{"welcomed": true}')
        words = ("run", "--size", size, "--seed", "d", "--lang", LANG, "--host-address", "127.0.0.1")
        table = await RunningTable(Path(folder), *words, env=environment).ready()
        try:
            yield table
        finally:
            table.end()
