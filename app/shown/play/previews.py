"""Describe what a touched use would bring, for both surfaces (docs/decisions/0170-previews-are-views.md)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any  # Any: each game has its own view

import msgspec

from app.text.amount_text import n_coins, n_points
from app.text.translation import Words

MINUS = "−"


class Change(msgspec.Struct, frozen=True, gc=False):
    """The change of a seat's coins and points in a preview. `by`: points by category of the score sheet."""

    seat: int
    coins: int = 0
    points: int = 0
    by: tuple[tuple[str, int], ...] = ()


class GhostMark(msgspec.Struct, frozen=True, array_like=True):
    """A mark on the table where a preview would change something. `at`: the element; `says`: its text.

    `box`: the area inside a drawing as left, top, width and height in the drawing's units.
    """

    at: str
    says: str = ""
    box: tuple[float, float, float, float] | None = None


def changes(before: Sequence[Any], after: Sequence[Any]) -> tuple[Change, ...]:
    """Compare two views and return the seats that change. Points are included if the table shows them."""
    return tuple(it for it in map(_change, before, after) if it.coins or it.by)


def _change(before: Any, after: Any) -> Change:
    was, now = msgspec.structs.asdict(before.score), msgspec.structs.asdict(after.score)
    points = now.pop("total") - was.pop("total")
    by = tuple((slug, n - was[slug]) for slug, n in now.items() if n != was[slug])
    return Change(before.seat, getattr(after, "coins", 0) - getattr(before, "coins", 0), points, by)


def signed(n: int) -> str:
    """Format a difference with its sign: `+3`, `−3`, `0`."""
    return _signed(n, str(abs(n)))


def change_lines(
    w: Words, found: Sequence[Change], people: Sequence[str], category: Callable[[Words, str], str]
) -> Iterator[str]:
    """Format one line for each seat: `Ada: −3 coins, +3 points (Military)`."""
    for it in found:
        parts = [_signed(it.coins, n_coins(w, abs(it.coins)))] if it.coins else []
        if it.by:
            [*several] = (f"{signed(n)} {category(w, slug)}" for slug, n in it.by)
            whence = category(w, it.by[0][0]) if len(it.by) == 1 else ", ".join(several)
            parts.append(f"{_signed(it.points, n_points(w, abs(it.points)))} ({whence})")
        yield f"{people[it.seat - 1]}: {', '.join(parts)}"


def _signed(n: int, words: str) -> str:
    return f"{MINUS if n < 0 else '+' if n else ''}{words}"
