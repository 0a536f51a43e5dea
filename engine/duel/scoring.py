"""Points by category, from plain values (rules, end of the game; rulings 19, 22, 24)."""

from collections.abc import Sequence
from typing import Final

from engine.bit_sets import numbers
from engine.duel.data_schema import BLUE, COUNTABLE, GREEN, PURPLE, Majority
from engine.duel.lookup_tables import Lookup

KIND: Final = {name: number for number, name in enumerate(COUNTABLE)}

Tally = Sequence[int]  # of one city, how many there are of each of COUNTABLE
Points = tuple[int, int, int, int, int, int, int, int]  # by category, in the order of `points_by_category`


def count_kinds(of: Sequence[str], city: Tally) -> int:
    """Count things of these kinds in a city, all together."""
    return sum(city[KIND[what]] for what in of)


def majority(effect: Majority, cities: Sequence[Tally]) -> int:
    """Return the higher count of both cities (ruling 19)."""
    return max(count_kinds(effect.of, city) // effect.every for city in cities)


def points(
    lookup: Lookup, ahead: int, city: int, built: int, tokens: int, coins: int, cities: Sequence[Tally]
) -> Points:
    """Return one seat's points.

    `ahead`: spaces the pawn is on the opponent's side; `city`, `built`, `tokens`: bits of cards, wonders and tokens;
    `cities`: the tallies of both.
    """
    blue = green = yellow = guilds = wonders = progress = 0
    for card in numbers(city & lookup.pointed):
        thing = lookup.deck[card]
        worth, colour = thing.points, thing.colour
        if colour == BLUE:
            blue += worth
        elif colour == GREEN:
            green += worth
        elif colour == PURPLE:
            guilds += worth
            for effect in thing.effects:
                if isinstance(effect, Majority):
                    guilds += effect.points * majority(effect, cities)
        else:
            yellow += worth
    for wonder in numbers(built):
        wonders += lookup.sites[wonder].points
    held = numbers(tokens)
    for token in held:
        progress += lookup.token_points[token] + len(held) * lookup.token_points_each[token]
    military = lookup.zones[ahead] if ahead > 0 else 0
    return military, blue, green, yellow, guilds, wonders, progress, coins // lookup.coins_per_point


def total(found: Points) -> int:
    """Sum up all categories."""
    return found[0] + found[1] + found[2] + found[3] + found[4] + found[5] + found[6] + found[7]


def points_by_category(found: Points) -> dict[str, int]:
    """Map the categories to their points, with the `total`."""
    return {
        "military": found[0],
        "blue": found[1],
        "green": found[2],
        "yellow": found[3],
        "guilds": found[4],
        "wonders": found[5],
        "progress": found[6],
        "coins": found[7],
        "total": total(found),
    }
