"""The world of a club's evening: tables and their club as people start them, members' phones, and their faults."""

import asyncio
import gc
import logging
import secrets
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import copy_context
from functools import cache, partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final, Literal, TypeVar
from unittest.mock import patch
from weakref import WeakKeyDictionary

import aiohttp
import msgspec
from aiohttp import web_app

from app.club import database, game_store
from app.club.database import ClubTransaction, Database, DatabaseProblem, open_database
from app.club.game_store import ClubStore
from app.club.page_helpers import ClubPages
from app.club.server import ClubServer
from app.games import game_list
from app.history.history_text import HistoryWords
from app.host import club_connection
from app.host.club_connection import ClubLink
from app.host.club_wall import WallLink
from app.host.member_visits import ClubMembersLink
from app.protocol.base_messages import Intent
from app.protocol.client_rights import SCREEN, Actor
from app.protocol.club_membership_messages import ClubStatus
from app.protocol.name_rules import host_name
from app.protocol.network_messages import Network
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import Settings
from app.storage.database import Store
from app.storage.random_keys_and_ids import Chance
from app.table.core.game_library import GameLibrary
from app.table.core.owner_files import OwnerSettings
from app.table.core.write_queue import DirectQueue
from app.table.table import Table
from app.web.guarded_server import serve_app
from engine.players import PLAYERS
from tests.app.meaning import handle
from tests.app.players import wrap_players
from tests.evening import club_doings
from tests.evening.audit import Broken
from tests.evening.clock import Clock, SimLoop
from tests.evening.club_audit import ClubAudit
from tests.evening.club_story import ClubStory
from tests.evening.club_wire import OWNER, ClientEnd, Sent, open_session
from tests.evening.disk import Disk
from tests.evening.house import games, texts
from tests.evening.wire import Air, Client, Line, Listening

ADDRESS: Final = "http://192.168.1.2:8090"
HEALED: Final = 600.0  # seconds until everything has to be told once all faults are gone
How = Literal["kill", "cut"]
T = TypeVar("T")


@cache
def sheets() -> Any:
    return game_list.tally(texts().data)


async def _no_members() -> list[Any]:
    return []


class Machine(ABC):
    """A computer with a program that can end at any moment, its disk and its network."""

    def __init__(self, world: "ClubWorld", name: str) -> None:
        self.world, self.name = world, name
        self.folder = world.folder / name
        self.folder.mkdir(parents=True)
        self.rng = world.rng(name)
        self.disk = Disk(self.folder, world.rng(f"disk {name}"), self._ended_writing)
        self.air = Air(world.loop, world.rng(f"air {name}"))
        self.ahead = 1_760_000_000.0
        self.ends: dict[ClientEnd, None] = {}
        self.sent = Sent()
        self.lives, self.runs = 0, False
        self.dying: How | None = None
        self.dies_how: How = "kill"

    def date(self) -> float:
        return self.world.clock.now + self.ahead

    # ---- its network

    def connect(self, client: Client) -> Line | None:
        listening = self.world.club.listening
        line = listening.connect(self.air, f"192.168.1.{10 + self.world.number(self)}", client) if listening else None
        if line is not None and isinstance(client, ClientEnd):
            self.ends[client] = None
        return line

    def sends(self, end: ClientEnd, data: bytes) -> None:
        self.sent.add(end, data)

    # ---- its program

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something of this machine's program; it ends with the program."""
        context = copy_context()
        context.run(OWNER.set, self)
        return self.world.loop.create_task(work, context=context)

    def call(self, work: Callable[[], T]) -> T:
        """Call a function as this machine's program: the tasks it begins end with the program."""
        context = copy_context()
        context.run(OWNER.set, self)
        return context.run(work)

    @abstractmethod
    async def start(self) -> None:
        """Start the program. Whatever a disk or database raises ends it again."""

    @abstractmethod
    def throw_away(self) -> None:
        """Close the files of a program that has ended."""

    def die(self, how: How) -> None:
        """End the program from this moment on."""
        if self.runs and self.dying is None:
            self.dying = how
            self.disk.dead = True
            self.lose_lines(told=how == "kill")
            self.world.died.set()

    def lose_lines(self, *, told: bool) -> None:
        for end in tuple(self.ends):
            if end.line is not None:
                end.line.hang_up() if told else end.line.vanish()
        self.ends.clear()

    def _ended_writing(self) -> None:
        self.die(self.dies_how)

    async def bury(self) -> None:
        how, self.dying, self.runs = self.dying, None, False
        assert how is not None
        await self.world.end_tasks(self)
        self.world.loop.failures.clear()  # of who is dead
        self.throw_away()
        self.disk.full, self.disk.failing = False, 0
        self.disk.start_again(how)
        self.world.later(self.rng.uniform(0.5, 12.0), self)

    async def begin(self) -> None:
        """Start, unless that fails, and then again a while later."""
        self.lives += 1
        self.runs = True
        try:
            await self.spawn(self.start())
        except (DatabaseProblem, Rejection):
            self.dying = self.dying or "kill"
            self.disk.dead = True
            self.world.died.set()


