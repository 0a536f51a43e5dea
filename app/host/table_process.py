"""The event loop of a table process and everything in it: server, timers, discovery, Wi-Fi, panel, watchdog."""

import asyncio
import logging
import resource
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

import msgspec

from app.host import demo_table, key_pad_connection, panel_connection, power_off, screen_watchdog, stored_data_check
from app.host.background_probe import MachineProbe
from app.host.club_connection import ClubLink
from app.host.club_relay import RelayLink
from app.host.club_wall import WallLink
from app.host.command_options import Options, ShippedFiles, has_display, load_wiring
from app.host.data_folder import is_installed
from app.host.discovery import Discovery, find_clubs
from app.host.member_visits import ClubMembersLink
from app.host.open_table import OpenTable, call_when_quiet, choose_trim_delay
from app.host.screen_process import ScreenProcess
from app.host.supervised_task import supervise
from app.host.system_clock import MachineClock
from app.host.thinker_process import ThinkerProcess
from app.host.upkeep import MachineUpkeep
from app.host.wifi import MachineWifi
from app.looks import qr_codes
from app.phones.server import Running
from app.protocol.machine_messages import Finding, SoundCard
from app.protocol.name_rules import host_name
from app.protocol.network_messages import Network, RelayState
from app.protocol.panel_messages import ButtonEvent
from app.protocol.panel_messages import Keys as KeysShown
from app.protocol.panel_messages import Panel as PanelShown
from app.protocol.play_messages import Cue
from app.protocol.rejection import Rejection
from app.storage import key_bindings as kept_keys
from app.table.table import Table
from app.text import fatal_page
from app.text import panel_faults as panel_words
from app.text.table_text import refusal
from app.text.terminal_output import NAME, command_line, complain, version
from app.text.translation import Words, words
from app.web.public_address import NO_PUBLIC_ADDRESS, OF_THIS_MACHINE, PublicAddress
from engine.memoize import IDLE_SECONDS, clear_all
from hardware import panel_interface as hardware_panel
from hardware.key_pads import KeyPadReader
from hardware.machine.memory_tuning import collect_and_trim, freeze_lasting_objects
from hardware.machine.sound_cards import list_sound_cards
from hardware.null_panel import NullPanel
from hardware.panel_config import Wiring
from hardware.panel_factory import make_simulated_panel, open_panel
from hardware.panel_interface import Panel, PanelUnavailable

log = logging.getLogger(__name__)

MAX_OPEN_FILES = 4096  # needing more would be a bug
SWITCH_SECONDS = 0.0005  # after which a reading thread yields the interpreter to the table


def run(
    options: Options,
    files: ShippedFiles,
    overrides: Mapping[str, str],
    listening: socket.socket,
    key: str,
    child: ScreenProcess | None,
    signals: Sequence[int] = (),
) -> bool:
    """Run a table until it is asked to end, or not at all if one of the `signals` was received before. CannotStart if
    that fails.

    `overrides`: an owner's, by game, as a record's header has them. Return True if the screen stays, showing a last
    picture, because people have switched the table off there.
    """
    logging.basicConfig(level=logging.WARNING, format=f"{NAME}: %(message)s")
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # changes of the network are no news to people
    logging.getLogger("dbus_fast").setLevel(logging.CRITICAL)  # its messages may contain passwords
    _raise_file_limit()
    sys.setswitchinterval(SWITCH_SECONDS)
    return asyncio.run(_run(options, files, overrides, listening, key, child, signals))


async def _run(
    options: Options,
    files: ShippedFiles,
    overrides: Mapping[str, str],
    listening: socket.socket,
    key: str,
    child: ScreenProcess | None,
    signals: Sequence[int],
) -> bool:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(name, stop.set)
    if signals:
        stop.set()
    thinker = ThinkerProcess(loop)
    headless = (child is None or not child.started) and not is_installed()
    opened = OpenTable(options, files, overrides, thinker=thinker, headless=headless)
    thinker.on_delivered, thinker.run_in_queue = opened.wake, opened.write_queue.begin
    if is_installed():
        opened.table.presence.set_screens(0)  # its screen is a separate service
    running = await opened.open(listening, key, settled=freeze_lasting_objects)
    machine = TableMachine(options, files, opened, running, stop)
    try:
        await machine.run(child)
    finally:
        thinker.end()
        machine.close()
        await opened.close()
    return machine.has_said_goodbye


