"""The one loop of a table process, and what lives in it: server, time, discovery, Wi-Fi, panel, screen's watch."""

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

from app.host import demo, integrity_check, key_pads, panel, power_off, screen_watchdog
from app.host.clock import MachineClock
from app.host.club import ClubLink
from app.host.club_members import PeopleLink
from app.host.club_wall import WallLink
from app.host.data_folder import is_installed
from app.host.discovery import Discovery, find_clubs
from app.host.machine_probe import SystemTold
from app.host.open_table import OpenTable, until_rest, when_quiet
from app.host.options import Options, OurTexts, has_display, wiring
from app.host.screen_process import ScreenProcess
from app.host.supervised_task import optional
from app.host.thinker_process import ThinkerProcess
from app.host.upkeep import MachineUpkeep
from app.host.wifi import MachineWifi
from app.looks import qr_codes
from app.protocol.machine_messages import Finding, SoundCard
from app.protocol.names import host_name
from app.protocol.network_messages import Network
from app.protocol.panel_messages import ButtonEvent
from app.protocol.panel_messages import Keys as KeysShown
from app.protocol.panel_messages import Panel as PanelShown
from app.protocol.play_messages import Cue
from app.protocol.rights import Rejected
from app.storage import keys as kept_keys
from app.table.table import Table
from app.text import fatal_page
from app.text import panel as panel_words
from app.text.languages import Words, words
from app.text.table import refusal
from app.text.terminal import NAME, complain, typed, version
from engine.memoize import IDLE_SECONDS, clear_all
from hardware import panel as hardware_panel
from hardware.key_pads import Keys
from hardware.machine.memory import collect_and_give_back, spare_the_collector
from hardware.machine.sound import sound_cards
from hardware.null_panel import Absent
from hardware.panel import CannotOpen, Panel
from hardware.panel_factory import open_panel, simulated_panel
from hardware.wiring import Wiring

log = logging.getLogger(__name__)

FILES = 4096  # open at once; a server that needs more has a fault
TAKES_TURNS = 0.0005  # seconds, after which a thread that reads for somebody lets the table go on


def run(
    options: Options,
    texts: OurTexts,
    overrides: Mapping[str, str],
    listening: socket.socket,
    key: str,
    child: ScreenProcess | None,
    asked: Sequence[int] = (),
) -> bool:
    """Everything a table is, until it is told to end (by a signal already `asked`, too). CannotStart if it cannot.

    `overrides`: an owner's, by game, as a header has them.
    Whether the screen stays, with a last picture, because people have switched the table off there.
    """
    logging.basicConfig(level=logging.WARNING, format=f"{NAME}: %(message)s")
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # a network that comes and goes is no news to people
    logging.getLogger("dbus_fast").setLevel(logging.CRITICAL)  # and what it hands on may be a password
    _raise_file_limit()
    sys.setswitchinterval(TAKES_TURNS)
    return asyncio.run(_run(options, texts, overrides, listening, key, child, asked))


