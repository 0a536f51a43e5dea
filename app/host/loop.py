"""The one loop of a table process, and what lives in it: server, time, discovery, Wi-Fi, panel, screen's watch."""

import asyncio
import logging
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from app.games import phones, shelf
from app.host import demo, keys, panel, power, watch
from app.host.data_folder import is_installed
from app.host.discovery import Discovery
from app.host.options import Options, OurTexts, has_display, version, wiring
from app.host.screen_process import ScreenProcess
from app.host.thinker_process import ThinkerProcess
from app.host.wifi import MachineWifi
from app.looks import qr
from app.phones.server import serve
from app.protocol.messages import Cue, Finding, Heard, Network, Settings
from app.protocol.messages import Keys as KeysShown
from app.protocol.messages import Panel as PanelShown
from app.protocol.names import host_name
from app.protocol.rights import Rejected
from app.storage import keys as kept_keys
from app.storage import pin, settings
from app.storage.database import Store
from app.storage.own_values import OwnValues
from app.table.bots import read as read_bots
from app.table.table import Table
from app.text import box, ending, names
from app.text import panel as panel_words
from app.text.languages import Words, of_machine, words
from app.text.table import refusal
from app.text.terminal import NAME, CannotStart, complain, typed
from engine.players.levels import Players
from hardware.absent import Absent
from hardware.keys import Keys
from hardware.panel import CannotOpen, Panel
from hardware.which_panel import open_panel, simulated_panel
from hardware.wiring import Wiring

log = logging.getLogger(__name__)

PIN_FILE = Path("/boot/firmware/wondertable-pin.txt")  # on the part of a Raspberry Pi’s card that every computer shows
AGAIN = 3.0  # seconds until something optional that has failed begins again
FILES = 4096  # open at once; a server that needs more has a fault
BREATH = 0.002  # seconds without a change, in which the last one is told to everybody
QUIET = 2.0  # seconds without one, after which people have stopped
REST = 60.0  # seconds without one, after which they do something else
SOME = 50  # changes, of the table or of who is there: fewer are not worth what it takes to tidy up
MANY = 200  # of them are all that the store lets wait


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
    thinker, woken = ThinkerProcess(loop), asyncio.Event()
    table, store = _build(options, texts, overrides, thinker, headless=child is None or not child.started)
    thinker.heard = woken.set
    said: set[str] = set()

    def found(network: Network) -> None:
        table.presence.be_found(network)
        _say_address(network, said, headless=table.presence.headless)

    def listen(what: object) -> None:
        nonlocal goodbye
        if isinstance(what, Cue) and what.what == "bye":
            goodbye = True
            if not (what.n and is_installed()):  # else the system ends it with all the rest; sooner, it would come back
                stop.set()
        else:
            discovery.override(table.settings.host_address)

    running = await serve(table, phones.games(), listening, screen_key=key, clock=time.monotonic)
    discovery = Discovery(table.id, running.port, found, override=table.settings.host_address)
    table.subscribe(listen)
    if is_installed():
        in_its_language(table, partial(power.keep_goodbye, options.folder))
    when_quiet(table, store.tidy, loop, until_tidy)
    connections, parts = running.connections, _parts(options, texts.panel, table)
    table.machine.panel = joined = _join_panel(table, _panel(options, parts or Wiring()), loop, connections.tell_screen)
    table.machine.keys = pads = _key_pads(options, table, loop, joined, connections.tell_screen)
    table.machine.wifi = wifi = MachineWifi(host_name(table.id).capitalize(), connections.tell_screen)
    table.machine.diagnose = partial(_diagnose, options, texts.data, parts)
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_tick(table, woken)), group.create_task(optional("discovery", discovery.run))]
            tasks.append(group.create_task(optional("the key pads", pads.run)))
            tasks.append(group.create_task(optional("Wi-Fi", wifi.run)))
            if child:
                watching = partial(_watch, child, table, stop)
                tasks.append(group.create_task(optional("the watch over the screen", watching)))
            if options.demo:
                tasks.append(group.create_task(optional("the demo", partial(demo.play, table))))
            await stop.wait()
            for task in tasks:
                task.cancel()
    finally:
        thinker.end()
        pads.close()
        joined.close()
        await running.close()
        store.close()
    return goodbye


def _build(
    options: Options,
    texts: OurTexts,
    overrides: Mapping[str, str],
    thinker: ThinkerProcess,
    *,
    headless: bool,
) -> tuple[Table, Store]:
    """The table with its games and settings, and the store it writes to."""

    def sentence(no: Rejected) -> str:
        return refusal(words(chosen.lang), no.code, no.params)

    names.check()
    box.check()
    chosen, problem = settings.load(options.settings_folder, of_machine(os.environ))
    if options.lang:
        chosen = replace(chosen, lang=options.lang)
    if options.host_address:
        chosen = replace(chosen, host_address=options.host_address)
    if options.demo:
        chosen = replace(chosen, welcomed=True)

    def save(new: Settings) -> None:
        settings.save(options.settings_folder, new)

    renewed = pin.renewed(PIN_FILE, options.settings_folder) if is_installed() else None
    secret, unread = pin.load(options.settings_folder)
    try:
        store = Store(options.folder / "table.db")
        table = Table(
            store,
            shelf.shelf(texts.data),
            players=Players(texts.players),
            settings=chosen,
            save_settings=save,
            pin=secret,
            save_pin=partial(pin.save, options.settings_folder),
            clock=time.monotonic,
            seed=options.seed,
            headless=headless,
            overrides=overrides,
            by_touch=shelf.by_touch(),
            power_off=power.off,
            installed=is_installed(),
            modes=shelf.modes(),
            sheets=shelf.tally(texts.data),
            lists=shelf.lessons(),
            deals=shelf.deals(),
            reasons=shelf.reasons(),
            bots=read_bots(texts.bots),
            thinker=thinker,
            own_values=OwnValues(options.settings_folder),
        )
    except Rejected as no:
        raise CannotStart(sentence(no)) from None
    for notice in filter(None, (problem, renewed, unread, store.notice)):
        complain(sentence(notice))
    return table, store


