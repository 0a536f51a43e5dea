"""Rows g1 and g2: the speed of 7 Wonders with three seats, as rows a1 and a3 measure Architects; row g3: as b1.

Every distinct payment is offered.
"""

from benchmarks import games
from benchmarks.a_engine import chess_block, played, ratio
from benchmarks.compiled import compare_rates
from benchmarks.figures import Figure
from benchmarks.instructions import against_chess

GAMES = 60  # of ours a block


def g1() -> Figure:
    """Measure random games in pure Python without listeners."""
    mine, their, times = ratio(played(games.seven_wonders(), GAMES), chess_block)
    what = "7 Wonders, 3 seats, every payment offered"
    note = against_chess("seven-wonders")
    return Figure("g1", what, mine, their, "decisions/s", "≥ 0.75", "≥ 1.5", note, ratio=times)


def g2() -> Figure:
    """Measure the compiled engine with the work of a search."""
    return compare_rates("g2", "7 Wonders compiled: copy, resample, play", "seven-wonders", ("≥ 2.5", "≥ 2.5"))


def g3() -> Figure:
    """Measure one of seven secret choices to the last phone, including the commit; the last one reveals all."""
    from asyncio import run

    from benchmarks.b_taps import measure_taps

    ours, theirs, note = run(measure_taps("seven-wonders", ("leaders", "experts")))
    return Figure("g3", "7 Wonders, choice to 7 phones, JSON, p99", ours, theirs, "ms", "≤ 10", "≤ 6", note)
