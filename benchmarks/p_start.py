"""Row p5: processor time of the table's and the screen's process until the name, and the first code of a seat."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.c_starts import WORDS, welcome
from benchmarks.doctor_measure import cpu
from benchmarks.figures import PiFigure, median
from benchmarks.machine import Flips
from benchmarks.p_time import ReferenceClock
from tests.running import RunningTable
from tests.sight import display

STARTS: Final = 9


def p5() -> Iterator[PiFigure]:
    """Measure starts in the window of rows c, with Kivy's GL backend that draws nothing."""
    clock, share = ReferenceClock(), []
    with display() as environment:
        for nth in range(STARTS + 1):  # the first fills caches
            with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
                name, table, screen, imports = _start(Path(folder), environment)
            if nth:
                clock.add("start", table + screen)
                clock.add("table", table)
                clock.add("name", name)
                share.append(imports / (table + screen))
            clock.end_block()
    seconds = {kind: clock.lowest(kind) for kind in ("start", "table", "name")}
    note = f"of it the table {seconds['table']:.2g} s; imports are {100 * median(share):.0f} %; the lowest of {STARTS};"
    yield PiFigure("p5", "start of table and screen to the first code", seconds["start"], "s", "≤ 2.0", "≤ 1.2",
                   f"{note} {clock.note}")  # fmt: skip
    what = "start to the name on the screen: the table until it starts the screen, then the screen"
    yield PiFigure("p5 name", what, seconds["name"], "s", "≤ 0.4", "≤ 0.3", f"the lowest of {STARTS}")


def _start(folder: Path, environment: dict[str, str]) -> tuple[float, float, float, float]:
    """Return the processor seconds of both processes, one after the other, to the name; of the table and of the screen
    to the first code; and those that both have imported for.
    """
    imports = folder / "imports"
    flips = Flips(environment | {"KIVY_GL_BACKEND": "mock", "IMPORTS": str(imports)}, folder)
    welcome(folder)
    table = RunningTable(folder, "run", "--size", "1280x720", *WORDS, env=flips.environment)
    try:
        first, code, spawned = flips.first_cpu()
        spent = cpu(table.process.pid)
    finally:
        table.end()
    return spawned + first, spent, code, sum(map(float, imports.read_text().split()))
