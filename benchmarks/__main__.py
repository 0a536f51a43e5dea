"""The command `python -m benchmarks [--record] [ROW …]`.

A new row is a function of that name that returns a `Figure`, in the module of its letter (MODULES), its name in ROWS,
and what it compares in docs/benchmarks.md. A letter alone stands for all its rows.
With --record the figures replace the last ones in docs/benchmarks.md. Slow rows can be run in part: `i3:duel`, or
`i3:duel:60` for that many decisions, `p1:duel:60`, `p8:duel:60` or `p9:duel:60` for that many touches, `p4:duel:60` for
that many taps of each kind, `m1:60` for that many seconds, `i5:3` for that many starts (PARTS).
"""

import importlib
import os
import re
import sys

from benchmarks.figures import Figure, PiFigure, record
from benchmarks.i_decision_time import SITTINGS

ROWS = (
    *("a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1", "c2", "c3", "c4", "d1", "d2", "e1", "f1", "f2", "g1", "g2", "g3"),
    *("h1", "i1", "i2", "i3", "i4", "i5", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "k11"),
    *("l1", "l2", "m1", "m2", "m3", "m4", "m5", "m6"),
    *("p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"),
)
MODULES = {  # by row, or by letter
    "a": "a_engine",
    "b": "b_taps",
    "c": "c_starts",
    "d": "d_idle",
    "e": "e_download",
    "f": "f_duel",
    "g": "g_seven_wonders",
    "h": "h_panel",
    "i": "i_bots",
    "k": "k_play",
    "l": "l_kivy_list",
    "m": "m_club",
    "p1": "p_screen",
    "p2": "p_screen",
    "p3": "p_screen",
    "p4": "p_table",
    "p5": "p_start",
    "p6": "p_bots",
    "p7": "p_memory",
    "p8": "p_gl",
    "p9": "p_screen",
}
PARTS = re.compile(
    rf"i3:({'|'.join(SITTINGS)})?(:[1-9]\d*)?|i5:[1-9]\d*|m[1-6]:[1-9]\d*|p[12346789]:[a-z-]+(:[1-9]\d*)?"
)


def main(words: list[str]) -> int:
    asked = [word for word in words if word != "--record"]
    rows = [row for word in asked for row in ([each for each in ROWS if each[0] == word] or [word])]
    if unknown := [row for row in rows if row not in ROWS and not PARTS.fullmatch(row)]:
        parts = ", ".join(f"i3:{name}" for name in SITTINGS)
        parts += ", i5:3, m1:60"
        known = f"{', '.join(ROWS)}; in part {parts}"
        print(f"benchmarks: there is no row {', '.join(unknown)}; there are {known}", file=sys.stderr)
        return 2
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a start finds compiled modules, as that of an installed table
    for word in rows or ROWS:
        row, *part = word.split(":")
        found = getattr(importlib.import_module(f"benchmarks.{MODULES.get(row) or MODULES[row[0]]}"), row)(*part)
        for figure in [found] if isinstance(found, Figure | PiFigure) else found:
            print(figure, flush=True)
            if "--record" in words:
                record(figure)
    return 0


sys.exit(main(sys.argv[1:]))
