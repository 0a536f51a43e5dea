"""The process that thinks for bots, as a child of the table, connected by pipes in the event loop."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

READ_BYTES: Final = 65_536  # per read
NICENESS: Final = 10  # relative to the table
MAX_NICENESS: Final = 19  # the highest nice value


class ThinkerProcess:
    """An `app.table.bots.bot_scheduler.Thinker` in a child process. `on_delivered` is called after each batch of lines.

    `program`: the command. `run_in_queue`: runs a function that changes the table when it is its turn.
    """

    program: tuple[str, ...] = (sys.executable, str(Path(__file__).parents[2] / "main.py"), "think")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._process: subprocess.Popen[bytes] | None = None
        self._on_line: Callable[[bytes | None], None] = lambda text: None
        self._unsent = bytearray()
        self._incomplete_line = b""  # start of an incomplete line
        self.on_delivered: Callable[[], None] = lambda: None
        self.run_in_queue: Callable[[Callable[[], None]], None] = lambda work: work()

    @property
    def pid(self) -> int | None:
        """The process id, or None if none runs."""
        return self._process.pid if self._process else None

    def start(self, on_line: Callable[[bytes | None], None]) -> None:
        self.end()
        self._on_line = on_line
        pipe = subprocess.PIPE
        try:  # in a separate process group: on Ctrl-C the table ends it
            self._process = subprocess.Popen(self.program, stdin=pipe, stdout=pipe, bufsize=0, process_group=0)
        except OSError:
            self._loop.call_soon(self._on_exit)
            return
        with suppress(OSError):  # it works without that permission
            low = min(MAX_NICENESS, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
            os.setpriority(os.PRIO_PROCESS, self._process.pid, low)  # set from here, so that it applies from the start
        for pipe in self._pipes():
            os.set_blocking(pipe, False)
        self._loop.add_reader(self._pipes()[1], self._read_output)

    def say(self, text: bytes) -> None:
        if self._process is None:
            return
        if not self._unsent:
            self._loop.add_writer(self._pipes()[0], self._write_input)
        self._unsent += text

    def end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        self._loop.remove_writer(process.stdin.fileno())
        self._loop.remove_reader(process.stdout.fileno())
        self._unsent.clear()
        self._incomplete_line = b""
        process.kill()
        process.wait()
        process.stdout.close()
        with suppress(OSError):
            process.stdin.close()

    def _pipes(self) -> tuple[int, int]:
        """Return the file descriptors of its input and its output."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin.fileno(), self._process.stdout.fileno()

    def _write_input(self) -> None:
        try:
            written = os.write(self._pipes()[0], self._unsent)
        except BlockingIOError:
            return
        except OSError:
            self._on_exit()
            return
        del self._unsent[:written]
        if not self._unsent:
            self._loop.remove_writer(self._pipes()[0])

    def _read_output(self) -> None:
        try:
            output = os.read(self._pipes()[1], READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            output = b""
        if not output:
            self._on_exit()
            return
        *lines, self._incomplete_line = (self._incomplete_line + output).split(b"\n")
        self.run_in_queue(partial(self._deliver, self._process, lines))

    def _on_exit(self) -> None:
        self.end()
        self.run_in_queue(partial(self._deliver, None, [None]))

    def _deliver(self, process: subprocess.Popen[bytes] | None, lines: Sequence[bytes | None]) -> None:
        """Deliver lines, unless the process that sent them was ended or replaced meanwhile."""
        for each in lines:
            if process is self._process:
                self._on_line(each)
        self.on_delivered()
