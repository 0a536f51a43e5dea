"""Few rows in which every pair of values of two things meets."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations

Row = dict[str, Hashable]
Pair = tuple[tuple[str, Hashable], tuple[str, Hashable]]


def covering(values: Mapping[str, Sequence[Hashable]]) -> list[Row]:
    """Return rows with a value for each name, so that any two values of two names are in one row together.

    Each row starts with a pair that is in no row yet; every other name gets the value that covers most such pairs.
    """
    left = dict.fromkeys(pairs(values))  # in order: the rows are the same each time
    rows = []
    while left:
        row: Row = dict(next(iter(left)))
        for name in [name for name in values if name not in row]:
            row[name] = max(values[name], key=lambda value: sum(pair in left for pair in _new_pairs(row, name, value)))
        row = {name: row[name] for name in values}
        for pair in combinations(row.items(), 2):
            left.pop(pair, None)
        rows.append(row)
    return rows


def pairs(values: Mapping[str, Sequence[Hashable]]) -> Iterator[Pair]:
    """Yield every pair of values of two names, the names in their order."""
    for one, other in combinations(values, 2):
        yield from (((one, a), (other, b)) for a in values[one] for b in values[other])


def _new_pairs(row: Row, name: str, value: Hashable) -> Iterator[Pair]:
    """Yield the pairs that a value of one more name would add to a row."""
    for other, there in row.items():
        yield ((other, there), (name, value))
        yield ((name, value), (other, there))  # whichever name comes first
