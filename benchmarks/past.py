"""Matches of our bots against those of another commit of Wondertable: `python -m benchmarks.past`.

Both sides run `past_side.py` in a process of their own, each with the engine, data and weights of its own checkout,
compiled if that checkout is (`./setup.sh compile`). This program deals, and tells both what a record would say. One
seat is ours, all others are theirs, and each deal is played once from every seat.
"""

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import main as ours
from app.commands.command_parsers import parse_count, parse_seconds
from app.commands.records import find_game, make_header
from app.games.game_list import GAMES
from app.text.terminal_output import CannotStart
from app.workshop.simulate import GameOver, Sums, summarise_game
from engine.game import CHANCE, State

ROOT: Final = Path(__file__).resolve().parent.parent
SIDE: Final = Path(__file__).with_name("past_side.py")
OURS, THEIRS = "ours", "theirs"


class Side:
    """The players of one checkout, in a process of its own. CannotStart if it ends."""

    def __init__(self, checkout: Path, options: dict[str, Any]) -> None:
        if not (checkout / "main.py").is_file():
            raise CannotStart(f"--theirs {checkout}: there is no checkout of Wondertable")
        self.checkout = checkout
        command = [sys.executable, str(SIDE), str(checkout.resolve()), json.dumps(options)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=checkout)

    def __enter__(self) -> "Side":
        return self

    def __exit__(self, *why: object) -> None:
        self.process.communicate()  # without more lines it ends

    def say(self, **message: Any) -> None:
        """Send a message."""
        assert self.process.stdin is not None
        print(json.dumps(message), file=self.process.stdin)

    def choose(self, seat: int, seed: int) -> tuple[str, float]:
        """Return the action that it chooses for a seat, and the seconds of processor time that it took."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.say(choose=seat, seed=seed)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise CannotStart(f"{self.checkout}: its player has ended; what went wrong is above")
        action, spent = json.loads(answer)
        return str(action), float(spent)


def play(args: argparse.Namespace, sides: dict[str, Side], number: int) -> GameOver:
    """Play a game by its number, from 0. Consecutive games, one for each seat of ours, share a deal."""
    game = find_game(ours.read_game_data(), args.game, args.seats, args.variant)
    deal, place = divmod(number, args.seats)
    chance, rng = random.Random(f"{args.seed}/{deal + 1}"), random.Random(f"{args.seed}/{deal + 1}/{place}")
    header = make_header(game, args.seats, args.variant, chance)
    for side in sides.values():
        side.say(header=header)
    seated = [OURS if seat == place else THEIRS for seat in range(args.seats)]
    state: State[Any] = game.start(game.setup(header))
    seconds: list[tuple[str, float]] = []
    while state.to_act:
        seat = state.to_act[0]
        if seat == CHANCE:
            text = str(state.deal(chance))
        elif len(legal := state.legal(seat)) == 1:
            text = str(legal[0])
        else:
            text, spent = sides[seated[seat]].choose(seat, rng.getrandbits(63))
            seconds.append((seated[seat], spent))
        state.apply(seat, state.parse(text))
        for side in sides.values():
            side.say(seat=seat, text=text)
    return summarise_game(seated, state)._replace(deal=deal, seconds=seconds)


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.past", description="Our bots against earlier ones.")
    parser.add_argument("--theirs", type=Path, required=True, metavar="FOLDER", help="a checkout of another commit")
    parser.add_argument("--game", choices=GAMES, default="duel")
    parser.add_argument("--seats", type=parse_count, default=2, metavar="N", help="how many seats (default 2)")
    parser.add_argument("--variant", default="", help="words of the header's variant, separated by spaces")
    parser.add_argument("--games", type=parse_count, default=100, metavar="G", help="how many games (default 100)")
    parser.add_argument("--player", default="hard", metavar="P", help="our player (default hard)")
    parser.add_argument("--their-player", default="hard", metavar="P", help="their player (default hard)")
    for whose in ("", "their-"):
        about = "iterations of each decision of a search (default: those of the level)"
        parser.add_argument(f"--{whose}iterations", type=parse_count, default=0, metavar="I", help=about)
        about = "seconds of processor time for each decision of a search, instead of iterations"
        parser.add_argument(f"--{whose}seconds", type=parse_seconds, default=0.0, metavar="S", help=about)
    parser.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same deals (default 0)")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Play and print the results; exit code 2 and one sentence on an error."""
    args = parse_arguments(words)
    common = {"game": args.game, "seats": args.seats, "variant": args.variant}
    mine = {"player": args.player, "iterations": args.iterations, "seconds": args.seconds}
    their = {"player": args.their_player, "iterations": args.their_iterations, "seconds": args.their_seconds}
    sums = Sums([OURS, THEIRS])
    try:
        with (
            Side(ROOT, common | mine) as our_side,
            Side(args.theirs, common | their) as their_side,
        ):
            for number in range(args.games):
                sums.add(play(args, {OURS: our_side, THEIRS: their_side}, number))
                if (number + 1) % (10 * args.seats) == 0:
                    print(sums, file=sys.stderr, flush=True)
    except CannotStart as problem:
        print(problem, file=sys.stderr)
        return 2
    print(sums)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