class TableMachine:
    """The machine around an open table: addresses, panel, key pads, club, Wi-Fi and upkeep, connected to the table.

    `stop` ends it. `has_said_goodbye`: people have switched the table off on the screen.
    """

    def __init__(
        self, options: Options, files: ShippedFiles, opened: OpenTable, running: Running, stop: asyncio.Event
    ) -> None:
        self._options, self._opened, self._running, self._stop = options, opened, running, stop
        self.has_said_goodbye = False
        self._table, self._loop = opened.table, asyncio.get_running_loop()
        self._table_id = self._table.id
        self._printed: set[str] = set()  # addresses on the terminal
        self._public = NO_PUBLIC_ADDRESS  # the owner's, without the club's relay
        self._free_memory_when_quiet()
        override = self._table.settings.host_address
        self._discovery = Discovery(self._table_id, running.port, self._on_network, override=override)
        self._table.subscribe(self._on_change)
        if is_installed():
            follow_language(self._table, partial(power_off.write_goodbye, options.folder))
        wiring = _load_wiring(options, files.panel)
        self._connect_panel_and_keys(wiring)
        self._connect_club()
        self._apply_public_address()
        self._connect_system(files.data, wiring)

    def _free_memory_when_quiet(self) -> None:
        table, run_in_thread = self._table, partial(self._loop.run_in_executor, None)
        call_when_quiet(table, partial(run_in_thread, collect_and_trim), self._loop, choose_trim_delay)
        call_when_quiet(table, partial(run_in_thread, drop_game_caches, table), self._loop, lambda _: IDLE_SECONDS)

    def _connect_panel_and_keys(self, wiring: Wiring | None) -> None:
        table, loop, tell = self._table, self._loop, self._running.connections.send_to_screens
        make = make_simulated_panel if self._options.simulated_panel else open_panel
        self._panel = _connect_panel(table, partial(make, wiring or Wiring()), self._enqueue, loop, tell)
        self._keys = _connect_key_pads(self._options, table, self._enqueue, loop, self._panel, tell)
        table.machine.panel, table.machine.keys = self._panel, self._keys

    def _connect_club(self) -> None:
        table, opened, running = self._table, self._opened, self._running
        shown_name, tell = host_name(table.id).capitalize(), table.presence.set_club
        self._club = club = ClubLink(table.id, shown_name, opened.store, opened.write_queue, tell, find_clubs)
        self._relay = RelayLink(club, running.port, running.set_public, self._on_relay)
        self._members = ClubMembersLink(table, opened.write_queue, club)
        self._wall = WallLink(table, lambda: club.club, club.handle_expulsion, club.find_new_address)
        table.machine.club, table.machine.people = club, self._members
        table.machine.switch_relay = self._relay.switch

    def _connect_system(self, data: Mapping[str, bytes], wiring: Wiring | None) -> None:
        options, machine, tell = self._options, self._table.machine, self._running.connections.send_to_screens
        country = options.folder / "country" if is_installed() else None
        self._wifi = MachineWifi(host_name(self._table_id).capitalize(), tell, country=country)
        self._probe = MachineProbe()
        self._upkeep = _make_upkeep(options, data, self._table, self._opened, self._probe) if is_installed() else None
        machine.wifi, machine.upkeep = self._wifi, self._upkeep
        machine.diagnose = partial(_diagnose, options, data, wiring, self._probe)
        machine.clock = MachineClock(options.folder) if is_installed() else None

    async def run(self, child: ScreenProcess | None) -> None:
        """Run all background tasks, each restarted if it fails, until `stop` is set."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._opened.pass_time())]
            tasks += [group.create_task(supervise(name, work)) for name, work in self._list_work(child)]
            await self._stop.wait()
            for task in tasks:
                task.cancel()

    def _list_work(self, child: ScreenProcess | None) -> Iterator[tuple[str, Callable[[], Awaitable[None]]]]:
        """List the background tasks of this machine, with their names in the log."""
        opened, table = self._opened, self._table
        yield "discovery", self._discovery.run
        yield "the key pads", self._keys.run
        yield "Wi-Fi", self._wifi.run
        yield "the connection to the club", self._club.run
        yield "the club's wall", self._wall.run
        yield "the club's relay", self._relay.run
        yield "members of the club", self._members.run
        yield "the machine probe", self._probe.run
        repair = partial(opened.write_queue.begin, table.repair)
        yield "the integrity check", partial(stored_data_check.check_regularly, opened.store.verify, repair)
        if self._upkeep is not None:
            yield "upkeep", self._upkeep.run
        if child:
            yield "the watch over the screen", partial(_watch_screen, child, table, self._stop)
        if self._options.demo:
            yield "the demo", partial(demo_table.play_demo, table, write_queue=opened.write_queue)

    def close(self) -> None:
        """Release the devices of the panel and the key pads."""
        self._keys.close()
        self._panel.close()

    def _enqueue(self, call: Callable[[], None]) -> None:
        """Run a call in the table's write queue; from any thread."""
        self._loop.call_soon_threadsafe(self._opened.write_queue.begin, call)

    def _on_change(self, what: object) -> None:
        if self._table.id != self._table_id:  # a copied card became a new table: systemd restarts it with its new keys
            self._stop.set()
        elif isinstance(what, Cue) and what.what == "bye":
            self.has_said_goodbye = True
            if not (what.n and is_installed()):  # otherwise the shutdown ends it; sooner, systemd would restart it
                self._stop.set()
        else:
            self._discovery.override(self._table.settings.host_address)
            self._apply_public_address()

    def _on_network(self, network: Network) -> None:
        presence = self._table.presence
        before = presence.network
        presence.set_network(msgspec.structs.replace(network, public=before.public, relay=before.relay))
        _print_address(network, self._printed, headless=presence.headless)

    def _on_relay(self, state: RelayState, address: str) -> None:
        presence, url = self._table.presence, address or self._public.url or None
        presence.set_network(msgspec.structs.replace(presence.network, public=url, relay=state))

    def _apply_public_address(self) -> None:
        """Serve phones at the owner's public address if it has changed; with one, the club's relay is off."""
        typed = self._table.settings.public_address
        now = self._options.public or (PublicAddress.parse(typed, OF_THIS_MACHINE) if typed else NO_PUBLIC_ADDRESS)
        if now == self._public:
            return
        self._public = now
        self._running.set_public(now)
        self._table.machine.switch_relay = None if now.url else self._relay.switch  # one public address is enough
        self._relay.switch(on=False)  # also tells the address


