"""A table that is open: what was stored, its games, its server, and the time that passes for it.

Clock and chance are passed in. What a machine has besides stands in app/host/loop.py: a screen, a panel, Wi-Fi.
"""

import asyncio
import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock

from msgspec.structs import replace

from app.games import phones, shelf
from app.host import power_off
from app.host.cloned_card import has_moved, remember
from app.host.data_folder import is_installed
from app.host.options import Options, OurTexts
from app.phones.server import Running, serve
from app.protocol.rights import Rejected
from app.protocol.settings_messages import Settings
from app.storage import pin, settings
from app.storage.database import Store
from app.storage.overrides import OwnValues
from app.storage.read_only import ReadOnlyStore
from app.storage.secret_source import MACHINES, Chance
from app.table.bots.bot_scheduler import Thinker
from app.table.core.write_queue import ThreadedQueue, moment
from app.table.game.bot_players import read as read_bots
from app.table.table import Table
from app.text import box_contents, names
from app.text.languages import of_machine, words
from app.text.local_time import use_zone
from app.text.table import refusal
from app.text.terminal import CannotStart, complain
from engine.players.levels import Players

PIN_FILE = Path("/boot/firmware/wondertable-pin.txt")  # on the part of a Raspberry Pi’s card that every computer shows
STICK = Path("/run/wondertable-stick/wondertable-pin.txt")  # as hardware/appliance/stick has read it
BREATH = 0.002  # seconds without a change, in which the last one is told to everybody
QUIET = 2.0  # seconds without one, after which people have stopped
REST = 60.0  # seconds without one, after which they do something else
SOME = 50  # changes, of the table or of who is there: fewer are not worth what it takes to tidy up
MANY = 200  # of them are all that the store lets wait


