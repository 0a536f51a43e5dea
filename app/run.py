"""The processes behind `main.py run | table | screen`: lock, run.json, one loop for everything, the screen's life.

What is heavy is imported after run.json is written, so that the screen can start at the same time.
"""

import argparse
import asyncio
import errno
import fcntl
import logging
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from app.messages import Network, Settings
    from app.table import Table

NAME: Final = "wondertable"
CRASHES = 5  # of the screen, within
STORM = 60.0  # seconds; then it is left alone
RESTART = 1.0  # seconds between a crash and the next start
FAREWELL = 3.0  # seconds a screen has to end by itself


class CannotStart(Exception):
    """Said as it is, in one sentence; exit code 2."""


@dataclass(frozen=True, slots=True)
class Options:
    """What `run` and `table` were asked for."""

    data_dir: Path | None
    port: int
    lang: str | None
    seed: str | None
    host_address: str | None
    screen: bool
    demo: bool = False
    kiosk: bool = False
    size: tuple[int, int] | None = None

    @classmethod
    def of(cls, args: argparse.Namespace) -> "Options":
        screen = args.command == "run" and not args.headless
        common = (args.data_dir, args.port, args.lang, args.seed, args.host_address)
        if args.command == "table":
            return cls(*common, screen=False)
        return cls(*common, screen, demo=args.demo, kiosk=args.kiosk, size=args.size)

    @property
    def folder(self) -> Path:
        """Where games are kept. A demo has a folder of its own, so that nobody's game is touched."""
        if self.data_dir:
            return self.data_dir.absolute()
        return _own_folder() / "demo" if self.demo else _own_folder()

    @property
    def settings_folder(self) -> Path:
        if self.data_dir or self.demo:
            return self.folder / "settings"
        from platformdirs import user_config_path

        return user_config_path(NAME)


def _own_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path(NAME)


def table(options: Options, facts: Callable[[], Mapping[str, bytes]]) -> int:
    """Run a table, and its screen where one is wanted and possible, until somebody ends it; the exit code."""
    logging.basicConfig(level=logging.WARNING, format=f"{NAME}: %(message)s")
    try:
        with _locked(options.folder):
            port = _free_port(options.port)
            key, run = secrets.token_urlsafe(32), secrets.token_hex(8)
            write_run_file(options.folder, port=port, key=key, run=run)
            child = Screen(options, run) if options.screen and has_display() else None
            if options.screen and child is None:
                print(f"{NAME}: there is no display here; the table runs headless, by phones.", file=sys.stderr)
            try:
                asyncio.run(_run(options, facts(), port, key, child))
            finally:
                if child:
                    child.end()
    except CannotStart as problem:
        print(f"{NAME}: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass  # before the loop could listen for it
    return 0


def screen(data_dir: Path | None, *, kiosk: bool, size: tuple[int, int] | None) -> int:
    """Show the table of a data folder; the exit code. It waits for a table that has not started yet."""
    if not has_display():
        print(f"{NAME}: there is no display here to show the table on.", file=sys.stderr)
        return 2
    from app.kiosk import main

    return main((data_dir or _own_folder()).absolute(), kiosk=kiosk, size=size)


def has_display() -> bool:
    """Whether a window could open: on a desktop, on a driver somebody chose, or on a console with graphics."""
    chosen = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return any(os.environ.get(name) for name in chosen) or any(Path("/dev/dri").glob("card*"))


# ---- before anything heavy ---------------------------------------------------------------------------


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the data folder for this table alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise CannotStart(f"the data folder {folder} cannot be written: {error.strerror}.") from None
    with closing(lock):
        _lock(lock, folder)
        yield


def _lock(lock: TextIO, folder: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CannotStart(f"another table is running with the data folder {folder}.") from None


def _free_port(port: int) -> int:
    """The port asked for, or a free one for 0. CannotStart if it is not to be had."""
    with closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
            probe.listen()
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "is in use by another program" if taken else f"cannot be opened: {error.strerror}"
            raise CannotStart(f"port {port} {why}; --port chooses another.") from None
        return int(probe.getsockname()[1])


def write_run_file(folder: Path, *, port: int, key: str, run: str) -> None:
    """Tell this machine's screen how to reach this run of the table; readable by this user only."""
    import json

    text = json.dumps({"port": port, "pid": os.getpid(), "key": key, "run": run})
    fresh = folder / "run.json.new"
    try:
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
        fresh.replace(folder / "run.json")
    except OSError as error:
        raise CannotStart(f"the data folder {folder} cannot be written: {error.strerror}.") from None


# ---- the screen's life -------------------------------------------------------------------------------


class Screen:
    """The screen as a child process: started at once, started again when it dies."""

    def __init__(self, options: Options, run: str) -> None:
        self._command = [sys.executable, str(Path(__file__).parent.parent / "main.py"), "screen"]
        self._command += ["--data-dir", str(options.folder)]
        self._command += ["--kiosk"] * options.kiosk
        self._command += ["--size", "{}x{}".format(*options.size)] if options.size else []
        self._environment = {**os.environ, "WONDERTABLE_RUN": run}  # by it the screen knows whose it is
        self._child = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which then ends its screen
        try:
            return subprocess.Popen(self._command, env=self._environment, stdin=subprocess.DEVNULL)
        finally:
            signal.signal(signal.SIGINT, before)

    async def watch(self) -> str | None:
        """Start it again whenever it dies. Ends when it is over: None if people closed it, or what is wrong."""
        deaths: deque[float] = deque(maxlen=CRASHES)
        while True:
            match await _exit_code(self._child):
                case 0:
                    return None
                case 2:
                    return "the screen could not open; the table goes on by phones."
            deaths.append(time.monotonic())
            if len(deaths) == CRASHES and deaths[-1] - deaths[0] < STORM:
                return f"the screen crashed {CRASHES} times in a minute and is left alone; the table goes on by phones."
            await asyncio.sleep(RESTART)
            self._child = self._start()

    def end(self) -> None:
        """No screen is left after this."""
        self._child.terminate()
        try:
            self._child.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()


async def _exit_code(child: "subprocess.Popen[bytes]") -> int:
    """Wait for a child without a thread."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    handle = os.pidfd_open(child.pid)
    try:
        loop.add_reader(handle, ended.set)
        await ended.wait()
    finally:
        loop.remove_reader(handle)
        os.close(handle)
    return child.wait()


# ---- the loop ----------------------------------------------------------------------------------------


async def _run(options: Options, facts: Mapping[str, bytes], port: int, key: str, child: Screen | None) -> None:
    """Everything a table is, until it is told to end."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(name, stop.set)
    table = _build(options, facts)

    from app import demo, panel
    from app.discovery import Discovery
    from app.messages import Cue
    from app.server import serve
    from hardware.absent import Absent

    def listen(what: object) -> None:
        if isinstance(what, Cue) and what.what == "bye":
            stop.set()
        elif discovery:
            discovery.override(table.settings.host_address)

    said: set[str] = set()

    def found(network: "Network") -> None:
        table.network(network)
        _say_address(network, said, headless=table.headless)

    discovery: Discovery | None = None
    try:
        running = await serve(table, host="0.0.0.0", port=port, screen_key=key, clock=time.time)
    except OSError as error:  # somebody took the port in the meantime
        raise CannotStart(f"port {port} cannot be opened: {error.strerror}.") from None
    discovery = Discovery(table.id, running.port, found, override=table.settings.host_address)
    table.subscribe(listen)
    disconnect = panel.connect(table, Absent(), loop.call_soon_threadsafe)
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_tick(table)), group.create_task(discovery.run())]
            if child:
                tasks.append(group.create_task(_watch(child, table, stop)))
            if options.demo:
                tasks.append(group.create_task(demo.play(table)))
            await stop.wait()
            for task in tasks:
                task.cancel()
    finally:
        disconnect()
        await running.close()


