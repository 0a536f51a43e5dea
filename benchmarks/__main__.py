"""`python -m benchmarks [--record] [ROW …]`: a row is a function of that name, in the module of its first letter.

With --record the figures also take the place of the last ones in docs/benchmarks.md.
"""

import importlib
import sys

from benchmarks.figures import record

ROWS = (
    *("a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1", "c2", "c3", "c4", "d1", "d2", "e1", "f1", "f2", "g1", "g2", "g3"),
    *("h1", "i1", "i2", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "l1", "l2"),
)


def main(words: list[str]) -> int:
    rows = [word for word in words if word != "--record"]
    if unknown := [row for row in rows if row not in ROWS]:
        print(f"benchmarks: there is no row {', '.join(unknown)}; there are {', '.join(ROWS)}", file=sys.stderr)
        return 2
    for row in rows or ROWS:
        found = getattr(importlib.import_module(f"benchmarks.{row[0]}"), row)()
        for figure in found if isinstance(found, list) else [found]:
            print(figure, flush=True)
            if "--record" in words:
                record(figure)
    return 0


sys.exit(main(sys.argv[1:]))