class OpenTable:
    """One table, from its folder. CannotStart if it cannot.

    `overrides`: an owner's, by game, as a header has them. `clock`: seconds from some moment on, which nobody sets;
    `dates`: those since 1970; `wait`: as `ThreadedQueue` has it.
    """

    def __init__(
        self,
        options: Options,
        texts: OurTexts,
        overrides: Mapping[str, str],
        *,
        thinker: Thinker | None,
        headless: bool,
        clock: Callable[[], float] = time.monotonic,
        dates: Callable[[], float] = time.time,
        chance: Chance = MACHINES,
        wait: Callable[[Lock], bool] = moment,
    ) -> None:
        self._clock = clock
        self._woken = asyncio.Event()
        self._running: Running | None = None

        def sentence(no: Rejected) -> str:
            return refusal(words("en"), no.code, no.params)

        names.check()
        box_contents.check()
        chosen, problem = settings.load(options.settings_folder, of_machine(os.environ))
        if options.lang:
            chosen = replace(chosen, lang=options.lang)
        if options.host_address:
            chosen = replace(chosen, host_address=options.host_address)
        if options.demo:
            chosen = replace(chosen, welcomed=True)
        use_zone(chosen.zone)

        def save(new: Settings) -> None:
            settings.save(options.settings_folder, new)
            use_zone(new.zone)

        if is_installed():  # its owner puts files of their own there, as root: the folder stays the table's
            with suppress(OSError):
                options.settings_folder.mkdir(exist_ok=True)
        renewed = pin.renewed(PIN_FILE, options.settings_folder) if is_installed() else None
        if is_installed() and (by_stick := pin.handed_in(STICK, options.settings_folder)) is not None:
            renewed = by_stick
        secret, unread = pin.load(options.settings_folder)
        try:
            self.store, problem_of_disk = _opened(options.folder / "table.db", dates, chance)
            self.table = Table(
                self.store,
                shelf.shelf(texts.data),
                players=Players(texts.players),
                settings=chosen,
                save_settings=save,
                pin=secret,
                save_pin=partial(pin.save, options.settings_folder),
                clock=clock,
                chance=chance,
                seed=options.seed,
                headless=headless,
                overrides=overrides,
                by_touch=shelf.by_touch(),
                power_off=power_off.off,
                installed=is_installed(),
                modes=shelf.modes(),
                sheets=shelf.tally(texts.data),
                lists=shelf.lessons(),
                deals=shelf.deals(),
                reasons=shelf.reasons(),
                bots=read_bots(texts.bots),
                thinker=thinker,
                own_values=OwnValues(options.settings_folder),
                moved=is_installed() and has_moved(options.folder),
            )
            if is_installed() and not isinstance(self.store, ReadOnlyStore):  # there the question is not stored
                remember(options.folder)
        except Rejected as no:
            raise CannotStart(sentence(no)) from None
        if isinstance(self.store, ReadOnlyStore):
            self.store.freeze()
        self.turns = ThreadedQueue(asyncio.get_running_loop(), self.table.be_slow, wait)
        self.store.waits = self.turns.disk
        for notice in filter(None, (problem, problem_of_disk, renewed, unread, *self.store.notices)):
            complain(sentence(notice))

    async def open(self, listening: socket.socket, key: str, settled: Callable[[], None]) -> Running:
        """Let phones in, and the screen by its key. `settled` is called once all is there that will be needed."""
        self._running = await serve(
            self.table,
            phones.games(),
            listening,
            screen_key=key,
            clock=self._clock,
            turns=self.turns,
            settled=settled,
        )
        tidy = partial(self.turns.begin, self.store.tidy)
        when_quiet(self.table, tidy, asyncio.get_running_loop(), until_tidy)
        return self._running

    def wake(self) -> None:
        """There may be something to do by now."""
        self._woken.set()

    async def pass_time(self) -> None:
        """Let time pass for the table, as often as it asks for it, and whenever something else has woken it."""
        at = self.table.next_tick()
        self.table.subscribe(lambda _: None if self.table.next_tick() == at else self.wake())
        while True:
            self._woken.clear()
            await self.turns.take(self._tick)
            at = self.table.next_tick()
            with suppress(TimeoutError):
                async with asyncio.timeout(None if at is None else max(0.0, at - self._clock())):
                    await self._woken.wait()

    def _tick(self) -> None:
        self.table.tick(self._clock())

    async def close(self) -> None:
        """Say goodbye to everybody, and close what is stored."""
        if self._running is not None:
            await self._running.close()
        await self.turns.close()
        self.store.close()


def _opened(path: Path, dates: Callable[[], float], chance: Chance) -> tuple[Store, Rejected | None]:
    """Open a table's file; where its disk takes nothing more, a copy that can only be looked at, and why."""
    try:
        return Store(path, dates, chance), None
    except Rejected as no:
        if no.code not in ("disk-full", "unwritable"):
            raise
        try:
            return ReadOnlyStore(path, dates, chance, no), Rejected("read-only")
        except (OSError, Rejected):
            raise no from None


def when_quiet(
    table: Table, do: Callable[[], object], loop: asyncio.AbstractEventLoop, patience: Callable[[int], float]
) -> None:
    """Do something whenever nobody has changed anything for a while, also at first.

    `patience`: for how many seconds, after so many changes since it was done.
    """
    changes = 0

    def done() -> None:
        nonlocal changes
        changes = 0
        do()

    waiting = loop.call_later(patience(changes), done)

    def changed(_: object) -> None:
        nonlocal changes, waiting
        changes += 1
        waiting.cancel()
        waiting = loop.call_later(patience(changes), done)

    table.subscribe(changed)


def until_rest(changes: int) -> float:
    """What nobody uses any more goes back to the machine when people stop, once there was enough to do for it."""
    return REST if changes < SOME else QUIET


def until_tidy(changes: int) -> float:
    """The store tidies up when people stop; where they do not, between two changes, so that there is never much.

    That writes several times to a disk that may be a memory card, so it waits until there is something to tidy.
    """
    return until_rest(changes) if changes < MANY else BREATH
