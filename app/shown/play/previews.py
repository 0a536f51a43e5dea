"""Describe what a touched use would bring, for both surfaces (docs/decisions/0170-previews-are-views.md)."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from app.text.amount_text import n_coins, n_points
from app.text.translation import Words
from engine.game import AnySeatView, AnyView

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


def changes(before: Sequence[AnySeatView], after: Sequence[AnySeatView]) -> tuple[Change, ...]:
    """Compare two views and return the seats that change. Points are included if the table shows them."""
    return tuple(each for each in map(_change, before, after) if each.coins or each.by)


def _change(before: AnyView, after: AnyView) -> Change:
    was, now = msgspec.structs.asdict(before.score), msgspec.structs.asdict(after.score)
    points = now.pop("total") - was.pop("total")
    by = tuple((slug, n - was[slug]) for slug, n in now.items() if n != was[slug])
    return Change(before.seat, getattr(after, "coins", 0) - getattr(before, "coins", 0), points, by)


def format_signed(n: int) -> str:
    """Format a difference with its sign: `+3`, `−3`, `0`."""
    return _sign_words(n, str(abs(n)))


def change_lines(
    w: Words, found: Sequence[Change], people: Sequence[str], category: Callable[[Words, str], str]
) -> Iterator[str]:
    """Format one line for each seat: `Ada: −3 coins, +3 points (Military)`."""
    for each in found:
        parts = [_sign_words(each.coins, n_coins(w, abs(each.coins)))] if each.coins else []
        if each.by:
            [*several] = (f"{format_signed(n)} {category(w, slug)}" for slug, n in each.by)
            whence = category(w, each.by[0][0]) if len(each.by) == 1 else ", ".join(several)
            parts.append(f"{_sign_words(each.points, n_points(w, abs(each.points)))} ({whence})")
        yield f"{people[each.seat - 1]}{w.colon}{', '.join(parts)}"


def _sign_words(n: int, words: str) -> str:
    return f"{MINUS if n < 0 else '+' if n else ''}{words}"
