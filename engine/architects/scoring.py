"""Points by category, from plain values (rules, scoring page; rulings 30–34)."""

from engine.architects.data_schema import KINDS, PointsByCopies, PointsEach, PointsForWonder
from engine.architects.lookup_tables import Lookup, Wonder

Points = tuple[int, int, int, int, int, int]  # for the wonder, the cat, blue cards, military, progress, medals


def points(
    lookup: Lookup,
    wonder: Wonder,
    built: int,
    cards: list[int],
    cat: bool,
    military: int,
    tokens: list[int],
    medals: int,
) -> Points:
    """Return one seat's points. `cards` and `tokens` are counts by kind."""
    if len(cards) != KINDS:
        raise ValueError(f"cards of {KINDS} kinds are counted, not of {len(cards)}")
    blue = 0
    for kind in lookup.pointed:
        blue += cards[kind] * lookup.points[kind]
    return (
        wonder.points[built],
        lookup.cat_points if cat else 0,
        blue,
        military * lookup.military_points,
        _progress_points(lookup, built == wonder.complete, cards, military, tokens),
        medals * lookup.medal_points,
    )


def total(found: Points) -> int:
    """Sum up all categories."""
    return found[0] + found[1] + found[2] + found[3] + found[4] + found[5]


def points_by_category(found: Points) -> dict[str, int]:
    """Map the categories to their points, with the `total`."""
    return {
        "wonder": found[0],
        "cat": found[1],
        "blue": found[2],
        "military": found[3],
        "progress": found[4],
        "medals": found[5],
        "total": total(found),
    }


def _progress_points(lookup: Lookup, finished: bool, cards: list[int], military: int, tokens: list[int]) -> int:
    found = 0
    for token, copies in enumerate(tokens):
        if not copies or not lookup.scored_tokens[token]:
            continue
        for effect in lookup.token_effects[token]:
            if isinstance(effect, PointsEach):
                found += copies * effect.amount * _count_things(lookup, effect, cards, military, tokens)
            elif isinstance(effect, PointsForWonder):
                found += copies * (effect.finished if finished else effect.unfinished)
            elif isinstance(effect, PointsByCopies):
                found += effect.points[min(copies, len(effect.points)) - 1]
    return found


def _count_things(lookup: Lookup, effect: PointsEach, cards: list[int], military: int, tokens: list[int]) -> int:
    match effect.of:
        case "military-token":
            return military
        case "progress-token":
            return sum(tokens)
        case "cat-card":
            return sum([cards[kind] for kind in range(KINDS) if lookup.cats[kind]])
        case "grey-card":
            return sum([cards[kind] for kind in lookup.grey])