def _load_wiring(options: Options, ours: bytes) -> Wiring | None:
    """Load the panel's wiring; print an error and return None if an owner's file is invalid."""
    try:
        return load_wiring(options.settings_folder, ours)
    except ValueError as unfit:
        complain(panel_words.report_bad_file(words("en"), str(unfit)))
        return None


def _connect_panel(
    table: Table,
    open_configured_panel: Callable[[], Panel],
    enqueue: panel_connection.CallSoon,
    loop: asyncio.AbstractEventLoop,
    tell: Callable[[ButtonEvent | PanelShown], bool],
) -> panel_connection.PanelConnection:
    """Open and connect the panel, or a NullPanel if there is none or it fails."""

    def report(problem: str) -> None:
        complain(panel_words.report_stopped(words("en"), problem))

    def report_missing(problem: str) -> None:
        complain(panel_words.lights_lost(words("en"), problem))

    try:
        panel = open_configured_panel()
    except PanelUnavailable as no:
        complain(panel_words.cannot_open(words("en"), no))
        panel = NullPanel()
    return panel_connection.PanelConnection(
        table, panel, enqueue, loop.call_later, tell=tell, report=report, report_missing=report_missing
    )


def _connect_key_pads(
    options: Options,
    table: Table,
    enqueue: panel_connection.CallSoon,
    loop: asyncio.AbstractEventLoop,
    panel: panel_connection.PanelConnection,
    tell: Callable[[KeysShown], bool],
) -> key_pad_connection.KeyPadConnection:
    """Connect the chosen keys of all pads that are or will be plugged in."""
    folder = options.settings_folder

    def answer(event: hardware_panel.PanelEvent) -> None:
        enqueue(partial(panel.answer, event))

    def report(no: Rejection) -> None:
        complain(refusal(words("en"), no.code, no.params))

    chosen, unread = kept_keys.load(folder)
    if unread:
        report(unread)
    save = partial(kept_keys.save, folder)
    return key_pad_connection.KeyPadConnection(
        KeyPadReader(chosen), loop.call_later, answer=answer, save=save, report=report, tell=tell
    )


