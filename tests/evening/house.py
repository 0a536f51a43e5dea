"""The world of one evening: the product as people start it, the devices of its people, and their faults."""

import asyncio
import gc
import logging
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, Literal
from unittest.mock import patch

from aiohttp import web_app

import main
from app.games.game_list import shelf
from app.host import open_table
from app.host.command_options import Options, ShippedFiles
from app.host.open_table import OpenTable
from app.protocol.network_messages import Network
from app.storage.random_keys_and_ids import Chance
from app.storage.read_only_store import ReadOnlyStore
from app.text.terminal_output import CannotStart
from engine.game import Game
from tests.evening import doings
from tests.evening.audit import Audit, Broken
from tests.evening.clock import Clock, SimLoop
from tests.evening.disk import Disk
from tests.evening.hands import Device, Fetched, JsonDevice, PageDevice, post
from tests.evening.story import Step, Story
from tests.evening.thinking import EveningThinker
from tests.evening.wire import Air, Listening

NAMES: Final = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus", "Hal", "Ida", "Jan", "Kim", "Lou", "Mia", "Ned")
KEY: Final = "the-screen-s-own-key-of-this-evening"
MAX_ACTIONS: Final = 2500  # actions until a game has to be at its end
STUCK: Final = 60  # seconds in which nobody can do anything
ABSENT: Final = 20  # seconds after which somebody new comes to a table that all have left


@cache
def texts() -> ShippedFiles:
    return ShippedFiles(
        main.read_game_data(), main.read_panel(), main.read_bots(), main.read_players(), main.read_first_deals()
    )


@cache
def games() -> dict[str, Game]:
    return shelf(texts().data)