async def _run(
    options: Options,
    texts: OurTexts,
    overrides: Mapping[str, str],
    listening: socket.socket,
    key: str,
    child: ScreenProcess | None,
    asked: Sequence[int],
) -> bool:
    goodbye = False
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(name, stop.set)
    if asked:
        stop.set()
    thinker = ThinkerProcess(loop)
    alone = (child is None or not child.started) and not is_installed()
    opened = OpenTable(options, texts, overrides, thinker=thinker, headless=alone)
    table, thinker.heard, thinker.in_turn = opened.table, opened.wake, opened.turns.begin
    if is_installed():
        table.presence.be_shown(0)  # its screen is a service of its own
    said: set[str] = set()

    def found(network: Network) -> None:
        table.presence.be_found(network)
        _say_address(network, said, headless=table.presence.headless)

    id = table.id

    def listen(what: object) -> None:
        nonlocal goodbye
        if table.id != id:  # a copy has become a table of its own: systemd starts it with its own name and keys
            stop.set()
        elif isinstance(what, Cue) and what.what == "bye":
            goodbye = True
            if not (what.n and is_installed()):  # else the system ends it with all the rest; sooner, it would come back
                stop.set()
        else:
            discovery.override(table.settings.host_address)

    def soon(call: Callable[[], None]) -> None:
        loop.call_soon_threadsafe(opened.turns.begin, call)

    running = await opened.open(listening, key, settled=spare_the_collector)
    when_quiet(table, partial(loop.run_in_executor, None, collect_and_give_back), loop, until_rest)
    when_quiet(table, partial(loop.run_in_executor, None, forget_games, table), loop, lambda _: IDLE_SECONDS)
    discovery = Discovery(table.id, running.port, found, override=table.settings.host_address)
    table.subscribe(listen)
    if is_installed():
        in_its_language(table, partial(power_off.keep_goodbye, options.folder))
    connections, parts = running.connections, _parts(options, texts.panel, table)
    opens = _panel(options, parts or Wiring())
    table.machine.panel = joined = _join_panel(table, opens, soon, loop, connections.tell_screen)
    table.machine.keys = pads = _key_pads(options, table, soon, loop, joined, connections.tell_screen)
    called = host_name(table.id).capitalize()
    tell = table.presence.be_in_club
    table.machine.club = club = ClubLink(table.id, called, opened.store, opened.turns, tell, find_clubs)
    table.machine.people = people = PeopleLink(table, opened.turns, club)
    table.machine.wifi = wifi = MachineWifi(
        called, connections.tell_screen, country=options.folder / "country" if is_installed() else None
    )
    told = SystemTold()
    table.machine.diagnose = partial(_diagnose, options, texts.data, parts, told)
    upkeep = _upkeep(options, texts.data, table, opened, told) if is_installed() else None
    table.machine.upkeep = upkeep
    table.machine.clock = MachineClock(options.folder) if is_installed() else None
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(opened.pass_time()), group.create_task(optional("discovery", discovery.run))]
            tasks.append(group.create_task(optional("the key pads", pads.run)))
            tasks.append(group.create_task(optional("Wi-Fi", wifi.run)))
            tasks.append(group.create_task(optional("the way to the club", club.run)))
            wall = WallLink(table, lambda: club.club, club.ended, club.look_for_it)
            tasks.append(group.create_task(optional("the club's wall", wall.run)))
            tasks.append(group.create_task(optional("members of the club", people.run)))
            tasks.append(group.create_task(optional("asking the system", told.run)))
            looking = partial(integrity_check.look_after, opened.store.look, partial(opened.turns.begin, table.mend))
            tasks.append(group.create_task(optional("the look at what is stored", looking)))
            if upkeep is not None:
                tasks.append(group.create_task(optional("upkeep", upkeep.run)))
            if child:
                watching = partial(_watch, child, table, stop)
                tasks.append(group.create_task(optional("the watch over the screen", watching)))
            if options.demo:
                tasks.append(group.create_task(optional("the demo", partial(demo.play, table, turns=opened.turns))))
            await stop.wait()
            for task in tasks:
                task.cancel()
    finally:
        thinker.end()
        pads.close()
        joined.close()
        await opened.close()
    return goodbye


def _parts(options: Options, ours: bytes, table: Table) -> Wiring | None:
    """The parts of the panel; None, and a sentence, where an owner's file does not hold up."""
    try:
        return wiring(options.settings_folder, ours)
    except ValueError as unfit:
        complain(panel_words.unfit(words("en"), str(unfit)))
        return None


def _panel(options: Options, parts: Wiring) -> Callable[[], Panel]:
    return partial(simulated_panel if options.simulated_panel else open_panel, parts)


def _join_panel(
    table: Table,
    opens: Callable[[], Panel],
    soon: panel.CallSoon,
    loop: asyncio.AbstractEventLoop,
    tell: Callable[[ButtonEvent | PanelShown], bool],
) -> panel.PanelConnection:
    """The panel at the table, if there is one. Without it everything else works."""

    def say(said: str) -> None:
        complain(panel_words.failed(words("en"), said))

    def miss(said: str) -> None:
        complain(panel_words.lost(words("en"), said))

    try:
        opened = opens()
    except CannotOpen as no:
        complain(panel_words.cannot_open(words("en"), no))
        opened = Absent()
    return panel.PanelConnection(table, opened, soon, loop.call_later, tell=tell, say=say, miss=miss)


