"""Rows l1 and l2: the cost of a list of Kivy's own widgets, described in kv, in the smallest Kivy window."""

import tempfile
import time
from pathlib import Path

from benchmarks.c_starts import _interleaved
from benchmarks.doctor_measure import pss
from benchmarks.figures import Figure, median
from benchmarks.machine import Flips, end, start
from tests.sight import display

LIST, HELLO = "benchmarks/l_list_window.py", "benchmarks/hello.py"
SETTLE = 3.0  # seconds until everything is drawn
WINDOWS = 5


def l1() -> Figure:
    """Measure the process start to the first flip, with and without the list; c1 has the same reference."""
    with display() as environment:

        def first(program: str, folder: Path) -> float:
            flips = Flips(environment, folder)
            began = time.monotonic()
            window = start(program, environment=flips.environment)
            try:
                return flips.first() - began
            finally:
                end(window)

        mine, theirs = _interleaved(lambda folder: first(LIST, folder), lambda folder: first(HELLO, folder))
    return Figure("l1", "start to the first flip, with a list in kv", mine, theirs, "s", "≤ 1.1", "≤ 1.05")


def l2() -> Figure:
    """Measure the memory of the same two windows; compare d2."""
    with display() as environment, tempfile.TemporaryDirectory() as folder:

        def measure_memory(program: str) -> float:
            flips = Flips(environment, Path(folder))
            window = start(program, environment=flips.environment)
            try:
                flips.first()
                time.sleep(SETTLE)
                return pss(window.pid)
            finally:
                end(window)

        pairs = [(measure_memory(LIST), measure_memory(HELLO)) for _ in range(WINDOWS)]
    mine, theirs = (median(side) for side in zip(*pairs, strict=True))
    return Figure("l2", "memory with a list in kv", mine, theirs, "MB", "≤ 1.1", "≤ 1.05")