def _build(options: Options, facts: Mapping[str, bytes]) -> "Table":
    """The table with its store, games and settings."""
    from msgspec.structs import replace

    from app import settings
    from app.i18n import words
    from app.rights import Refusal
    from app.store import Store
    from app.table import Table
    from app.words.table import refusal
    from engine.architects.game import Architects
    from engine.players import PLAYERS

    def sentence(no: Refusal) -> str:
        return refusal(words(chosen.lang), no.rule, no.facts)

    chosen, problem = settings.load(options.settings_folder)
    if options.lang:
        chosen = replace(chosen, lang=options.lang)
    if options.host_address:
        chosen = replace(chosen, host_address=options.host_address)
    if options.demo:
        chosen = replace(chosen, welcomed=True)

    def save(new: "Settings") -> None:
        settings.save(options.settings_folder, new)

    try:
        store = Store(options.folder / "table.db")
    except Refusal as no:
        raise CannotStart(sentence(no)) from None
    for notice in filter(None, (problem, store.notice)):
        print(f"{NAME}: {sentence(notice)}", file=sys.stderr)
    return Table(
        store,
        {"architects": Architects(facts["architects"])},
        players=PLAYERS,
        settings=chosen,
        save_settings=save,
        clock=time.time,
        seed=options.seed,
        headless=not options.screen or not has_display(),
    )


async def _tick(table: "Table") -> None:
    """Let time pass for the table, as often as it asks for it."""
    woken = asyncio.Event()
    table.subscribe(lambda _: woken.set())
    while True:
        woken.clear()
        table.tick(time.time())
        at = table.next_tick()
        with suppress(TimeoutError):
            async with asyncio.timeout(None if at is None else max(0.0, at - time.time())):
                await woken.wait()


async def _watch(child: Screen, table: "Table", stop: asyncio.Event) -> None:
    """Closing the screen ends the table; without one that opens, phones do everything."""
    problem = await child.watch()
    if problem is None:
        stop.set()
    else:
        table.headless = True
        print(f"{NAME}: {problem}", file=sys.stderr)


def _say_address(network: "Network", said: set[str], *, headless: bool) -> None:
    """What is new about how phones find the table, on the terminal; headless with the code to scan."""
    if network.address is None:
        print(f"{NAME}: there is no network that phones could use; the codes come when there is one.", flush=True)
    elif network.address not in said:
        print(f"{NAME}: phones find the table at {network.address}", flush=True)
        if headless:
            from app import qr

            with suppress(UnicodeEncodeError):  # a terminal without blocks has the address above
                print(qr.text(f"{network.address}/"), flush=True)
    if network.name and network.name not in said:
        print(f"{NAME}: and at {network.name}", flush=True)
    said.clear()
    said.update(filter(None, (network.address, network.name)))
