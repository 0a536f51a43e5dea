"""Players of the program's own. They know what every game is (`engine.game`), and nothing of any one game."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.game import Action, Rng, Seat, State
from engine.players.greedy import greedy
from engine.players.uniform import uniform

Choose = Callable[[State[Any], Seat, Rng], Action]  # (state, the seat to act, chance) -> one of state.legal(seat)

# The first is what a bot is if nobody says.
PLAYERS: Final[Mapping[str, Choose]] = {"greedy": greedy, "random": uniform}
