"""Processes, the flips of their windows, and their CPU and memory from the kernel."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parent.parent
Found = TypeVar("Found")
TICK = os.sysconf("SC_CLK_TCK")


class Flips:
    """The flips of a process: start it with `environment`, then ask."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self._path = folder / "flips"
        self._path.unlink(missing_ok=True)
        hook = str(Path(__file__).parent / "flips")
        self.environment = environment | {"FLIPS": str(self._path), "PYTHONPATH": hook}

    def list_flips(self) -> list[tuple[float, bool]]:
        """Return the time of each flip (monotonic), and whether a code had been drawn by then."""
        if not self._path.exists():
            return []
        rows = [line.split() for line in self._path.read_text().splitlines()]
        return [(float(when), code == "1") for when, code, _ in rows]

    def first_cpu(self) -> tuple[float, float, float]:
        """Return the processor seconds of a screen at its first flip and at the first with a code, and those of its
        table when it started the screen.
        """
        self.first(code=True)
        rows = [line.split() for line in self._path.read_text().splitlines()]
        first, code = float(rows[0][2]), next(float(seconds) for _, code, seconds in rows if code == "1")
        return first, code, float(self._path.with_name(f"{self._path.name}.spawned").read_text())

    def first(self, *, code: bool = False, patience: float = 30.0) -> float:
        """Return the time of the first flip, or of the first with a code."""
        return poll(lambda: next((when for when, had in self.list_flips() if had or not code), None), patience)


def poll(ask: Callable[[], Found | None], patience: float = 30.0) -> Found:
    """Poll `ask` until it returns something, and return that."""
    until = time.monotonic() + patience
    while (found := ask()) is None:
        assert time.monotonic() < until, "it did not come about"
        time.sleep(0.002)
    return found


def resident(pid: int) -> float:
    """Return MB of a process as RSS, with all shared memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def start(*words: str | Path, environment: dict[str, str] | None = None) -> "subprocess.Popen[bytes]":
    """Start a Python process in the project's folder."""
    command = [sys.executable, *words]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
