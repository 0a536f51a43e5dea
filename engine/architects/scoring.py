"""Points by category. Plain values in, so that tally can count with them too (rules, scoring page; rulings 30–34)."""

from collections.abc import Mapping, Sequence

from engine.architects.box import Box, Wonder
from engine.architects.cards import PointsByCopies, PointsEach, PointsForWonder


def points(
    box: Box,
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
        "cat": box.facts.table.cat_points if cat else 0,
        "blue": sum(count * each for count, each in zip(cards, box.points, strict=True)),
        "military": military * box.facts.table.military_points,
        "progress": progress(box, built == wonder.complete, cards, military, tokens),
        "medals": medals * box.facts.table.medal_points,
    }
    score["total"] = sum(score.values())
    return score


def progress(box: Box, finished: bool, cards: Sequence[int], military: int, tokens: Sequence[int]) -> int:
    """Points of progress tokens at the end of the game."""
    each_of: Mapping[str, int] = {
        "cat-card": sum(count for count, cat in zip(cards, box.cats, strict=True) if cat),
        "grey-card": sum(cards[kind] for kind in box.grey),
        "military-token": military,
        "progress-token": sum(tokens),
    }
    total = 0
    for token, copies in enumerate(tokens):
        if not copies:
            continue
        for effect in box.token_effects[token]:
            if isinstance(effect, PointsEach):
                total += copies * effect.amount * each_of[effect.of]
            elif isinstance(effect, PointsForWonder):
                total += copies * (effect.finished if finished else effect.unfinished)
            elif isinstance(effect, PointsByCopies):
                total += effect.points[min(copies, len(effect.points)) - 1]
    return total


def winners(totals: Sequence[int], stages: Sequence[int]) -> tuple[int, ...]:
    """Seats with the most points; among equals those with more stages; what is still equal is shared (ruling 31)."""
    best = max(zip(totals, stages, strict=True))
    return tuple(seat for seat, result in enumerate(zip(totals, stages, strict=True)) if result == best)
