"""Rows f1 and f2: the speed of Duel, as rows a1 and a3 measure Architects."""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.a import ROOT, Block, chess_block, compile_engine, ratio
from benchmarks.figures import Figure

GAMES = 100  # of ours a block
COMPILED = (  # modules of the engine for mypyc
    *(f"duel/{name}" for name in ("box", "costs", "effects", "position", "questions", "scoring", "state")),
    "players/playout",
)


def duel_block() -> Block:
    """Uniform random games with everything in the record that lies face up, who begins in turn."""
    from engine.duel.game import Duel
    from engine.players.playout import playout

    game = Duel((ROOT / "data" / "duel.toml").read_bytes())

    def block(rng: random.Random) -> tuple[int, float]:
        decisions = 0
        began = time.process_time()
        for number in range(GAMES):
            header = {"game": "duel", "seats": "2", "first": str(number % 2 + 1)}
            decisions += playout(game.start(game.setup(header)), rng)
        return decisions, time.process_time() - began

    return block


def f1() -> Figure:
    """Random games in pure Python, nobody listening."""
    mine, their, times = ratio(duel_block(), chess_block)
    return Figure("f1", "Duel, full rules", mine, their, "decisions/s", "≥ 1.6", "≥ 3.1", "python-chess", ratio=times)


def f2() -> Figure:
    """The same source compiled with mypyc, built in a folder of its own, against pure Python."""
    with tempfile.TemporaryDirectory(prefix="wondertable-f2-") as folder:
        compile_engine(Path(folder), COMPILED, "f2")
        rates = [tuple(_rate(place) for place in (ROOT, Path(folder))) for _ in range(5)]
    pure, fast = median(r[0] for r in rates), median(r[1] for r in rates)
    times = median(r[1] / r[0] for r in rates)
    return Figure("f2", "Duel compiled", fast, pure, "decisions/s", "≥ 2.5", "≥ 2.5", "pure Python", ratio=times)


def _rate(place: Path) -> float:
    code = (
        "import random; from benchmarks.f import duel_block as b; f = b(); r = random.Random(1); f(r)\n"
        "print(max(d / s for d, s in (f(r) for _ in range(6))))"
    )
    return float(subprocess.run([sys.executable, "-c", code], cwd=place, capture_output=True, check=True).stdout)
