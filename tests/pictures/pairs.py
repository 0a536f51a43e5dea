"""Pairwise coverage: every two values of different factors meet in some row, in few rows."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count, product
from typing import Any, TypeAlias

Values: TypeAlias = Mapping[str, Sequence[Any]]  # what each factor may be
Row: TypeAlias = dict[str, Any]  # what each factor is
Pair: TypeAlias = tuple[tuple[str, Any], tuple[str, Any]]


def covering(items: Sequence[Values]) -> Iterator[tuple[int, Row]]:
    """Yield a row for each item in turn, then more rows, until all possible pairs of values have met.

    Each row comes with the index of its item. Greedy and deterministic: the rarest values come first. A new item at the
    end changes no row of the items before it.
    """
    met: Counter[Pair] = Counter()
    for nth, values in enumerate(items):
        yield nth, _row(values, met)
    for nth, values in enumerate(items):
        while missing := next((pair for pair in _pairs(values) if not met[pair]), None):
            yield nth, _row({**values, **{factor: (value,) for factor, value in missing}}, met)


def _row(values: Values, met: Counter[Pair]) -> Row:
    """Choose the row with the most new pairs, rare ones first, and count its pairs.

    It starts with one of the rarest pairs; then each factor takes its best value beside those already taken.
    """
    order = {factor: nth for nth, factor in enumerate(values)}
    nth = count()
    first = min(_pairs(values), key=lambda pair: (met[pair], next(nth)))
    row = dict(first)
    for factor in values:
        if factor not in row:
            row[factor] = min(values[factor], key=lambda value: _rarity(row, factor, value, order, met))
    row = {factor: row[factor] for factor in values}
    met.update(combinations(row.items(), 2))
    return row


def _rarity(row: Row, factor: str, value: Any, order: Mapping[str, int], met: Counter[Pair]) -> tuple[int, int]:
    """Rate how little a value adds to a row: fewer new pairs sort later, then pairs that met more often."""
    both = [sorted(((factor, value), other), key=lambda entry: order[entry[0]]) for other in row.items()]
    times = [met[one, two] for one, two in both]
    return sum(map(bool, times)), sum(times)


def _pairs(values: Values) -> Iterator[Pair]:
    for (one, its), (other, theirs) in combinations(values.items(), 2):
        for a, b in product(its, theirs):
            yield (one, a), (other, b)
