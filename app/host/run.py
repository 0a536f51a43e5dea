"""What comes before anything heavy in `wondertable run | table`: lock, port, run.json, the screen's start.

The loop (app/host/loop.py) is imported once the screen is on its way, so that both start at the same time.
"""

import errno
import secrets
import signal
import socket
from collections.abc import Callable, Sequence

from app.host.data_folder import leave_root, locked, write_run_file
from app.host.options import Options, OurTexts, has_display
from app.host.overrides import overrides
from app.host.screen_process import ScreenProcess, watching
from app.text.terminal import CannotStart, complain


def table(
    options: Options,
    texts: Callable[[], OurTexts],
) -> int:
    """Run a table, and its screen where one is wanted and possible, until somebody ends it; the exit code."""
    # Signals that come before the loop listens. They raise nothing: in the middle of an import that could crash.
    asked: list[int] = []

    def end(number: int, frame: object) -> None:
        asked.append(number)

    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, end)
    leave_root(options.folder)
    try:
        with locked(options.folder):
            _live(options, texts(), asked)
    except CannotStart as problem:
        complain(problem)
        return 2
    except KeyboardInterrupt:
        pass  # Ctrl-C once more, while everything ends
    return 0


def _live(
    options: Options,
    texts: OurTexts,
    asked: Sequence[int],
) -> None:
    """From the port to the end, with a screen where one is wanted. CannotStart if it cannot."""
    with listening(options.ports) as opened:
        watch = watching()
        owners = overrides(options.settings_folder, texts.data)
        key, run = secrets.token_urlsafe(32), watch.name if watch else secrets.token_hex(8)
        write_run_file(options.folder, port=opened.getsockname()[1], key=key, run=run)
        child = ScreenProcess(options, run, watch) if options.screen else None
        stays = watch is not None  # should this table crash, the next one finds its screen
        try:
            if child and not child.find():
                if has_display():
                    child.start()
                else:
                    said = "there is no display here; phones do everything, and a screen opens as soon as there is one."
                    complain(said)
            from app.host import loop

            stays = loop.run(options, texts, owners, opened, key, child, asked)
        except (CannotStart, KeyboardInterrupt):
            stays = False
            raise
        finally:
            if child and not stays:
                child.end()


def listening(ports: Sequence[int]) -> socket.socket:
    """Listen at the first port that is free, 0 is any; who comes waits to be served. CannotStart if none is."""
    said = []
    for port in ports:
        try:
            return _at(port)
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "is in use by another program" if taken else f"cannot be opened: {error.strerror}"
            said.append(f"port {port} {why}")
    raise CannotStart(f"{', '.join(said)}; --port chooses another.")


def _at(port: int) -> socket.socket:
    """Listen at a port, for IPv6 as well wherever this machine has it."""
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError as error:
            if error.errno != errno.EAFNOSUPPORT and error.errno != errno.EADDRNOTAVAIL:
                raise
    return socket.create_server(("0.0.0.0", port))
