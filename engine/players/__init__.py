"""Bots. They use only the protocols of `engine.game` and know no particular game."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.game import Action, Rng, Seat, State
from engine.players.baseline_players import greedy, uniform
from engine.players.learned_evaluation import Evaluation
from engine.players.learned_player import CarefulPlayer
from engine.players.tree_search import SearchPlayer

Choose = Callable[[State[Any], Seat, Rng], Action]  # (state, the seat to act, chance) -> one of state.legal(seat)

# Players that have learned nothing; the first is the default.
PLAYERS: Final[Mapping[str, Choose]] = {"greedy": greedy, "random": uniform}
# All kinds. `forgetful` is a search without memory, to measure what memory is worth.
KINDS: Final = ("greedy", "random", "careful", "search", "forgetful")
SEARCHING: Final = ("search", "forgetful")


def player(kind: str, evaluation: Evaluation | None, iterations: int, blur: float = 0.0) -> Choose | None:
    """Make a player of a kind, or return None if it needs an evaluation and there is none.

    `iterations`: of those that search. `blur`: standard deviation of the errors of `careful`, in points.
    """
    if kind in PLAYERS:
        return PLAYERS[kind]
    if evaluation is None:
        return None
    if kind == "careful":
        return CarefulPlayer(evaluation, blur)
    return SearchPlayer(evaluation, iterations, forgets=kind == "forgetful")
