"""Sources of points on a score sheet, as far as its cells tell."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.shown.play.result_explanation import InstantWin, LastSheet, Made
from engine.tally.view_json import SeatView, View

COUNT_CELLS: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {  # by sheet and line: cells that count things
    ("architects", "wonder"): ("stages",),
    ("architects", "military"): ("military",),
    ("architects", "medals"): ("medals",),
    ("duel", "coins"): ("coins",),
    ("seven-wonders", "treasury"): ("coins",),
    ("seven-wonders", "science"): ("compass", "gear", "tablet", "any-symbol"),
}


def last_sheet(view: View, order: Sequence[str]) -> LastSheet:
    """Return the final sheet. `order`: of its lines, if the game has its own."""
    lines = [line.id for line in view.lines]
    rows = tuple(sorted(lines, key=lambda id: order.index(id) if id in order else len(order)))
    won = view.supremacy
    return LastSheet(
        rows=rows,
        points=tuple(tuple(seat.sums[row].points for row in rows) for seat in view.seats),
        made=tuple(tuple(_count_made(view.sheet, seat, row) for row in rows) for seat in view.seats),
        winners=view.winners,
        deciding=_list_tie_breaks(view),
        at_once=InstantWin(won.by) if won else None,
    )


def _count_made(sheet: str, seat: SeatView, row: str) -> Made:
    """Count the things behind a line's points; empty if nobody has entered them."""
    if row == "cat":
        return (1,)
    found = [seat.cells[id] for id in COUNT_CELLS.get((sheet, row), ()) if id in seat.entered]
    return (sum(found),) if any(found) else ()


def _list_tie_breaks(view: View) -> tuple[int, ...]:
    """Return the tie-break by seat; empty if there is no tie, or a seat in it lacks an entry."""
    if view.tie is None or any(view.tie.by not in view.seats[seat - 1].entered for seat in view.tie.seats):
        return ()
    return tuple(seat.cells[view.tie.by] for seat in view.seats)
