"""Games in the set-ups of rows a, f and g: seats and variants change from one game to the next."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"
VARIANTS = ("", "leaders", "leaders experts")  # of 7 Wonders
BOARDS = 3  # of 7 Wonders, for as many seats

Begin = Callable[[random.Random, int], Any]  # -> a state; the number says which of the games it is


def architects(full: bool = False) -> Begin:
    """Begin four seats with drawn wonders; `full`: with the whole Medals box, always with Rome and Ur."""
    from engine.architects.game_facade import Architects

    game = Architects((DATA / "architects.toml").read_bytes())

    def begin(rng: random.Random, number: int) -> Any:
        base = rng.sample(game.random_pool(()), 2 if full else 4)
        wonders = rng.sample([*base, "rome", "ur"], 4) if full else base
        header = {"game": "architects", "seats": ", ".join(wonders), "first": str(number % 4 + 1)}
        if full:
            header["variant"] = "medals expert medal-tokens"
        return game.start(game.setup(header))

    return begin


def duel() -> Begin:
    """Begin Duel with every face-up card in the record; the first player alternates."""
    from engine.duel.game_facade import Duel

    game = Duel((DATA / "duel.toml").read_bytes())

    def begin(rng: random.Random, number: int) -> Any:
        return game.start(game.setup({"game": "duel", "seats": "2", "first": str(number % 2 + 1)}))

    return begin


def seven_wonders() -> Begin:
    """Begin three seats in turn without the expansion, with it, and with its experts; boards and sides are drawn."""
    from engine.seven_wonders.game_facade import SevenWonders

    game = SevenWonders(*((DATA / f"{name}.toml").read_bytes() for name in ("seven_wonders", "leaders")))

    def begin(rng: random.Random, number: int) -> Any:
        variant = VARIANTS[number % len(VARIANTS)]
        sides: dict[str, list[str]] = {}
        for board in game.random_pool(variant.split()):
            sides.setdefault(game.board(board), []).append(board)
        boards = ", ".join(rng.choice(sides[wonder]) for wonder in rng.sample(list(sides), BOARDS))
        return game.start(game.setup({"game": "seven-wonders", "seats": boards, "variant": variant}))

    return begin


BEGIN: dict[str, Callable[[], Begin]] = {"architects": architects, "duel": duel, "seven-wonders": seven_wonders}
