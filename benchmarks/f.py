"""Rows f1 and f2: the speed of Duel, as rows a1 and a3 measure Architects."""

import random
import time

from benchmarks.a import ROOT, Block, chess_block, compiled, ratio
from benchmarks.figures import Figure

GAMES = 100  # of ours a block
COMPILED = (  # modules of the engine for mypyc
    *(f"duel/{name}" for name in ("box", "costs", "effects", "position", "questions", "scoring", "state")),
    "bits",
    "offers",
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
    """The engine compiled, nobody listening."""
    return compiled("f2", "Duel compiled", "duel_block()", COMPILED, ("≥ 2.5", "≥ 2.5"))
