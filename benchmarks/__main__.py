"""`python -m benchmarks [ROW …]`: a row is a function of that name, in the module of its first letter."""

import importlib
import sys

ROWS = ("a1", "a2", "a3", "a4", "b1", "b2", "c1", "c2", "c3", "d1", "d2", "e1")


def main(rows: list[str]) -> int:
    if unknown := [row for row in rows if row not in ROWS]:
        print(f"benchmarks: there is no row {', '.join(unknown)}; there are {', '.join(ROWS)}", file=sys.stderr)
        return 2
    for row in rows or ROWS:
        found = getattr(importlib.import_module(f"benchmarks.{row[0]}"), row)()
        for figure in found if isinstance(found, list) else [found]:
            print(figure, flush=True)
    return 0


sys.exit(main(sys.argv[1:]))
