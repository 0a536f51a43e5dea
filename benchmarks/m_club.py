"""Rows m1 to m6: a club of fifty tables in PostgreSQL with durable commits.

Rows can be run in part: `m1:60` and `m2:60` for that many seconds, `m3:2000` and `m5:2000` for that many games in the
larger club, `m4:3` for that many blocks, `m6:2000` for that many games at the end.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, closing

import msgspec
import psycopg

from app.protocol.wall_messages import WallMessage, WallSeat, WallTable
from benchmarks.b_taps import BLOCKS, PAUSE, TAPS, _echo
from benchmarks.figures import Figure, median, p99
from benchmarks.m_club_tables import POOL, TABLES, Asker, Bare, Games, Served, WallPage, founded, rows, server, serving
from benchmarks.sockets import connect

AN_HOUR = 200  # games of a table
LONG = 600  # seconds
FEW, MANY = 1000, 100_000  # games
REQUESTS = 1000  # pages, and games where growth is measured
GAP = 0.02  # seconds between two of them
WALLS = 7
AT_ONCE = 5  # tables that tell at once, where memory is measured
END = 10_000  # games after which it is
NAMES = ("Ada", "Ben", "Cleo", "Dora")


def m1(seconds: str = "") -> Figure:
    """Measure taking a game while fifty tables send 200 an hour each."""
    return asyncio.run(_measure_intake("m1", 1, int(seconds or LONG)))


def m2(seconds: str = "") -> Figure:
    """Measure the same at five times the rate."""
    return asyncio.run(_measure_intake("m2", 5, int(seconds or LONG)))


async def _measure_intake(row: str, fast: int, seconds: int) -> Figure:
    games, rng = Games(), random.Random(row)
    count = TABLES * AN_HOUR * fast * seconds // 3600
    moments = sorted(rng.uniform(0, seconds) for _ in range(count))
    ours: list[float] = []
    theirs: list[float] = []
    with server() as address, ThreadPoolExecutor(1) as thread:
        club = founded(address, "club", games)
        async with serving(club) as served:
            with closing(Bare(club.address)) as bare:

                async def tell(number: int) -> None:
                    """Send a game as a table does whose connection has expired; then the bare INSERTs."""
                    table = rng.randrange(TABLES)
                    news = games.news("a", number, time.time())
                    told = rows(f"table{table}", games.news("b", number, time.time()))
                    asker = await Asker.connect(served.port, table)
                    took = await asker.ask(served.encode_game(table, news))
                    asker.close()
                    insert = asyncio.get_running_loop().run_in_executor(thread, bare.insert, told)
                    if number >= count // 20:  # the first are left out: they warm up
                        ours.append(1000 * took)
                        theirs.append(1000 * await insert)

                began = time.monotonic()
                async with asyncio.TaskGroup() as tasks:
                    for number, moment in enumerate(moments):
                        await asyncio.sleep(began + moment - time.monotonic())
                        tasks.create_task(tell(number))
        _check(club.address, count)
    what = f"taking a game, {TABLES * AN_HOUR * fast:,} an hour from {TABLES} tables, p99"
    return Figure(row, what, p99(ours), p99(theirs), "ms", "≤ 5", "≤ 3", _note(ours, theirs))


def _check(address: str, count: int) -> None:
    """Check that all games have arrived."""
    with psycopg.connect(address) as db:
        found = db.execute("SELECT count(*) FROM games WHERE game IS NOT NULL").fetchone()
    assert found == (count,), found


def _note(ours: list[float], theirs: list[float]) -> str:
    return f"p50 {median(ours):.3g} ms against {median(theirs):.3g} ms, n={len(ours)}"


# ---- pages -------------------------------------------------------------------------------------------------------


def m3(count: str = "") -> Figure:
    """Measure the standings page of a club with 100,000 games, against its bare SELECT and an empty page."""
    return asyncio.run(_m3(int(count or MANY)))


async def _m3(count: int) -> Figure:
    ours: list[float] = []
    theirs: list[float] = []
    with server() as address:
        club = founded(address, "club", Games(), count)
        async with serving(club) as served:
            with closing(Bare(club.address)) as bare:
                asker = await Asker.connect(served.port)
                for number in range(REQUESTS + REQUESTS // 20):
                    page = await asker.ask(served.page(f"/standings/{POOL}"))
                    empty = await asker.ask(served.page("/nothing"), b"404")
                    select = bare.select()
                    if number >= REQUESTS // 20:
                        ours.append(1000 * page)
                        theirs.append(1000 * (empty + select))
                    await asyncio.sleep(GAP)
                asker.close()
    what = f"a standings page with {count:,} games, p99, against its SELECT and an empty page"
    return Figure("m3", what, p99(ours), p99(theirs), "ms", "≤ 5", "≤ 3", _note(ours, theirs))


# ---- the wall ----------------------------------------------------------------------------------------------------


def m4(blocks: str = "") -> Figure:
    """Measure a table's news to the last of seven walls, against the echo server."""
    return asyncio.run(_m4(int(blocks or BLOCKS)))


async def _m4(blocks: int) -> Figure:
    with server() as address:
        club = founded(address, "club", Games())
        async with serving(club) as served, _hung(served) as ours, _echo() as theirs:
            await ours()  # warm
            await theirs()
            pairs = [(1000 * await ours(), 1000 * await theirs()) for _ in range(blocks)]
    mine, echo = (median(side) for side in zip(*pairs, strict=True))
    return Figure("m4", "a table's news to 7 walls, p99", mine, echo, "ms", "≤ 5", "≤ 3", f"n={blocks * TAPS}")


