"""Rows g1 and g2: the speed of 7 Wonders with three seats, as rows a1 and a3 measure Architects. g3: as b1.

Games without the expansion, with it, and with its experts take turns; boards and sides are drawn. Every distinct
payment is offered.
"""

import random
import time

from benchmarks.a import ROOT, Block, chess_block, compiled, ratio
from benchmarks.figures import Figure

GAMES = 60  # of ours a block
SEATS = 3
VARIANTS = ("", "leaders", "leaders experts")
COMPILED = (  # modules of the engine for mypyc
    *(
        f"seven_wonders/{name}"
        for name in ("box", "effects", "estimate", "exchange", "payments", "position", "scoring", "state")
    ),
    "bits",
    "offers",
    "players/playout",
)


def seven_wonders_block() -> Block:
    """Uniform random games of three seats."""
    from engine.players.playout import playout
    from engine.seven_wonders.game import SevenWonders

    game = SevenWonders(*((ROOT / "data" / f"{name}.toml").read_bytes() for name in ("seven_wonders", "leaders")))

    def block(rng: random.Random) -> tuple[int, float]:
        decisions = 0
        began = time.process_time()
        for number in range(GAMES):
            variant = VARIANTS[number % len(VARIANTS)]
            sides: dict[str, list[str]] = {}
            for board in game.lot(variant.split()):
                sides.setdefault(game.thing(board), []).append(board)
            boards = ", ".join(rng.choice(sides[wonder]) for wonder in rng.sample(list(sides), SEATS))
            header = {"game": "seven-wonders", "seats": boards, "variant": variant}
            decisions += playout(game.start(game.setup(header)), rng)
        return decisions, time.process_time() - began

    return block


def g1() -> Figure:
    """Random games in pure Python, nobody listening."""
    mine, their, times = ratio(seven_wonders_block(), chess_block)
    what = "7 Wonders, 3 seats, every payment offered"
    return Figure("g1", what, mine, their, "decisions/s", "≥ 0.75", "≥ 1.5", "python-chess", ratio=times)


def g2() -> Figure:
    """The engine compiled, nobody listening."""
    return compiled("g2", "7 Wonders compiled", "seven_wonders_block()", COMPILED, ("≥ 2.5", "≥ 2.5"))


def g3() -> Figure:
    """From one of seven secret choices to the last phone, stored before it is told; the last one reveals them all."""
    from asyncio import run

    from benchmarks.b import answered

    ours, theirs, note = run(answered("seven-wonders", ("leaders", "experts")))
    return Figure("g3", "7 Wonders, choice to 7 phones, JSON, p99", ours, theirs, "ms", "≤ 3.5", "≤ 2.5", note)
