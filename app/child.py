"""The screen as a child of the table's process: light, because it is on its way before anything heavy is loaded."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

from app.options import Options

FAREWELL: Final = 3.0  # seconds a screen has to end by itself


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
