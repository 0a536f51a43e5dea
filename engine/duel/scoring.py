"""Points by category. Plain values in (rules, end of the game; rulings 19, 22, 24)."""

from collections.abc import Sequence
from typing import Final

from engine.bits import numbers
from engine.duel.box import Box
from engine.duel.cards import BLUE, COUNTED, GREEN, PURPLE, Majority

KIND: Final = {name: number for number, name in enumerate(COUNTED)}
THREE: Final = 3  # coins that the Moneylenders count as one

Tally = Sequence[int]  # of one city, how many there are of each of COUNTED


def tally(colours: Sequence[int], coins: int) -> list[int]:
    """What effects may count in a city: cards of each colour and built wonders, then full threes of coins."""
    return [*colours, coins // THREE]


def counted(of: Sequence[str], city: Tally) -> int:
    """How many of these there are in a city, all together."""
    return sum(city[KIND[what]] for what in of)


def majority(of: Sequence[str], cities: Sequence[Tally]) -> int:
    """How many there are where there are more (ruling 19)."""
    return max(counted(of, city) for city in cities)


def points(
    box: Box, ahead: int, city: int, built: int, tokens: int, coins: int, cities: Sequence[Tally]
) -> dict[str, int]:
    """One seat's points by category, and their `total`.

    `ahead`: spaces the pawn is on the opponent's side; `city`, `built`, `tokens`: bits of cards, wonders and tokens;
    `cities`: the tallies of both.
    """
    blue = green = yellow = guilds = 0
    for card in numbers(city):
        thing = box.deck[card]
        worth, colour = thing.points, thing.colour
        if colour == PURPLE:
            guilds += worth
            for effect in thing.effects:
                if isinstance(effect, Majority):
                    guilds += effect.points * majority(effect.of, cities)
        elif worth:
            if colour == BLUE:
                blue += worth
            elif colour == GREEN:
                green += worth
            else:
                yellow += worth
    held = numbers(tokens)
    score = {
        "military": box.zones[ahead] if ahead > 0 else 0,
        "blue": blue,
        "green": green,
        "yellow": yellow,
        "guilds": guilds,
        "wonders": sum(box.sites[wonder].points for wonder in numbers(built)),
        "progress": sum(box.token_points[token] + len(held) * box.token_points_each[token] for token in held),
        "coins": coins // box.facts.table.coins_per_point,
    }
    score["total"] = sum(score.values())
    return score


def winners(totals: Sequence[int], blue: Sequence[int]) -> tuple[int, ...]:
    """Seats with the most points; among equals those with more on blue cards; what is still equal is shared."""
    best = max(zip(totals, blue, strict=True))
    return tuple(seat for seat, result in enumerate(zip(totals, blue, strict=True)) if result == best)