@asynccontextmanager
async def _hung(served: Served) -> AsyncIterator[Callable[[], Awaitable[float]]]:
    """Connect seven walls, and as many tables that send in turn. Yield a block, the p99 of that many news."""
    port, loop = served.port, asyncio.get_running_loop()
    left, last, turn, done = 0, 0.0, 0, asyncio.Event()

    def on_picture(when: float) -> None:
        nonlocal left, last
        left, last = left - 1, when
        if left <= 0:
            done.set()

    keys = served.club.keys[:WALLS]
    tables = [await connect(port, "/table/live", f"Authorization: Bearer {key}") for key in keys]
    walls = [(await loop.create_connection(lambda: WallPage(port), "127.0.0.1", port))[1] for _ in range(WALLS)]
    await asyncio.sleep(1.0)  # until they have all tables
    for wall in walls:
        wall.heard = on_picture

    async def block() -> float:
        nonlocal left, turn
        times = []
        for n in range(TAPS):
            left, turn = WALLS, turn % 9000 + 1
            done.clear()
            acts = n % len(NAMES) + 1
            seats = tuple(
                WallSeat(seat, "phone", name, "giza", "boat", "aqua", 3 * seat + turn % 50, acts=seat == acts)
                for seat, name in enumerate(NAMES, 1)
            )
            said = msgspec.json.encode(WallMessage(WallTable("architects", "play", "game", seats, turn=turn)))
            began = time.perf_counter()
            tables[n % WALLS].say(said)
            await done.wait()
            times.append(last - began)
            await asyncio.sleep(max(0.0, PAUSE - (time.perf_counter() - began)))
        return p99(times)

    try:
        yield block
    finally:
        for table in tables:
            table.transport.close()
        for wall in walls:
            wall.transport.close()


# ---- growth ------------------------------------------------------------------------------------------------------


def m5(count: str = "") -> list[Figure]:
    """Measure taking a game, a standings page and the wall with 100,000 games, against 1,000, in turn."""
    return asyncio.run(_m5(int(count or MANY)))


async def _m5(count: int) -> list[Figure]:
    games, number = Games(), 0
    taken: tuple[list[float], list[float]] = ([], [])
    pages: tuple[list[float], list[float]] = ([], [])
    walls: tuple[list[float], list[float]] = ([], [])
    with server() as address:
        clubs = [founded(address, f"club{size}", games, size) for size in (count, FEW)]
        async with AsyncExitStack() as stack:
            both = [await stack.enter_async_context(serving(club)) for club in clubs]
            askers = [await Asker.connect(served.port) for served in both]
            for number in range(REQUESTS + REQUESTS // 20):
                for side, (served, asker) in enumerate(zip(both, askers, strict=True)):
                    news = games.news("a", number, time.time())
                    took = await asker.ask(served.encode_game(number % TABLES, news))
                    await asyncio.sleep(GAP)
                    page = await asker.ask(served.page(f"/standings/{POOL}"))
                    if number >= REQUESTS // 20:
                        taken[side].append(1000 * took)
                        pages[side].append(1000 * page)
                    await asyncio.sleep(GAP)
            blocks = [await stack.enter_async_context(_hung(served)) for served in both]
            for number in range(BLOCKS + 1):
                for side, block in enumerate(blocks):
                    if (took := await block()) and number:
                        walls[side].append(1000 * took)
            for asker in askers:
                asker.close()
    found = []
    for row, what, sides in (("taken", "taking a game", taken), ("page", "a standings page", pages)):
        note = _note(*sides)
        what = f"{what}, with {count:,} games against {FEW:,}, p99"
        found.append(Figure(f"m5 {row}", what, p99(sides[0]), p99(sides[1]), "ms", "≤ 1.5", "≤ 1.5", note))
    what = f"a table's news to 7 walls, with {count:,} games against {FEW:,}, p99"
    return [*found, Figure("m5 wall", what, median(walls[0]), median(walls[1]), "ms", "≤ 1.5", "≤ 1.5")]


# ---- memory ------------------------------------------------------------------------------------------------------


def m6(count: str = "") -> Figure:
    """Measure the memory of the club's process after 10,000 games, against after 1,000."""
    return asyncio.run(_m6(int(count or END)))


async def _m6(count: int) -> Figure:
    games = Games()
    with server() as address:
        club = founded(address, "club", games)
        async with serving(club) as served:

            async def tell(table: int, few: range) -> None:
                asker = await Asker.connect(served.port)
                for number in few:
                    await asker.ask(served.encode_game(table, games.news("a", number, time.time())))
                asker.close()

            async def measure_memory(few: range) -> float:
                """Return the memory after that many more games, once they are rated."""
                async with asyncio.TaskGroup() as tasks:
                    for table in range(AT_ONCE):
                        tasks.create_task(tell(table, few[table::AT_ONCE]))
                while await asyncio.to_thread(_is_due, club.address):
                    await asyncio.sleep(0.2)
                return served.pss

            theirs = await measure_memory(range(FEW))
            ours = await measure_memory(range(FEW, count))
    what = f"memory of the club's process after {count:,} games against {FEW:,}"
    return Figure("m6", what, ours, theirs, "MB", "≤ 1.05", "≤ 1.05")


def _is_due(address: str) -> bool:
    with psycopg.connect(address) as db:
        found = db.execute("SELECT EXISTS (SELECT 1 FROM recounts)")
        return bool((found.fetchone() or (True,))[0])
