"""Points by category. Plain values in, so that tally can count with them too (rules, scoring page; rulings 30–34)."""

from collections.abc import Mapping, Sequence

from engine.architects.cards import PointsByCopies, PointsEach, PointsForWonder
from engine.architects.lookup import Lookup, Wonder


def points(
    lookup: Lookup,
    wonder: Wonder,
    built: int,
    cards: Sequence[int],
    cat: bool,
    military: int,
    tokens: Sequence[int],
    medals: int,
) -> dict[str, int]:
    """One seat's points by category, and their `total`. `cards` and `tokens` are counts by kind."""
    score = {
        "wonder": wonder.points[built],
        "cat": lookup.facts.table.cat_points if cat else 0,
        "blue": sum(count * each for count, each in zip(cards, lookup.points, strict=True)),
        "military": military * lookup.facts.table.military_points,
        "progress": progress(lookup, built == wonder.complete, cards, military, tokens),
        "medals": medals * lookup.facts.table.medal_points,
    }
    score["total"] = sum(score.values())
    return score


def progress(lookup: Lookup, finished: bool, cards: Sequence[int], military: int, tokens: Sequence[int]) -> int:
    """Points of progress tokens at the end of the game."""
    each_of: Mapping[str, int] = {
        "cat-card": sum(count for count, cat in zip(cards, lookup.cats, strict=True) if cat),
        "grey-card": sum(cards[kind] for kind in lookup.grey),
        "military-token": military,
        "progress-token": sum(tokens),
    }
    total = 0
    for token, copies in enumerate(tokens):
        if not copies:
            continue
        for effect in lookup.token_effects[token]:
            if isinstance(effect, PointsEach):
                total += copies * effect.amount * each_of[effect.of]
            elif isinstance(effect, PointsForWonder):
                total += copies * (effect.finished if finished else effect.unfinished)
            elif isinstance(effect, PointsByCopies):
                total += effect.points[min(copies, len(effect.points)) - 1]
    return total
