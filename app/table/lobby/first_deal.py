"""How a game is dealt that teaches: fairly, and so that what it teaches first comes to light soon.

A game's deal follows from its secret alone, so one is chosen by drawing fresh secrets until one lays out what the
game asks for (`FirstDeal`). No condition names a seat, so nobody is favoured; it is played on as any other.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import msgspec

from app.table.game.dealer import Answerer
from engine.game import State

MOST: Final = 500  # secrets that are looked at
LONGEST: Final = 0.2  # seconds, in which the table answers nobody

Drawn = TypeVar("Drawn")


class DealtGame(msgspec.Struct, frozen=True):
    """A game that is laid out up to its first question, and who answers chance in it."""

    # Any: each game has its own actions and data.
    state: State[Any]
    chance: Answerer
    seats: int
    box: Any


class FirstDeal(Protocol):
    """What a game asks of the deal of a lesson: a module of its folder."""

    VARIANT: tuple[str, ...]
    """Variants that come with it."""

    def shows(self, it: DealtGame) -> tuple[bool, ...]:
        """Of each condition, the most important first, whether it holds; none where any deal is good enough."""

    def plain(self, role: str) -> bool:
        """Whether a seat may be this where nobody has chosen."""


Deals: TypeAlias = Mapping[str, FirstDeal]  # by game


def chosen(
    fresh_secret: Callable[[], bytes],
    draw: Callable[[bytes], Drawn],
    shows: Callable[[Drawn], tuple[bool, ...]],
    clock: Callable[[], float],
) -> Drawn:
    """The first of what fresh secrets lay out that shows everything, else the best in the order of conditions."""
    until = clock() + LONGEST
    best = draw(fresh_secret())
    most = shows(best)
    for _ in range(MOST - 1):
        if all(most) or clock() >= until:
            break
        drawn = draw(fresh_secret())
        found = shows(drawn)
        if found > most:
            best, most = drawn, found
    return best
