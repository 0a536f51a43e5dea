"""Rows i1 to i5: the effect of bots on a table, their speed, the time of a decision; and hints."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.b_taps import PHONES, Taps, beating
from benchmarks.compiled import compare_rates
from benchmarks.doctor_measure import pss
from benchmarks.figures import Figure, median
from benchmarks.games import BEGIN
from benchmarks.i_decision_time import DECISIONS, SITTINGS, Sitting, figures
from benchmarks.machine import end, start
from benchmarks.sockets import Client, connect
from tests.running import Refused, RunningTable, children
from tests.sight import display

BOTS = 3
BLOCKS = 5
HINTS = 61  # of each game; the first does not count
HINT_MS = 1500.0  # ms for which a hint may be waited
TAPS = 100  # in a block: after four of them people wait for the bots
STARTS = 20  # of tables
BUSY = 2  # cores, and programs that want them
COLD = ("architects-2", "duel", "seven-wonders-3")  # one after the other
FIRST_MS = 1000.0  # ms for which a first sentence may be waited
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus")


def i1() -> list[Figure]:
    """Measure taps in 7 Wonders with four people, three bots, hard or easy, and three spectators, against seven people.

    Also the memory of the worker process, against the hello window.
    """
    return asyncio.run(_i1())


def i2() -> list[Figure]:
    """Measure iterations of the bot `search`, compiled, one row for each game."""
    aims, unit = ("≥ 2.5", "≥ 4"), "iterations/s"
    return [compare_rates(f"i2 {game}", "search compiled: iterations", game, aims, "thinking", unit) for game in BEGIN]


def i3(which: str = "", decisions: str = str(DECISIONS)) -> Iterator[Figure]:
    """Measure a decision at *hard*: for all set-ups or for one, with at least that many decisions."""
    for name in [which] if which else SITTINGS:
        yield from figures(name, int(decisions))


def i4() -> list[Figure]:
    """Measure the time from a request for a hint to its arrival on a phone, with no other bot. The limit is 1.5 s."""
    return [asyncio.run(_i4(sitting)) for sitting in SITTINGS.values() if not sitting.variant]


async def _i4(sitting: Sitting) -> Figure:
    took, first = list[float](), list[float]()
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        table = await RunningTable(Path(folder), "table", "--seed", "i4", "--host-address", "127.0.0.1").ready()
        try:
            async with table.screen() as screen:
                await screen.send("set-game", game=sitting.game, guided=False)
                await screen.send("set-seats", count=sitting.seats)
                keys = [await table.join(screen.ticket(n), NAMES[n - 1]) for n in range(1, sitting.seats + 1)]
                await screen.send("start")
            async with AsyncExitStack() as stack:
                people = [await stack.enter_async_context(table.phone(key)) for key in keys]
                while len(took) < HINTS and people[0].table["phase"] == "game":
                    for seat, person in enumerate(people, start=1):
                        if person.questions and len(person.questions[0]["legal"]) > 1 and len(took) < HINTS:
                            began = time.monotonic()
                            await person.send("ask-hint", seat=seat)
                            await person.until(lambda person=person: bool(person.hints))  # type: ignore[misc]
                            first.append(time.monotonic() - began)
                            await person.until(lambda person=person: _is_answered(person.hints))  # type: ignore[misc]
                            took.append(time.monotonic() - began)
                        if person.questions:
                            await person.act(lambda legal: legal[0])
        finally:
            table.kill()
    took = took[1:]  # the first has the process start that thinks
    late = sorted(took)[int(0.95 * len(took))]
    name = f"{sitting.game}-{sitting.seats}"
    note = f"{len(took)} hints, median {1000 * median(took):.0f} ms; the first sentence after "
    note += f"{1000 * median(first[1:]):.0f} ms, at most {1000 * max(first[1:]):.0f}"
    return Figure(f"i4 {name}", f"a hint at hard of {name}, p95", 1000 * late, HINT_MS, "ms", "≤ 1", "≤ 1", note)


def i5(starts: str = str(STARTS)) -> list[Figure]:
    """Measure the time to the first sentence of a hint on a phone, and to the answer of an action beside a coach.

    The games have just begun, and two other programs keep two cores busy. The limit is 1 s.
    """
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(cores)[:BUSY])  # for whatever is started from here, too
    hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        took = [asyncio.run(time_hint(SITTINGS[COLD[nth % len(COLD)]])) for nth in range(int(starts))]
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()
        os.sched_setaffinity(0, cores)
    hints, coached = ([1000 * each for each in side] for side in zip(*took, strict=True))
    what = "the first sentence of a hint in a new game on two busy cores, median"
    return [
        Figure("i5", what, median(hints), FIRST_MS, "ms", "≤ 1", "≤ 0.7",
               f"{starts} starts, at most {max(hints):.0f} ms"),
        Figure("i5 coach", "the same for an action with a coach", median(coached), FIRST_MS, "ms", "≤ 1", "≤ 0.3",
               f"at most {max(coached):.0f} ms"),
    ]  # fmt: skip


async def time_hint(
    sitting: Sitting, now: Callable[[RunningTable], float] = lambda table: time.monotonic()
) -> tuple[float, float]:
    """Return the seconds by a clock to a hint, and to an action, after the first start of a table."""
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        table = await RunningTable(Path(folder), "table", "--host-address", "127.0.0.1").ready()
        try:
            async with table.screen() as screen:
                await screen.send("set-game", game=sitting.game, guided=True)
                await screen.send("set-seats", count=sitting.seats)
                keys = [await table.join(screen.ticket(n), NAMES[n - 1]) for n in range(1, sitting.seats + 1)]
                await screen.send("set-seat", seat=sitting.seats, coach=True)
                if sitting.game != "seven-wonders":
                    await screen.send("set-game", first=sitting.seats)
                await screen.send("start")
                await screen.send("skip-opening")
            async with table.phone(keys[-1]) as person:
                began = now(table)
                await person.send("ask-hint", seat=sitting.seats)
                await person.until(lambda: bool(person.hints) and bool(person.hints[0]["action"]))
                hint = now(table) - began
                asked = person.questions[0]
                began = now(table)
                with suppress(Refused):
                    await person.send("act", seat=asked["seat"], question=asked["number"], action=asked["legal"][-1])
                return hint, now(table) - began
        finally:
            table.kill()


def _is_answered(hints: list[dict[str, Any]]) -> bool:
    return bool(hints) and not hints[0]["thinking"]


async def _i1() -> list[Figure]:
    with display() as environment:
        hello = start("benchmarks/hello.py", environment=environment)
        async with _playing("hard") as (thinking, hard), _playing("easy") as (_, easy), _playing("") as (_, calm):
            for taps in (hard, easy, calm):
                await taps.block(TAPS)  # warm
            rows, held = [], 0.0
            for _ in range(BLOCKS):
                rows.append([await taps.block(TAPS) for taps in (hard, easy, calm)])
                held = max(held, await _measure_memory(thinking))
        window = pss(hello.pid)
        end(hello)
    *ours, theirs = (1000 * median(each) for each in zip(*rows, strict=True))
    what = "tap to 7 phones while 3 hard bots think, p99, against no bots"
    return [
        Figure("i1", what, ours[0], theirs, "ms", "≤ 1.5", "≤ 1.1"),
        Figure("i1 easy", "the same while 3 easy bots act again and again", ours[1], theirs, "ms", "≤ 2.5", "≤ 1.5"),
        Figure("i1 memory", "memory of the worker process", held, window, "MB", "≤ 0.45", "≤ 0.45"),
    ]


async def _measure_memory(table: RunningTable) -> float:
    """Return MB of the worker process with its fork: the maximum of half a second."""
    held = 0.0
    for _ in range(50):
        thinkers = [pid for pid in table.children() if _thinks(pid)]
        forks = [pid for thinker in thinkers for pid in children(thinker)]
        held = max(held, sum(_mb(pid) for pid in (*thinkers, *forks)))
        await asyncio.sleep(0.01)
    return held


def _mb(pid: int) -> float:
    """Return MB of a process, 0 if it has ended."""
    try:
        return pss(pid)
    except OSError:
        return 0.0


def _thinks(pid: int) -> bool:
    return b"think" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")


@asynccontextmanager
async def _playing(level: str) -> AsyncIterator[tuple[RunningTable, Taps]]:
    """Start a game of seven with bots of a level in the last seats, if there is one.

    Seven phones are connected; those without a seat are spectators.
    """
    bots = BOTS if level else 0
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        table = await RunningTable(Path(folder), "table", "--seed", "i", "--host-address", "127.0.0.1").ready()
        try:
            people = PHONES - bots
            async with table.screen() as screen:
                await screen.send("set-table", bot_pace=0)
                await screen.send("set-game", game="seven-wonders")
                await screen.send("set-seats", count=PHONES)
                keys = [await table.join(screen.ticket(n), NAMES[n - 1], "en") for n in range(1, people + 1)]
                for seat in range(people + 1, PHONES + 1):
                    await screen.send("set-seat", seat=seat, by="bot", bot=level)
                await screen.send("start")
            seated: list[Client] = [await connect(table.port, f"/socket/{key}") for key in keys]
            watching = [await connect(table.port, "/socket") for _ in range(bots)]
            async with beating([*seated, *watching]):
                yield table, Taps([*seated, *watching], seated)
        finally:
            table.kill()
