"""Positions that somebody spoils: either their reader says what is wrong, or the game is played to its end."""

from collections.abc import Callable
from typing import Any

from engine.game import BadHeader, Rng, State

ANYTHING = (None, 0, 1, 2, 7, -1, True, [], [1], {"coin": 2})  # besides the words of a game


def is_refused_or_played(enter: Callable[[], State[Any]], rng: Rng, census: Callable[[Any], None]) -> None:
    """Check that a wrong position is refused with printable reasons, and that a right one is played and counted."""
    try:
        state = enter()
    except BadHeader as mistake:
        faults = mistake.faults
    else:
        faults = ()
    if faults:
        assert [key for key, _ in faults] == ["position"]
        assert all(reason.isprintable() for _, reason in faults)
        return
    while state.to_act:
        can = list(state.legal(state.to_act[0])) or list(state.contradictions())
        state.apply(state.to_act[0], rng.choice(can))
        census(state)
    assert state.winners()


def spoil(at: Any, rng: Rng, others: tuple[Any, ...], least: int) -> None:
    """Change one value somewhere to something else that stands in it; a number to `least` at least."""
    where = at
    while True:
        keys = list(where) if isinstance(where, dict) else list(range(len(where)))
        if not keys:
            return
        key = rng.choice(keys)
        if not isinstance(where[key], dict | list) or not where[key]:
            counts = type(where[key]) is int and rng.random() < 0.8
            where[key] = max(least, where[key] + rng.choice([-3, -1, 1])) if counts else rng.choice(others)
            return
        where = where[key]
