"""The light first part of `wondertable run | table`: lock, port, run.json, and starting the screen.

The loop (app/host/table_process.py) is imported after the screen was started, so that both load at the same time.
"""

import errno
import gc
import secrets
import signal
import socket
from collections.abc import Callable, Sequence
from types import ModuleType

from app.host.command_options import Options, ShippedFiles, has_display
from app.host.data_folder import drop_root, lock_folder, write_run_file
from app.host.data_overrides import load_overrides
from app.host.screen_process import ScreenProcess, find_watch_folder
from app.text.terminal_output import CannotStart, complain


def run_table(options: Options, load_files: Callable[[], ShippedFiles]) -> int:
    """Run a table, and its screen if one is wanted and possible, until it is ended. Return the exit code."""
    # Signals received before the loop handles them. They raise nothing: that could crash in the middle of an import.
    signals: list[int] = []

    def end(number: int, frame: object) -> None:
        signals.append(number)

    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, end)
    gc.disable()  # until the table serves (freeze_lasting_objects): what a start makes stays
    drop_root(options.folder)
    try:
        with lock_folder(options.folder):
            _run(options, load_files(), signals)
    except CannotStart as problem:
        complain(problem)
        return 2
    except KeyboardInterrupt:
        pass  # a second Ctrl-C during the shutdown
    finally:
        gc.enable()
    return 0


def _run(options: Options, files: ShippedFiles, signals: Sequence[int]) -> None:
    """Listen, start the screen if one is wanted, and run the loop. CannotStart if that fails."""
    with listen(options.ports) as server:
        watch = find_watch_folder()
        overrides = load_overrides(options.settings_folder, files.data)
        key, run = secrets.token_urlsafe(32), watch.name if watch else secrets.token_hex(8)
        write_run_file(options.folder, port=server.getsockname()[1], key=key, run=run)
        child = ScreenProcess(options, run, watch) if options.screen else None
        keep_screen = watch is not None  # after a crash the next table adopts the screen
        try:
            if child and not child.adopt():
                if has_display():
                    child.start()
                else:
                    text = "there is no display here; phones do everything, and a screen opens as soon as there is one."
                    complain(text)
            table_process = _import_table_process()
            keep_screen = table_process.run(options, files, overrides, server, key, child, signals)
        except (CannotStart, KeyboardInterrupt):
            keep_screen = False
            raise
        finally:
            if child and not keep_screen:
                child.end()


def _import_table_process() -> ModuleType:
    """Import the loop, without the system's certificates: aiohttp loads them twice when it is imported, for a fifth of
    all imports' time, and club_http.py loads those that it needs.
    """
    from ssl import SSLContext

    SSLContext.set_default_verify_paths = lambda _: None  # type: ignore[assignment, method-assign]
    try:
        from app.host import table_process
    finally:
        del SSLContext.set_default_verify_paths  # theirs is in the class below it
    return table_process


def listen(ports: Sequence[int]) -> socket.socket:
    """Listen at the first free port (0 is any); connections wait until they are served. CannotStart if none is free."""
    problems = []
    for port in ports:
        try:
            return _bind(port)
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "is in use by another program" if taken else f"cannot be opened: {error.strerror}"
            problems.append(f"port {port} {why}")
    raise CannotStart(f"{', '.join(problems)}; --port chooses another.")


def _bind(port: int) -> socket.socket:
    """Listen at a port, for IPv4 and, if this machine has it, IPv6."""
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError as error:
            if error.errno != errno.EAFNOSUPPORT and error.errno != errno.EADDRNOTAVAIL:
                raise
    return socket.create_server(("0.0.0.0", port))
