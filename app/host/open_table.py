"""An open table: its store, games, server and timers.

Clock and randomness are injected. The other parts of a machine are in app/host/table_process.py: screen, panel, Wi-Fi.
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

from app.games import game_list, phone_registry
from app.host import power_off
from app.host.cloned_card import has_moved, remember_computer
from app.host.command_options import Options, ShippedFiles
from app.host.data_folder import is_installed
from app.phones.server import Running, serve
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import Settings
from app.protocol.table_log_events import TableNotice
from app.storage import pin_file, settings_file
from app.storage.data_overrides import OwnValues
from app.storage.database import Store
from app.storage.pin_file import Pin
from app.storage.random_keys_and_ids import MACHINES, Chance
from app.storage.read_only_store import ReadOnlyStore
from app.table.bots.bot_scheduler import Thinker
from app.table.core.game_library import GameLibrary
from app.table.core.machine_ports import Machine
from app.table.core.owner_files import OwnerSettings
from app.table.core.write_queue import ThreadedQueue, wait_moment
from app.table.game.bot_definitions import parse_bots
from app.table.lobby.stored_deals import parse_deals
from app.table.table import Table
from app.text import box_contents, printed_names
from app.text.table_text import refusal
from app.text.terminal_output import CannotStart, complain
from app.text.time_zone import use_zone
from app.text.translation import machine_language, words
from engine.players.bot_levels import Players

# On the boot partition of a Raspberry Pi’s card, which every computer can read.
PIN_FILE = Path("/boot/firmware/wondertable-pin.txt")
STICK_PIN_FILE = Path("/run/wondertable-stick/wondertable-pin.txt")  # copied by hardware/appliance/stick
GAP_SECONDS = 0.002  # without a change, enough to send the last one to everybody
QUIET_SECONDS = 2.0  # without a change, after which people pause
REST_SECONDS = 60.0  # without a change, after which people do something else
TIDY_CHANGES = 50  # of the table or of its connections; fewer are not worth the effort
MAX_UNTIDY_CHANGES = 200  # after which the store is tidied even during play


class OpenTable:
    """A table, opened from its folder. CannotStart if that fails.

    `overrides`: an owner's, by game, as a record's header has them. `clock`: monotonic seconds; `dates`: seconds since
    1970; `wait`: as for `ThreadedQueue`.
    """

    def __init__(
        self,
        options: Options,
        files: ShippedFiles,
        overrides: Mapping[str, str],
        *,
        thinker: Thinker | None,
        headless: bool,
        clock: Callable[[], float] = time.monotonic,
        dates: Callable[[], float] = time.time,
        chance: Chance = MACHINES,
        wait: Callable[[Lock], bool] = wait_moment,
    ) -> None:
        self._clock = clock
        self._woken = asyncio.Event()
        self._running: Running | None = None

        printed_names.check()
        box_contents.check()
        folder = options.settings_folder
        settings, problem_of_settings = _load_settings(options)
        pin, problems_of_pin = _load_pin(folder)
        try:
            self.store, problem_of_disk = _open_store(options.folder / "table.db", dates, chance)
            self.table = Table(
                self.store,
                load_games(files),
                OwnerSettings(
                    settings,
                    partial(_save_settings, folder),
                    overrides=overrides,
                    values=OwnValues(folder),
                    pin=pin,
                    save_pin=partial(pin_file.save, folder),
                ),
                Machine(power_off.power_off, is_installed()),
                thinker,
                clock=clock,
                chance=chance,
                seed=options.seed,
                headless=headless,
                moved=is_installed() and has_moved(options.folder),
            )
            # A read-only store cannot store the question.
            if is_installed() and not isinstance(self.store, ReadOnlyStore):
                remember_computer(options.folder)
        except Rejection as no:
            raise CannotStart(refusal(words("en"), no.code, no.params)) from None
        if isinstance(self.store, ReadOnlyStore):
            self.store.freeze()
        self.write_queue = ThreadedQueue(asyncio.get_running_loop(), self.table.set_slow, wait)
        self.store.waits = self.write_queue.disk
        for notice in (problem_of_settings, problem_of_disk, *problems_of_pin, *self.store.notices):
            if notice:
                complain(refusal(words("en"), notice.rule, notice.facts))

    async def open(self, listening: socket.socket, key: str, settled: Callable[[], None]) -> Running:
        """Start serving phones, and the screen by its key. `settled` is called once all long-lived objects exist."""
        self._running = await serve(
            self.table,
            phone_registry.games(),
            listening,
            screen_key=key,
            clock=self._clock,
            write_queue=self.write_queue,
            settled=settled,
        )
        tidy = partial(self.write_queue.begin, self.store.tidy)
        call_when_quiet(self.table, tidy, asyncio.get_running_loop(), choose_tidy_delay)
        return self._running

    def wake(self) -> None:
        """Wake the timer loop, because the next deadline may have changed."""
        self._woken.set()

    async def pass_time(self) -> None:
        """Tick the table at each of its deadlines, and whenever it is woken, until cancelled."""
        at = self.table.next_tick()
        self.table.subscribe(lambda _: None if self.table.next_tick() == at else self.wake())
        while True:
            self._woken.clear()
            await self.write_queue.take(self._tick)
            at = self.table.next_tick()
            with suppress(TimeoutError):
                async with asyncio.timeout(None if at is None else max(0.0, at - self._clock())):
                    await self._woken.wait()

    def _tick(self) -> None:
        self.table.tick(self._clock())

    async def close(self) -> None:
        """Close all connections, the write queue and the store."""
        if self._running is not None:
            await self._running.close()
        await self.write_queue.close()
        self.store.close()


def load_games(files: ShippedFiles) -> GameLibrary:
    """Load the games of the program from its data files. Raise BadGameData if one is invalid."""
    return GameLibrary(
        game_list.shelf(files.data),
        Players(files.players),
        parse_bots(files.bots),
        game_list.tally(files.data),
        modes=game_list.modes(),
        by_touch=game_list.by_touch(),
        lessons=game_list.lessons(),
        deals=game_list.deals(),
        stored_deals=parse_deals(files.first_deals),
        reasons=game_list.reasons(),
    )


def _load_settings(options: Options) -> tuple[Settings, TableNotice | None]:
    """Load the settings, changed by the command's options, and use their time zone. Return them and a problem."""
    settings, problem = settings_file.load(options.settings_folder, machine_language(os.environ))
    if options.lang:
        settings = replace(settings, lang=options.lang)
    if options.host_address:
        settings = replace(settings, host_address=options.host_address)
    if options.demo:
        settings = replace(settings, welcomed=True)
    use_zone(settings.zone)
    return settings, problem


