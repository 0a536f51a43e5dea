"""Progress of a person by kind of game, derived from finished games, and the next step that a game suggests.

Each game lists its steps (`NEXT_STEPS` of its words); nothing here names a game.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

import msgspec

from app.history.statistics import PlayedSeat
from app.text.translation import Words

MIN_GAMES: Final = 3  # whole games after which a person needs no lesson for more


class NextStep(msgspec.Struct, frozen=True):
    """A suggestion to play with a `variant` of a game, or, if `without`, no longer with it."""

    variant: str
    says: Callable[[Words], str]
    without: bool = False


def explained_ideas(mine: Iterable[PlayedSeat]) -> frozenset[str]:
    """Return the ids of the ideas that lessons explained to a person in these games."""
    told = (each.game.result.learned[each.seat - 1] for each in mine if each.game.result.learned)
    return frozenset().union(*told)


def next_step(
    mine: Sequence[PlayedSeat], steps: Iterable[NextStep], ideas: Collection[str], not_ours: Collection[str]
) -> NextStep | None:
    """Return the first step that a person is ready for and has not tried; None if there is none.

    A person is ready after a whole game, once most of the `ideas` were explained, or after MIN_GAMES. `mine`: of one
    kind. `not_ours`: what the owner of the table does not have (`Settings.not_ours`).
    """
    played = [each.game for each in mine if each.counts]
    most = 2 * len(explained_ideas(mine).intersection(ideas)) > len(ideas)
    if not played or played[0].kind in not_ours or not (most or len(played) >= MIN_GAMES):
        return None
    due = (step for step in steps if f"{played[0].kind}.{step.variant}" not in not_ours)
    return next((each for each in due if all((each.variant in game.variant) == each.without for game in played)), None)


def next_level(mine: Iterable[PlayedSeat], levels: Sequence[str]) -> str:
    """Return the level above the hardest that a person met; "" until most of MIN_GAMES or more games with it were won.

    `levels`: easiest first. A game counts for the hardest of its bots.
    """
    met = [
        (max(map(levels.index, bots)), each.won_alone)
        for each in mine
        if each.counts and not each.bot and (bots := {*each.game.result.levels}.intersection(levels))
    ]
    hardest = max((level for level, _ in met), default=len(levels))
    won = [won for level, won in met if level == hardest]
    return levels[hardest + 1] if len(won) >= MIN_GAMES and 2 * sum(won) > len(won) and levels[hardest + 1 :] else ""
