"""Rows f1 and f2: the speed of Duel, measured as rows a1 and a3 measure Architects."""

from benchmarks import games
from benchmarks.a_engine import chess_block, played, ratio
from benchmarks.compiled import compare_rates
from benchmarks.figures import Figure
from benchmarks.instructions import against_chess

GAMES = 100  # of ours a block


def f1() -> Figure:
    """Measure random games in pure Python without listeners."""
    mine, their, times = ratio(played(games.duel(), GAMES), chess_block)
    note = against_chess("duel")
    return Figure("f1", "Duel, full rules", mine, their, "decisions/s", "≥ 1.6", "≥ 3.1", note, ratio=times)


def f2() -> Figure:
    """Measure the compiled engine with the work of a search."""
    return compare_rates("f2", "Duel compiled: copy, resample, play", "duel", ("≥ 2.5", "≥ 2.5"))
