"""Measures the accuracy of players of each level: `python -m docs.accuracy GAME SEATS [GAMES] [FILE]` plays and
reviews games.

In each game the seats are of different levels, which move round the table; docs/review.md has what came of it. What
FILE has of these games is not played again.
"""

import argparse
import random
import sys
import time
from collections import defaultdict
from math import inf, sqrt
from pathlib import Path
from statistics import fmean, stdev

import msgspec

import main as program
from app.commands.records import make_header, play_game
from app.games.game_list import shelf
from docs.kept import append_row, load_rows
from engine import record
from engine.players import game_review
from engine.players.bot_levels import Players


class Reviewed(msgspec.Struct, frozen=True):
    """One game: who sat where, the accuracy of each seat, and how many seconds of this process it took."""

    game: str
    seats: int
    number: int
    seated: tuple[str, ...]
    accuracy: tuple[int | None, ...]
    seconds: float


def reviewed(game: str, seats: int, number: int) -> Reviewed:
    """Play a game, and judge it."""
    rules, players = shelf(program.read_game_data()), Players(program.read_players())
    evaluation = players.evaluation(game, seats, "")
    assert evaluation is not None
    rng = random.Random(f"accuracy {game} {seats} {number}")
    shown = ("random", *players.levels)
    seated = tuple(shown[(seat + number) % len(shown)] for seat in range(seats))
    told = make_header(rules[game], seats, "", rng)
    choose = [players.choose(name, game, seats, "") for name in seated]
    _, text = play_game(rules[game], told, [each for each in choose if each], rng)
    read = record.parse_record(text.encode(), rules)
    state = rules[game].start(read.setup)
    lines = [(int(seat), str(action)) for seat, action in (record.parse_move(state, said) for _, said in read.moves)]
    began = time.process_time()
    found = []
    for decision in game_review.list_decisions(rules[game].start(read.setup), lines, dict.fromkeys(range(seats), 0)):
        iterations = players.iterations(game_review.LEVEL, game, seats)
        weighing = game_review.start_comparison(decision, str(number), evaluation, iterations)
        while weighing.steps_left:
            weighing.step()
        found.append(game_review.judge_decision(decision, weighing.ranking()))
    game_review.compute_course(rules[game].start(read.setup), lines, str(number), evaluation)
    seconds = time.process_time() - began
    mine = [[each for each in found if each and each.seat == seat + 1] for seat in range(seats)]
    return Reviewed(game, seats, number, seated, tuple(game_review.compute_accuracy(each) for each in mine), seconds)


def main(words: list[str] | None = None) -> int:
    """Print them."""
    ask = argparse.ArgumentParser(prog="python -m docs.accuracy", description=__doc__.split("\n")[0])
    ask.add_argument("game")
    ask.add_argument("seats", type=int)
    ask.add_argument("games", type=int, nargs="?", default=12)
    ask.add_argument("file", type=Path, nargs="?")
    args = ask.parse_args(words)
    known = {(row.game, row.seats, row.number): row for row in load_rows(args.file, Reviewed)}
    by: dict[str, list[int]] = defaultdict(list)
    slowest = 0.0
    for number in range(args.games):
        row = known.get((args.game, args.seats, number))
        if row is None:
            row = reviewed(args.game, args.seats, number)
            append_row(args.file, row)
        slowest = max(slowest, row.seconds)
        for name, n in zip(row.seated, row.accuracy, strict=True):
            if n is not None:
                by[name].append(n)
    for name, mine in sorted(by.items(), key=lambda each: fmean(each[1])):
        error = stdev(mine) / sqrt(len(mine)) if len(mine) > 1 else inf
        print(f"{name:7} {fmean(mine):5.1f} ± {1.96 * error:4.1f}  of {len(mine)} seats, {min(mine)} to {max(mine)}")
    print(f"the longest review took {slowest:.1f} s of processor time, all seats judged")
    return 0


if __name__ == "__main__":
    sys.exit(main())