def _make_upkeep(
    options: Options, data: Mapping[str, bytes], table: Table, opened: OpenTable, probe: MachineProbe
) -> MachineUpkeep:
    """Make the upkeep that an owner can use without a terminal."""

    def examine(lang: str) -> tuple[Finding, ...]:
        from app.host import doctor_checks

        machine = doctor_checks.DoctorSources(
            options.folder, options.settings_folder, data=lambda: data, firmware=lambda: probe.firmware
        )
        found = doctor_checks.examine_upkeep(machine, words(lang))
        return tuple(Finding(name, each.text, each.fine) for name, each in found)

    def phase() -> tuple[str, int]:
        return table.phase, table.log_end

    def list_cards() -> tuple[SoundCard, ...]:
        return tuple(SoundCard(card.id, card.name) for card in list_sound_cards())

    return MachineUpkeep(
        options.folder, phase, partial(opened.write_queue.begin, table.notify_changed), examine, list_cards
    )


def _diagnose(
    options: Options, data: Mapping[str, bytes], parts: Wiring | None, probe: MachineProbe, lang: str
) -> tuple[Finding, ...]:
    from app.host import doctor_checks  # rarely needed

    machine = doctor_checks.DoctorSources(
        options.folder,
        options.settings_folder,
        parts=parts,
        simulated=options.simulated_panel,
        data=lambda: data,
        kernel=lambda: probe.kernel,
        starts=lambda: probe.starts,
        firmware=lambda: probe.firmware,
    )
    return tuple(Finding(name, found.text, found.fine) for name, found in doctor_checks.examine(machine, words(lang)))


def _raise_file_limit() -> None:
    """Raise the limit of open files as far as this process may, up to MAX_OPEN_FILES."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def follow_language(table: Table, write: Callable[[Words], None]) -> None:
    """Call `write` with the table's language now, and again whenever it changes."""
    written = ""

    def write_if_changed(_: object = None) -> None:
        nonlocal written
        if table.settings.lang != written:
            written = table.settings.lang
            write(words(written))

    write_if_changed()
    table.subscribe(write_if_changed)


async def _watch_screen(child: ScreenProcess, table: Table, stop: asyncio.Event) -> None:
    """Watch the screen. Closing it ends the table; if it cannot open, the table continues headless."""

    def page(how: str) -> bytes:
        w = words(table.settings.lang)
        return msgspec.json.encode(fatal_page.screen_failed(w, how, table.presence.network.address, version()))

    problem = await screen_watchdog.watch_screen(
        child, has_display=has_display, page=page, set_headless=table.presence.set_headless, report=complain
    )
    if problem is None:
        stop.set()
    else:
        table.presence.set_headless(True)
        complain(problem)


def drop_game_caches(table: Table) -> None:
    """Clear the caches of game computations and return memory to the system, unless a game is being played."""
    if table.phase != "game":
        clear_all()
        collect_and_trim()


def _print_address(network: Network, printed: set[str], *, headless: bool) -> None:
    """Print new addresses of the table on the terminal; headless, also the code to scan."""
    if network.address is None:
        print(f"{NAME}: there is no network that phones could use; the codes come when there is one.", flush=True)
    elif network.address not in printed:
        print(f"{NAME}: phones find the table at {network.address}", flush=True)
        if headless:
            if sys.stdout.isatty():  # a journal would get forty useless lines
                with suppress(UnicodeEncodeError):  # a terminal without block characters shows the address above
                    print(qr_codes.text(f"{network.address}/"), flush=True)
            print(f"{NAME}: if a phone is lost, `{command_line('code SEAT')}` gives its seat to another.", flush=True)
    if network.name and network.name not in printed:
        print(f"{NAME}: and at {network.name}", flush=True)
    printed.clear()
    printed.update(filter(None, (network.address, network.name)))
