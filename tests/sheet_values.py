"""Values for score sheets: the final numbers of seats in whole games of bots, by cell."""

from functools import cache

import main
from app.commands.records import play_game
from app.games.game_list import load_record_rules
from docs.usual import cells
from engine.game import Rng, roles_of
from engine.players import PLAYERS

KINDS = {"architects": (3, "medals"), "duel": (2, ""), "seven-wonders": (3, "leaders")}


@cache
def rules():
    return load_record_rules(main.read_game_data())


@cache
def ended(game, nth):
    """Return every seat's numbers at the end of one game, as on its sheet."""
    seats, variant = KINDS[game]
    rng = Rng(f"{game} {nth}")
    header = {"game": game, "seats": str(seats), "variant": variant}
    roles = list(roles_of(rules()[game]).random_pool(tuple(variant.split())))
    rng.shuffle(roles)
    boards = {roles_of(rules()[game]).board(role): role for role in roles}
    if boards:
        header["seats"] = ", ".join(list(boards.values())[:seats])
    state, _ = play_game(rules()[game], header, [PLAYERS["greedy"]] * seats, rng)
    found = list(cells(game, state))
    for seat in found:  # what no bot's sheet tells
        seat["aristotle"] = rng.randint(0, 1)
    return found


def digits(values):
    """Count a seat's touches if every number is opened, typed and entered by itself, after its sheet was opened."""
    return 1 + sum(2 + len(str(value)) for value in values)
