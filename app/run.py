"""The processes behind `main.py run | table | screen`: lock, port, run.json, the screen's start.

What is heavy (app/loop.py) is imported once the screen is on its way, so that both start at the same time.
"""

import argparse
import errno
import fcntl
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

NAME: Final = "wondertable"
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
    for name in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.default_int_handler)  # until the loop listens
    try:
        with _locked(options.folder):
            port = _free_port(options.port)
            key, run = secrets.token_urlsafe(32), secrets.token_hex(8)
            write_run_file(options.folder, port=port, key=key, run=run)
            child = Screen(options, run) if options.screen and has_display() else None
            if options.screen and child is None:
                print(f"{NAME}: there is no display here; the table runs headless, by phones.", file=sys.stderr)
            try:
                from app import loop

                loop.run(options, facts(), port, key, child)
            finally:
                if child:
                    child.end()
    except CannotStart as problem:
        print(f"{NAME}: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass  # before the loop could listen for it
    return 0


def screen(
    data_dir: Path | None, facts: Callable[[], Mapping[str, bytes]], *, kiosk: bool, size: tuple[int, int] | None
) -> int:
    """Show the table of a data folder; the exit code. It waits for a table that has not started yet."""
    if not has_display():
        print(f"{NAME}: there is no display here to show the table on.", file=sys.stderr)
        return 2
    from app.kiosk import main

    return main((data_dir or _own_folder()).absolute(), facts(), kiosk=kiosk, size=size)


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
    """The screen as a child process, which has started."""

    def __init__(self, options: Options, run: str) -> None:
        self._command = [sys.executable, str(Path(__file__).parent.parent / "main.py"), "screen"]
        self._command += ["--data-dir", str(options.folder)]
        self._command += ["--kiosk"] * options.kiosk
        self._command += ["--size", "{}x{}".format(*options.size)] if options.size else []
        self._environment = {**os.environ, "WONDERTABLE_RUN": run}  # by it the screen knows whose it is
        self.start()

    def start(self) -> None:
        """Begin, or begin again."""
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which then ends its screen
        try:
            self.process = subprocess.Popen(self._command, env=self._environment, stdin=subprocess.DEVNULL)
        finally:
            signal.signal(signal.SIGINT, before)

    def end(self) -> None:
        """No screen is left after this."""
        self.process.terminate()
        try:
            self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
