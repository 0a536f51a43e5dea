"""Five tables and their club: short games, while the club is killed and its cables are cut. No game is lost or doubled.

`python -m tests.nights.club` plays 300 games with ten kills, and prints how long after each return of the club every
table had sent all waiting games.
"""

import asyncio
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Final, NamedTuple, Self

import aiohttp
import msgspec

from app.club.database import open_database
from app.club.game_store import ClubStore
from app.protocol.results import Archived, FinishedGame
from app.storage.database import Store
from tests.running import ROOT, Guest, RunningTable, eventually, free_port

PEOPLE: Final = ("Ada", "Ben")
MAX_DELAY_SECONDS: Final = 5.0  # seconds from the club's return until all that waited is told
CODE: Final = re.compile(r"\b(\d{4}) (\d{4})\b")
PIN: Final = re.compile(rb"PIN is (\d+)")


class Figures(NamedTuple):
    """The result of a night. `returns`: what had happened, and the seconds until all waiting games were sent."""

    games: int
    deleted: int
    returns: list[tuple[str, float]]


# ---- the club, and the cables ----------------------------------------------------------------------------------


class RunningClub:
    """`wondertable club` as a process, at one port whenever it runs. With `words` of a certificate it speaks HTTPS."""

    def __init__(self, folder: Path, database: str = "", words: Sequence[str] = ()) -> None:
        self.port = free_port()
        self.address = f"{'https' if '--certificate' in words else 'http'}://127.0.0.1:{self.port}"
        self._words = ["--data-dir", str(folder), "--port", str(self.port)]
        self._words += [*(["--database", database] if database else []), *words]
        self._log = folder.with_suffix(".log")
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start the club and wait until it answers."""
        with self._log.open("ab") as log:
            command = [sys.executable, str(ROOT / "main.py"), "club", *self._words]
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        async with aiohttp.ClientSession(self.address, connector=aiohttp.TCPConnector(ssl=False)) as web:

            async def answers() -> bool:
                assert self.process is not None
                assert self.process.poll() is None, self._log.read_text()
                with suppress(aiohttp.ClientError):
                    return (await web.get("/here")).status == 200
                return False

            await eventually(answers)

    def kill(self) -> None:
        """Pull its plug."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """End the club by SIGINT, as Ctrl-C does."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            assert self.process.wait(60) == 0, self._log.read_text()

    async def codes(self, count: int) -> list[str]:
        """Create `count` codes on the organiser's page and return them."""
        found = PIN.search(self._log.read_bytes())
        assert found is not None
        jar, connector = aiohttp.CookieJar(unsafe=True), aiohttp.TCPConnector(ssl=False)
        async with aiohttp.ClientSession(self.address, cookie_jar=jar, connector=connector) as web:
            page = await web.post("/organiser", data={"pin": found[1].decode()})
            for _ in range(count):
                page = await web.post(page.url.path, data={"do": "code"})
            return ["".join(code) for code in CODE.findall(await page.text())]


class Cable:
    """Between a table and the club. `how`: "" lets all through, cut ends it, silent swallows all that is said."""

    def __init__(self, to: int) -> None:
        self._to, self.how, self.port = to, "", 0
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> Self:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    def be(self, how: str) -> None:
        """Set the state of the cable and cut open connections; a silent cable leaves them open."""
        self.how = how
        if how != "silent":
            for writer in tuple(self._open):
                writer.transport.abort()

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.be("cut")
        await self._server.wait_closed()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            if self.how == "cut":
                return
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
            self._open.add(back)
            try:
                await asyncio.gather(self._one_way(reader, back), self._one_way(there, writer))
            finally:
                self._open.discard(back)
                back.transport.abort()
        except OSError:
            pass
        finally:
            self._open.discard(writer)
            writer.transport.abort()

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(65536):
            if self.how == "":
                writer.write(said)
                await writer.drain()
        writer.transport.abort()


# ---- a table -----------------------------------------------------------------------------------------------------


