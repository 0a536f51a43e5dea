"""A ladder of all players with Elo ratings: `python -m benchmarks.ladder --game GAME --seats N`.

Each deal is played by every two neighbours on the ladder, who sit alternately, once for each rotation. Ratings are
those of Luce's choice model: a seat wins with the probability of its strength over the sum of all strengths at the
table, which with two seats is Elo's formula. The lowest player has 0. Intervals are those of 200 samples of the deals,
drawn with replacement.
"""

from app.host import compiled_engine

compiled_engine.use_compiled()

import argparse  # noqa: E402
import random  # noqa: E402
import sys  # noqa: E402
from collections import defaultdict  # noqa: E402
from collections.abc import Mapping, Sequence  # noqa: E402
from itertools import pairwise  # noqa: E402
from math import log10  # noqa: E402
from typing import Any, Final  # noqa: E402

import main as program  # noqa: E402
from app.commands.command_parsers import parse_count  # noqa: E402
from app.commands.records import find_game, make_header, play_game  # noqa: E402
from app.games.game_list import GAMES  # noqa: E402
from app.workshop.simulate import GameOver, summarise_game  # noqa: E402
from engine.players.bot_levels import Players  # noqa: E402

LADDER: Final = ("random", "easy", "greedy", "normal", "hard", "master")
ROUNDS: Final = 300  # of the fit, after which no rating moves by a point
SAMPLES: Final = 200


def play_deal(game: Any, players: Mapping[str, Any], seats: int, variant: str, seed: str) -> list[GameOver]:
    """Play a deal once for each two neighbours on the ladder, and each rotation of theirs."""
    played = []
    for low, high in pairwise(players):
        pair = [(low, high)[seat % 2] for seat in range(seats)]
        for turn in range(seats):
            chance, rng = random.Random(seed), random.Random(f"{seed}/{low}/{turn}")
            header = make_header(game, seats, variant, chance)
            seated = (*pair[turn:], *pair[:turn])
            state, _ = play_game(game, header, [players[name] for name in seated], rng, chance)
            played.append(summarise_game(seated, state))
    return played


def rate(games: Sequence[GameOver], names: Sequence[str]) -> dict[str, float]:
    """Return the Elo rating of each player; the first has 0.

    A drawn game of each two neighbours is added, so that nobody's rating is infinite.
    """
    games = [*games, *(GameOver(pair, (0.5, 0.5), (), 0) for pair in pairwise(names))]
    won: dict[str, float] = defaultdict(float)
    for each in games:
        for name, share in zip(each.seated, each.shares, strict=True):
            won[name] += share
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        expected: dict[str, float] = defaultdict(float)
        for each in games:
            all_ = sum(strength[name] for name in each.seated)
            for name in each.seated:
                expected[name] += strength[name] / all_
        for name in names:
            strength[name] *= won[name] / expected[name]
    return {name: 400 * log10(strength[name] / strength[names[0]]) for name in names}


def main(words: Sequence[str] | None = None) -> int:
    """Play, and print the ladder."""
    ask = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=(__doc__ or "").split("\n")[0])
    ask.add_argument("--game", choices=GAMES, default="duel")
    ask.add_argument("--seats", type=parse_count, default=2, metavar="N", help="how many seats (default 2)")
    ask.add_argument("--variant", default="", help="words of the header's variant, separated by spaces")
    ask.add_argument("--deals", type=parse_count, default=20, metavar="D", help="how many deals (default 20)")
    ask.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same ladder (default 0)")
    args = ask.parse_args(words)
    game = find_game(program.read_game_data(), args.game, args.seats, args.variant)
    named = Players(program.read_players())
    found = {name: named.choose(name, args.game, args.seats, args.variant) for name in LADDER}
    deals = []
    for number in range(1, args.deals + 1):
        deals.append(play_deal(game, found, args.seats, args.variant, f"ladder/{args.seed}/{number}"))
        print(f"{number} of {args.deals} deals", file=sys.stderr, flush=True)
    rng = random.Random(0)
    ratings = rate([each for deal in deals for each in deal], LADDER)
    samples = [
        rate([each for deal in rng.choices(deals, k=len(deals)) for each in deal], LADDER) for _ in range(SAMPLES)
    ]
    for name in LADDER:
        sorted_ = sorted(sample[name] for sample in samples)
        low, high = sorted_[int(0.025 * SAMPLES)], sorted_[int(0.975 * SAMPLES) - 1]
        print(f"{name:7} {ratings[name]:5.0f} [{low:.0f} to {high:.0f}]")
    print(f"{sum(map(len, deals))} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