def _key_pads(
    options: Options,
    table: Table,
    soon: panel.CallSoon,
    loop: asyncio.AbstractEventLoop,
    joined: panel.PanelConnection,
    tell: Callable[[KeysShown], bool],
) -> key_pads.KeyPads:
    """The keys that were chosen, on whatever pads there are or will be."""
    folder = options.settings_folder

    def answer(heard: hardware_panel.Heard) -> None:
        soon(partial(joined.answer, heard))

    def say(no: Rejected) -> None:
        complain(refusal(words("en"), no.code, no.params))

    chosen, unread = kept_keys.load(folder)
    if unread:
        say(unread)
    save = partial(kept_keys.save, folder)
    return key_pads.KeyPads(Keys(chosen), loop.call_later, answer=answer, save=save, say=say, tell=tell)


def _upkeep(
    options: Options, data: Mapping[str, bytes], table: Table, opened: OpenTable, told: SystemTold
) -> MachineUpkeep:
    """What an owner has the machine do without a terminal."""

    def look(lang: str) -> tuple[Finding, ...]:
        from app.host import doctor

        machine = doctor.Examined(
            options.folder, options.settings_folder, data=lambda: data, firmware=lambda: told.firmware
        )
        found = doctor.of_upkeep(machine, words(lang))
        return tuple(Finding(name, it.text, it.fine) for name, it in found)

    def phase() -> tuple[str, int]:
        return table.phase, table.log_end

    return MachineUpkeep(options.folder, phase, partial(opened.turns.begin, table.look_again), look, _sound_cards)


def _sound_cards() -> tuple[SoundCard, ...]:
    return tuple(SoundCard(card.id, card.name) for card in sound_cards())


def _diagnose(
    options: Options, data: Mapping[str, bytes], parts: Wiring | None, told: SystemTold, lang: str
) -> tuple[Finding, ...]:
    """What `wondertable doctor` finds, for the screen."""
    from app.host import doctor  # hardly anybody asks

    machine = doctor.Examined(
        options.folder,
        options.settings_folder,
        parts=parts,
        simulated=options.simulated_panel,
        data=lambda: data,
        kernel=lambda: told.kernel,
        starts=lambda: told.starts,
        firmware=lambda: told.firmware,
    )
    return tuple(Finding(name, found.text, found.fine) for name, found in doctor.look(machine, words(lang)))


def _raise_file_limit() -> None:
    """As many open files as this process may have without asking anybody, but for absurd numbers of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def in_its_language(table: Table, keep: Callable[[Words], None]) -> None:
    """Keep something in the table's language, now and whenever that changes."""
    kept = ""

    def look(_: object = None) -> None:
        nonlocal kept
        if table.settings.lang != kept:
            kept = table.settings.lang
            keep(words(kept))

    look()
    table.subscribe(look)


async def _watch(child: ScreenProcess, table: Table, stop: asyncio.Event) -> None:
    """Closing the screen ends the table; without one that opens, phones do everything."""

    def page(how: str) -> bytes:
        w = words(table.settings.lang)
        return msgspec.json.encode(fatal_page.screen_failed(w, how, table.presence.network.address, version()))

    problem = await screen_watchdog.watch(
        child, display=has_display, page=page, alone=table.presence.be_headless, say=complain
    )
    if problem is None:
        stop.set()
    else:
        table.presence.be_headless(True)
        complain(problem)


def forget_games(table: Table) -> None:
    """Where no game is played, what was worked out for games goes back to the machine."""
    if table.phase != "game":
        clear_all()
        collect_and_give_back()


def _say_address(network: Network, said: set[str], *, headless: bool) -> None:
    """What is new about how phones find the table, on the terminal; headless with the code to scan."""
    if network.address is None:
        print(f"{NAME}: there is no network that phones could use; the codes come when there is one.", flush=True)
    elif network.address not in said:
        print(f"{NAME}: phones find the table at {network.address}", flush=True)
        if headless:
            if sys.stdout.isatty():  # in a journal it would be forty lines that nobody can scan
                with suppress(UnicodeEncodeError):  # a terminal without blocks has the address above
                    print(qr_codes.text(f"{network.address}/"), flush=True)
            print(f"{NAME}: if a phone is lost, `{typed('code SEAT')}` gives its seat to another.", flush=True)
    if network.name and network.name not in said:
        print(f"{NAME}: and at {network.name}", flush=True)
    said.clear()
    said.update(filter(None, (network.address, network.name)))