# ---- the club ----------------------------------------------------------------------------------------------------


class FaultyDatabase:
    """A database that fails, or ends the program, at any statement, or between a commit and its answer."""

    def __init__(self, inner: Database, club: "ClubMachine") -> None:
        self._inner, self._club = inner, club

    def _step(self) -> None:
        club = self._club
        if club.fails_after is not None:
            club.fails_after -= 1
            if club.fails_after < 0:
                club.fails_after = None
                if club.fails_how == "error":
                    raise DatabaseProblem("away", "injected")
                club.die(club.fails_how)
        if club.disk.dead:
            raise DatabaseProblem("away", "the program has ended")

    @contextmanager
    def transaction(self) -> Iterator[ClubTransaction]:
        self._step()
        with self._inner.transaction() as db:
            yield _Faulty(db, self._step)
            self._step()
        self._step()

    @contextmanager
    def snapshot(self) -> Iterator[ClubTransaction]:
        with self._inner.snapshot() as db:
            yield _Faulty(db, self._step)

    @contextmanager
    def reading(self) -> Iterator[ClubTransaction]:
        with self._inner.reading() as db:
            yield _Faulty(db, self._step)

    def scrub(self) -> bool:
        self._step()
        done = self._inner.scrub()
        self._step()
        return done

    def close(self) -> None:
        self._inner.close()


class _Faulty:
    def __init__(self, db: ClubTransaction, step: Any) -> None:
        self._db, self._step = db, step

    def execute(self, sql: str, values: Any = ()) -> list[tuple[Any, ...]]:
        self._step()
        return self._db.execute(sql, values)


class ClubMachine(Machine):
    """The club's computer. `where`: its database."""

    def __init__(self, world: "ClubWorld", where: str) -> None:
        super().__init__(world, "club")
        self.where: str | Path = where or self.folder / "club.db"
        self.book: ClubStore | None = None
        self.server: ClubServer | None = None
        self.pages: ClubPages | None = None  # of the newest server
        self.listening: Listening | None = None
        self.fails_after: int | None = None  # statements
        self.fails_how: Literal["error", "kill", "cut"] = "error"

    async def start(self) -> None:
        with patch.object(game_store, "open_database", lambda where: FaultyDatabase(open_database(where), self)):
            self.book = ClubStore(self.where)
        words, seats = HistoryWords(game_list.words()), {"duel": (2,), "architects": range(2, 8)}
        self.server = ClubServer(
            self.book, words, seats, host_name(self.book.id),
            say=lambda _: None, clock=self.world.clock.time, dates=self.date,
        )  # fmt: skip
        self.pages = self.server._pages
        self.listening = Listening(self.world.loop)
        _, door = await serve_app(self.server.app(), self.listening)  # type: ignore[arg-type]
        self.server.door = door
        self.spawn(door.run())

    def lose_lines(self, *, told: bool) -> None:
        super().lose_lines(told=told)
        if self.listening is not None:
            self.listening.die(told=told)

    def throw_away(self) -> None:
        book, self.book, self.server, self.listening = self.book, None, None, None
        if book is not None:
            with suppress(DatabaseProblem):
                book.close()


# ---- a table -----------------------------------------------------------------------------------------------------


