"""What comes before anything heavy in `main.py run | table | screen | code`: lock, port, run.json, the screen's start.

The loop (app/loop.py) is imported once the screen is on its way, so that both start at the same time.
"""

import errno
import fcntl
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TextIO

from app.child import Screen, closed, watching
from app.options import NAME, CannotStart, Options, has_display, own_folder

LATE: Final = 30.0  # seconds a display may take to come
LOOK: Final = 0.5  # seconds between two looks for it


def table(options: Options, facts: Callable[[], Mapping[str, bytes]], panel: Callable[[], bytes] = lambda: b"") -> int:
    """Run a table, and its screen where one is wanted and possible, until somebody ends it; the exit code.

    `panel` gives our panel.toml; without one there is no panel unless an owner has said so.
    """
    # Signals that come before the loop listens. They raise nothing: in the middle of an import that could crash.
    asked: list[int] = []

    def end(number: int, frame: object) -> None:
        asked.append(number)

    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, end)
    try:
        with locked(options.folder):
            _live(options, facts(), panel(), asked)
    except CannotStart as problem:
        print(f"{NAME}: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass  # Ctrl-C once more, while everything ends
    return 0


def _live(options: Options, printed: Mapping[str, bytes], panel: bytes, asked: Sequence[int]) -> None:
    """From the port to the end, with a screen where one is wanted. CannotStart if it cannot."""
    watch = watching()
    port = _free_port(options.port)
    amended = corrections(options.settings_folder, printed)
    key, run = secrets.token_urlsafe(32), watch.name if watch else secrets.token_hex(8)
    write_run_file(options.folder, port=port, key=key, run=run)
    child = Screen(options, run, watch) if options.screen else None
    stays = watch is not None  # should this table crash, the next one finds its screen
    try:
        if child and not child.find():
            if has_display():
                child.start()
            else:
                said = "there is no display here; phones do everything, and a screen opens as soon as there is one."
                print(f"{NAME}: {said}", file=sys.stderr)
        from app import loop

        stays = loop.run(options, printed, amended, panel, port, key, child, asked)
    except (CannotStart, KeyboardInterrupt):
        stays = False
        raise
    finally:
        if child and not stays:
            child.end()


def screen(
    data_dir: Path | None,
    facts: Callable[[], Mapping[str, bytes]],
    *,
    kiosk: bool,
    size: tuple[int, int] | None,
    sounds: Callable[[], Mapping[str, bytes]] = dict,
    page: bool = False,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> int:
    """Show the table of a data folder; the exit code. It waits for a table that has not started yet.

    A display may come late, too: a graphics card is often there seconds after the system. `page`: show one plain page
    instead, from standard input.
    """
    if not _display_comes(clock, sleep):
        print(f"{NAME}: there is no display here to show the table on.", file=sys.stderr)
        return 2
    from app import kiosk as window

    folder = (data_dir or own_folder()).absolute()
    if page:
        code = window.page(folder, kiosk=kiosk, size=size)
    else:
        code = window.main(folder, facts(), kiosk=kiosk, size=size, sounds=sounds, watch=watching())
    if code == 0:
        closed()
    return code


def _display_comes(clock: Callable[[], float], sleep: Callable[[float], object]) -> bool:
    """Wait for a display, if need be, for a while; whether there is one."""
    if has_display():
        return True
    print(f"{NAME}: there is no display yet; waiting {LATE:.0f} seconds for one.", file=sys.stderr, flush=True)
    until = clock() + LATE
    while clock() < until:
        sleep(LOOK)
        if has_display():
            return True
    return False


def code(data_dir: Path | None, seat: int | None) -> int:
    """Print codes of the table that runs in a data folder, of one seat or of all; the exit code."""
    from app import code_command
    from app.kiosk.link import Wire

    return code_command.show(data_dir, seat, Wire)


def corrections(folder: Path, printed: Mapping[str, bytes]) -> Mapping[str, str]:
    """An owner's corrections of what is printed, by game. Only where there are some is anything loaded for it.

    CannotStart names what does not fit.
    """
    if not {path.stem for path in folder.glob("*.toml")} - {"panel"}:
        return {}
    from app import facts
    from app.shelf import shelf

    try:
        return facts.corrections(folder, shelf(printed))
    except ValueError as unfit:
        raise CannotStart(f"{unfit}.") from None


# ---- lock, port, run.json ------------------------------------------------------------------------------


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the data folder for this table alone."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise CannotStart(f"the data folder {folder} cannot be written: {error.strerror}.") from None
    with closing(lock):
        _lock(lock, folder)
        yield


def is_running(folder: Path) -> bool:
    """Whether a table holds this data folder now."""
    try:
        with (folder / "lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


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
