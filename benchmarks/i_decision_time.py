"""The time of a decision at *hard* in pure Python, in moves of python-chess, on one pinned core.

All seats are *hard*; a decision counts if there is a choice. Each is divided by the time of a random chess move before
and after it, so a busy machine gives nearly the same figures as an idle one.
"""

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import fmean
from typing import Any, Final, NamedTuple

import main
from app.commands.records import make_header, play_game
from app.games.game_list import shelf
from benchmarks.a_engine import chess_block
from benchmarks.figures import Figure, p99
from engine.game import Rng, Seat
from engine.players.bot_levels import Players

LEVEL: Final = "hard"
DECISIONS: Final = 1000  # at least, as games are played to their end
DECISIONS_PER_CALIBRATION: Final = 20  # decisions between two looks at chess
MEAN: Final = 4000  # moves of chess that a decision may take on average
LONG: Final = 8000  # and that one in a hundred may exceed


class Sitting(NamedTuple):
    game: str
    seats: int
    variant: str = ""


SITTINGS: Final = {
    "duel": Sitting("duel", 2),
    "architects-2": Sitting("architects", 2),
    "architects-7": Sitting("architects", 7),
    "seven-wonders-3": Sitting("seven-wonders", 3),
    "seven-wonders-5": Sitting("seven-wonders", 5),
    "seven-wonders-7": Sitting("seven-wonders", 7),
    "leaders-3": Sitting("seven-wonders", 3, "leaders"),
}


class Stopwatch:
    """The CPU seconds of decisions, and of a chess move before and after every few of them."""

    def __init__(self) -> None:
        self.rng = random.Random(1)
        self.moves = [self.move()]  # seconds, one more than there are blocks
        self.blocks: list[list[float]] = [[]]

    def move(self) -> float:
        moves, seconds = chess_block(self.rng)
        return seconds / moves

    def add(self, seconds: float) -> None:
        if len(self.blocks[-1]) == DECISIONS_PER_CALIBRATION:
            self.moves.append(self.move())
            self.blocks.append([])
        self.blocks[-1].append(seconds)

    def results(self) -> tuple[list[float], list[float]]:
        """Return the seconds of each decision, and the chess moves in the same time."""
        self.moves.append(self.move())
        around = zip(self.blocks, self.moves, self.moves[1:], strict=False)
        pairs = [(each, 2 * each / (before + after)) for block, before, after in around for each in block]
        return [seconds for seconds, _ in pairs], [moves for _, moves in pairs]


def figures(name: str, decisions: int = DECISIONS) -> Iterator[Figure]:
    """Return the mean and the 99th percentile of a set-up."""
    seconds, moves, note = decide(name, decisions)
    ways = (("", "mean", fmean, MEAN), (" p99", "p99", p99, LONG))
    for row, what, of, bound in ways:
        ratio = of(moves) / bound
        ours = 1000 * of(seconds)
        said = f"a decision at hard of {name}, {what}, against {bound:,} of chess"
        yield Figure(f"i3 {name}{row}", said, ours, ours / ratio, "ms", "≤ 1", "≤ 1", note)


def decide(name: str, decisions: int) -> tuple[list[float], list[float], str]:
    """Return the seconds of that many decisions or more, the chess moves in the same time, and a note."""
    sitting, files = SITTINGS[name], main.read_players()
    players, watch, count = Players(files), Stopwatch(), 0
    choose = players.choose(LEVEL, *sitting)
    assert choose is not None
    game = shelf(main.read_game_data())[sitting.game]

    def timed(state: Any, seat: Seat, rng: Rng) -> Any:
        if len(state.legal(seat)) == 1:
            return choose(state, seat, rng)
        began = time.process_time()
        action = choose(state, seat, rng)
        watch.add(time.process_time() - began)
        return action

    with _pinned():
        while sum(map(len, watch.blocks)) < decisions:
            rng = random.Random(f"i3 {name} {count}")
            play_game(game, make_header(game, sitting.seats, sitting.variant, rng), [timed] * sitting.seats, rng)
            count += 1
        seconds, moves = watch.results()
    iterations = players.iterations(LEVEL, sitting.game, sitting.seats)
    return seconds, moves, f"{len(seconds)} decisions of {count} games, {iterations} iterations each"


@contextmanager
def _pinned() -> Iterator[None]:
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)  # the rows that come after this one have them all
