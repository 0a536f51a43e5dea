"""Points by category. Plain values in (rules, end of the game; rulings 19, 22, 24)."""

from collections.abc import Sequence
from typing import Final

from engine.bits import numbers
from engine.duel.cards import BLUE, COUNTED, GREEN, PURPLE, Majority
from engine.duel.lookup import Lookup

KIND: Final = {name: number for number, name in enumerate(COUNTED)}

Tally = Sequence[int]  # of one city, how many there are of each of COUNTED


def counted(of: Sequence[str], city: Tally) -> int:
    """How many of these there are in a city, all together."""
    return sum(city[KIND[what]] for what in of)


def majority(effect: Majority, cities: Sequence[Tally]) -> int:
    """How many there are where there are more (ruling 19)."""
    return max(counted(effect.of, city) // effect.every for city in cities)


def points(
    lookup: Lookup, ahead: int, city: int, built: int, tokens: int, coins: int, cities: Sequence[Tally]
) -> dict[str, int]:
    """One seat's points by category, and their `total`.

    `ahead`: spaces the pawn is on the opponent's side; `city`, `built`, `tokens`: bits of cards, wonders and tokens;
    `cities`: the tallies of both.
    """
    blue = green = yellow = guilds = 0
    for card in numbers(city):
        thing = lookup.deck[card]
        worth, colour = thing.points, thing.colour
        if colour == PURPLE:
            guilds += worth
            for effect in thing.effects:
                if isinstance(effect, Majority):
                    guilds += effect.points * majority(effect, cities)
        elif worth:
            if colour == BLUE:
                blue += worth
            elif colour == GREEN:
                green += worth
            else:
                yellow += worth
    held = numbers(tokens)
    score = {
        "military": lookup.zones[ahead] if ahead > 0 else 0,
        "blue": blue,
        "green": green,
        "yellow": yellow,
        "guilds": guilds,
        "wonders": sum(lookup.sites[wonder].points for wonder in numbers(built)),
        "progress": sum(lookup.token_points[token] + len(held) * lookup.token_points_each[token] for token in held),
        "coins": coins // lookup.facts.table.coins_per_point,
    }
    score["total"] = sum(score.values())
    return score
