"""Prints which numbers are usual on score sheets: `.venv/bin/python -m docs.usual [GAMES]`.

Whole games of bots, good ones and ones that choose by lot, with every number of seats; for each cell of a sheet the
fewest and the most, and between which numbers 99 of 100 seats ended. `usual` in data/tally.toml rests on these.
"""

import sys
from collections.abc import Iterator
from typing import Any, Final

import main
from app.commands.records import play_game
from app.games.game_list import shelf
from engine import record
from engine.game import Rng, State, roles_of
from engine.players import PLAYERS

GAMES: Final = 40  # of each kind
TABLES: Final = (("architects", 2, 7, "medals"), ("duel", 2, 2, ""), ("seven-wonders", 3, 7, "leaders"))
SHARE: Final = 0.005  # of the seats that lie beyond on either side
Cells = dict[str, int]


def cells(game: str, state: State[Any]) -> Iterator[Cells]:
    """Yield what each seat would enter at the end of this game."""
    told = record.position(state)
    for at, seat in enumerate(told["seats"]):
        score: Cells = seat["score"]
        match game:
            case "architects":
                yield {
                    "shields": seat["shields"],
                    "military": seat["military"],
                    "wonder": score["wonder"],
                    "blue": score["blue"],
                    "progress": score["progress"],
                    "medals": len(seat["medals"]),
                    "stages": len(seat["stages"]),
                }
            case "duel":
                yield {**score, "coins": seat["coins"]}
            case _:
                view: Any = state.view(None)
                symbols = view.derived.standing[at].symbols
                found = {**score, "shields": seat["shields"], "coins": seat["coins"]}
                yield found | {"any-symbol" if what == "any" else what: n for what, n in symbols.items()}


def print_usual(games: int) -> None:
    """Print all tables, one after the other."""
    rules = shelf(main.read_game_data())
    for name, fewest, most, variant in TABLES:
        found: dict[str, list[int]] = {}
        for seats in range(fewest, most + 1):
            for bot in PLAYERS:
                for seed in range(games):
                    header = {"game": name, "seats": str(seats), "variant": variant}
                    rng = Rng(1000 * seats + seed)
                    roles = roles_of(rules[name])
                    known = list(roles.random_pool(tuple(variant.split())))
                    rng.shuffle(known)
                    boards = {roles.board(role): role for role in known}  # of each one side
                    if boards:
                        header["seats"] = ", ".join(list(boards.values())[:seats])
                    state, _ = play_game(rules[name], header, [PLAYERS[bot]] * seats, rng)
                    for each in cells(name, state):
                        for cell, number in each.items():
                            found.setdefault(cell, []).append(number)
        print(f"\n{name}, {len(next(iter(found.values())))} seats: fewest, usual, most")
        for cell, numbers in found.items():
            numbers.sort()
            beyond = int(len(numbers) * SHARE)
            print(f"  {cell:12} {numbers[0]:4} {numbers[beyond]:5} to {numbers[-1 - beyond]:3} {numbers[-1]:5}")


if __name__ == "__main__":
    print_usual(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
