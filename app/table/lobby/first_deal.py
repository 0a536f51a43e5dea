"""Choice of a deal for a guided game, so that the first ideas can be taught soon.

A deal follows from its secret, so secrets are drawn until one meets the game's conditions (`FirstDeal`). No condition
names a seat, so nobody is favoured.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import msgspec

from app.table.game.chance_dealer import Answerer
from engine.game import AnyData, State

MAX_DRAWS: Final = 500  # secrets tried
DRAW_SECONDS: Final = 0.2  # time limit, during which the table blocks

Drawn = TypeVar("Drawn")


class DealtGame(msgspec.Struct, frozen=True):
    """A game dealt up to its first question, and its dealer."""

    state: State[Any]
    chance: Answerer
    seats: int
    box: AnyData


class FirstDeal(Protocol):
    """The conditions of a game on the deal of a lesson: a module of its folder."""

    VARIANT: tuple[str, ...]
    """Variants that come with it."""

    def check_conditions(self, deal: DealtGame) -> tuple[bool, ...]:
        """Check each condition, the most important first; empty where any deal is good enough."""

    def is_preferred(self, role: str) -> bool:
        """Check whether an identity is suitable for a first game, where people have not chosen."""


Deals: TypeAlias = Mapping[str, FirstDeal]  # by game


def choose_deal(
    fresh_secret: Callable[[], bytes],
    draw: Callable[[bytes], Drawn],
    check: Callable[[Drawn], tuple[bool, ...]],
    clock: Callable[[], float],
) -> Drawn:
    """Return the first draw that meets all conditions, else the best in their order."""
    until = clock() + DRAW_SECONDS
    best = draw(fresh_secret())
    most = check(best)
    for _ in range(MAX_DRAWS - 1):
        if all(most) or clock() >= until:
            break
        drawn = draw(fresh_secret())
        found = check(drawn)
        if found > most:
            best, most = drawn, found
    return best
