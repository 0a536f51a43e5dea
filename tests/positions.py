"""Games broken off after a few turns, to be entered on the screen and on phones: what lies there then."""

import random
from typing import Any

from app.games.architects import entered
from engine.architects.game import Architects
from engine.game import CHANCE
from tests.duel_cities import duel
from tests.seven_wonders_cities import GAME, ROOT

WONDERS = ("giza", "rhodes", "ephesus", "olympia")
CITIES = ("gizah-day", "rhodos-night", "ephesos-day", "babylon-day")
TURNS = 5
DUEL = duel()
ARCHITECTS = Architects((ROOT / "data/architects.toml").read_bytes())


def of_architects(seed: int) -> dict[str, Any]:
    """Of four seats, as what people enter."""
    header = {"game": "architects", "seats": ", ".join(WONDERS), "deal": "lazy"}
    state, rng = ARCHITECTS.start(ARCHITECTS.setup(header)), random.Random(seed)
    while state.to_act and state.turn < TURNS + 1:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat < 0 else rng.choice(list(state.legal(seat))))
    return entered.told(state.view(None))


def of_duel(seed: int) -> Any:
    """A Duel as everybody sees it; no wonder is built."""
    return _played_on(DUEL, {"game": "duel", "seats": "2"}, seed, without=" with ")


def of_seven_wonders(seed: int) -> Any:
    """Four cities as everybody sees them; nothing was sold."""
    return _played_on(GAME, {"game": "seven-wonders", "seats": ", ".join(CITIES)}, seed, only="build ")


def _played_on(game: Any, header: dict[str, str], seed: int, only: str = "", without: str = "\n") -> Any:
    """What lies there after so many turns in which people did this only, where they could."""
    state, rng = game.start(game.setup({**header, "deal": "lazy"})), random.Random(seed)
    while state.told_in() <= TURNS or state.to_act == (CHANCE,):
        seat = state.to_act[0]
        legal = [*state.legal(seat)]
        plainly = [action for action in legal if only in str(action) and without not in str(action)]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(plainly or legal))
    return state.view(None)