def _parts(options: Options, ours: bytes, table: Table) -> Wiring | None:
    """The parts of the panel; None, and a sentence, where an owner's file does not hold up."""
    try:
        return wiring(options.settings_folder, ours)
    except ValueError as unfit:
        complain(panel_words.unfit(words(table.settings.lang), str(unfit)))
        return None


def _panel(options: Options, parts: Wiring) -> Callable[[], Panel]:
    return partial(simulated_panel if options.simulated_panel else open_panel, parts)


def _join_panel(
    table: Table,
    opens: Callable[[], Panel],
    loop: asyncio.AbstractEventLoop,
    tell: Callable[[Heard | PanelShown], bool],
) -> panel.PanelConnection:
    """The panel at the table, if there is one. Without it everything else works."""

    def say(said: str) -> None:
        complain(panel_words.failed(words(table.settings.lang), said))

    def miss(said: str) -> None:
        complain(panel_words.lost(words(table.settings.lang), said))

    try:
        opened = opens()
    except CannotOpen as no:
        complain(panel_words.cannot_open(words(table.settings.lang), no))
        opened = Absent()
    return panel.PanelConnection(
        table, opened, loop.call_soon_threadsafe, loop.call_later, tell=tell, say=say, miss=miss
    )


def _key_pads(
    options: Options,
    table: Table,
    loop: asyncio.AbstractEventLoop,
    joined: panel.PanelConnection,
    tell: Callable[[KeysShown], bool],
) -> keys.KeyPads:
    """The keys that were chosen, on whatever pads there are or will be."""
    folder = options.settings_folder

    def say(no: Rejected) -> None:
        complain(refusal(words(table.settings.lang), no.code, no.params))

    chosen, unread = kept_keys.load(folder)
    if unread:
        say(unread)
    save = partial(kept_keys.save, folder)
    return keys.KeyPads(Keys(chosen), loop.call_later, answer=joined.answer, save=save, say=say, tell=tell)


def _diagnose(options: Options, data: Mapping[str, bytes], parts: Wiring | None, lang: str) -> tuple[Finding, ...]:
    """What `main.py doctor` finds, for the screen."""
    from app.host import doctor  # hardly anybody asks

    machine = doctor.Examined(
        options.folder,
        options.settings_folder,
        parts=parts,
        simulated=options.simulated_panel,
        data=lambda: data,
    )
    return tuple(Finding(name, found.text, found.fine) for name, found in doctor.look(machine, words(lang)))


async def optional(
    what: str,
    work: Callable[[], Awaitable[None]],
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Do what a table can do without: where it fails, that is said once, it begins again, and the table goes on."""
    said = False
    while True:
        try:
            await work()
        except Exception:
            if not said:
                log.exception("%s has failed and begins again; the table goes on", what)
            said = True
        else:
            return
        await sleep(AGAIN)


def _raise_file_limit() -> None:
    """As many open files as this process may have without asking anybody, but for absurd numbers of them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _tick(table: Table, woken: asyncio.Event) -> None:
    """Let time pass for the table, as often as it asks for it, and whenever something else has `woken` it."""
    at = table.next_tick()
    table.subscribe(lambda _: None if table.next_tick() == at else woken.set())
    while True:
        woken.clear()
        table.tick(time.monotonic())
        at = table.next_tick()
        with suppress(TimeoutError):
            async with asyncio.timeout(None if at is None else max(0.0, at - time.monotonic())):
                await woken.wait()


def when_quiet(
    table: Table, do: Callable[[], None], loop: asyncio.AbstractEventLoop, patience: Callable[[int], float]
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


def until_tidy(changes: int) -> float:
    """The store tidies up when people stop; where they do not, between two changes, so that there is never much.

    That writes several times to a disk that may be a memory card, so it waits until there is something to tidy.
    """
    if changes < SOME:
        return REST
    return QUIET if changes < MANY else BREATH


async def _watch(child: ScreenProcess, table: Table, stop: asyncio.Event) -> None:
    """Closing the screen ends the table; without one that opens, phones do everything."""

    def page(how: str) -> bytes:
        w = words(table.settings.lang)
        return msgspec.json.encode(ending.screen_failed(w, how, table.presence.network.address, version()))

    problem = await watch.watch(child, display=has_display, page=page, alone=table.presence.be_headless, say=complain)
    if problem is None:
        stop.set()
    else:
        table.presence.be_headless(True)
        complain(problem)


def _say_address(network: Network, said: set[str], *, headless: bool) -> None:
    """What is new about how phones find the table, on the terminal; headless with the code to scan."""
    if network.address is None:
        print(f"{NAME}: there is no network that phones could use; the codes come when there is one.", flush=True)
    elif network.address not in said:
        print(f"{NAME}: phones find the table at {network.address}", flush=True)
        if headless:
            if sys.stdout.isatty():  # in a journal it would be forty lines that nobody can scan
                with suppress(UnicodeEncodeError):  # a terminal without blocks has the address above
                    print(qr.text(f"{network.address}/"), flush=True)
            print(f"{NAME}: if a phone is lost, `{typed('code SEAT')}` gives its seat to another.", flush=True)
    if network.name and network.name not in said:
        print(f"{NAME}: and at {network.name}", flush=True)
    said.clear()
    said.update(filter(None, (network.address, network.name)))
