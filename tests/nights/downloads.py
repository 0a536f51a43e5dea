"""Latency of taps while another client downloads the history of 10,000 games and reads its longest pages.

`python -m tests.nights.downloads` prints its figure, and ends with 1 where it is above the bound.
"""

import asyncio
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

import msgspec

from app.storage.database import Store
from benchmarks.b_taps import Taps, beating, seated
from benchmarks.sockets import connect
from engine.architects.game_facade import Architects
from tests.app import histories
from tests.running import ROOT, RunningTable

GAMES: Final = 10_000
BLOCKS: Final = 3  # of taps, without and with
TAPS: Final = 300
PAGES: Final = ("files=csv", "files=json", "files=zip", "person=Ada", "history")
BOUND: Final = 1.5  # of p99 without
HOUR: Final = 3600.0


def fill(path: Path, games: int = GAMES) -> None:
    """Fill a store with `games` finished games of Architects, a dozen of which were really played."""
    store = Store(path)
    histories.fill(store, Architects((ROOT / "data" / "architects.toml").read_bytes()), histories.EVENINGS * 3)
    played = list(store.archived())
    with store.commit() as write:
        for number in range(games - len(played)):
            game, later = played[number % len(played)], number * HOUR
            fresh = msgspec.structs.replace(game, id=f"n{number}", began=game.began + later, ended=game.ended + later)
            write.import_game(fresh)
    store.close()


@contextmanager
def downloading(address: str) -> Iterator[list[int]]:
    """Download page after page in a loop meanwhile; yield the list of their sizes in bytes."""
    sizes: list[int] = []
    going = True

    def all_of_it() -> None:
        while going:
            for page in PAGES:
                sizes.append(len(urllib.request.urlopen(f"{address}?{page}").read()))

    loop = asyncio.get_running_loop()
    reading = loop.run_in_executor(None, all_of_it)
    try:
        yield sizes
    finally:
        going = False
        reading.add_done_callback(lambda done: done.exception())


async def main() -> int:
    with tempfile.TemporaryDirectory(prefix="wondertable-downloads-") as folder:
        fill(Path(folder, "table.db"))
        table = await RunningTable(Path(folder), "table", "--host-address", "127.0.0.1").ready()
        try:
            keys = await seated(table, seats=2)
            phones = [await connect(table.port, f"/socket/{key}") for key in keys]
            taps = Taps(phones, phones)
            without: list[float] = []
            beside: list[float] = []
            async with beating(phones):
                await taps.block(TAPS)
                for _ in range(BLOCKS):
                    without.append(await taps.block(TAPS) * 1000)
                with downloading(f"http://127.0.0.1:{table.port}/seat/{keys[0]}") as sizes:
                    while len(beside) < BLOCKS or len(sizes) < len(PAGES):
                        beside.append(await taps.block(TAPS) * 1000)
        finally:
            table.kill()
    quiet, busy = median(without), median(beside)
    print(
        f"downloads of {GAMES} games: a tap's p99 {quiet:.1f} ms without, {busy:.1f} ms meanwhile "
        f"({busy / quiet:.2f} ×, at most {BOUND}); slowest block {max(beside):.1f} ms; {len(sizes)} pages and files"
    )
    return 0 if busy <= BOUND * quiet else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
