"""Players of the program's own. They know what every game is (`engine.game`), and nothing of any one game."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.game import Action, Rng, Seat, State
from engine.players.careful import Careful
from engine.players.greedy import greedy
from engine.players.judgement import Judgement
from engine.players.search import Searching
from engine.players.uniform import uniform

Choose = Callable[[State[Any], Seat, Rng], Action]  # (state, the seat to act, chance) -> one of state.legal(seat)

# The first is what a bot is if nobody says.
PLAYERS: Final[Mapping[str, Choose]] = {"greedy": greedy, "random": uniform}
# Those that have learned last. `forgetful` is a search without memory, there to measure what memory is worth.
KINDS: Final = ("greedy", "random", "careful", "search", "forgetful")
SEARCHING: Final = ("search", "forgetful")


def player(kind: str, judgement: Judgement | None, iterations: int, blur: float = 0.0) -> Choose | None:
    """A player of a kind; None where it needs a judgement and there is none.

    `iterations`: of those that search; `blur`: by how many points `careful` is wrong.
    """
    if kind in PLAYERS:
        return PLAYERS[kind]
    if judgement is None:
        return None
    if kind == "careful":
        return Careful(judgement, blur)
    return Searching(judgement, iterations, forgets=kind == "forgetful")
