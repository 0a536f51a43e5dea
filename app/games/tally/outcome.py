"""What the points of a score sheet came from, as far as its cells tell that."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.shown.play.outcome import LastSheet, Made, WonAtOnce
from engine.tally.view import SeatView, View

COUNTED: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {  # by sheet and line: cells of things, and not of points
    ("architects", "wonder"): ("stages",),
    ("architects", "military"): ("military",),
    ("architects", "medals"): ("medals",),
    ("duel", "coins"): ("coins",),
    ("seven-wonders", "treasury"): ("coins",),
    ("seven-wonders", "science"): ("compass", "gear", "tablet", "any-symbol"),
}


def last_sheet(view: View, order: Sequence[str]) -> LastSheet:
    """`order`: of its lines, in which the game has them; else as they stand on the sheet."""
    lines = [line.id for line in view.lines]
    rows = tuple(sorted(lines, key=lambda id: order.index(id) if id in order else len(order)))
    won = view.supremacy
    return LastSheet(
        rows,
        tuple(tuple(seat.sums[row].points for row in rows) for seat in view.seats),
        tuple(tuple(_made(view.sheet, seat, row) for row in rows) for seat in view.seats),
        view.winners,
        _deciding(view),
        WonAtOnce(won.by) if won else None,
    )


def _made(sheet: str, seat: SeatView, row: str) -> Made:
    """Nothing where nobody has entered it."""
    if row == "cat":
        return (1,)
    found = [seat.cells[id] for id in COUNTED.get((sheet, row), ()) if id in seat.entered]
    return (sum(found),) if any(found) else ()


def _deciding(view: View) -> tuple[int, ...]:
    """By seat; nothing where it decides nothing, or is not entered for all whom it concerns."""
    if view.tie is None or any(view.tie.by not in view.seats[seat - 1].entered for seat in view.tie.seats):
        return ()
    return tuple(seat.cells[view.tie.by] for seat in view.seats)