class World:
    """One evening. `live` plays its story; Broken names the promise that was not kept."""

    def __init__(self, story: Story, folder: Path) -> None:
        self.story, self.folder = story, folder
        self.clock = Clock()
        self.loop = SimLoop(self.clock)
        self.audit = Audit(self)
        self.screen_key = KEY
        self.devices: list[Device] = []
        self._numbers: dict[str, int] = {}
        self._rng = self.rng("hands")
        self._chance = Chance(self.rng("chance").randbytes)
        self.disk = Disk(folder, self.rng("disk"), self._ended_writing, self.loop.sleep)
        self.options = Options(folder, (), None, None, None, story.screen)
        self.house: OpenTable | None = None
        self.listening: Listening | None = None
        self._passes: asyncio.Task[None] | None = None
        self._dying: Literal["kill", "cut"] | None = None
        self._dies_how: Literal["kill", "cut"] = "kill"
        self._died = asyncio.Event()
        self.starts_full = 0.0  # the next start finds a full disk, for that many seconds
        self.full_starts = 0
        self.lives = 0
        self.wishes = 0
        self.names = iter(NAMES)
        self.screen: JsonDevice | None = None
        self.thinker: EveningThinker | None = None

    def rng(self, what: str) -> Random:
        return Random(f"{self.story.seed} {what}")

    def number(self, device: Device) -> int:
        return self._numbers.setdefault(device.name, len(self._numbers))

    # ---- the house -----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Start the program."""
        self.lives += 1
        self.thinker = EveningThinker(self, games()) if self.story.thinks else None
        house = OpenTable(
            self.options,
            texts(),
            {},
            thinker=self.thinker,
            headless=not self.story.screen,
            clock=self.clock.time,
            dates=self.clock.date,
            chance=self._chance,
            wait=self.loop.wait,
        )
        if self.disk.dead:  # killed while it started, and not the disk that takes nothing (then it shows what was)
            house.store.close()
            raise CannotStart("killed")
        self.house = house
        self.disk.dies_after = None
        self.listening = Listening(self.loop)
        await self.house.open(self.listening, KEY, settled=lambda: None)  # type: ignore[arg-type]
        self.house.table.presence.set_network(Network(address="http://192.168.1.5:8080", name=None))
        self._passes = self.loop.create_task(self.house.pass_time())
        self.audit.on_start()

    def die(self, how: Literal["kill", "cut"]) -> None:
        """End the process now, by a kill or a power cut."""
        if self._dying is None and self.house is not None:
            self._dying = how
            unsure = self.disk.dead or self.loop.sleeps or (how == "cut" and self.disk.unsure)
            self.audit.dies(in_the_middle=unsure)
            self.disk.dead = True
            self.loop.wake()  # what is written waits for the disk, which does not answer any more
            assert self.listening is not None
            self.listening.die(told=how == "kill")
            self._died.set()

    def _ended_writing(self) -> None:
        self.die(self._dies_how)

    async def _bury(self) -> None:
        how, self._dying = self._dying, None
        self._died.clear()
        assert how is not None
        assert self.house is not None
        await self._end_all()
        await self.house.write_queue.close()
        self.loop.failures.clear()  # of who is dead
        self.audit.errors.clear()
        self.house.store.close()
        self.house = self.listening = None
        full, self.starts_full = self.starts_full, 0.0
        self.disk.full, self.disk.failing, self.disk.slow = full > 0, 0, 0.0
        while self.house is None:
            self.disk.start_again(how)
            if not full and self._rng.random() < 0.2:  # the next start does not come far either
                self.disk.dies_after = self._rng.randrange(12)
            await asyncio.sleep(self._rng.uniform(0.5, 3.0))
            try:
                await self.open()
            except CannotStart:
                if not self.disk.dead:
                    raise
                how = self._rng.choice(("kill", "cut"))
        if full:
            self.full_starts += self.is_read_only
            self.loop.call_later(full, self._make_room, self.lives)

    @property
    def is_read_only(self) -> bool:
        """Return whether the program shows stored games only and refuses changes."""
        return self.house is not None and isinstance(self.house.store, ReadOnlyStore)

    def _make_room(self, life: int) -> None:
        """Restart the table after room was made on its disk."""
        if self.lives == life:
            self.die("kill")

    async def _end_all(self) -> None:
        """Cancel all tasks of the program."""
        tasks = [task for task in asyncio.all_tasks(self.loop) if task is not asyncio.current_task(self.loop)]
        tasks.sort(key=lambda task: int(task.get_name().rpartition("-")[2]))  # as they began: a set has them by address
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def pass_time(self, seconds: float) -> None:
        """Wait; restart the program if it died meanwhile."""
        if self._dying is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._died.wait(), seconds)
        if self._dying is not None:
            await self._bury()
        self.audit.look()

    # ---- who comes -------------------------------------------------------------------------------------------

    def add(self, kind: str, name: str, role: Any, key: str = "") -> Device:
        device: Device = (PageDevice if kind == "page" else JsonDevice)(self, name, role, key)
        self.devices.append(device)
        return device

    def lost_seat(self, device: Device, why: str) -> None:
        self.audit.lost_seat(device, why)

    async def sit(self, kind: str, path: str = "/", seat: int = 0) -> Device | None:
        """Connect a new phone: join form, key, socket. Return None if it is refused."""
        name = next(self.names, None)
        if name is None:
            return None
        found: list[tuple[int, str]] = []
        form = {"name": name, "lang": self._rng.choice(("en", "de", "nl", "fr"))} | (
            {"seat": str(seat)} if seat else {}
        )
        air = Air(self.loop, self.rng(f"form {name}"))
        Fetched(self, air, post(path, **form), lambda status, where, _: found.append((status, where)))
        for _ in range(100):
            await self.pass_time(0.1)
            if found:
                break
        if not found or found[0][0] != 303:
            return None
        key = found[0][1].removeprefix("/seat/")
        self.audit.key(name, key)
        return self.add(kind, name, "seat", key)

    async def gather(self) -> None:
        """Seat all people of the story and start the first game."""
        story = self.story
        if story.screen:
            device = self.add("json", "screen", "screen")
            assert isinstance(device, JsonDevice)
            self.screen = device
            await self.wait_until(lambda: device.snapshot is not None)
        self.add("json" if self._rng.random() < 0.5 or not story.screen else "page", "watch", "onlooker")
        host: Device | None = self.screen
        if host is None:
            host = await self.sit("json", seat=1)
        await self.wait_until(lambda: host is None or host.linked)
        assert isinstance(host, JsonDevice)
        undo = self._rng.choice(("ask", "always", "ask", "never"))
        pace, ritual = self._rng.choice((0.0, 0.3, 2.0)), self._rng.random() < 0.5
        await self.send_and_wait(
            host, "set-table", bot_pace=pace, ritual=ritual, undo=undo, motion=self._rng.random() < 0.5
        )
        await self.send_and_wait(host, "set-game", game=story.game)
        await self.send_and_wait(host, "set-seats", count=len(story.people))
        await self.send_and_wait(
            host, "set-game", mode=story.mode, variant=self._variants(host), guided=story.variant % 7 == 0
        )
        for seat, how in enumerate(story.people, 1):
            if seat == 1 and host is not self.screen:
                continue  # who began the evening sits there
            if how in ("json", "page"):
                await self.sit(how, seat=seat)
            elif how in ("touch", "bot"):
                more = {"bot": "easy"} if how == "bot" else {}
                await self.send_and_wait(host, "set-seat", seat=seat, by=how, **more)
        if story.mode == "track":
            await self._lay_boards(host)
        await self.pass_time(0.5)
        await self.send_and_wait(host, "start")

    def _variants(self, host: JsonDevice) -> tuple[str, ...]:
        """Pick some of the variants that can be added, with all that they require."""
        known: dict[str, list[str]] = host.table["variants"]
        chosen = [slug for n, slug in enumerate(known) if self.story.variant >> n & 1 and self.story.variant % 3]
        every = dict.fromkeys(need for slug in chosen for need in (*known[slug], slug))
        return tuple(slug for slug in known if slug in every)

    async def _lay_boards(self, host: JsonDevice) -> None:
        for seat in host.table["owing"]:
            taken = {each["wonder"] for each in host.table["seats"]}
            boards = {host.table["identities"].get(slug) for slug in taken}
            free = [slug for slug, board in host.table["identities"].items() if board not in boards]
            if free:
                await self.send_and_wait(host, "set-seat", seat=seat, wonder=self._rng.choice(free))
        if host.table["owes_first"]:
            await self.send_and_wait(host, "set-game", first=self._rng.choice(host.table["seats"])["seat"])

    async def send_and_wait(self, device: Device, type: str, **fields: Any) -> None:
        """Send an intent and wait for its answer."""
        made = device.wish(type, **fields)
        await self.wait_until(lambda: made["id"] not in device.pending)
        await self.pass_time(0.05)

    async def wait_until(self, holds: Callable[[], bool], seconds: float = 40.0) -> bool:
        for _ in range(int(seconds / 0.1)):
            if holds():
                return True
            await self.pass_time(0.1)
        return holds()

    # ---- the evening -----------------------------------------------------------------------------------------

    async def live(self) -> None:
        await self.open()
        await self.gather()
        for step in self.story.steps:
            await self.pass_time(step.wait)
            await self.do(step)
        await self.finish()

    def list_linked(self) -> list[Device]:
        return [each for each in self.devices if each.linked]

    def readers(self) -> list[JsonDevice]:
        return [each for each in self.list_linked() if isinstance(each, JsonDevice) and each.snapshot is not None]

    def tables(self) -> list[JsonDevice]:
        """List the devices that may send intents for the table."""
        return [each for each in self.readers() if each.role != "onlooker"]

    async def do(self, step: Step) -> None:
        """Perform one step by a device that can do it."""
        self.wishes += 1
        await doings.do(self, step)
        self.audit.look()

    async def quiet(self) -> bool:
        """Pause all people until every device is up to date, then check all promises. Return False on a timeout."""
        for _ in range(60):
            await self.pass_time(0.4)
            if self.is_still():
                self.audit.quiet()
                return True
        return False

    def is_still(self) -> bool:
        """Return whether every device that can be connected is, and shows the newest revision."""
        if self.house is None or self._dying:
            return False
        rev, now = self.house.table.rev, self.clock.now
        for device in self.devices:
            if device.over or not device.on:
                continue
            if not device.linked or device.pending or device.air.held_until > now:
                return False
            if isinstance(device, JsonDevice) and (device.snapshot is None or device.snapshot.rev != rev):
                return False
            line = device.line
            if line is None or line.to_client.size or line.to_server.size:
                return False
            if line.transport is None or line.transport.dead:  # whoever was there is gone, and nobody has noticed yet
                return False
        return True

    async def finish(self) -> None:
        """Remove all faults and play the game to its end."""
        self.disk.full, self.disk.failing, self.disk.slow, self.disk.dies_after = False, 0, 0.0, None
        if self.is_read_only:
            self.die("kill")
            await self.pass_time(0.1)
        for device in self.devices:
            device.air.held_until = 0.0
            if not device.on:
                device.wake()
        await self.wait_until(lambda: all(each.linked or each.over for each in self.devices))
        idle = 0.0
        if doings.phase(self) == "lobby" and not self.audit.games_over:
            doings.act(self, Step(0, 0, "act"))
            await self.pass_time(1.0)
        if self.rng("suspended").random() < 0.3:
            await self.suspend()
        for _ in range(MAX_ACTIONS):
            phase = doings.phase(self)
            if phase != "game":
                break
            if doings.go_on(self, self._rng):
                idle = 0.0
                await self.pass_time(0.08)
            else:
                idle += 0.5
                await self.pass_time(0.5)
            if idle > ABSENT and self.screen is None and not any(each.role == "seat" for each in self.list_linked()):
                await self.sit("json", seat=1 + self._rng.randrange(len(self.story.people)))
            if idle > STUCK:
                raise Broken("Questions", f"nobody can do anything: {doings.describe_stuck_table(self)}")
        else:
            raise Broken("Ends", f"after {MAX_ACTIONS} actions the game still runs")
        if not await self.quiet():
            raise Broken("Quiet", f"it never becomes quiet: {doings.describe_stuck_table(self)}")
        self.audit.finish()

    async def suspend(self) -> None:
        """Suspend the game, if all agree, and resume it. `GameHistory` checks that it looks as before."""
        speaker = next(iter(self.tables()), None)
        if speaker is None or not await self.quiet() or doings.phase(self) != "game":
            return
        game = speaker.table["game_id"]
        await self.send_and_wait(speaker, "lay-aside", **({"seat": 1} if speaker.role == "screen" else {}))
        for _ in range(40):
            if doings.phase(self) == "lobby" or not doings.vote(self, Step(0, 0, "vote", 1)):
                break
            await self.pass_time(0.3)
        await self.pass_time(1.0)
        if doings.phase(self) == "lobby":
            await self.send_and_wait(speaker, "resume", game=game)
            await self.pass_time(1.0)

    def close(self) -> None:
        """Throw the world away."""
        self.disk.dead = True
        self.loop.wake()
        self.loop.run_until_complete(self._end_all())
        if self.house is not None:
            self.loop.run_until_complete(self.house.write_queue.close())
            self.house.store.close()
        self.disk.close()
        self.loop.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def evening(story: Story, folder: Path) -> World:
    """Run a story. Raise Broken if a promise is not kept."""
    folder.mkdir(parents=True, exist_ok=True)
    world = World(story, folder)
    handler = world.audit.handler
    logging.getLogger().addHandler(handler)
    try:
        with patch.object(open_table.game_list, "shelf", lambda data: games()):  # read once, not at each start
            world.loop.run_until_complete(world.live())
    finally:
        logging.getLogger().removeHandler(handler)
        world.close()
        web_app._cached_build_middleware.cache_clear()  # it would keep every server there ever was
        gc.collect()
    return world