class Player:
    """Plays short games on end at a table, and puts some of them right, or deletes them."""

    def __init__(self, guest: Guest, games: int, rng: random.Random) -> None:
        self._guest, self._left, self._rng = guest, games, rng
        self.deleted = 0

    async def join(self, code: str, address: str) -> None:
        await self._guest.send("join-club", code=code, address=address)
        await self._guest.until(lambda: self.club_state() == "in")

    def club_state(self) -> str:
        """Return the state of the table's connection to the club."""
        return str((self._guest.table["club"] or {}).get("how", ""))

    async def all_is_told(self) -> None:
        """Wait until nothing waits."""
        await self._guest.until(lambda: self.club_state() == "in" and self._guest.table["club"].get("waiting", 0) == 0)

    async def sit(self) -> None:
        await self._guest.send("set-game", game="duel", mode="tally")
        await self._guest.send("set-seats", count=len(PEOPLE))
        for seat, name in enumerate(PEOPLE, 1):
            await self._guest.send("set-seat", seat=seat, by="touch", name=name)

    async def play(self) -> None:
        """Play all games of this table."""
        while self._left:
            self._left -= 1
            await self._guest.send("rematch" if self._guest.table["phase"] == "over" else "start")
            await self._guest.until(lambda: self._guest.table["phase"] == "game")
            await self._guest.send("enter", action=f"1 set blue {self._rng.randint(0, 20)}", sure=True)
            await self._guest.send("enter", action="end 0", sure=True)
            await self._guest.until(lambda: self._guest.table["phase"] == "over")
            if self._rng.random() < 0.2:
                await self._change()
            await asyncio.sleep(self._rng.random() * 0.1)

    async def _change(self) -> None:
        """Correct the names of a finished game, or delete it."""
        recalled = await self._guest.send("recall")
        games = msgspec.convert(recalled["games"], tuple[FinishedGame, ...])[1:]  # the newest is still on the table
        if not games:
            return
        game = self._rng.choice(games)
        if self._rng.random() < 0.5:
            names = self._rng.sample(("Cleo", "Dmitri", "Eve"), len(PEOPLE))
            await self._guest.send("name-players", game=game.mark, names=names)
        else:
            await self._guest.send("delete-game", game=game.mark, sure=True)
            self.deleted += 1


# ---- all of it -----------------------------------------------------------------------------------------------------


async def night(
    folder: Path,
    tables: int = 5,
    games: int = 300,
    kills: int = 10,
    cuts: int = 4,
    database: str = "",
    say: Callable[[str], None] = lambda _: None,
) -> Figures:
    """Play games with `kills` of the club and `cuts` of its cables. Return the figures.

    Raise AssertionError if a game is lost, doubled or changed.
    """
    rng = random.Random(40)
    club = RunningClub(folder / "club", database)
    happens = ["killed"] * kills + ["cut", "silent"] * (cuts // 2)
    rng.shuffle(happens)
    returns: list[tuple[str, float]] = []
    async with AsyncExitStack() as stack:
        stack.callback(club.end)
        await club.start()
        cables = [await Cable(club.port).start() for _ in range(tables)]
        for cable in cables:
            stack.push_async_callback(cable.close)
        guests = [await stack.enter_async_context(_table(folder / f"table-{n}")) for n in range(tables)]
        players = [Player(guest, games // tables, random.Random(n)) for n, guest in enumerate(guests)]
        for player, code, cable in zip(players, await club.codes(tables), cables, strict=True):
            await player.join(code, f"127.0.0.1:{cable.port}")
            await player.sit()
        playing = asyncio.gather(*(player.play() for player in players))
        for what in happens:
            await asyncio.sleep(rng.uniform(0.3, 2.0))
            if what == "killed":
                club.kill()
            else:
                for cable in cables:
                    cable.be(what)
            while not (playing.done() or any(player.club_state() == "away" for player in players)):
                await asyncio.sleep(0.05)  # until something waits
            await asyncio.sleep(rng.uniform(0.0, 3.0))
            if what == "killed":
                await club.start()
            else:
                for cable in cables:
                    cable.be("")
            back = time.monotonic()
            await asyncio.gather(*(player.all_is_told() for player in players))
            returns.append((what, time.monotonic() - back))
            say(f"{what}: {returns[-1][1]:.2f} s")
        await playing
        await asyncio.gather(*(player.all_is_told() for player in players))
    return Figures(*compare_games(folder, tables, database, sum(player.deleted for player in players)), returns)


@asynccontextmanager
async def _table(folder: Path) -> AsyncIterator[Guest]:
    running = RunningTable(folder)
    try:
        await running.ready()
        async with running.screen() as guest:
            yield guest
    finally:
        running.end()


def compare_games(folder: Path, tables: int, database: str, deleted: int) -> tuple[int, int]:
    """Check that club and tables store the same games at the end. Return how many, and how many are deleted."""
    played: list[Archived] = []
    for n in range(tables):
        store = Store(folder / f"table-{n}" / "table.db")
        played += store.archived()
        assert store.for_club.waiting() == 0
        store.close()
    book = ClubStore(database or folder / "club" / "club.db")
    told = book.games()
    book.close()
    with closing(open_database(database or folder / "club" / "club.db")) as db, db.transaction() as asked:
        gone = asked.execute("SELECT id FROM games WHERE game IS NULL")
    assert Counter(game.id for game in told).most_common(1)[0][1] == 1
    assert {game.id: game for game in told} == {game.id: game for game in played}
    assert len(gone) == deleted
    return len(told), len(gone)


def main() -> int:
    """Run the whole measurement once. Return the exit code."""
    with tempfile.TemporaryDirectory(prefix="wondertable-club-") as folder:
        began = time.monotonic()
        figures = asyncio.run(night(Path(folder), say=print))
    longest = max(seconds for _, seconds in figures.returns)
    print(
        f"{figures.games} games at the club, {figures.deleted} deleted, {len(figures.returns)} returns; what waited "
        f"was told {longest:.2f} s after one at the latest ({MAX_DELAY_SECONDS:g} are allowed); "
        f"{time.monotonic() - began:.0f} s"
    )
    return int(longest > MAX_DELAY_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
