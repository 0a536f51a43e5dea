"""Counts hints that are half a point ahead or more, and those of them that have no reason: `python -m docs.reasons`.

In games of *easy* hints are made as a table makes them (`--iterations 0`: by one step ahead, as a coach judges), and
counted by kind of action; docs/design/search-and-bots.md has the results.
"""

import argparse
import sys
from collections import Counter
from itertools import islice
from typing import Any, Final

from app.games import game_list
from docs.hints import Playing

SHARE: Final = 0.25  # of the decisions of a game that are looked at
MIN_LEAD: Final = 0.5  # points, from which on a reason is wanted


def main(words: list[str] | None = None) -> int:
    """Print it."""
    ask = argparse.ArgumentParser(prog="python -m docs.reasons", description=__doc__.split("\n")[0])
    ask.add_argument("game")
    ask.add_argument("seats", type=int)
    ask.add_argument("--variant", default="")
    ask.add_argument("--decisions", type=int, default=150)
    ask.add_argument("--iterations", type=int)
    args = ask.parse_args(words)
    playing = Playing(args.game, args.seats, args.variant)
    if args.iterations is not None:
        playing.iterations = args.iterations
    rules: Any = playing.rules  # each game has its own data
    reasons, box = game_list.reasons()[args.game], rules.data(None, "")
    all_ = even = 0
    clear: Counter[str] = Counter()
    without: Counter[str] = Counter()
    for state, seat, rng in islice(playing.list_decisions(SHARE, args.decisions), args.decisions):
        first, *others = playing.rank_actions(state, seat, rng).ranked
        if not others:
            continue
        all_ += 1
        if others[0].points_behind < MIN_LEAD:
            even += 1
            continue
        kind = first.action.removeprefix("choose ").split()[0]
        clear[kind] += 1
        without[kind] += not reasons.of_action(state.view(seat), box, seat + 1, first.action)
    print(f"{all_} decisions, in {even} of them about equal; {without.total()} of {clear.total()} have no reason")
    for kind, number in clear.most_common():
        print(f"{kind:10} {without[kind]} of {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
