"""Row i2: how fast players think (i1 asks what a table notices of it)."""

from benchmarks.compiled import compiled
from benchmarks.figures import Figure
from benchmarks.games import BEGIN


def i2() -> list[Figure]:
    """Iterations of the player `search`, compiled, a row a game."""
    aims, unit = ("≥ 2.5", "≥ 4"), "iterations/s"
    return [compiled(f"i2 {game}", "search compiled: iterations", game, aims, "thinking", unit) for game in BEGIN]
