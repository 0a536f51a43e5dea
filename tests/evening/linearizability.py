"""A checker of linearizable registers: the search of Wing and Gong, with Lowe's memory of what was tried."""

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple


class Operation(NamedTuple):
    """A read or write of a register, between two moments. `ends` infinite: nobody knows whether it was done."""

    begins: float
    ends: float
    writes: bool
    value: Any


def is_linearizable(history: Sequence[Operation], value: Any = None) -> bool:
    """Check that each operation may have happened in one moment between its beginning and its end.

    `value`: of the register before. A write that never ends may have happened at any later moment, or never.
    """
    seen = set[tuple[int, Any]]()
    stack = [((1 << len(history)) - 1, value)]  # the operations that are left, as bits, and the value then
    while stack:
        left, now = stack.pop()
        if (left, now) in seen:
            continue
        seen.add((left, now))
        open_ = [n for n in range(len(history)) if left >> n & 1]
        until = min((history[n].ends for n in open_), default=inf)
        if until == inf:
            return True
        for n in open_:
            operation = history[n]
            if operation.begins <= until and (operation.writes or operation.value == now):
                stack.append((left & ~(1 << n), operation.value if operation.writes else now))
    return False
