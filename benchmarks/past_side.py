"""One side of a match (`past.py`): a player of the checkout that is named first, told and asked by lines of JSON.

It runs with the code of that checkout, which may be months older, so it uses little of it.
"""

import json
import random
import sys
import time
from typing import Any

sys.path[:] = [sys.argv[1], *(folder for folder in sys.path[1:] if folder)]

from app.host import compiled_engine  # noqa: E402  # of that checkout

compiled_engine.use_compiled()

import main as program  # noqa: E402
from app.games.game_list import shelf  # noqa: E402
from engine.players.bot_levels import Players  # noqa: E402
from engine.players.tree_search import SearchPlayer  # noqa: E402


def choose(state: Any, seat: Any, rng: random.Random, player: Any, seconds: float) -> tuple[Any, float]:
    """Return the action of a player, and the seconds of processor time that it took."""
    began = time.process_time()
    if not seconds or not isinstance(player, SearchPlayer):
        return player(state, seat, rng), time.process_time() - began
    search = player.start_search(state, seat, rng)
    while time.process_time() - began < seconds:
        search.step()
    return search.best(), time.process_time() - began


def run(options: dict[str, Any]) -> None:
    """Answer until no more lines come."""
    game = shelf(program.read_game_data())[options["game"]]
    players, about = Players(program.read_players()), (options["game"], options["seats"], options["variant"])
    player: Any = players.choose(options["player"], *about, options["iterations"])
    if isinstance(player, SearchPlayer) and options["iterations"]:
        player.iterations = options["iterations"]
    for line in sys.stdin:
        message = json.loads(line)
        if "header" in message:
            state = game.start(game.setup(message["header"]))
        elif "text" in message:
            state.apply(message["seat"], state.parse(message["text"]))
        else:
            seat, rng = message["choose"], random.Random(message["seed"])
            action, spent = choose(state, seat, rng, player, options["seconds"])
            print(json.dumps([str(action), spent]), flush=True)


run(json.loads(sys.argv[2]))