def _save_settings(folder: Path, settings: Settings) -> None:
    """Save settings that people have changed, and use their time zone."""
    settings_file.save(folder, settings)
    use_zone(settings.zone)


def _load_pin(folder: Path) -> tuple[Pin | None, tuple[TableNotice | None, ...]]:
    """Load the owner's PIN, after applying the file of an installed table that sets or resets it, and what to report.

    The settings folder is made if it is missing: the owner adds files there as root, but it belongs to the table.
    """
    renewed = None
    if is_installed():
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
        renewed = pin_file.apply_pin_file(PIN_FILE, folder)
        from_stick = pin_file.apply_reset_file(STICK_PIN_FILE, folder)
        renewed = renewed if from_stick is None else from_stick
    pin, unread = pin_file.load(folder)
    return pin, (renewed, unread)


def _open_store(path: Path, dates: Callable[[], float], chance: Chance) -> tuple[Store, TableNotice | None]:
    """Open a table's database. If its disk is full or read-only, return a read-only copy and the reason."""
    try:
        return Store(path, dates, chance), None
    except Rejection as no:
        if no.code not in ("disk-full", "unwritable"):
            raise
        try:
            return ReadOnlyStore(path, dates, chance, no), TableNotice("read-only", {})
        except (OSError, Rejection):
            raise no from None


def call_when_quiet(
    table: Table, do: Callable[[], object], loop: asyncio.AbstractEventLoop, quiet_seconds: Callable[[int], float]
) -> None:
    """Call `do` after a quiet period without changes, also once after the start (debounce).

    `quiet_seconds` returns the length of that period in seconds for a number of changes since the last call.
    """
    changes = 0

    def call_and_reset() -> None:
        nonlocal changes
        changes = 0
        do()

    waiting = loop.call_later(quiet_seconds(changes), call_and_reset)

    def restart_timer(_: object) -> None:
        nonlocal changes, waiting
        changes += 1
        waiting.cancel()
        waiting = loop.call_later(quiet_seconds(changes), call_and_reset)

    table.subscribe(restart_timer)


def choose_trim_delay(changes: int) -> float:
    """Return the delay before memory is trimmed: short if there were many changes, else long."""
    return REST_SECONDS if changes < TIDY_CHANGES else QUIET_SECONDS


def choose_tidy_delay(changes: int) -> float:
    """Return the delay before the store is tidied: as for trimming, but almost none after MAX_UNTIDY_CHANGES.

    Tidying writes several times to a disk that may be a memory card, so it waits until it is worth it.
    """
    return choose_trim_delay(changes) if changes < MAX_UNTIDY_CHANGES else GAP_SECONDS
