"""Row p6: processor time of a decision at *hard*, and of a hint until its first sentence."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.figures import PiFigure, median, p99
from benchmarks.i_bots import COLD, time_hint
from benchmarks.i_decision_time import SITTINGS, decide
from benchmarks.machine import TICK
from benchmarks.p_time import REFERENCE, ReferenceClock
from tests.running import RunningTable

DECISIONS: Final = 300  # at least, as games are played to their end
HINTS: Final = 5  # of each game


def p6(which: str = "", decisions: str = str(DECISIONS)) -> Iterator[PiFigure]:
    """Measure decisions, in chess moves as in row i3, and first hints in games that have just begun, as in row i5."""
    for name in [which] if which else SITTINGS:
        _, moves, note = decide(name, int(decisions))
        note = f"median {1000 * median(moves) / REFERENCE:.3g} ms, at most {1000 * max(moves) / REFERENCE:.3g}; {note}"
        took = 1000 * p99(moves) / REFERENCE
        yield PiFigure(f"p6 {name}", f"a decision at hard of {name}, p99", took, "ms", "≤ 300", "≤ 300", note)
    for name in [] if which else COLD:
        clock = ReferenceClock()
        for _ in range(HINTS):
            clock.add("hint", asyncio.run(time_hint(SITTINGS[name], _count_cpu))[0])
            clock.end_block()
        took = 1000 * clock.lowest("hint")
        what = f"the first sentence of the first hint in {name}, by table and worker process"
        yield PiFigure(f"p6 hint {name}", what, took, "ms", "≤ 200", "≤ 200", f"the lowest of {HINTS}; {clock.note}")


def _count_cpu(table: RunningTable) -> float:
    """Return the processor seconds of a table and its worker process, ended forks included."""
    stats = [Path(f"/proc/{pid}/stat").read_text() for pid in (table.process.pid, *table.children())]
    return sum(sum(map(int, stat.rpartition(")")[2].split()[11:15])) for stat in stats) / TICK