class TableMachine(Machine):
    """A table's computer, with its links to the club; people act on the table itself."""

    def __init__(self, world: "ClubWorld", name: str) -> None:
        super().__init__(world, name)
        self.chance = Chance(world.rng(f"chance {name}").randbytes)
        self.id = ""
        self.table: Table | None = None
        self.store: Store | None = None
        self.link: ClubLink | None = None
        self.people: ClubMembersLink | None = None
        self.standing: ClubStatus | None = None
        self._ids = 0

    async def start(self) -> None:
        self.store = Store(self.folder / "table.db", self.date, self.chance)
        table = self.table = Table(
            self.store,
            GameLibrary(
                games(), wrap_players(PLAYERS), sheets=sheets(), modes=game_list.modes(), lessons=game_list.lessons(),
                reasons=game_list.reasons(),
            ),
            OwnerSettings(Settings(bot_pace=0), lambda _: None),
            headless=True, clock=self.world.clock.time, chance=self.chance,
        )  # fmt: skip
        self.id = table.id
        turns = DirectQueue()
        link = self.link = ClubLink(table.id, self.name, self.store, turns, self._set_standing, _no_members)  # type: ignore[arg-type]
        table.machine.people = self.people = ClubMembersLink(table, turns, link)
        wall = WallLink(table, lambda: link.club, link.handle_expulsion, link.find_new_address)
        table.subscribe(lambda _: self.world.audit.table_changed(self))
        table.presence.set_network(Network(address=f"http://{self.name}:8080", name=None))
        self.world.audit.table_changed(self)
        for work in (link.run(), self.people.run(), wall.run()):
            self.spawn(work)

    def _set_standing(self, standing: ClubStatus | None) -> None:
        self.standing = standing
        if self.table is not None:
            self.table.presence.set_club(standing)

    def throw_away(self) -> None:
        store, self.store, self.table, self.link, self.people = self.store, None, None, None, None
        self.standing = None
        if store is not None:
            store.close()

    def send(self, kind: type[Intent], who: Actor = SCREEN, **fields: Any) -> bool | None:
        """Send an intent to the table. Return False if it was refused, None if the program ended first."""
        if self.table is None or self.dying:
            return False
        self._ids += 1
        try:
            intent = kind(id=f"{self.name}-{self.lives}-{self._ids}", **fields)
            self.call(partial(handle, self.table, who, intent))
        except Rejection:
            return None if self.dying else False
        return None if self.dying else True

    @property
    def is_in(self) -> bool:
        return self.link is not None and self.link.club is not None

    def waiting(self) -> int:
        return self.store.for_club.waiting() if self.store is not None else 1


# ---- a member's phone --------------------------------------------------------------------------------------------


class Phone(Machine):
    """A member's phone: a browser that keeps its cookies. `state` lost: its answer was, with the key to a member."""

    def __init__(self, world: "ClubWorld", name: str) -> None:
        super().__init__(world, f"phone {name}")
        self.who, self.runs = name, True
        self.state: Literal["new", "member", "lost", "leaving", "gone"] = (
            "new"  # lost: nobody knows whether one was made
        )
        self.cookies = aiohttp.CookieJar(unsafe=True, loop=world.loop)

    async def start(self) -> None:
        pass

    def throw_away(self) -> None:
        pass

    async def ask(self, method: str, path: str, **more: Any) -> tuple[int, str, str] | None:
        """Return status, location and body of the club's answer; None if none came."""
        limit = aiohttp.ClientTimeout(total=8.0)
        async with aiohttp.ClientSession(cookie_jar=self.cookies, timeout=limit) as web:
            with suppress(aiohttp.ClientError, TimeoutError, OSError):
                async with web.request(method, ADDRESS + path, allow_redirects=False, **more) as answer:
                    body = await answer.text()
                    self.world.audit.on_response(answer.status, body)
                    return answer.status, answer.headers.get("Location", ""), body
        return None


class WallScreen(Machine):
    """A television with the club's wall. `shown`: the HTML of each table, by its id."""

    def __init__(self, world: "ClubWorld") -> None:
        super().__init__(world, "wall")
        self.runs, self.shown = True, dict[str, str]()

    async def start(self) -> None:
        """Watch the wall, and connect again whenever it was cut off."""
        limits = aiohttp.ClientTimeout(total=None, sock_connect=4.0, sock_read=20.0)
        async with aiohttp.ClientSession(timeout=limits) as web:
            while True:
                with suppress(aiohttp.ClientError, TimeoutError, OSError):
                    async with web.get(f"{ADDRESS}/wall/live?lang=en") as stream:
                        kind = ""
                        async for line in stream.content:
                            name, _, said = line.decode().strip().partition(": ")
                            if name == "event":
                                kind = said
                            elif name == "data":
                                self._show(kind, msgspec.json.decode(said))
                await asyncio.sleep(1.0)

    def _show(self, kind: str, said: Any) -> None:
        if kind == "tables":
            self.shown = {id: html for id, html in self.shown.items() if id in said}
        elif kind == "table":
            self.shown[said["id"]] = said["html"]
            self.world.audit.hung(said["id"], said["html"])

    def throw_away(self) -> None:
        pass


