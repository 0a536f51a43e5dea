"""The screen as a child process of the table. Light, because it is started before anything heavy is imported."""

import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.host.command_options import Options

EXIT_SECONDS: Final = 3.0  # for which a screen may end by itself
UNKNOWN_EXIT: Final = 256  # not a possible exit code
SHOWN_VARIABLE: Final = "WONDERTABLE_SHOWN"  # path to create with the first picture; set by hardware/appliance/screen
TRIED_FILE: Final = "tried"  # next to it: the graphics card, written before the first picture
PLAIN_FILE: Final = "plain"  # in the data folder: requests a start with plain settings
MEASURE_VARIABLE: Final = "WONDERTABLE_MEASURE"  # the file of a measurement; set by benchmarks/doctor_measure.py
WATCH_VARIABLE: Final = "WONDERTABLE_WATCH"  # a folder of setup.sh, which restarts a table that dies


def find_watch_folder() -> Path | None:
    """Return the folder of the script that restarts this table when it dies, or None without one.

    It exists while the script runs. `screen` in it contains the process id of the screen, until people close it;
    `stopped` means that the table has died too often, and removing that file asks for another start.
    """
    said = os.environ.get(WATCH_VARIABLE)
    return Path(said) if said and Path(said).is_dir() else None


class ScreenProcess:
    """The screen as a child process, or one adopted from a table that died before this one.

    `program`: the command, without the arguments for a table.
    """

    program: tuple[str, ...] = (sys.executable, str(Path(__file__).parents[2] / "main.py"), "screen")

    def __init__(self, options: Options, run: str, watch: Path | None = None) -> None:
        self._command = [*self.program, "--data-dir", str(options.folder), "--run", run]
        self._command += ["--kiosk"] * options.kiosk
        self._command += ["--size", "{}x{}".format(*options.size)] if options.size else []
        self._plain = options.folder / PLAIN_FILE
        self._watch = watch
        self._process: subprocess.Popen[bytes] | None = None
        self.handle: int | None = None  # pidfd: readable once the process has ended

    @property
    def started(self) -> bool:
        return self.handle is not None

    def adopt(self) -> bool:
        """Adopt the screen of the previous table if it still runs. Return True if it does."""
        with suppress(OSError, ValueError):
            if self._watch is not None:
                pid = int((self._watch / "screen").read_text())
                if f"{WATCH_VARIABLE}={self._watch}".encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                    self.handle = os.pidfd_open(pid)
                    return True
        return False

    def start(self, *words: str, stdin: int = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
        """Start or restart the screen, with extra arguments."""
        self._forget()
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the table ends its screen
        try:
            self._process = subprocess.Popen([*self._command, *words], stdin=stdin)
            self.handle = os.pidfd_open(self._process.pid)
        finally:
            signal.signal(signal.SIGINT, before)
        if self._watch is not None:
            with suppress(OSError):
                (self._watch / "screen").write_text(str(self._process.pid))
        return self._process

    def request_plain_settings(self) -> None:
        """Request plain settings for the next start alone."""
        with suppress(OSError):  # a normal start then
            self._plain.touch()

    def exit_code(self) -> int:
        """Return the exit code of a screen that has ended. For an adopted one: 0 if people closed it, else
        UNKNOWN_EXIT.
        """
        if self._process is not None:
            return self._process.wait()
        return UNKNOWN_EXIT if self._watch is not None and (self._watch / "screen").exists() else 0

    def end(self) -> None:
        """End the screen, forcibly if necessary."""
        if self.handle is None:
            return
        for name in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.handle, name)
            ended = select.poll()
            ended.register(self.handle, select.POLLIN)
            if ended.poll(EXIT_SECONDS * 1000):
                break
        if self._process is not None:
            self._process.wait()
        self._forget()

    def _forget(self) -> None:
        if self.handle is not None:
            os.close(self.handle)
        self.handle, self._process = None, None


def record_closed() -> None:
    """Record that people closed the screen; called in the screen's process, and not after an error."""
    watch = find_watch_folder()
    if watch is not None:
        (watch / "screen").unlink(missing_ok=True)


def record_first_picture() -> None:
    """Record that the first picture is visible; called in the screen's process."""
    if said := os.environ.get(SHOWN_VARIABLE):
        with suppress(OSError):  # the next start then tries another way to draw, which does no harm
            Path(said).touch()


def record_attempt(card: int) -> None:
    """Record the graphics card before drawing on it; called in the screen's process."""
    if said := os.environ.get(SHOWN_VARIABLE):
        with suppress(OSError):
            Path(said).with_name(TRIED_FILE).write_text(f"{card}\n")
