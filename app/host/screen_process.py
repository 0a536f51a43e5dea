"""The screen as a child of the table's process: light, because it is on its way before anything heavy is loaded."""

import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.host.options import Options

FAREWELL: Final = 3.0  # seconds a screen has to end by itself
UNSEEN: Final = 256  # no exit code that a process can have
SHOWN: Final = "WONDERTABLE_SHOWN"  # a file to be made with the first picture: hardware/appliance/screen asks for it
TRIED: Final = "tried"  # beside it: the number of the graphics card, from before that
PLAIN: Final = "plain"  # a file in the data folder: the next start of the screen is one with plain settings
WATCH: Final = "WONDERTABLE_WATCH"  # a folder of setup.sh, which starts a table again that dies


def watching() -> Path | None:
    """The folder of whoever starts this table again when it dies; None: nobody does.

    It is there as long as somebody watches. `screen` in it is the number of the process that shows the table, until
    people close it; `stopped` means that the table has died too often, and taking that away asks for another start.
    """
    said = os.environ.get(WATCH)
    return Path(said) if said and Path(said).is_dir() else None


class ScreenProcess:
    """The screen as a child process; or the one that a table has left which died before this one, under one watch.

    `program`: what is started, before the words that say for which table.
    """

    program: tuple[str, ...] = (sys.executable, str(Path(__file__).parents[2] / "main.py"), "screen")

    def __init__(self, options: Options, run: str, watch: Path | None = None) -> None:
        self._command = [*self.program, "--data-dir", str(options.folder), "--run", run]
        self._command += ["--kiosk"] * options.kiosk
        self._command += ["--size", "{}x{}".format(*options.size)] if options.size else []
        self._plain = options.folder / PLAIN
        self._watch = watch
        self._process: subprocess.Popen[bytes] | None = None
        self.handle: int | None = None  # of the process, as the system has it: readable once that has ended

    @property
    def started(self) -> bool:
        return self.handle is not None

    def find(self) -> bool:
        """Take over the screen of the table before, if it lives; whether it does."""
        with suppress(OSError, ValueError):
            if self._watch is not None:
                pid = int((self._watch / "screen").read_text())
                if f"{WATCH}={self._watch}".encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                    self.handle = os.pidfd_open(pid)
                    return True
        return False

    def start(self, *words: str, stdin: int = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
        """Begin, or begin again; with more `words` on its command line."""
        self._forget()
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the table, which then ends its screen
        try:
            self._process = subprocess.Popen([*self._command, *words], stdin=stdin)
            self.handle = os.pidfd_open(self._process.pid)
        finally:
            signal.signal(signal.SIGINT, before)
        if self._watch is not None:
            with suppress(OSError):
                (self._watch / "screen").write_text(str(self._process.pid))
        return self._process

    def plain_next(self) -> None:
        """The next start alone is one with plain settings."""
        with suppress(OSError):  # then it is as always
            self._plain.touch()

    def exit_code(self) -> int:
        """Of a screen that has ended. One that was taken over tells only whether people closed it: 0, or UNSEEN."""
        if self._process is not None:
            return self._process.wait()
        return UNSEEN if self._watch is not None and (self._watch / "screen").exists() else 0

    def end(self) -> None:
        """No screen is left after this."""
        if self.handle is None:
            return
        for name in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.handle, name)
            ended = select.poll()
            ended.register(self.handle, select.POLLIN)
            if ended.poll(FAREWELL * 1000):
                break
        if self._process is not None:
            self._process.wait()
        self._forget()

    def _forget(self) -> None:
        if self.handle is not None:
            os.close(self.handle)
        self.handle, self._process = None, None


def closed() -> None:
    """Called in the screen's own process when it ends as people wish it, and by nothing that went wrong."""
    watch = watching()
    if watch is not None:
        (watch / "screen").unlink(missing_ok=True)


def shown() -> None:
    """Called in the screen's own process when its first picture has come to the panel."""
    if said := os.environ.get(SHOWN):
        with suppress(OSError):  # then another way to show it is tried at its next start, which does no harm
            Path(said).touch()


def tries(card: int) -> None:
    """Called in the screen's own process before it draws on a graphics card."""
    if said := os.environ.get(SHOWN):
        with suppress(OSError):
            Path(said).with_name(TRIED).write_text(f"{card}\n")
