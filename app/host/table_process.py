"""The event loop of a table process and everything in it: server, timers, discovery, Wi-Fi, panel, watchdog."""

import asyncio
import logging
import resource
import signal
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
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
from app.protocol.client_rights import Rejection
from app.protocol.machine_messages import Finding, SoundCard
from app.protocol.name_rules import host_name
from app.protocol.network_messages import Network, RelayState
from app.protocol.panel_messages import ButtonEvent
from app.protocol.panel_messages import Keys as KeysShown
from app.protocol.panel_messages import Panel as PanelShown
from app.protocol.play_messages import Cue
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
    goodbye = False
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(name, stop.set)
    if signals:
        stop.set()
    thinker = ThinkerProcess(loop)
    headless = (child is None or not child.started) and not is_installed()
    opened = OpenTable(options, files, overrides, thinker=thinker, headless=headless)
    table, thinker.on_delivered, thinker.run_in_queue = opened.table, opened.wake, opened.turns.begin
    if is_installed():
        table.presence.set_screens(0)  # its screen is a separate service
    printed: set[str] = set()
    public = NO_PUBLIC_ADDRESS  # the owner's, without the club's relay

    def on_network(network: Network) -> None:
        before = table.presence.network
        table.presence.set_network(msgspec.structs.replace(network, public=before.public, relay=before.relay))
        _print_address(network, printed, headless=table.presence.headless)

    def on_relay(state: RelayState, address: str) -> None:
        url = address or public.url or None
        table.presence.set_network(msgspec.structs.replace(table.presence.network, public=url, relay=state))

    def apply_public() -> None:
        nonlocal public
        typed = table.settings.public_address
        now = options.public or (PublicAddress.parse(typed, OF_THIS_MACHINE) if typed else NO_PUBLIC_ADDRESS)
        if now == public:
            return
        public = now
        running.set_public(now)
        table.machine.switch_relay = None if now.url else relay.switch  # one public address is enough
        relay.switch(on=False)  # also tells the address

    id = table.id

    def on_change(what: object) -> None:
        nonlocal goodbye
        if table.id != id:  # a copied card became a new table: systemd restarts it with its new name and keys
            stop.set()
        elif isinstance(what, Cue) and what.what == "bye":
            goodbye = True
            if not (what.n and is_installed()):  # otherwise the shutdown ends it; sooner, systemd would restart it
                stop.set()
        else:
            discovery.override(table.settings.host_address)
            apply_public()

    def enqueue(call: Callable[[], None]) -> None:
        loop.call_soon_threadsafe(opened.turns.begin, call)

    running = await opened.open(listening, key, settled=freeze_lasting_objects)
    call_when_quiet(table, partial(loop.run_in_executor, None, collect_and_trim), loop, choose_trim_delay)
    call_when_quiet(table, partial(loop.run_in_executor, None, drop_game_caches, table), loop, lambda _: IDLE_SECONDS)
    discovery = Discovery(table.id, running.port, on_network, override=table.settings.host_address)
    table.subscribe(on_change)
    if is_installed():
        follow_language(table, partial(power_off.write_goodbye, options.folder))
    connections, parts = running.connections, _load_wiring(options, files.panel)
    open_configured_panel = partial(make_simulated_panel if options.simulated_panel else open_panel, parts or Wiring())
    table.machine.panel = panel = _connect_panel(
        table, open_configured_panel, enqueue, loop, connections.send_to_screens
    )
    table.machine.keys = pads = _connect_key_pads(options, table, enqueue, loop, panel, connections.send_to_screens)
    shown_name = host_name(table.id).capitalize()
    tell = table.presence.set_club
    table.machine.club = club = ClubLink(table.id, shown_name, opened.store, opened.turns, tell, find_clubs)
    relay = RelayLink(club, running.port, running.set_public, on_relay)
    table.machine.switch_relay = relay.switch
    apply_public()
    table.machine.people = people = ClubMembersLink(table, opened.turns, club)
    table.machine.wifi = wifi = MachineWifi(
        shown_name, connections.send_to_screens, country=options.folder / "country" if is_installed() else None
    )
    probe = MachineProbe()
    table.machine.diagnose = partial(_diagnose, options, files.data, parts, probe)
    upkeep = _make_upkeep(options, files.data, table, opened, probe) if is_installed() else None
    table.machine.upkeep = upkeep
    table.machine.clock = MachineClock(options.folder) if is_installed() else None
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(opened.pass_time()), group.create_task(supervise("discovery", discovery.run))]
            tasks.append(group.create_task(supervise("the key pads", pads.run)))
            tasks.append(group.create_task(supervise("Wi-Fi", wifi.run)))
            tasks.append(group.create_task(supervise("the connection to the club", club.run)))
            wall = WallLink(table, lambda: club.club, club.handle_expulsion, club.find_new_address)
            tasks.append(group.create_task(supervise("the club's wall", wall.run)))
            tasks.append(group.create_task(supervise("the club's relay", relay.run)))
            tasks.append(group.create_task(supervise("members of the club", people.run)))
            tasks.append(group.create_task(supervise("the machine probe", probe.run)))
            check = partial(
                stored_data_check.check_regularly, opened.store.look, partial(opened.turns.begin, table.repair)
            )
            tasks.append(group.create_task(supervise("the integrity check", check)))
            if upkeep is not None:
                tasks.append(group.create_task(supervise("upkeep", upkeep.run)))
            if child:
                watching = partial(_watch_screen, child, table, stop)
                tasks.append(group.create_task(supervise("the watch over the screen", watching)))
            if options.demo:
                tasks.append(
                    group.create_task(supervise("the demo", partial(demo_table.play_demo, table, turns=opened.turns)))
                )
            await stop.wait()
            for task in tasks:
                task.cancel()
    finally:
        thinker.end()
        pads.close()
        panel.close()
        await opened.close()
    return goodbye


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

    return MachineUpkeep(options.folder, phase, partial(opened.turns.begin, table.notify_changed), examine, list_cards)


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