# ---- the evening -------------------------------------------------------------------------------------------------


class ClubWorld:
    """One evening of a club. `live` plays its story; Broken names the promise that was not kept."""

    def __init__(self, story: ClubStory, folder: Path, where: str = "") -> None:
        self.story, self.folder = story, folder
        self.clock = Clock()
        self.loop = SimLoop(self.clock)
        self._owners = WeakKeyDictionary[asyncio.Task[Any], Machine | None]()  # of tasks
        self.loop.set_task_factory(self._make_task)
        self.died = asyncio.Event()
        self.rngs = self.rng("hands")
        self._numbers: dict[str, int] = {}
        self._work: set[asyncio.Task[Any]] = set()
        self._work_of_wall: asyncio.Task[Any] | None = None
        self.audit = ClubAudit(self)
        self.club = ClubMachine(self, where)
        self.tables = [TableMachine(self, f"table{n}") for n in range(1, story.tables + 1)]
        self.phones: list[Phone] = []
        self.wall = WallScreen(self)
        self.joining: set[str] = set()  # tables that are just joining

    def rng(self, what: str) -> Random:
        return Random(f"{self.story.seed} {what}")

    def number(self, machine: Machine) -> int:
        return self._numbers.setdefault(machine.name, len(self._numbers))

    def add_phone(self) -> Phone:
        """Add the phone of somebody whose name nobody else has."""
        name = f"Quux{self.story.seed[-6:]} {'ABCDEFGHIJ'[len(self.phones)]}bel"
        self.phones.append(Phone(self, name))
        return self.phones[-1]

    @property
    def machines(self) -> list[Machine]:
        return [self.club, *self.tables]

    @property
    def lives(self) -> int:
        return sum(each.lives for each in self.machines)

    # ---- programs end and begin

    def later(self, seconds: float, machine: Machine) -> None:
        async def begin() -> None:
            await asyncio.sleep(seconds)
            await machine.begin()

        self.do(begin())

    def do(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a task concurrently with the story; `pass_time` raises its exceptions."""
        task = self.loop.create_task(work)
        self._work.add(task)
        return task

    def _make_task(self, loop: Any, work: Any, context: Any = None, **more: Any) -> asyncio.Task[Any]:
        task = asyncio.Task[Any](work, loop=loop, context=context, **more)
        self._owners[task] = OWNER.get() if context is None else context.get(OWNER)
        return task

    async def end_tasks(self, machine: Machine | None) -> None:
        """End a machine's program; None: all that runs."""
        mine = asyncio.current_task(self.loop)
        tasks = [
            task
            for task in asyncio.all_tasks(self.loop)
            if task is not mine and (machine is None or self._owners.get(task) is machine)
        ]
        tasks.sort(key=lambda task: int(task.get_name().rpartition("-")[2]))  # as they began: a set has them by address
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def pass_time(self, seconds: float) -> None:
        """Wait; programs that died meanwhile are thrown away, and start again later."""
        until = self.clock.now + seconds
        while True:
            if any(each.dying for each in self.machines):
                self.died.clear()
                for machine in self.machines:
                    if machine.dying:
                        await machine.bury()
            left = until - self.clock.now
            if left <= 1e-9:
                break
            with suppress(TimeoutError):
                await asyncio.wait_for(self.died.wait(), left)
        for task in [each for each in self._work if each.done()]:
            self._work.discard(task)
            task.result()
        if self._work_of_wall is not None and self._work_of_wall.done():
            self._work_of_wall.result()
        self.audit.look()

    async def wait_until(self, holds: Any, seconds: float) -> bool:
        end = self.clock.now + seconds
        while not holds():
            if self.clock.now >= end:
                return False
            await self.pass_time(0.5)
        return True

    # ---- the evening

    async def live(self) -> None:
        for machine in self.machines:
            await machine.begin()
        self._work_of_wall = self.wall.spawn(self.wall.start())
        for table in self.tables[: self.story.early]:
            await club_doings.join(self, table)
        for step in self.story.steps:
            await self.pass_time(step.wait)
            await club_doings.do(self, step)
        await self.finish()

    async def finish(self) -> None:
        """End all faults, so that all games have to be sent."""
        self.club.fails_after = None
        for machine in (*self.machines, *self.phones, self.wall):
            machine.disk.full, machine.disk.failing, machine.disk.dies_after = False, 0, None
            machine.air.held_until = 0.0
        if not await self.wait_until(lambda: not self._work and all(machine.runs for machine in self.machines), HEALED):
            raise Broken("Drained", "a program never starts again")
        for phone in self.phones:
            while phone.state == "leaving":
                await phone.spawn(club_doings.leave(phone))
                await self.pass_time(1.0)
        until, told = self.clock.now + HEALED, set[str]()
        while not (told >= self.audit.told_late and self.is_still()):
            for table in self.tables:
                if not table.is_in:  # it may learn only now that it was removed
                    told.discard(table.name)
                    await club_doings.join(self, table)
                elif table.name in self.audit.told_late - told and table.link is not None:
                    told.add(table.name)
                    table.call(table.link.send_earlier_games)
            await self.pass_time(1.0)
            if self.clock.now > until:
                raise Broken("Drained", f"it never becomes quiet: {self.describe_waiting()}")
        await self.audit.check_end()

    def is_still(self) -> bool:
        """Check that nothing waits: no news, no removed member, no rating, no scrub."""
        book = self.club.book
        if book is None or self._work or any(not table.is_in or table.waiting() for table in self.tables):
            return False
        with suppress(DatabaseProblem), book._database.reading() as db:
            waits = "SELECT game FROM recounts UNION SELECT game FROM unsorted"
            if db.execute(waits) or db.execute("SELECT receipt FROM forgotten WHERE heard IS NULL"):
                return False
            if not db.execute("SELECT value FROM facts WHERE name = 'scrub' AND value <> 'done'"):
                return self.audit.onlooker.is_shown()
        return False

    def describe_waiting(self) -> str:
        """Describe what still waits."""
        tables = [
            (table.name, table.is_in, table.standing and table.standing.how, table.waiting()) for table in self.tables
        ]
        wall, runs = self.audit.onlooker.is_shown(), self.club.book is not None
        return f"{tables}, wall {wall}, {len(self._work)} at work, club {runs}"

    def close(self) -> None:
        """Throw the world away."""
        for machine in self.machines:
            machine.disk.dead = True
        self.loop.run_until_complete(self.end_tasks(None))
        for machine in (*self.machines, *self.phones, self.wall):
            machine.throw_away()
            machine.disk.close()
        self.loop.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def owners_date(self) -> float:
        machine = OWNER.get()
        return machine.date() if machine is not None else self.club.date()


@contextmanager
def _patched(world: ClubWorld) -> Iterator[None]:
    """Replace clocks, randomness and the network by those of the evening."""
    rng = world.rng("secrets")
    with ExitStack() as stack:
        for module, name, ours in (
            (aiohttp, "ClientSession", open_session),
            (club_connection, "time", SimpleNamespace(time=world.owners_date)),
            (database, "time", SimpleNamespace(monotonic=world.clock.time)),
            (secrets, "token_hex", lambda n: rng.randbytes(n).hex()),
            (secrets, "token_bytes", rng.randbytes),
            (secrets, "token_urlsafe", lambda n: rng.randbytes(n).hex()),
            (secrets, "randbelow", rng.randrange),
        ):
            stack.enter_context(patch.object(module, name, ours))
        yield


def club_evening(story: ClubStory, folder: Path, where: str = "") -> ClubWorld:
    """Run a story of a club. Raise Broken if a promise is not kept. `where`: an empty PostgreSQL database."""
    folder.mkdir(parents=True, exist_ok=True)
    world = ClubWorld(story, folder, where)
    logging.getLogger().addHandler(world.audit.handler)
    try:
        with _patched(world):
            world.loop.run_until_complete(world.live())
    finally:
        logging.getLogger().removeHandler(world.audit.handler)
        with _patched(world):
            world.close()
        web_app._cached_build_middleware.cache_clear()  # it would keep every server there ever was
        gc.collect()
    return world
