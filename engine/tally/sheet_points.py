"""Points from entries, with their arithmetic. The rules of the games are called with plain values."""

from collections.abc import Mapping, Sequence
from itertools import product

from engine.memoize import memoize
from engine.seven_wonders import scoring as seven_wonders
from engine.tally.sheets import Line, PointsForHolder, PointsPerGroup, PointsPerUnit, Science
from engine.tally.view_json import Sum, Term

Values = Mapping[str, int]  # of one seat, by cell


def sum_lines(lines: Sequence[Line], values: Values, holds: bool) -> dict[str, Sum]:
    """Sum up every line of one seat. Cells that are not on the sheet count as 0."""
    terms: dict[str, tuple[Term, ...]] = {}
    extra: dict[str, Term] = {}
    for line in lines:
        match line:
            case PointsPerUnit():
                terms[line.id] = (Term(values[line.cell], line.worth),)
            case PointsPerGroup():
                terms[line.id] = (Term(values[line.cell], 1, line.every),)
            case PointsForHolder():
                terms[line.id] = (Term(int(holds), line.points),)
            case Science():
                terms[line.id], sets = _science(line, values)
                if values.get(line.bonus.cell):
                    extra[line.bonus.line] = Term(sets, line.bonus.worth)
    for id, term in extra.items():
        terms[id] = (*terms[id], term)
    return {id: Sum(sum(term.points for term in each), each) for id, each in terms.items()}


def _science(line: Science, values: Values) -> tuple[tuple[Term, ...], int]:
    """Return the best squares and sets of science, and the number of sets."""
    compass, gear, tablet = (values[symbol] for symbol in line.symbols)
    wild, more, replaced = values[line.any], values.get(line.more, 0), values.get(line.replaced, 0)
    bonus = line.bonus.worth if values.get(line.bonus.cell) else 0
    held, sets = _best_symbols((compass, gear, tablet), wild, more, replaced, line.set, bonus)
    squares = tuple(Term(n, n) for n in held if n)
    return (*squares, Term(sets, line.set)) if sets else squares, sets


@memoize(1 << 10)
def _best_symbols(
    entered: tuple[int, int, int], wild: int, more: int, replaced: int, of_set: int, bonus: int
) -> tuple[tuple[int, ...], int]:
    """Return the symbols that make the most points, and their sets.

    The rule returns points and sets; of all symbols that make them these are closest to the entries.
    """
    points, sets = seven_wonders.science((*entered, wild), more, replaced, of_set, bonus)
    ways = (
        held
        for held in product(*(range(max(0, n - replaced), n + wild + more + replaced + 1) for n in entered))
        if min(held) == sets and sum(n * n for n in held) + of_set * sets == points
    )
    return min(ways, key=lambda held: sum(abs(n - m) for n, m in zip(held, entered, strict=True))), sets
