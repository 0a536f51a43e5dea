"""Rows a1–a5: the engine's speed against python-chess, interleaved block by block on one core; medians.

A decision is one `legal` of a seat and one `apply` of an action drawn from it, forced ones included. Chance moves are
applied and their time is counted, but not as decisions.
"""

import copy
import importlib
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import games
from benchmarks.compiled import compare_rates
from benchmarks.figures import Figure
from benchmarks.instructions import against_chess

ROOT = Path(__file__).resolve().parent.parent
BLOCKS = 15
GAMES = 60  # of ours a block
PLIES = 200  # a game of chess is cut there
Block = Callable[[random.Random], tuple[int, float]]  # -> decisions, CPU seconds


def chess_block(rng: random.Random) -> tuple[int, float]:
    """Play uniform random legal moves with python-chess."""
    import chess

    moves = 0
    began = time.process_time()
    for _ in range(10):
        board = chess.Board()
        for _ in range(PLIES):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(rng.choice(legal))
            moves += 1
    return moves, time.process_time() - began


def architects_block(told: bool, full: bool = False) -> Block:
    """Play uniform random games of four seats; with events and the record if `told`; `full`: see `games.architects`."""
    from engine import record
    from engine.game import CHANCE
    from engine.players.random_playout import playout

    begin = games.architects(full)

    def block(rng: random.Random) -> tuple[int, float]:
        decisions = 0
        began = time.process_time()
        for number in range(GAMES):
            state: Any = begin(rng, number)
            if not told:
                decisions += playout(state, rng)
                continue
            events: list[Any] = []
            lines: list[str] = []

            def tell(event: Any, readers: Any, events: list[Any] = events) -> None:
                events.append(event)

            chance, apply, legal, deal, draw = CHANCE, state.apply, state.legal, state.deal, rng.random
            while to_act := state.to_act:
                seat = to_act[0]
                if seat == chance:
                    action = deal(rng)
                else:
                    actions = legal(seat)
                    action = actions[int(draw() * len(actions))]
                    decisions += 1
                apply(seat, action, tell)
                lines.append(record.format_move(seat, action))
            record.format_record(state.setup, lines)
        return decisions, time.process_time() - began

    return block


def played(begin: games.Begin, number: int) -> Block:
    """Play that many uniform random games without listeners."""
    from engine.players.random_playout import playout

    def block(rng: random.Random) -> tuple[int, float]:
        began = time.process_time()
        decisions = sum(playout(begin(rng, game), rng) for game in range(number))
        return decisions, time.process_time() - began

    return block


def ratio(ours: Block, theirs: Block, blocks: int = BLOCKS) -> tuple[float, float, float]:
    """Return decisions per CPU second, ours and theirs, and the median of the ratios of neighbouring blocks."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    rng = random.Random(1)
    ours(rng), theirs(rng)  # warm up
    rates = []
    for _ in range(blocks):
        mine, their = ours(rng), theirs(rng)
        rates.append((mine[0] / mine[1], their[0] / their[1]))
    os.sched_setaffinity(0, cores)  # the rows that come after this one have them all
    return median(r[0] for r in rates), median(r[1] for r in rates), median(r[0] / r[1] for r in rates)


def a1() -> Figure:
    """Measure random games in pure Python without listeners."""
    mine, their, times = ratio(architects_block(told=False), chess_block)
    note = against_chess("architects")
    return Figure("a1", "4 seats, full rules", mine, their, "decisions/s", "≥ 4", "≥ 7", note, ratio=times)


def a2() -> Figure:
    """Measure the same with events and the record."""
    mine, their, times = ratio(architects_block(told=True), chess_block)
    what = "with events and the record"
    return Figure("a2", what, mine, their, "decisions/s", "≥ 2", "≥ 3.5", "python-chess", ratio=times)


def a3() -> Figure:
    """Measure the compiled engine with the work of a search for four seats."""
    return compare_rates("a3", "compiled with mypyc: copy, resample, play", "architects", ("≥ 2.5", "≥ 4"))


def a5() -> Figure:
    """Measure CPU per decision with everything of the Medals box, against a1."""
    mine, base, times = ratio(architects_block(told=False, full=True), architects_block(told=False))
    what = "with medals expert medal-tokens, Rome and Ur, against a1"
    return Figure("a5", what, 1e6 / mine, 1e6 / base, "µs", "≤ 1.5", "≤ 1.5", "CPU a decision", ratio=1 / times)


def a4() -> Figure:
    """Measure `copy()` of a four-seat state in mid-game against `copy.deepcopy`."""
    module = importlib.import_module("engine.architects.game_facade")
    game = module.Architects((ROOT / "data" / "architects.toml").read_bytes())
    rng = random.Random(2)
    state = game.start(game.setup({"game": "architects", "seats": "giza, rhodes, olympia, babylon"}))
    for _ in range(120):
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat < 0 else rng.choice(list(state.legal(seat))))
    memo = {id(state.lookup): state.lookup, id(state.setup): state.setup} | {id(w): w for w in state.wonders}

    def cost(call: Callable[[], object], times: int) -> float:
        began = time.process_time()
        for _ in range(times):
            call()
        return (time.process_time() - began) / times * 1e6

    pairs = [(cost(state.copy, 5000), cost(lambda: copy.deepcopy(state, dict(memo)), 200)) for _ in range(BLOCKS)]
    mine, deep = median(p[0] for p in pairs), median(p[1] for p in pairs)
    times = median(p[1] / p[0] for p in pairs)
    note = "deepcopy, printed things shared"
    return Figure("a4", "copy() of a state", mine, deep, "µs", "≤ 0.1", "≤ 0.04", note, ratio=1 / times)
