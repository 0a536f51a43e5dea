"""Formatting of coins, points, resources and costs in the reader's language, shared by all games."""

from collections.abc import Iterable

from app.text.translation import Words


def n_coins(w: Words, n: int) -> str:
    """Format a number of coins: `2 coins`."""
    return w.ngettext("{n} coin", "{n} coins", n)


def n_points(w: Words, n: int) -> str:
    """Format a number of points: `2 points`."""
    return w.ngettext("{n} point", "{n} points", n)


def n_units(amount: int, resource: str) -> str:
    """Format an amount of a resource, given by its translated name: `clay`, `2 × clay`."""
    return resource if amount == 1 else f"{amount} × {resource}"


def printed_cost(w: Words, coins: int, units: Iterable[tuple[str, int]]) -> str:
    """Format a printed cost: `1 coin, 2 × clay`, or `free`. `units` are translated names with their amounts."""
    parts = [n_coins(w, coins)] if coins else []
    parts += [n_units(amount, resource) for resource, amount in units if amount]
    return ", ".join(parts) or w.pgettext("cost", "free")
