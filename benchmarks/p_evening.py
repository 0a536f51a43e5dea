"""Row p7 evening: an evening of three games within a limit of memory: a lesson, a review, two hard bots.

Table and screen run as they are started on a Raspberry Pi; people play on phones, by chance and as fast as they may.
"""

import asyncio
import tempfile
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.figures import PiFigure
from tests.memory_limit import MemoryLimit, total
from tests.nights.memory import Phone, play
from tests.running import ROOT, Guest, RunningTable
from tests.sight import display

LIMIT: Final = 700  # MB, for all processes, without swap
SIZE: Final = (1920, 1080)
SAMPLE: Final = 0.25  # seconds between two measurements
REST_SECONDS: Final = 8.0  # seconds after a game, in which the screen shows the end
NAMES: Final = ("Ada", "Ben", "Cleo", "Dora")  # two of them on pages, two in JSON


class Game(NamedTuple):
    """A game of the evening; two hard bots have the last seats, in Duel one."""

    slug: str
    people: int
    bots: int
    variant: tuple[str, ...] = ()
    guided: bool = False


EVENING: Final = (
    Game("duel", 1, 1), Game("architects", 4, 2, guided=True), Game("seven-wonders", 4, 2, ("leaders",)),
)  # fmt: skip


class Evening:
    """A running table in its limit, the phones of its people, and the most that all processes held together."""

    def __init__(self, table: RunningTable, screen: Guest, limit: MemoryLimit) -> None:
        self.table, self.screen, self.limit = table, screen, limit
        self.phones: list[Phone] = []
        self._stays: list[asyncio.Task[None]] = []
        self.peak = 0.0  # MB
        self.killed = 0  # processes, by the kernel
        self.screens, self.thinkers = set[int](), set[int]()  # process ids: more than one screen if it died

    async def watch(self) -> None:
        """Measure all processes again and again."""
        while True:
            self.killed = self.limit.killed()
            self.peak = max(self.peak, await asyncio.to_thread(total, self.table.process.pid))
            self.screens.update(self.table.screens())
            self.thinkers.update(self.table.thinkers())
            await asyncio.sleep(SAMPLE)

    async def begin(self, game: Game) -> None:
        """Seat people and bots, and start a game."""
        send, seats = self.screen.send, game.people + game.bots
        await send("set-game", game=game.slug, variant=list(game.variant), guided=game.guided)
        await send("set-seats", count=seats)
        for seat in range(1, game.people + 1):
            if len(self.phones) < seat:
                if self.screen.table["seats"][seat - 1]["by"] == "bot":
                    await send("set-seat", seat=seat, by="free")
                await self.screen.until(lambda seat=seat: any(code["seat"] == seat for code in self.screen.codes))  # type: ignore[misc]  # bound here
                await self._join(seat)
        for seat in range(game.people + 1, seats + 1):
            await send("set-seat", seat=seat, by="bot", bot="hard")
        await send("start")

    async def _join(self, seat: int) -> None:
        key = await self.table.join(self.screen.ticket(seat), NAMES[seat - 1])
        page = f"http://127.0.0.1:{self.table.port}/seat/{key}"
        await asyncio.to_thread(lambda: urllib.request.urlopen(page).read())
        self.phones.append(Phone(self.table.port, key, seat, pages=seat % 2 == 0))
        self._stays.append(asyncio.create_task(self.phones[-1].stay()))

    async def review(self) -> None:
        """Wait for the review of the game that has just ended."""
        mark = (await self.screen.send("recall"))["games"][0]["mark"]
        while (await self.screen.send("ask-review", game=mark, seat=1))["state"] == "working":
            await asyncio.sleep(1.0)

    def leave(self) -> None:
        for stay in self._stays:
            stay.cancel()


@asynccontextmanager
async def open_evening(limit: int = LIMIT) -> AsyncIterator[Evening]:
    """Start a table and its screen within a limit in MB."""
    with (
        closing(MemoryLimit(limit)) as held,
        display(*SIZE) as environment,
        tempfile.TemporaryDirectory(prefix="wondertable-evening-") as folder,
    ):
        (Path(folder) / "settings").mkdir()
        (Path(folder) / "settings" / "settings.json").write_text('{"welcomed": true}')
        words = ("run", "--size", "{}x{}".format(*SIZE), "--seed", "evening", "--host-address", "127.0.0.1")
        program = (*held.program, str(ROOT / "main.py"))
        table = await RunningTable(Path(folder), *words, env=environment, program=program).ready()
        try:
            async with table.screen() as screen:
                evening = Evening(table, screen, held)
                watching = asyncio.create_task(evening.watch())
                await screen.send("set-table", bot_pace=0, ritual=False)
                try:
                    yield evening
                finally:
                    evening.leave()
                    watching.cancel()
        finally:
            table.end()


async def live(games: Sequence[Game] = EVENING, limit: int = LIMIT) -> Evening:
    """Play some games to their end, with a review of the first, and return what was measured."""
    async with open_evening(limit) as evening:
        for nth, game in enumerate(games):
            if nth:
                await evening.screen.send("to-lobby")
            await evening.begin(game)
            await play(evening.phones[: game.people])
            await asyncio.sleep(REST_SECONDS)
            if not nth:
                await evening.review()
    return evening


def p7_evening() -> PiFigure:
    """Measure the most that all processes hold together in an evening."""
    evening = asyncio.run(live())
    assert not evening.killed, "the kernel has killed a process"
    note = "in a cgroup of that size without swap" if evening.limit.is_enforced else "not enforced here"
    what = "all processes in an evening of three games, with a lesson, a review and two hard bots, at most, PSS"
    return PiFigure("p7 evening", what, evening.peak, "MB", f"≤ {LIMIT}", f"≤ {LIMIT}", note, scales=False)
