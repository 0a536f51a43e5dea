"""A club of fifty tables in PostgreSQL for rows m: its games, its server, and minimal clients."""

import asyncio
import re
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Self

import msgspec
import psycopg

from app.club import rating_model
from app.club.game_store import ClubStore, _encode_columns
from app.protocol.table_to_club_messages import GameNews, GamesUpload
from app.storage.database import Store
from benchmarks.doctor_measure import pss
from tests.app import histories
from tests.app.club.clubs import postgresql
from tests.nights.club import RunningClub
from tests.nights.damage import GAME

TABLES = 50
MEMBERS = 200
SEATS = 4
POOL = f"architects-{SEATS}"
RATED = "rated (game, pool, seat, player, place, ended)"
PLAYED = 5  # games of Architects, from which all are made
GAME_INTERVAL_SECONDS = 60.0  # seconds from the end of one game to that of the next, where a club is filled
SLICE = 8000  # seats that are counted at once, where a club is filled
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


class Games:
    """Finished games of four members, as many as needed: copies of a few played games with other times and members."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
            store = Store(Path(folder) / "table.db")
            histories.fill(store, GAME, [("Ada", "Ben", "Cleo", "Dora")] * PLAYED)
            self._played = tuple(store.archived())
            store.close()

    def news(self, mark: str, number: int, ended: float) -> GameNews:
        """Return a game that has just ended; the number decides who sat there."""
        game = msgspec.structs.replace(
            self._played[number % PLAYED], id=f"{mark}{number:08x}", began=ended - 1800.0, ended=ended, seconds=1700.0
        )
        sat = {seat: f"member{(7 * number + 31 * seat) % MEMBERS}" for seat in range(1, SEATS + 1)}
        return GameNews(game.id, 1, game, sat)


class ClubOfTables(msgspec.Struct, frozen=True):
    """A club with its tables; `keys` of the tables, in order."""

    address: str
    keys: tuple[str, ...]


@contextmanager
def server() -> Iterator[str]:
    """Start PostgreSQL with durable commits."""
    with postgresql(durable=True) as address:
        yield address


def founded(server: str, name: str, games: Games, count: int = 0) -> ClubOfTables:
    """Create a club in a database of its own, with that many games, all rated, as if they had been sent long ago."""
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    address, now = server.replace("/postgres?", f"/{name}?"), time.time()
    book = ClubStore(address)
    keys = tuple(book.join(f"table{n}", f"Table {n + 1}", now) for n in range(TABLES))
    book.ratings.let_all_read(all_=True)
    with psycopg.connect(address) as db:
        with db.cursor() as cursor, cursor.copy("COPY members FROM STDIN") as copy:
            for n in range(MEMBERS):
                copy.write_row((f"member{n}", f"Member {n}", f"member {n}", now))
        for table in ("games", "seats", RATED):
            with db.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
                for number in range(count):
                    news = games.news("f", number, now - GAME_INTERVAL_SECONDS * (count - number))
                    for row in rows(f"table{number % TABLES}", news)[table.split()[0]]:
                        copy.write_row(row)
        if count:
            db.execute("INSERT INTO recounts SELECT pool, ended, game, '' FROM rated ORDER BY ended LIMIT 1")
    while book.ratings.recount_slice(now, SLICE):
        pass
    book.close()
    with psycopg.connect(address, autocommit=True) as db:
        db.execute("VACUUM ANALYZE")
    return ClubOfTables(address, keys)


def rows(table: str, news: GameNews) -> dict[str, list[tuple[Any, ...]]]:
    """Return the inserted rows of a game, by table."""
    game, members = news.game, news.members
    assert game is not None
    assert members is not None
    return {
        "games": [(news.id, table, news.version, *_encode_columns(game))],
        "seats": [(news.id, seat, member, 0) for seat, member in members.items()],
        "rated": [
            (news.id, POOL, sitting.seat, sitting.player, sitting.place, game.ended)
            for sitting in rating_model.list_sittings(game, members, bots=False)
        ],
        "recounts": [(POOL, game.ended, news.id, "")],
    }


class Bare:
    """The same rows inserted by psycopg alone, in one commit, into tables made like the club's."""

    def __init__(self, address: str) -> None:
        self._db = psycopg.connect(address)
        for table in ("games", "seats", "rated", "recounts"):
            self._db.execute(f"CREATE TABLE bare_{table} (LIKE {table} INCLUDING ALL)")
        self._db.commit()

    def insert(self, told: dict[str, list[tuple[Any, ...]]]) -> float:
        """Insert a game. Return the seconds."""
        statements = [(self._sql(table, its), [value for row in its for value in row]) for table, its in told.items()]
        began = time.perf_counter()
        with self._db.transaction():
            for sql, values in statements:
                self._db.execute(sql, values)
        return time.perf_counter() - began

    @staticmethod
    def _sql(table: str, its: Sequence[tuple[Any, ...]]) -> str:
        row = f"({', '.join(['%s'] * len(its[0]))})"
        return f"INSERT INTO bare_{RATED if table == 'rated' else table} VALUES {', '.join([row] * len(its))}"

    def select(self) -> float:
        """Select the rows of a standings page. Return the seconds."""
        began = time.perf_counter()
        self._db.execute(
            "SELECT player, name, points, standings.games, wins FROM standings LEFT JOIN members"
            " ON members.id = player WHERE pool = %s ORDER BY points DESC, name, player",
            (POOL,),
        ).fetchall()
        took = time.perf_counter() - began
        self._db.commit()
        return took

    def close(self) -> None:
        self._db.close()


class Served:
    """A club's server in a process."""

    def __init__(self, club: ClubOfTables, running: RunningClub) -> None:
        self.club, self.port, self._running = club, running.port, running

    @property
    def pss(self) -> float:
        """Return MB."""
        assert self._running.process is not None
        return pss(self._running.process.pid)

    def encode_game(self, table: int, news: GameNews) -> bytes:
        """Return a table's request with a game."""
        body = msgspec.json.encode(GamesUpload((news,), at=time.time()))
        return (
            f"POST /games HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {self.club.keys[table]}\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body

    def page(self, path: str) -> bytes:
        """Return a browser's request."""
        return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode()


@asynccontextmanager
async def serving(club: ClubOfTables) -> AsyncIterator[Served]:
    """Run a club's server until it ends as on Ctrl-C."""
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        running = RunningClub(Path(folder) / "club", club.address)
        try:
            await running.start()
            yield Served(club, running)
        finally:
            running.end()


class Asker:
    """A connection to a club."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def connect(cls, port: int, table: int = 0) -> Self:
        """Connect from an address of the table's own, because a club limits connections per address."""
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.1.{table + 1}", 0)))

    async def ask(self, request: bytes, status: bytes = b"200") -> float:
        """Send a request. Return the seconds to the complete answer."""
        began = time.perf_counter()
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        assert head.split(b" ", 2)[1] == status, head
        assert length is not None, head
        await self._reader.readexactly(int(length[1]))
        return time.perf_counter() - began

    def close(self) -> None:
        self._writer.close()


class WallPage(asyncio.Protocol):
    """A wall that calls its listener with the time of each complete update of a table."""

    def __init__(self, port: int) -> None:
        self._port, self._held = port, b""
        self.heard = lambda when: None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(f"GET /wall/live?lang=en HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        when = time.perf_counter()
        *events, self._held = (self._held + data).split(b"\n\n")
        for event in events:
            if b"event: table\n" in event:
                self.heard(when)
